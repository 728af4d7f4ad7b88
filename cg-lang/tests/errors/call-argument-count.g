F(a, b) { default: 0; }
F(1)

F(3) { default: 0; }

F(n, n) { default: 0; }

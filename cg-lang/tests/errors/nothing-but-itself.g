loopy F(n) { default: F(n); }
F(1)

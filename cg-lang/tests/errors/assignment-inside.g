(x = 3)
F(n) = n + 1
F(n) { default: k = n; k; }

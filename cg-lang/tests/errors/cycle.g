F(n) { case 0: { G(1) | }; default: { F(n-1) | }; }
G(n) { default: F(n + 1); }
F(3)

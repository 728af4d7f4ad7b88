F(n) { case 0: 0; default: { F(n-2) | }; }
F(5)
G(n, m) { case (0, 1): 0; default: G(n+1, m) + 1; }
G(1, 1)

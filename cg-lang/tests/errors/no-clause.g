F(n) { case 0: 0; case n if n > 0: { F(n-1) | }; }
F(-2)

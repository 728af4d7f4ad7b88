F(n) { case n % 2 == 0: 0; default: 1; }
F(4)

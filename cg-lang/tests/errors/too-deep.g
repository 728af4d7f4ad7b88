:limit memory 32MiB
F(n) { case if n < 0: 0; default: { F(n+1) | }; }
F(0)

:limit memory 32MiB
F(n) { default: { F(n+1) | }; }
F(0)

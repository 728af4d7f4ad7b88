heap = 3
heep
q
help
quit
F(s) { default: { F(i), F(i-1) : i = 1..s | }; }
F(1)

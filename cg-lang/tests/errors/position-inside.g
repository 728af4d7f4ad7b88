F(n) { default: misere(*(n)); }

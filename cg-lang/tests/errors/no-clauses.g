impartial F(n) { }

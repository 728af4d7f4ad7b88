(1, 2)
_
F(n) { case _ + 1: 0; default: 1; }

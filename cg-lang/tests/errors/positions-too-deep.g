F(n) { case 0: 0; default: if outcome(F(n-1)) == outcome(0) then {0|0} else {1|1}; }
F(1000)

F(n) { case 0: 0 case 1: 1; }
if 1 == 1 else 2
1; :time
sum(1 in [2])

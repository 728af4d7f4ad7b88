F(n) { case 0: 0; case if n > 9: F(n-1) + *; default: { F(k) : k = 0..n-1 | F(k)+F(0) : k = 1..n-1, 1 }; }
:why F(4)
:why ? F(3) - F(2) + {2|-1}
x = '{0, 1 | {1|{2|-3}}}'
:why 2.x - x
:why {^, ^* | -^, 1+*} <= +-1
:why temperature({4|-2} + *)
:why if 1 < 2 then F(12) else 0

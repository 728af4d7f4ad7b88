1 2
7 mod 2
3(4)
2x
Nim(n) { 0 }
^(1)5
[k : k = 1..9 if k > 2]

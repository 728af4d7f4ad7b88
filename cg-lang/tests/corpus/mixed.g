// Bits of everything, for mutations to start from.
Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }
?? Nim(3) + 2.Nim(2) - {0|*} + ^(1/2)*
x = [Nim(k) : k = 0..4, if k % 2 == 0]; sum(x); map(nimvalue, x); sort([3, 1/2, -1])
F(a, b) { case (0, _), (_, 0): "a"; case if a > b: let c = a - b; F(c, b); default: F(a, b - a); }
F(4, 6) ++ reverse("abc")[0..1]; {3||2|1}; {0|||0||-1|-3}; ±1 + +-(1/2); 3^(2)*4
misere(Nim(2) + Nim(1)); birthday(^^*); canonical(2.011); if 1 < 2 and not true then 1 else 2
:notation standard
1*; ^3*2; 73/16v9*8; ^[4] - v<2>; tiny(2) + 1miny(^); +-{1,1*}
G(n) { default: { G(n+1) | }; }
G(0)
pow(2, 100000); 1/3; *(10000000000000000000000) + *(1); 1000000^(1/1024) - *(5)
sum(1..4); s = 0..9; [x : x in 0..2, y = 0..x]; if true then 0..1 else 2..3; 1..2..3; [1..2]; s[(0..2)[1]..3]

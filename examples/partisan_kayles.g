// Partisan Kayles: Left knocks down one pin, Right two neighbours. A single pin
// may be knocked down by either: that is the rule of the case 1, without it the
// values would be others.
PK(n)
{
  case 0: 0;
  case 1: *;
  default: { PK(k) + PK(n-k-1) : k = 0..n-1 | PK(k) + PK(n-k-2) : k = 0..n-2 };
}

// Table 1 of the paper "Game Calculator": every row is a sum of an up or down
// and a star, with period 8.
[PK(n) : n = 0..7]                 // = [0, *, v, ^, *, 0, v*, ^*]
table = [0, *, ↓, ↑, *, 0, ↓*, ↑*]
[n : n = 0..63, if PK(n) != table[n % 8]] // = []

? PK(3) + PK(3) + PK(4)            // = left player win
? PK(2) + PK(3)                    // = second player win

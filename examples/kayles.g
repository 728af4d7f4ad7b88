// Kayles (Dudeney, Loyd): a row of pins; a move knocks down one pin or two
// neighbours. What stays on the left and on the right are two rows.
impartial Kayles(n)
{
  case 0: 0;
  default: { Kayles(k) + Kayles(n-k-1) : k = 0..n-1,
             Kayles(k) + Kayles(n-k-2) : k = 0..n-2 };
}

Kayles(4)                          // = *

// The values have period 12 from 71 on (Winning Ways, chapter 4).
[nimvalue(Kayles(n)) : n = 0..11]  // = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
[nimvalue(Kayles(n)) : n = 72..83] // = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]

// The rows below that do not fit the period.
typical = [nimvalue(Kayles(n)) : n = 72..83]
[n : n = 0..100, if nimvalue(Kayles(n)) != typical[n % 12]] // = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]

// A move is shown as the rules write it: the middle two of four pins fall and
// one stays on each side, or a single pin that leaves an even position.
?? Kayles(4) + Kayles(1)           // = second player win; either player: no winning move
?? Kayles(5)                       // = first player win; either player: 1. Kayles(5) -> Kayles(2)+Kayles(2) (leaves 0)

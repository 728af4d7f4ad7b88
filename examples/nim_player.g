// The Nim player of the paper "Briefly Explore the Combinatorial Game": heaps
// of 3, 4 and 5. The computer that plays there is one query here.
impartial Nim(n)
{
  case 0: 0;
  default: { Nim(k) : k = 0..n-1 };
}

piles = [3, 4, 5]

// The prediction before playing: the nim-sum is not 0, who starts wins.
nimvalue(sum(map(Nim, piles)))     // = 2
? Nim(3) + Nim(4) + Nim(5)         // = first player win

// The winning move removes 2 from the first heap, as the listing's makeMove
// would do.
?? Nim(3) + Nim(4) + Nim(5)        // = first player win; either player: 1. Nim(3) -> Nim(1) (leaves 0)
?? Nim(1) + Nim(4) + Nim(5)        // = second player win; either player: no winning move
?? sum([Nim(n) : n in piles])      // = first player win; either player: 1. Nim(3) -> Nim(1) (leaves 0)

// Nim: some heaps of counters. A move removes any number of counters from one
// heap; who cannot move loses.
//
// A heap is a function of its size. Both players have the same moves, so the
// options are written once: `impartial` lets a brace hold those of both.
impartial Nim(n)
{
  case 0: 0;
  default: { Nim(k) : k = 0..n-1 };
}

// A heap of n is the nimber *n.
Nim(3)                             // = *3
[Nim(n) : n = 0..5]                // = [0, *, *2, *3, *4, *5]

// Several heaps are a sum: sizes are added in binary without carries.
Nim(3) + Nim(7)                    // = *4
nimvalue(Nim(3) + Nim(7)) == xor(3, 7) // = true
? Nim(1) + Nim(2) + Nim(3)         // = second player win

// Who wins and how: the one winning move takes 2 counters from the heap of 5.
?? Nim(5) + Nim(9) + Nim(10)       // = first player win; either player: 1. Nim(5) -> Nim(3) (leaves 0)

// Under misere play, where the last move loses, only the very end differs.
misere(Nim(1) + Nim(1))            // = first player win
misere(Nim(2) + Nim(2))            // = second player win

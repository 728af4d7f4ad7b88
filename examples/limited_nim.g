// Limited Nim: remove one, two or three counters from a heap. A heap of n is
// *(n mod 4).
impartial Limited(n)
{
  case 0: 0;
  default: { Limited(n-k) : k = 1..min(n, 3) };
}

[Limited(n) : n = 0..9]            // = [0, *, *2, *3, 0, *, *2, *3, 0, *]
[n : n = 0..100, if Limited(n) != *(n % 4)] // = []
? Limited(21) + Limited(17)        // = second player win

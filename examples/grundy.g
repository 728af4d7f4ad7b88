// Grundy's game: split a heap into two heaps of different sizes.
impartial Grundy(n)
{
  case 0, 1, 2: 0;
  default: { Grundy(k) + Grundy(n-k) : k = 1..n-1, if 2*k < n };
}

// The values (OEIS A002188); whether they are periodic is not known.
[nimvalue(Grundy(n)) : n = 0..20]  // = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]

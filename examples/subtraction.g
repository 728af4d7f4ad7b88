// A subtraction game: remove 2, 3 or 5 counters. The set is a list, the rules
// run through it.
moves = [2, 3, 5]

impartial Subtract(n)
{
  default: { Subtract(n-m) : m in moves, if m <= n };
}

[nimvalue(Subtract(n)) : n = 0..13] // = [0, 0, 1, 1, 2, 2, 3, 0, 0, 1, 1, 2, 2, 3]

// The partisan kind: Left may remove 1 or 3, Right 1 or 2.
Partisan(n)
{
  default: { Partisan(n-m) : m in [1, 3], if m <= n
           | Partisan(n-m) : m in [1, 2], if m <= n };
}

[Partisan(n) : n = 0..3]           // = [0, *, v, v*]

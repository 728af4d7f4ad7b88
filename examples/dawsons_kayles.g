// Dawson's Kayles (octal game .07): knock down two neighbouring pins.
impartial Dawson(n)
{
  case 0, 1: 0;
  default: { Dawson(k) + Dawson(n-k-2) : k = 0..n-2 };
}

// The values have period 34 from 53 on (Winning Ways, chapter 4).
[nimvalue(Dawson(n)) : n = 0..19]  // = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3]
[n : n = 53..200, if Dawson(n) != Dawson(n + 34)] // = []
Dawson(52) == Dawson(86)           // = false

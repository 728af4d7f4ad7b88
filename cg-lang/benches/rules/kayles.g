// Kayles: one or two neighbouring pins are knocked down.
Kayles(n)
{
  case 0: 0;
  case 1: *;
  default: { Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2
           | Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2 };
}

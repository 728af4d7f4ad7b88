// Cutcake on a cake of m rows and n columns: Left cuts vertically, Right
// horizontally, always along the grid. All values are integers
// (Winning Ways, chapter 2).
Cutcake(m, n)
{
  default: { Cutcake(m, k) + Cutcake(m, n-k) : k = 1..n-1
           | Cutcake(k, n) + Cutcake(m-k, n) : k = 1..m-1 };
}

[Cutcake(1, n) : n = 1..8]         // = [0, 1, 2, 3, 4, 5, 6, 7]
[Cutcake(2, n) : n = 1..8]         // = [-1, 0, 0, 1, 1, 2, 2, 3]
[Cutcake(4, n) : n = 1..8]         // = [-3, -1, -1, 0, 0, 0, 0, 1]
[Cutcake(m, 8) : m = 1..8]         // = [7, 3, 3, 1, 1, 1, 1, 0]

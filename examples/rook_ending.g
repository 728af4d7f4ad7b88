// King and rook against king on a board of 3 x 3 squares, numbered 0 to 8 row by row. Left has the
// king k and the rook r, Right the king b. A king steps to a square that the enemy does not
// attack, the rook goes along a row or a column. Who cannot move loses: a king that is mated or
// stalemated. A rook that is taken leaves two kings, who walk for ever: a draw. Play may come back
// to a position, so the definition is marked `loopy`.

row(s) { default: (s - s % 3) / 3; }
near(a, b) { default: a != b and abs(row(a) - row(b)) <= 1 and abs(a % 3 - b % 3) <= 1; }
// Whether a rook on r reaches s when a piece stands on p.
reaches(r, s, p)
{
  default: r != s and ((row(r) == row(s) and not (row(p) == row(r) and min(r, s) < p and p < max(r, s)))
                    or (r % 3 == s % 3 and not (p % 3 == r % 3 and min(r, s) < p and p < max(r, s))));
}

loopy Rook(k, r, b)
{
  default: { Rook(j, r, b) : j = 0..8, if near(k, j) and j != r and j != b and not near(j, b),
             Rook(k, q, b) : q = 0..8, if q != k and q != b and reaches(r, q, k) and reaches(r, q, b)
           | Rook(k, r, c) : c = 0..8, if near(b, c) and c != k and c != r and not near(k, c) and not reaches(r, c, k),
             dud           : c = 0..0, if near(b, r) and not near(k, r) };
}

// Mate: the black king in the corner, the white one before it, the rook on the edge.
? Rook(4, 2, 0)     // = left player win
? Rook(2, 8, 0)     // = left player win
Rook(2, 8, 0)       // = on
// The rook is taken.
? Rook(0, 8, 5)     // = Left wins moving first; a draw if Right starts

// Clobber: a stone is moved onto a neighbour of the other colour, which is taken.
// Left has "x", Right "o", "." is empty.
Clobber(b)
{
  sum: parts(b, ".");
  symmetric: symmetries(b);
  negative: swap(b, "x", "o");
  default: {
    Clobber(put(b, r, c, ".", p[0], p[1], "x")) : r = 0..rows(b)-1, c = 0..cols(b)-1,
      if b[r, c] == "x", p in neighbours(b, r, c), if b[p[0], p[1]] == "o"
  |
    Clobber(put(b, r, c, ".", p[0], p[1], "o")) : r = 0..rows(b)-1, c = 0..cols(b)-1,
      if b[r, c] == "o", p in neighbours(b, r, c), if b[p[0], p[1]] == "x"
  };
}

Clobber(board("xo"))      // = *
Clobber(board("xxo"))     // = ^
Clobber(board("xo|ox"))   // = *

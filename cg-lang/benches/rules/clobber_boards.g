// Clobber on a whole board: nothing is declared.
Clobber(b)
{
  default: {
    Clobber(put(b, r, c, ".", p[0], p[1], "x")) : r = 0..rows(b)-1, c = 0..cols(b)-1,
      if b[r, c] == "x", p in neighbours(b, r, c), if b[p[0], p[1]] == "o"
  |
    Clobber(put(b, r, c, ".", p[0], p[1], "o")) : r = 0..rows(b)-1, c = 0..cols(b)-1,
      if b[r, c] == "o", p in neighbours(b, r, c), if b[p[0], p[1]] == "x"
  };
}

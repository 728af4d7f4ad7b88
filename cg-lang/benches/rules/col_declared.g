// Col on a board that may be turned and reflected, and whose colours may be exchanged.
Col(b)
{
  symmetric: symmetries(b);
  negative: swap(b, "x", "o");
  default: {
    Col(put(b, r, c, "x")) : r = 0..rows(b)-1, c = 0..cols(b)-1,
      if b[r, c] == "." and not near(b, r, c, "x")
  |
    Col(put(b, r, c, "o")) : r = 0..rows(b)-1, c = 0..cols(b)-1,
      if b[r, c] == "." and not near(b, r, c, "o")
  };
}

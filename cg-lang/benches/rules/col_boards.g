// Col on a whole board: nothing is declared.
Col(b)
{
  default: {
    Col(put(b, r, c, "x")) : r = 0..rows(b)-1, c = 0..cols(b)-1,
      if b[r, c] == "." and not near(b, r, c, "x")
  |
    Col(put(b, r, c, "o")) : r = 0..rows(b)-1, c = 0..cols(b)-1,
      if b[r, c] == "." and not near(b, r, c, "o")
  };
}

// Domineering on a whole board: nothing is declared.
Domineering(b)
{
  default: {
    Domineering(put(b, r, c, "#", r+1, c, "#")) : r = 0..rows(b)-2, c = 0..cols(b)-1,
      if b[r, c] == "." and b[r+1, c] == "."
  |
    Domineering(put(b, r, c, "#", r, c+1, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-2,
      if b[r, c] == "." and b[r, c+1] == "."
  };
}

// Domineering on a list of texts; a helper sets a cell.
Set(b, r, c, x)
{
  default: b[0..r-1] ++ [b[r][0..c-1] ++ x ++ b[r][c+1..len(b[r])-1]] ++ b[r+1..len(b)-1];
}
Domineering(b)
{
  default: {
    Domineering(Set(Set(b, r, c, "#"), r+1, c, "#")) : r = 0..len(b)-2, c = 0..len(b[r])-1,
      if b[r][c] == "." and b[r+1][c] == "."
  |
    Domineering(Set(Set(b, r, c, "#"), r, c+1, "#")) : r = 0..len(b)-1, c = 0..len(b[r])-2,
      if b[r][c..c+1] == ".."
  };
}

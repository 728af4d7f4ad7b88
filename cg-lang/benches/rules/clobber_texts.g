// Clobber on a list of texts.
Set(b, r, c, x)
{
  default: b[0..r-1] ++ [b[r][0..c-1] ++ x ++ b[r][c+1..len(b[r])-1]] ++ b[r+1..len(b)-1];
}
Is(b, r, c, x)
{
  default: r >= 0 and r < len(b) and c >= 0 and c < len(b[0]) and b[r][c] == x;
}
Clobber(b)
{
  default: {
    Clobber(Set(Set(b, r, c, "."), r+d[0], c+d[1], "x")) : r = 0..len(b)-1, c = 0..len(b[r])-1,
      if b[r][c] == "x", d in [[-1, 0], [1, 0], [0, -1], [0, 1]], if Is(b, r+d[0], c+d[1], "o")
  |
    Clobber(Set(Set(b, r, c, "."), r+d[0], c+d[1], "o")) : r = 0..len(b)-1, c = 0..len(b[r])-1,
      if b[r][c] == "o", d in [[-1, 0], [1, 0], [0, -1], [0, 1]], if Is(b, r+d[0], c+d[1], "x")
  };
}

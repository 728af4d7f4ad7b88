// Col on a list of texts: a cell is painted that has no neighbour of its colour.
Set(b, r, c, x)
{
  default: b[0..r-1] ++ [b[r][0..c-1] ++ x ++ b[r][c+1..len(b[r])-1]] ++ b[r+1..len(b)-1];
}
Is(b, r, c, x)
{
  default: r >= 0 and r < len(b) and c >= 0 and c < len(b[0]) and b[r][c] == x;
}
Near(b, r, c, x)
{
  default: Is(b, r-1, c, x) or Is(b, r+1, c, x) or Is(b, r, c-1, x) or Is(b, r, c+1, x);
}
Col(b)
{
  default: {
    Col(Set(b, r, c, "x")) : r = 0..len(b)-1, c = 0..len(b[r])-1,
      if b[r][c] == "." and not Near(b, r, c, "x")
  |
    Col(Set(b, r, c, "o")) : r = 0..len(b)-1, c = 0..len(b[r])-1,
      if b[r][c] == "." and not Near(b, r, c, "o")
  };
}

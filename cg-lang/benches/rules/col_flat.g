// Col on one text of rows of w cells, with a row of walls above and below and a wall
// between rows, so that every cell has four neighbours.
Col(s, w)
{
  default: {
    Col(s[0..i-1] ++ "x" ++ s[i+1..len(s)-1], w) : i = 0..len(s)-1,
      if s[i] == "." and s[i-1] != "x" and s[i+1] != "x" and s[i-w] != "x" and s[i+w] != "x"
  |
    Col(s[0..i-1] ++ "o" ++ s[i+1..len(s)-1], w) : i = 0..len(s)-1,
      if s[i] == "." and s[i-1] != "o" and s[i+1] != "o" and s[i-w] != "o" and s[i+w] != "o"
  };
}

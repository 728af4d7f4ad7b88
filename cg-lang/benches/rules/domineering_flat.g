// Domineering on one text of rows of w cells.
Domineering(s, w)
{
  default: {
    Domineering(s[0..i-1] ++ "#" ++ s[i+1..i+w-1] ++ "#" ++ s[i+w+1..len(s)-1], w) : i = 0..len(s)-w-1,
      if s[i] == "." and s[i+w] == "."
  |
    Domineering(s[0..i-1] ++ "##" ++ s[i+2..len(s)-1], w) : i = 0..len(s)-2,
      if s[i..i+1] == ".." and i % w < w-1
  };
}

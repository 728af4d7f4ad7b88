// Clobber on a strip that falls apart where a cell is empty.
Clobber(s)
{
  sum: parts(s, ".");
  symmetric: mirror(s);
  negative: swap(s, "x", "o");
  default: {
    Clobber(s[0..i-1] ++ ".x" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "xo",
    Clobber(s[0..i-1] ++ "x." ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "ox"
  |
    Clobber(s[0..i-1] ++ "o." ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "xo",
    Clobber(s[0..i-1] ++ ".o" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "ox"
  };
}

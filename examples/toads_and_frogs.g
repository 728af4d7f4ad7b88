// Toads and Frogs on a strip: Left moves toads "T" to the right, Right moves
// frogs "F" to the left; a step onto an empty cell ".", or a jump over one
// animal of the other kind onto the empty cell behind it.
Toads(s)
{
  default: {
    Toads(s[0..i-1] ++ ".T" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "T.",
    Toads(s[0..i-1] ++ ".FT" ++ s[i+3..len(s)-1]) : i = 0..len(s)-3, if s[i..i+2] == "TF."
  |
    Toads(s[0..i-1] ++ "F." ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == ".F",
    Toads(s[0..i-1] ++ "FT." ++ s[i+3..len(s)-1]) : i = 0..len(s)-3, if s[i..i+2] == ".TF"
  };
}

// Values from Winning Ways, chapters 1 and 5.
Toads("T.")                        // = 1
Toads("T..")                       // = 2
Toads("T.F")                       // = *
Toads("TF.")                       // = 0
Toads("T..F")                      // = 0
Toads("TT.F")                      // = {1/2|0}
?? Toads("T.F") + Toads("T.F")     // = second player win; either player: no winning move

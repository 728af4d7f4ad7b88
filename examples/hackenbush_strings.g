// Hackenbush strings: edges one on top of the other, the first on the ground.
// Left removes an edge "L", Right an edge "R"; what is no longer held falls.
Hackenbush(s)
{
  default: { Hackenbush(s[0..i-1]) : i = 0..len(s)-1, if s[i] == "L"
           | Hackenbush(s[0..i-1]) : i = 0..len(s)-1, if s[i] == "R" };
}

// Every string is a number (Berlekamp's rule): the first run counts, each
// later edge is worth half the one before.
Hackenbush("LLL")                  // = 3
Hackenbush("LR")                   // = 1/2
Hackenbush("LRL")                  // = 3/4
Hackenbush("LRLLR")                // = 13/16
Hackenbush("LRLLR") == 13/16       // = true
Hackenbush("LLR") + Hackenbush("RRL") // = 0

// A green edge "G" may be removed by either player: on the ground alone, a star.
Green(s)
{
  default: { Green(s[0..i-1]) : i = 0..len(s)-1, if s[i] != "R"
           | Green(s[0..i-1]) : i = 0..len(s)-1, if s[i] != "L" };
}
Green("GGG")                       // = *3
Green("GL")                        // = ^*

// Domineering on a board given as rows of text: "." is empty, "#" is taken.
// Left places a domino upright, Right flat.
Domineering(b)
{
  sum: parts(b, "#");          // the empty regions are games of their own
  symmetric: reflections(b);   // a board may be reflected,
  negative: transpose(b);      // and the players change places with rows and columns
  default: {
    Domineering(put(b, r, c, "#", r+1, c, "#")) : r = 0..rows(b)-2, c = 0..cols(b)-1,
      if b[r, c] == "." and b[r+1, c] == "."
  |
    Domineering(put(b, r, c, "#", r, c+1, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-2,
      if b[r, c] == "." and b[r, c+1] == "."
  };
}

// Values from Winning Ways, chapter 5.
Domineering([".", "."])            // = 1
Domineering([".."])                // = -1
Domineering(["..", ".."])          // = +-1
Domineering(["..", ".#"])          // = *
Domineering(["...", "..."])        // = {2|-1/2}
Domineering(["...", "...", "..."]) // = +-1
? Domineering(["....", "....", "....", "...."]) // = first player win

// Domineering on a board given as rows of text: "." is empty, "#" is taken.
// Left places a domino upright, Right flat.
Take(row, i) { default: row[0..i-1] ++ "#" ++ row[i+1..len(row)-1]; }
Upright(board, r, c)
{
  default: board[0..r-1] ++ [Take(board[r], c), Take(board[r+1], c)] ++ board[r+2..len(board)-1];
}
Flat(board, r, c)
{
  default: board[0..r-1] ++ [Take(Take(board[r], c), c+1)] ++ board[r+1..len(board)-1];
}

Domineering(board)
{
  default: {
    Domineering(Upright(board, r, c)) : r = 0..len(board)-2, c = 0..len(board[r])-1,
      if board[r][c] == "." and board[r+1][c] == "."
  |
    Domineering(Flat(board, r, c)) : r = 0..len(board)-1, c = 0..len(board[r])-2,
      if board[r][c..c+1] == ".."
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

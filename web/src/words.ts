// Words of the field, for who points at them.

export const WORDS: Record<string, string> = {
  winner: "who wins when both play perfectly: Left, Right, who moves first, or who moves second",
  "left player win": "whoever begins: the game is positive, an L-position",
  "right player win": "whoever begins: the game is negative, an R-position",
  "first player win": "who begins wins: the game is confused with 0, an N-position",
  "second player win": "who begins loses: the game is 0, a P-position",
  family: "the family of games whose rule decided",
  mean: "what a game is worth on average, when many copies of it are played",
  temperature: "how much a move in the game is worth: below 0 a move costs, above 0 it gains",
  value: "the canonical form: equal games have the same",
  mark: "a dominated option is never better than another; a reversible one is answered so that the opponent is at least as well off as before",
  move: "what is played, by whom",
};

// Programs to begin with: examples of this project, each with a sentence that says what it shows.

import clobber from "../../examples/clobber.g";
import domineering from "../../examples/domineering.g";
import limited from "../../examples/limited_nim.g";
import nim from "../../examples/nim.g";
import toads from "../../examples/toads_and_frogs.g";

export type Template = { title: string; shows: string; program: string };

export const TEMPLATES: Template[] = [
  { title: "Heaps", shows: "Nim: both players have the same moves, and a position is a number.", program: nim },
  { title: "A rule changed", shows: "Limited Nim: at most three counters in a move, and a table of values.", program: limited },
  { title: "A strip", shows: "Toads and Frogs: a position is a text, and a move replaces a part of it.", program: toads },
  { title: "A board", shows: "Domineering: a position is a list of rows, with symmetries that save work.", program: domineering },
  { title: "Stones", shows: "Clobber: a stone takes one of the other colour beside it.", program: clobber },
];

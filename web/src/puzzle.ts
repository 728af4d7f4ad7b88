// Puzzles: positions in which one move wins, found at random among those of a ruleset.

import { rowsOf, withRows } from "./edit";
import { distinct } from "./moves";
import { Failed, type Explored, type Player, type Server, known } from "./server";

/// How many positions are tried, and how long each is thought about.
const TRIES = 150;
const BUDGET = 400;
/// A larger board is not filled at random: nothing is known of it in time.
const MOST_CELLS = 16;

const anyOf = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;

/// The move that wins, if there is one, and moves that do not.
function onlyWin(explored: Explored, player: Player): boolean {
  const moves = distinct(explored.moves[player].map((move) => ({ move })));
  const wins = new Set(moves.filter(({ move }) => known(move.wins)).map(({ move }) => move.after));
  return moves.length > 2 && wins.size === 1 && moves.every(({ move }) => known(move.wins) !== undefined);
}

/// A position to try: a board filled at random, or a few moves from where the game begins.
async function candidate(server: Server, start: Explored, signal: AbortSignal): Promise<{ text: string; player: Player }> {
  const player: Player = anyOf(["left", "right"]);
  const [part] = start.parts;
  const rows = part ? rowsOf(part) : [];
  const letters = part?.ruleset?.letters;
  if (start.parts.length === 1 && letters && rows.join("").length <= MOST_CELLS && Math.random() < 0.7) {
    // Where cells are only free or taken, most are free.
    const free = letters.length < 3 ? ["."] : [];
    const text = withRows(part!, rows.map((row) => [...row].map(() => anyOf([...letters, ...free])).join("")));
    if (text) return { text, player };
  }
  let at = start;
  let next: Player = player;
  for (let moves = Math.floor(Math.random() * 6); moves > 0 && at.moves[next].length; moves--) {
    at = await server.explored(anyOf(at.moves[next]).after, "decided", 0, signal);
    next = next === "left" ? "right" : "left";
  }
  return { text: at.text, player: next };
}

/// A puzzle of the ruleset of a position; nothing where none was found.
export async function puzzle(server: Server, start: Explored, signal: AbortSignal): Promise<{ text: string; player: Player } | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const { text, player } = await candidate(server, start, signal);
      const explored = await server.explored(text, "decided", BUDGET, signal);
      if (onlyWin(explored, player)) return { text: explored.text, player };
    } catch (error) {
      // Not every text is a position of every ruleset.
      if (signal.aborted || !(error instanceof Failed)) throw error;
    }
  }
  return null;
}

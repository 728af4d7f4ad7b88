// A game in progress: its positions as a tree, whose first branches are the line that was played first.

import type { Move, Player, Spot } from "./server";

export const NAMES: Record<Player, string> = { left: "Left", right: "Right" };

export const other = (player: Player): Player => (player === "left" ? "right" : "left");

/// A piece that was put on free cells: the position itself does not say whose it is.
export type Laid = { part: number; cells: [number, number][]; player: Player };

/// A position of the game, with the move that led to it.
export type Ply = {
  text: string;
  toMove: Player;
  before: Ply | null;
  player: Player | null;
  name: string;
  part: number;
  touched: Spot[];
  laid: Laid[];
  next: Ply[];
};

export const begin = (text: string, toMove: Player): Ply => ({ text, toMove, before: null, player: null, name: "", part: -1, touched: [], laid: [], next: [] });

/// The position after a move: one that was reached so before is not made again.
export function after(ply: Ply, move: Move, name: string, player: Player, laid: Laid | null): Ply {
  const known = ply.next.find((it) => it.player === player && it.text === move.after && it.name === name);
  if (known) return known;
  return { text: move.after, toMove: move.again ? player : other(player), before: ply, player, name, part: move.part, touched: move.touched, laid: laid ? [...ply.laid, laid] : ply.laid, next: [] };
}

/// Puts it where it belongs, if it is not there.
export function join(ply: Ply) {
  if (ply.before && !ply.before.next.includes(ply)) ply.before.next.push(ply);
}

export function first(ply: Ply): Ply {
  while (ply.before) ply = ply.before;
  return ply;
}

export function last(ply: Ply): Ply {
  while (ply.next[0]) ply = ply.next[0];
  return ply;
}

/// A game with the position that is looked at, whom the computer plays, and whether it is a puzzle that is not solved.
export type Kept = { ply: Ply; computer: Player | ""; secret: boolean };
type Written = Omit<Ply, "before" | "next"> & { next: Written[] };

const KEY = "cg.board";

/// Keeps a game as long as the tab of the browser is open.
export function keep({ ply, ...rest }: Kept) {
  const plain = ({ before: _, next, ...rest }: Ply): Written => ({ ...rest, next: next.map(plain) });
  const path: number[] = [];
  for (let at = ply; at.before; at = at.before) path.unshift(at.before.next.indexOf(at));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ game: plain(first(ply)), path, ...rest }));
  } catch {
    // There is no room: the game is gone when the page is loaded again.
    sessionStorage.removeItem(KEY);
  }
}

/// The game that was kept.
export function kept(): Kept | null {
  const text = sessionStorage.getItem(KEY);
  if (!text) return null;
  const { game, path, ...rest } = JSON.parse(text) as { game: Written; path: number[] } & Omit<Kept, "ply">;
  const tied = (written: Written, before: Ply | null): Ply => {
    const ply: Ply = { ...written, before, next: [] };
    ply.next = written.next.map((it) => tied(it, ply));
    return ply;
  };
  const ply = path.reduce((at: Ply, branch) => at.next[branch]!, tied(game, null));
  return { ply, ...rest };
}

/// The number of moves before it.
export function depth(ply: Ply): number {
  let count = 0;
  for (let at = ply.before; at; at = at.before) count++;
  return count;
}

/// Where to go for a move that is taken back: against the computer its answer is taken back with it.
export function takenBack(ply: Ply, computer: Player | ""): Ply | null {
  let to = ply.before;
  if (computer) while (to && to.toMove === computer) to = to.before;
  return to;
}

// Moves in words, and as they are drawn on a board.

import { spotKey } from "./drawing";
import type { Mark } from "./marks";
import type { Laid } from "./game";
import { type Drawing, type Explored, type Move, type Part, type Player, type Spot, known } from "./server";

/// Names that are longer are said by what they touch.
const LONG = 20;

/// The name of a cell, as moves are written: `b3`.
function cellName(row: number, column: number): string {
  let letters = "";
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(97 + (rest % 26)) + letters;
  return letters + (row + 1);
}

const cells = (spots: Spot[]) => spots.flatMap((it) => ("cell" in it ? [it.cell] : []));
const isFree = (drawing: Drawing | null, [row, column]: [number, number]) => drawing?.shape === "cells" && drawing.rows[row]?.[column]?.holds === "nothing";

/// A piece is put on free cells.
const puts = (drawing: Drawing | null, move: Move) => {
  const own = cells(move.touched);
  return own.length > 0 && own.length === move.touched.length && own.every((it) => isFree(drawing, it));
};

/// A move in a few signs. Where the rules give none, the position after it would be its name.
export function moveName(move: Move, drawing: Drawing | null): string {
  if (move.name.length <= LONG && move.name !== move.becomes) return move.name;
  if (drawing?.shape === "heaps") {
    const heaps = new Map<number, number[]>();
    for (const it of move.touched) if ("token" in it) heaps.set(it.token[0], [...(heaps.get(it.token[0]) ?? []), it.token[1] + 1]);
    const taken = [...heaps].map(([heap, tokens]) => {
      const which = tokens.length === 1 ? `token ${tokens[0]}` : `tokens ${Math.min(...tokens)}–${Math.max(...tokens)}`;
      return drawing.heaps.length > 1 ? `heap ${heap + 1}, ${which}` : which;
    });
    if (taken.length) return taken.join("; ");
  }
  const own = cells(move.touched);
  if (drawing?.shape === "triangle" && own.length) return own.map(([row, column]) => drawing.rows[row]?.[column]?.sign ?? "").join("-");
  if (drawing?.shape === "cells" && own.length && own.length <= 4) {
    // From where a stone stands to where none does.
    const order = own.toSorted((a, b) => Number(isFree(drawing, a)) - Number(isFree(drawing, b)));
    return order.map(([row, column]) => cellName(row, column)).join("-");
  }
  return move.name.length > 2 * LONG ? `${move.name.slice(0, 2 * LONG)}…` : move.name;
}

/// The move as it is drawn on the board: an arrow, or the piece that is put there.
export function drawn(move: Move, player: Player, drawing: Drawing | null, kind: Mark["kind"]): Mark | null {
  if (drawing?.shape !== "cells") return null;
  if (puts(drawing, move)) return { kind, player, piece: cells(move.touched) };
  const way = cells(move.named);
  return way.length > 1 ? { kind, player, way } : null;
}

/// What stays of a move on the board that the next position does not show: whose piece lies there.
export function laid(move: Move, player: Player, part: Part): Laid | null {
  const own = cells(move.touched);
  return puts(part.drawing, move) && own.length > 1 ? { part: move.part, cells: own, player } : null;
}

/// The move that the computer makes: one that wins, else one that draws, else one of which nothing is known, else any.
/// Of equally good moves the best by its score, or by its mean, is chosen. A mark removes no move: it breaks ties.
export function bestMove(explored: Explored, player: Player): Move | undefined {
  const kinds: ((move: Move) => boolean)[] = [(it) => known(it.wins) === true, (it) => it.draws, (it) => known(it.wins) === undefined, () => true];
  const best = kinds.map((kind) => explored.moves[player].filter(kind)).find((it) => it.length) ?? [];
  const sign = player === "left" ? -1 : 1;
  const mean = (it: Move) => sign * numberOf(it.score ?? known(known(it.value)?.mean)) || 0;
  return best.toSorted((a, b) => Number(Boolean(a.mark)) - Number(Boolean(b.mark)) || mean(a) - mean(b) || 0)[0];
}

/// Whether it is known of every move whether it wins, or who moves has one that does.
export const isDecided = (explored: Explored, player: Player) => explored.moves[player].some((it) => known(it.wins)) || explored.moves[player].every((it) => known(it.wins) !== undefined);

/// `3/4` as a number; what is no number goes last.
export function numberOf(text: string | undefined): number {
  const [above, below] = (text ?? "").split("/");
  const found = Number(above) / Number(below ?? 1);
  return above === "" || Number.isNaN(found) ? -Infinity : found;
}

/// Moves that lead to the same position, once each.
export function distinct<M extends { move: Move }>(moves: M[]): M[] {
  const seen = new Set<string>();
  return moves.filter(({ move }) => {
    const key = `${move.after} ${move.touched.map(spotKey).join()}`;
    return !seen.has(key) && seen.add(key);
  });
}

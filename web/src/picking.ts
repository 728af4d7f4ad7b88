// Which moves are meant by what was picked in a drawing. Notebooks use this file too.

import { spotKey } from "./drawing";
import type { Drawing, Spot } from "./server";

/// Of a move, what it changes in the drawing, and what its name names.
export type Pickable = { touched: Spot[]; named: Spot[] };

/// The moves that fit what was picked so far. Names say from where to where; where they
/// name nothing, what changes does. A piece that is `put` on free cells has no direction.
function fitting<M extends Pickable>(moves: M[], picked: Spot[], put: boolean): M[] {
  const keys = picked.map(spotKey);
  const spots = (it: M) => (it.named.length ? it.named : it.touched).map(spotKey);
  const inOrder = moves.filter((it) => it.named.length >= keys.length && keys.every((key, at) => spots(it)[at] === key));
  if (inOrder.length && !put) return inOrder;
  const among = moves.filter((it) => keys.every((key) => spots(it).includes(key) || it.touched.map(spotKey).includes(key)));
  // Of moves that take more and more the smallest is meant: the edge that is cut.
  const least = Math.min(...among.map((it) => it.touched.length));
  const small = among.filter((it) => it.touched.length === least);
  return small.length === 1 && among.every((it) => small[0]!.touched.every((spot) => it.touched.map(spotKey).includes(spotKey(spot)))) ? small : among;
}

/// Tokens are taken from the first that is picked to the last; where only one move begins at
/// the first, that is meant. A heap that is cut in two is listed once: the other way round it
/// is the same move.
function fittingTokens<M extends Pickable>(moves: M[], picked: Spot[], sizes: number[]): M[] {
  const tokens = picked.flatMap((it) => ("token" in it ? [it.token] : []));
  const heap = tokens[0]![0];
  const places = tokens.map((it) => it[1]);
  const last = sizes[heap]! - 1;
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const fits = (turned: (from: number, to: number) => boolean) =>
    moves.filter((it) => {
      const own = it.touched.flatMap((spot) => ("token" in spot && spot.token[0] === heap ? [spot.token[1]] : []));
      if (!own.length || own.length < it.touched.length) return false;
      const [from, to] = [Math.min(...own), Math.max(...own)];
      const is = (from: number, to: number) => from === low && (places.length === 1 || to === high);
      return is(from, to) || (turned(from, to) && is(last - to, last - from));
    });
  const found = fits((from, to) => from > 0 && to < last);
  return found.length ? found : fits(() => true);
}

/// Tokens are taken of several heaps, of each from one that is picked on. A token that is picked twice ends the move.
function fittingHeaps<M extends Pickable>(moves: M[], picked: Spot[]): M[] {
  const lowest = (spots: Spot[]) => {
    const found = new Map<number, number>();
    for (const it of spots) if ("token" in it) found.set(it.token[0], Math.min(it.token[1], found.get(it.token[0]) ?? Infinity));
    return found;
  };
  const wanted = lowest(picked);
  const whole = new Set(picked.map(spotKey)).size < picked.length;
  return moves.filter((it) => {
    const own = lowest(it.touched);
    return (!whole || own.size === wanted.size) && [...wanted].every(([heap, token]) => own.get(heap) === token);
  });
}

/// Pieces of a triangle are taken from one end of a stretch to the other; an end that is
/// picked twice is taken alone.
function fittingStretch<M extends Pickable>(moves: M[], picked: Spot[]): M[] {
  const keys = picked.map(spotKey);
  const among = moves.filter((it) => keys.every((key) => it.touched.map(spotKey).includes(key)));
  if (picked.length === 1) return among;
  const least = Math.min(...among.map((it) => it.touched.length));
  return among.filter((it) => it.touched.length === least);
}

/// A cake is the same from both sides, and so is another piece of the same size: a move is listed for one of them.
/// Cuts into several equal parts are made at the first line.
function fittingCake<M extends Pickable>(moves: M[], picked: Spot, { pieces, cut }: Extract<Drawing, { shape: "cakes" }>): M[] {
  const [upright, [piece, at]] = "upright" in picked ? [true, picked.upright] : "flat" in picked ? [false, picked.flat] : [true, [-1, 0]];
  const [rows, columns] = pieces[piece] ?? [0, 0];
  const mirrored = (upright ? columns : rows) - at - (cut ? 0 : 1);
  const alike = pieces.flatMap((it, number) => (it[0] === rows && it[1] === columns && number !== piece ? [number] : []));
  for (const number of [piece, ...alike])
    for (const place of [at, mirrored]) {
      const key = spotKey(upright ? { upright: [number, place] } : { flat: [number, place] });
      // A last piece that is eaten has a row and a column.
      const found = moves.filter((it) => it.touched.slice(0, cut ? 1 : 2).some((spot) => spotKey(spot) === key));
      if (found.length) return found;
    }
  return [];
}

/// The moves in a drawing that fit what was picked.
export function meantBy<M extends Pickable>(drawing: Drawing | null, moves: M[], picked: Spot[]): M[] {
  if (drawing?.shape === "cakes") return fittingCake(moves, picked.at(-1)!, drawing);
  if (drawing?.shape === "triangle") return fittingStretch(moves, picked);
  const several = (it: M) => new Set(it.touched.map((spot) => ("token" in spot ? spot.token[0] : -1))).size > 1;
  if (drawing?.shape === "heaps" && moves.some(several)) return fittingHeaps(moves, picked);
  if (drawing?.shape === "heaps" && picked.every((it) => "token" in it && it.token[0] === (picked[0] as typeof it).token[0])) {
    const found = fittingTokens(moves, picked, drawing.heaps.map((it) => it.tokens));
    if (found.length) return found;
  }
  const [begun] = picked;
  const put = drawing?.shape === "cells" && begun !== undefined && "cell" in begun && drawing.rows[begun.cell[0]]?.[begun.cell[1]]?.holds === "nothing";
  return fitting(moves, picked, put);
}

// What is drawn over a board: moves as arrows, pieces in the colour and shape of who puts them, the last move.

import { arrowhead, element, middleOf } from "./drawing";
import type { Player, Point, Scene } from "./server";

/// `laid` lies there, `winning` would win, `chosen` is under the pointer, `last` was played.
export type Mark = { kind: "laid" | "winning" | "chosen" | "last"; player: Player } & ({ piece: [number, number][] } | { way: [number, number][] });

/// Half the side of a piece on one cell.
const HALF = 15;

function piece(at: Point[], player: Player): SVGElement {
  const [x, y] = [0, 1].map((axis) => Math.min(...at.map((it) => it[axis]!)) - HALF) as [number, number];
  const [right, low] = [0, 1].map((axis) => Math.max(...at.map((it) => it[axis]!)) + HALF) as [number, number];
  // Left's are round and Right's have corners: colours are not all there is to see.
  return element("rect", { class: "piece", x, y, width: right - x, height: low - y, rx: player === "left" ? HALF : 2 });
}

function arrow([from, to, ...rest]: Point[]): SVGElement[] {
  const [dx, dy] = [to![0] - from![0], to![1] - from![1]];
  const length = Math.hypot(dx, dy) || 1;
  const tip: Point = [to![0] - (dx / length) * 6, to![1] - (dy / length) * 6];
  const shaft = element("line", { class: "shaft", x1: from![0] + (dx / length) * 9, y1: from![1] + (dy / length) * 9, x2: tip[0]! - (dx / length) * 7, y2: tip[1]! - (dy / length) * 7 });
  const head = arrowhead("head", tip, from!, 12, 7);
  // Where a move goes on, as the arrow of an amazon does.
  const on = rest.map((it, at) => {
    const start = [to!, ...rest][at]!;
    return element("line", { class: "shaft then", x1: start[0], y1: start[1], x2: it[0], y2: it[1] });
  });
  return [shaft, head, ...on];
}

/// Puts marks over a drawing, in place of those of the same name.
export function putMarks(svg: SVGSVGElement, scene: Scene, name: "marks" | "preview", marks: Mark[]) {
  svg.querySelector(`g.${name}`)?.remove();
  if (!marks.length) return;
  const group = element("g", { class: name, "aria-hidden": "true" });
  const middles = (cells: Point[]) => cells.map((cell) => middleOf(scene, { cell }));
  for (const mark of marks)
    group.append(element("g", { class: `mark-of ${mark.kind} ${mark.player}` }, ...("piece" in mark ? [piece(middles(mark.piece), mark.player)] : arrow(middles(mark.way)))));
  svg.append(group);
}

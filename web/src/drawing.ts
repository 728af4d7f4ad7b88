// Positions drawn as SVG: boards, strips, heaps, triangles, graphs. Plain DOM, no other
// module: notebooks use this file too.

import type { Shape, Spot } from "./server";

const NAMESPACE = "http://www.w3.org/2000/svg";
const CELL = 40;
/// From the middle of a hexagon, which is as wide as a cell, to its corners.
const HEXAGON = CELL / Math.sqrt(3);

export type Point = [number, number];

export type DrawOptions = {
  /// The signs that a cell can have, where the ruleset is known.
  letters?: string;
  /// The sign of a ball: then no cell is a player's own.
  ball?: string | null;
  /// A name for who cannot see the drawing.
  label: string;
  /// Spots that are lit, each with a class: `chosen`, `winning`, `hint`.
  lit?: Map<string, string>;
  /// Called when a spot is clicked, or Enter is pressed on it.
  pick?: (spot: Spot) => void;
  /// Where vertices are: kept by their names from one drawing to the next.
  places?: Map<string, Point>;
  /// Without the names of rows and columns.
  bare?: boolean;
};

/// A spot as a key of maps.
export const spotKey = (spot: Spot): string => JSON.stringify(spot);

export function element(name: string, attributes: Record<string, string | number> = {}, ...inside: (Node | string)[]): SVGElement {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...inside);
  return made;
}

/// The name of a cell, as moves are written: `b3`.
export function cellName(row: number, column: number): string {
  let letters = "";
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(97 + (rest % 26)) + letters;
  return letters + (row + 1);
}

/// The border with the names of rows and columns.
const BORDER = 18;

type Cells = Extract<Shape, { shape: "cells" }>;

/// The middle of a cell in its drawing.
export function cellCentre(shape: Cells, row: number, column: number): Point {
  const [high, shift, slack] = shape.hexagons ? [HEXAGON * 1.5, CELL / 2, HEXAGON / 2] : [CELL, 0, 0];
  return [BORDER + (column + 0.5) * CELL + shift * row, BORDER + (row + 0.5) * high + slack / 2];
}

/// Signs of which the first is Left's and the second Right's, where a ruleset has both.
const PAIRS = ["xo", "lr", "tf", "gf", "dh"];

/// Whose a sign is. Of an unknown ruleset the signs X and O, L and R, T and F are taken for the players' own.
function owner(sign: string, letters: string | undefined): "left" | "right" | "" {
  if (/^\+\d/.test(sign)) return "left";
  if (/^-\d/.test(sign)) return "right";
  if (sign.length !== 1) return "";
  const known = (letters || "xolrtf").toLowerCase();
  const pair = PAIRS.find((it) => it.includes(sign.toLowerCase()) && [...it].every((each) => known.includes(each)));
  return pair === undefined ? "" : pair.startsWith(sign.toLowerCase()) ? "left" : "right";
}

/// The corners of a hexagon with a corner at its top.
function hexagon(x: number, y: number, radius: number): string[] {
  const corner = (turn: number) => {
    const angle = (Math.PI / 3) * turn - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return [0, 1, 2, 3, 4, 5].map(corner);
}

const words: Record<string, string> = { ".": "empty", "#": "taken" };

export function draw(shape: Shape, options: DrawOptions): SVGSVGElement {
  const svg = element("svg", { class: "drawing", role: "group", "aria-label": options.label }) as SVGSVGElement;
  const size = (width: number, height: number) => {
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(height));
  };
  // What can be picked is a button for everybody.
  const spot = (at: Spot, label: string, ...inside: SVGElement[]) => {
    const lit = options.lit?.get(spotKey(at)) ?? "";
    const group = element("g", { class: `spot ${lit}`, "data-spot": spotKey(at) }, ...inside);
    const pick = options.pick;
    if (pick) {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      group.setAttribute("aria-label", label + (lit ? `, ${lit}` : ""));
      group.addEventListener("click", () => pick(at));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick(at);
      });
    } else if (!options.bare) {
      group.append(element("title", {}, label));
    }
    return group;
  };
  switch (shape.shape) {
    case "cells": {
      const columns = Math.max(...shape.rows.map((row) => row.length), 1);
      const [high, shift, slack] = shape.hexagons ? [HEXAGON * 1.5, CELL / 2, HEXAGON / 2] : [CELL, 0, 0];
      const [width, height] = [columns * CELL + shift * (shape.rows.length - 1) + 2, shape.rows.length * high + slack + 2];
      size(width + BORDER, height + BORDER);
      if (options.bare) {
        size(width, height);
        svg.setAttribute("viewBox", `${BORDER - 1} ${BORDER - 1} ${width} ${height}`);
      }
      const axis = (x: number, y: number, name: string) => options.bare || svg.append(element("text", { class: "axis", x, y, "text-anchor": "middle" }, name));
      for (let column = 0; column < columns; column++) axis(BORDER + (column + 0.5) * CELL, 12, cellName(0, column).slice(0, -1));
      shape.rows.forEach((row, at) => {
        const middle = cellCentre(shape, at, 0)[1];
        axis(8 + shift * at, middle + 4, String(at + 1));
        row.forEach((sign, column) => {
          const [x] = cellCentre(shape, at, column);
          const lit = options.lit?.get(spotKey({ cell: [at, column] })) ?? "";
          const field = (name: string, less: number) =>
            shape.hexagons
              ? element("polygon", { class: name, points: hexagon(x, middle, HEXAGON - less).join(" ") })
              : element("rect", { class: name, x: x - CELL / 2 + less, y: middle - CELL / 2 + less, width: CELL - 2 * less, height: CELL - 2 * less });
          const parts = [field(sign === "#" ? "cell taken" : "cell", 0)];
          // Inside the cell, so that no cell beside it hides a part.
          if (lit) parts.push(field("ring", 2.5));
          parts.push(...stone(sign, x, middle, options.letters, options.ball));
          const label = `${cellName(at, column)}: ${words[sign] ?? sign}`;
          svg.append(spot({ cell: [at, column] }, label, ...parts));
        });
      });
      break;
    }
    case "triangle": {
      const height = shape.rows.length;
      size(height * CELL + 4, height * CELL + 4);
      shape.rows.forEach((row, at) =>
        row.forEach((sign, column) => {
          const x = 2 + (height - row.length) * (CELL / 2) + (column + 0.5) * CELL;
          const y = 2 + (at + 0.5) * CELL;
          const disc = element("circle", { class: sign === null ? "token gone" : "token", cx: x, cy: y, r: CELL / 2 - 4 });
          const name = element("text", { class: "sign dark", x, y: y + 5, "text-anchor": "middle" }, sign ?? "");
          svg.append(spot({ cell: [at, column] }, sign === null ? "empty" : `piece ${sign}`, disc, name));
        }),
      );
      break;
    }
    case "heaps": {
      const most = 80;
      const widest = Math.min(Math.max(...shape.sizes, 1), most);
      // Large heaps have thin pins: the numbers before them stay legible.
      const step = Math.max(6, Math.min(20, 500 / widest));
      const width = step * 0.6;
      size(70 + widest * step, Math.max(shape.sizes.length, 1) * 44 + 4);
      shape.sizes.forEach((tokens, heap) => {
        const y = heap * 44 + 24;
        svg.append(element("text", { class: "axis", x: 4, y: y + 4 }, `${tokens}`));
        if (tokens > most)
          svg.append(element("text", { class: "axis", x: 46 + most * step, y: y + 4 }, "…"));
        for (let token = 0; token < Math.min(tokens, most); token++) {
          const x = 46 + token * step;
          const pin = element("rect", { class: step < 12 ? "token thin" : "token", x: x - width / 2, y: y - 16, width, height: 32, rx: width / 2 });
          svg.append(spot({ token: [heap, token] }, `heap ${heap + 1}, token ${token + 1}`, pin));
        }
      });
      break;
    }
    case "graph":
      graph(svg, shape, options, spot, size);
      break;
    case "cakes":
      cakes(svg, shape, spot, size);
      break;
    case "tiles": {
      const across = Math.max(1, ...shape.rows.map((row) => row.reduce((sum, tile) => sum + tile.width, 0)));
      const unit = Math.min(CELL, 560 / across);
      const least = Math.max(...shape.rows.flat().map((tile) => 9 * tile.label.length + 14), 30);
      let widest = 0;
      shape.rows.forEach((row, at) => {
        let x = 2;
        const y = 4 + at * (CELL + 12);
        row.forEach((tile, column) => {
          const width = Math.max(tile.width * unit, least);
          const box = element("rect", { class: tile.missing ? "cell missing" : "cell", x: x + 2, y, width: width - 4, height: CELL, rx: 4 });
          const ring = element("rect", { class: "ring", x: x + 4.5, y: y + 2.5, width: width - 9, height: CELL - 5, rx: 3 });
          const sign = element("text", { class: "sign dark", x: x + width / 2, y: y + CELL / 2 + 5, "text-anchor": "middle" }, tile.label);
          svg.append(spot({ cell: [at, column] }, tile.missing ? `missing ${tile.label}` : `tile ${tile.label}`, box, ring, sign));
          x += width;
        });
        widest = Math.max(widest, x);
      });
      size(widest + 2, shape.rows.length * (CELL + 12));
      break;
    }
    case "text": {
      size(Math.max(shape.text.length * 11, 60) + 16, 44);
      svg.append(element("text", { class: "plain", x: 8, y: 28 }, shape.text));
    }
  }
  steer(svg);
  return svg;
}

const WAYS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// One spot takes part in the round of Tab; from there the arrow keys go to the nearest in their direction.
function steer(svg: SVGSVGElement) {
  const spots = [...svg.querySelectorAll<SVGGElement>('.spot[role="button"]')];
  spots[0]?.setAttribute("tabindex", "0");
  svg.addEventListener("focusin", (event) => {
    const focused = (event.target as Element).closest(".spot");
    for (const it of spots) it.setAttribute("tabindex", it === focused ? "0" : "-1");
  });
  svg.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const from = (event.target as Element).closest(".spot");
    if (!way || !from) return;
    event.preventDefault();
    event.stopPropagation();
    const middle = (it: Element): Point => {
      const box = it.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const here = middle(from);
    // What lies aside counts twice.
    const far = (it: Element) => {
      const [dx, dy] = [middle(it)[0] - here[0], middle(it)[1] - here[1]];
      const along = dx * way[0] + dy * way[1];
      return along < 1 ? Infinity : along + 2 * Math.abs(dx * way[1] - dy * way[0]);
    };
    const nearest = spots.toSorted((a, b) => far(a) - far(b))[0];
    if (nearest && far(nearest) < Infinity) nearest.focus();
  });
}

function stone(sign: string, x: number, y: number, letters: string | undefined, ball: string | null | undefined): SVGElement[] {
  if (sign === "." || sign === "#" || sign === " ") return [];
  if (ball) return [element("circle", { class: sign.toLowerCase() === ball ? "ball" : "man", cx: x, cy: y, r: CELL / 2 - (sign.toLowerCase() === ball ? 5 : 8) })];
  const whose = owner(sign, letters);
  const text = element("text", { class: whose ? "sign" : "sign dark", x, y: y + 5, "text-anchor": "middle" }, sign);
  // Left's are discs and Right's are squares: colours are not all there is to see.
  if (whose === "left") return [element("circle", { class: "left", cx: x, cy: y, r: CELL / 2 - 5 }), text];
  if (whose === "right") return [element("rect", { class: "right", x: x - 14, y: y - 14, width: 28, height: 28, rx: 3 }), text];
  const filled = letters === "ht" ? sign === "h" : sign.toLowerCase() === "x";
  return [element("circle", { class: filled ? "token" : "other", cx: x, cy: y, r: CELL / 2 - 5 }), text];
}

/// Pieces of cake side by side. What can be picked are the lines between squares, or, where rows and columns are
/// eaten, tabs at their ends.
function cakes(
  svg: SVGSVGElement,
  { pieces, cut }: Extract<Shape, { shape: "cakes" }>,
  spot: (at: Spot, label: string, ...inside: SVGElement[]) => SVGElement,
  size: (width: number, height: number) => void,
) {
  const longest = Math.max(1, ...pieces.flat());
  const side = Math.max(12, Math.min(32, 560 / longest));
  const tab = 16;
  const most = 720;
  let [left, top, low, wide] = [0, 0, 0, 0];
  pieces.forEach(([rows, columns], number) => {
    if (!rows || !columns) return;
    const [width, height] = [columns * side, rows * side];
    if (left && left + tab + width + 8 > most) [left, top] = [0, low];
    const [x, y] = [left + tab, top + tab];
    svg.append(element("rect", { class: "cell", x, y, width, height }));
    const line = (name: string, x1: number, y1: number, x2: number, y2: number) => element("line", { class: name, x1, y1, x2, y2 });
    const strip = (name: string, at: number, upright: boolean) =>
      upright
        ? element("rect", { class: name, x: x + at * side, y, width: side, height })
        : element("rect", { class: name, x, y: y + at * side, width, height: side });
    const handle = (at: number, upright: boolean) => {
      const place: Spot = upright ? { upright: [number, at] } : { flat: [number, at] };
      const which = `${upright ? "column" : "row"} ${at + 1} of cake ${rows}x${columns}`;
      if (cut) {
        const ends: [number, number, number, number] = upright ? [x + at * side, y - 6, x + at * side, y + height + 6] : [x - 6, y + at * side, x + width + 6, y + at * side];
        // A line alone is hard to hit.
        const wide = Math.min(side * 0.6, 14);
        const reach = { class: "reach", x: ends[0] - wide / 2, y: ends[1] - wide / 2, width: ends[2] - ends[0] + wide, height: ends[3] - ends[1] + wide };
        return spot(place, `cut before ${which}`, element("rect", reach), line("crack", ...ends));
      }
      const [middle, half] = [(at + 0.5) * side, Math.min(side / 2 - 1, 9)];
      const points = upright
        ? `${x + middle - half},${top + 2} ${x + middle + half},${top + 2} ${x + middle},${y - 1}`
        : `${left + 2},${y + middle - half} ${left + 2},${y + middle + half} ${x - 1},${y + middle}`;
      return spot(place, `eat ${which}`, strip("strip", at, upright), element("polygon", { class: "tab", points }));
    };
    const first = cut ? 1 : 0;
    if (!cut) {
      for (let at = 1; at < columns; at++) svg.append(line("crack", x + at * side, y, x + at * side, y + height));
      for (let at = 1; at < rows; at++) svg.append(line("crack", x, y + at * side, x + width, y + at * side));
    }
    for (let at = first; at < columns; at++) svg.append(handle(at, true));
    for (let at = first; at < rows; at++) svg.append(handle(at, false));
    left = x + width + 8;
    low = Math.max(low, y + height + 10);
    wide = Math.max(wide, left);
  });
  size(wide + 2, low + 2);
}

type Graph = Extract<Shape, { shape: "graph" }>;

/// Places for the vertices: those that they have already, if all have one. What stands on the ground is a tree on
/// it, as far as it is one; any other graph is laid out by springs.
export function layout(graph: Graph, places: Map<string, Point>): Point[] {
  if (!graph.vertices.every((it) => places.has(it.name))) {
    places.clear();
    const ground = graph.vertices.findIndex((it) => it.label === "G");
    const at = ground >= 0 ? standing(graph, ground) : sprung(graph);
    graph.vertices.forEach((it, number) => places.set(it.name, at[number]!));
  }
  return graph.vertices.map((it) => places.get(it.name)!);
}

/// Each vertex as high as it is edges away from the ground, and in the middle above those that it carries.
function standing(graph: Graph, ground: number): Point[] {
  const carried: number[][] = graph.vertices.map(() => []);
  const level: number[] = [];
  level[ground] = 0;
  const found = [ground];
  for (const here of found)
    for (const edge of graph.edges)
      for (const [from, to] of [[edge.from, edge.to], [edge.to, edge.from]] as const)
        if (from === here && level[to] === undefined) {
          level[to] = level[here]! + 1;
          carried[here]!.push(to);
          found.push(to);
        }
  const across: number[] = [];
  let next = 0;
  // Those that carry nothing stand side by side; the others are placed after those that they carry.
  for (const waiting = [ground]; waiting.length; ) {
    const here = waiting.pop()!;
    if (carried[here]!.length === 0 && here !== ground) across[here] = next++ * 76;
    waiting.push(...carried[here]!.toReversed());
  }
  for (const vertex of found.toReversed()) {
    const above = carried[vertex]!;
    if (above.length) across[vertex] = (across[above[0]!]! + across[above.at(-1)!]!) / 2;
  }
  return graph.vertices.map((_, number): Point => [across[number] ?? next++ * 76, -70 * (level[number] ?? 1)]);
}

/// Edges are springs, and all vertices push each other away.
function sprung(graph: Graph): Point[] {
  const count = graph.vertices.length;
  const at = graph.vertices.map((_, number): Point => {
    const angle = (2 * Math.PI * number) / Math.max(count, 1);
    return [90 * Math.cos(angle), 90 * Math.sin(angle)];
  });
  for (let round = 0; round < 200; round++) {
    const heat = 12 * (1 - round / 200);
    const push = at.map((): Point => [0, 0]);
    for (let a = 0; a < count; a++)
      for (let b = 0; b < a; b++) {
        const [dx, dy] = [at[a]![0] - at[b]![0] || 0.1, at[a]![1] - at[b]![1] || 0.1];
        const force = 4000 / (dx * dx + dy * dy + 1);
        push[a]![0] += (dx / 60) * force;
        push[a]![1] += (dy / 60) * force;
        push[b]![0] -= (dx / 60) * force;
        push[b]![1] -= (dy / 60) * force;
      }
    for (const { from, to } of graph.edges) {
      if (from === to) continue;
      const [dx, dy] = [at[to]![0] - at[from]![0], at[to]![1] - at[from]![1]];
      const length = Math.hypot(dx, dy) || 1;
      const force = (length - 80) / 12;
      for (const [end, sign] of [[from, 1], [to, -1]] as const) {
        push[end]![0] += (sign * force * dx) / length;
        push[end]![1] += (sign * force * dy) / length;
      }
    }
    at.forEach((place, number) => {
      for (const axis of [0, 1] as const) place[axis] += Math.max(-heat, Math.min(heat, push[number]![axis]));
    });
  }
  return at;
}

function graph(
  svg: SVGSVGElement,
  graph: Graph,
  options: DrawOptions,
  spot: (at: Spot, label: string, ...inside: SVGElement[]) => SVGElement,
  size: (width: number, height: number) => void,
) {
  const places = options.places ?? new Map<string, Point>();
  const at = layout(graph, places);
  const ground = graph.vertices.findIndex((it) => it.label === "G");
  const drawn = at.filter((_, number) => number !== ground);
  // Edges on the ground that lead back to it stand beside all others.
  const rightmost = Math.max(...drawn.map((it) => it[0]), -50);
  const arches = graph.edges.filter((it) => it.from === ground && it.to === ground).length;
  if (ground >= 0) drawn.push(...drawn.map((it): Point => [it[0], 0]), [rightmost + 60 * arches, 0], [0, 0]);
  // Nothing is left: the drawing is empty, and not without a size.
  if (!drawn.length) drawn.push([0, 0]);
  const margin = 26;
  const longest = Math.max(0, ...graph.vertices.map((it) => it.name.length));
  const [left, top] = [0, 1].map((axis) => Math.min(...drawn.map((it) => it[axis]!)) - margin) as Point;
  const [right, bottom] = [0, 1].map((axis) => Math.max(...drawn.map((it) => it[axis]!)) + margin) as Point;
  const [width, height] = [right - left + 7 * longest, bottom - top];
  size(width, height);
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  if (ground >= 0) svg.append(element("line", { class: "ground", x1: left + 8, x2: right - 8, y1: 0, y2: 0 }));
  const between = new Map<string, number>();
  graph.edges.forEach((edge, number) => {
    const pair = [edge.from, edge.to].sort((a, b) => a - b).join();
    const nth = between.get(pair) ?? 0;
    between.set(pair, nth + 1);
    // An edge stands on the ground below its other end.
    const foot = (end: number, other: number): Point => (end !== ground ? at[end]! : other !== ground ? [at[other]![0], 0] : [rightmost + 60 * (nth + 1) - 20, 0]);
    const [a, b] = [foot(edge.from, edge.to), foot(edge.to, edge.from)];
    // Several edges between two vertices are bent apart.
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    // What stands at the same height as both ends, and between them, is passed above.
    const over = Math.abs(dy) < 1 && at.some((it) => Math.abs(it[1] - a[1]) < 1 && (it[0] - a[0]) * (it[0] - b[0]) < -1) ? -50 * Math.sign(dx) : 0;
    const bend = over + (nth % 2 ? -1 : 1) * Math.ceil(nth / 2) * 26;
    const length = Math.hypot(dx, dy) || 1;
    const loop = edge.from === edge.to;
    const middle: Point = loop ? [a[0], a[1] - 42 - 14 * nth] : [(a[0] + b[0]) / 2 - (dy / length) * bend, (a[1] + b[1]) / 2 + (dx / length) * bend];
    const path = loop
      ? `M ${a[0]} ${a[1]} C ${a[0] - 40} ${a[1] - 56 - 18 * nth} ${a[0] + 40} ${a[1] - 56 - 18 * nth} ${a[0]} ${a[1]}`
      : `M ${a[0]} ${a[1]} Q ${middle[0]} ${middle[1]} ${b[0]} ${b[1]}`;
    const colour = edge.label === "l" ? "left" : edge.label === "r" ? "right" : edge.label === "e" ? "both" : "plain";
    const parts = [element("path", { class: "grasp", d: path }), element("path", { class: `edge ${colour}`, d: path })];
    if (edge.label && !"lre".includes(edge.label))
      parts.push(element("text", { class: "axis", x: middle[0] + 6, y: middle[1] - 4 }, edge.label));
    if (edge.directed && !loop) {
      const angle = (Math.atan2(b[1] - middle[1], b[0] - middle[0]) * 180) / Math.PI;
      const tip = [b[0] - 14 * Math.cos((angle * Math.PI) / 180), b[1] - 14 * Math.sin((angle * Math.PI) / 180)];
      parts.push(element("path", { class: "arrow", d: "M 0 0 L -9 -5 L -9 5 Z", transform: `translate(${tip[0]} ${tip[1]}) rotate(${angle})` }));
    }
    const [from, to] = [graph.vertices[edge.from]!.name, graph.vertices[edge.to]!.name];
    const whose = { left: "Left's ", right: "Right's ", both: "", plain: "" }[colour];
    svg.append(spot({ edge: number }, `${whose}edge ${from} to ${to}`, ...parts));
  });
  graph.vertices.forEach((vertex, number) => {
    if (number === ground) return;
    const [x, y] = at[number]!;
    const whose = owner(vertex.label, "lr");
    const disc = element("circle", { class: `vertex ${whose}`, cx: x, cy: y, r: vertex.label ? 13 : 9 });
    const shown = vertex.label ? element("text", { class: whose ? "sign" : "sign dark", x, y: y + 5, "text-anchor": "middle" }, vertex.label) : element("title", {}, vertex.name);
    const name = element("text", { class: "axis", x: x + 12, y: y - 10 }, vertex.name);
    const group = spot({ vertex: number }, `vertex ${vertex.name} ${vertex.label}`, disc, shown, name);
    drag(svg, group, (x, y) => {
      places.set(vertex.name, [x, y]);
      svg.dispatchEvent(new CustomEvent("moved", { bubbles: true }));
    });
    svg.append(group);
  });
}

/// Lets a vertex be dragged; a click without a movement stays a click.
function drag(svg: SVGSVGElement, group: SVGElement, moved: (x: number, y: number) => void) {
  group.addEventListener("pointerdown", (down) => {
    // What is small on the screen is moved as far as the pointer all the same.
    const at = (event: PointerEvent) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
    const [start, from] = [at(down), [down.clientX, down.clientY]];
    let far = false;
    let last: Point | null = null;
    const move = (event: PointerEvent) => {
      far ||= Math.hypot(event.clientX - from[0]!, event.clientY - from[1]!) > 5;
      if (!far) return;
      const place = at(event);
      group.setAttribute("transform", `translate(${place.x - start.x} ${place.y - start.y})`);
      last = [place.x, place.y];
    };
    const up = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      if (!last) return;
      window.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
      moved(...last);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
  });
}

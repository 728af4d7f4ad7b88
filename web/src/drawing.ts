// Positions drawn as SVG: boards, strips, heaps, triangles, graphs. Plain DOM, no other
// module: notebooks use this file too.

import type { Shape, Spot } from "./server";

const NAMESPACE = "http://www.w3.org/2000/svg";
const CELL = 40;

export type DrawOptions = {
  /// The signs that a cell can have, where the ruleset says so.
  letters?: string;
  /// A name for who cannot see the drawing.
  label: string;
  /// Spots that are lit, each with a class: `chosen`, `winning`, `hint`.
  lit?: Map<string, string>;
  /// Called when a spot is clicked, or Enter is pressed on it.
  pick?: (spot: Spot) => void;
  /// Where vertices are: kept by their names from one drawing to the next.
  places?: Map<string, [number, number]>;
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

/// Whose a sign is.
function owner(sign: string, letters: string | undefined): "left" | "right" | "" {
  if (letters === "ht") return "";
  if (sign.startsWith("+")) return "left";
  if (/^-\d/.test(sign)) return "right";
  if (sign.length > 1) return "";
  if ("xXlL".includes(sign) || (sign === "t" && letters !== "ht")) return "left";
  if ("oOrRfF".includes(sign)) return "right";
  return "";
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
      group.setAttribute("tabindex", "0");
      group.setAttribute("aria-label", label + (lit ? `, ${lit}` : ""));
      group.addEventListener("click", () => pick(at));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick(at);
      });
    } else {
      group.append(element("title", {}, label));
    }
    return group;
  };
  switch (shape.shape) {
    case "cells": {
      const columns = Math.max(...shape.rows.map((row) => row.length), 1);
      const edge = 18;
      size(columns * CELL + edge + 2, shape.rows.length * CELL + edge + 2);
      for (let column = 0; column < columns; column++)
        svg.append(element("text", { class: "axis", x: edge + (column + 0.5) * CELL, y: 12, "text-anchor": "middle" }, cellName(0, column).slice(0, -1)));
      shape.rows.forEach((row, at) => {
        svg.append(element("text", { class: "axis", x: 8, y: edge + (at + 0.5) * CELL + 4, "text-anchor": "middle" }, String(at + 1)));
        row.forEach((sign, column) => {
          const [x, y] = [edge + column * CELL, edge + at * CELL];
          const parts = [element("rect", { class: sign === "#" ? "cell taken" : "cell", x, y, width: CELL, height: CELL })];
          parts.push(...stone(sign, x + CELL / 2, y + CELL / 2, options.letters));
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
      const most = 60;
      const step = 20;
      const widest = Math.min(Math.max(...shape.sizes, 1), most);
      size(70 + widest * step, Math.max(shape.sizes.length, 1) * 44 + 4);
      shape.sizes.forEach((tokens, heap) => {
        const y = heap * 44 + 24;
        svg.append(element("text", { class: "axis", x: 4, y: y + 4 }, `${tokens}`));
        if (tokens > most)
          svg.append(element("text", { class: "axis", x: 40 + most * step, y: y + 4 }, "…"));
        for (let token = 0; token < Math.min(tokens, most); token++) {
          const x = 46 + token * step;
          const pin = element("rect", { class: "token", x: x - 6, y: y - 16, width: 12, height: 32, rx: 6 });
          svg.append(spot({ token: [heap, token] }, `heap ${heap + 1}, token ${token + 1}`, pin));
        }
      });
      break;
    }
    case "graph":
      graph(svg, shape, options, spot, size);
      break;
    case "text": {
      size(Math.max(shape.text.length * 11, 60) + 16, 44);
      svg.append(element("text", { class: "plain", x: 8, y: 28 }, shape.text));
    }
  }
  return svg;
}

function stone(sign: string, x: number, y: number, letters: string | undefined): SVGElement[] {
  if (sign === "." || sign === "#" || sign === " ") return [];
  const whose = owner(sign, letters);
  const text = element("text", { class: whose ? "sign" : "sign dark", x, y: y + 5, "text-anchor": "middle" }, sign);
  // Left's are discs and Right's are squares: colours are not all there is to see.
  if (whose === "left") return [element("circle", { class: "left", cx: x, cy: y, r: CELL / 2 - 5 }), text];
  if (whose === "right") return [element("rect", { class: "right", x: x - 14, y: y - 14, width: 28, height: 28, rx: 3 }), text];
  return [element("circle", { class: sign === "h" ? "token" : "other", cx: x, cy: y, r: CELL / 2 - 5 }), text];
}

type Graph = Extract<Shape, { shape: "graph" }>;

/// Places for vertices that have none: springs along edges, all others push each other
/// away. The ground lies at the bottom, and what hangs on it above by its distance.
export function layout(graph: Graph, places: Map<string, [number, number]>): [number, number][] {
  const count = graph.vertices.length;
  const ground = graph.vertices.findIndex((it) => it.label === "G");
  const level = distances(graph, ground);
  const fixed = graph.vertices.map((it) => places.get(it.name));
  const at = graph.vertices.map((_, number): [number, number] => {
    const angle = (2 * Math.PI * number) / Math.max(count, 1);
    const known = fixed[number];
    if (known) return [...known];
    if (ground >= 0) return [180 + 60 * (number % 5) - 120 + 7 * number, -70 * (level[number] ?? 0)];
    return [180 + 90 * Math.cos(angle), 90 * Math.sin(angle)];
  });
  for (let round = 0; round < 200; round++) {
    const heat = 12 * (1 - round / 200);
    const push = at.map((): [number, number] => [0, 0]);
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
      if (fixed[number] || number === ground) return;
      const clamp = (x: number) => Math.max(-heat, Math.min(heat, x));
      place[0] += clamp(push[number]![0]);
      place[1] = ground >= 0 ? -70 * (level[number] ?? 0) : place[1] + clamp(push[number]![1]);
    });
  }
  graph.vertices.forEach((it, number) => places.set(it.name, at[number]!));
  return at;
}

function distances(graph: Graph, from: number): number[] {
  const found: number[] = [];
  if (from < 0) return found;
  found[from] = 0;
  for (const front = [from]; front.length; ) {
    const here = front.shift()!;
    for (const edge of graph.edges)
      for (const [a, b] of [[edge.from, edge.to], [edge.to, edge.from]] as const)
        if (a === here && found[b] === undefined) {
          found[b] = found[here]! + 1;
          front.push(b);
        }
  }
  return found;
}

function graph(
  svg: SVGSVGElement,
  graph: Graph,
  options: DrawOptions,
  spot: (at: Spot, label: string, ...inside: SVGElement[]) => SVGElement,
  size: (width: number, height: number) => void,
) {
  const places = options.places ?? new Map<string, [number, number]>();
  const at = layout(graph, places);
  const margin = 34;
  const [left, top] = [0, 1].map((axis) => Math.min(...at.map((it) => it[axis]!), 0) - margin) as [number, number];
  const [right, bottom] = [0, 1].map((axis) => Math.max(...at.map((it) => it[axis]!), 60) + margin) as [number, number];
  size(Math.max(right - left, 120), Math.max(bottom - top, 80));
  svg.setAttribute("viewBox", `${left} ${top} ${Math.max(right - left, 120)} ${Math.max(bottom - top, 80)}`);
  const ground = graph.vertices.findIndex((it) => it.label === "G");
  if (ground >= 0) svg.append(element("line", { class: "ground", x1: left + 8, x2: right - 8, y1: at[ground]![1], y2: at[ground]![1] }));
  const between = new Map<string, number>();
  graph.edges.forEach((edge, number) => {
    const [a, b] = [at[edge.from]!, at[edge.to]!];
    const pair = [edge.from, edge.to].sort().join();
    const nth = between.get(pair) ?? 0;
    between.set(pair, nth + 1);
    // Several edges between two vertices are bent apart.
    const bend = (nth % 2 ? -1 : 1) * Math.ceil(nth / 2) * 26;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    const middle = [(a[0] + b[0]) / 2 - (dy / length) * bend, (a[1] + b[1]) / 2 + (dx / length) * bend];
    const path = `M ${a[0]} ${a[1]} Q ${middle[0]} ${middle[1]} ${b[0]} ${b[1]}`;
    const colour = edge.label === "l" ? "left" : edge.label === "r" ? "right" : edge.label === "e" ? "both" : "plain";
    const parts = [element("path", { class: "grasp", d: path }), element("path", { class: `edge ${colour}`, d: path })];
    if (edge.label && !"lre".includes(edge.label))
      parts.push(element("text", { class: "axis", x: middle[0]! + 6, y: middle[1]! - 4 }, edge.label));
    if (edge.directed) {
      const angle = (Math.atan2(b[1] - middle[1]!, b[0] - middle[0]!) * 180) / Math.PI;
      const tip = [b[0] - 14 * Math.cos((angle * Math.PI) / 180), b[1] - 14 * Math.sin((angle * Math.PI) / 180)];
      parts.push(element("path", { class: "arrow", d: "M 0 0 L -9 -5 L -9 5 Z", transform: `translate(${tip[0]} ${tip[1]}) rotate(${angle})` }));
    }
    const [from, to] = [graph.vertices[edge.from]!.name, graph.vertices[edge.to]!.name];
    const whose = { left: "Left's ", right: "Right's ", both: "", plain: "" }[colour];
    svg.append(spot({ edge: number }, `${whose}edge ${from} to ${to}`, ...parts));
  });
  graph.vertices.forEach((vertex, number) => {
    const [x, y] = at[number]!;
    const whose = owner(vertex.label, undefined);
    const disc = element("circle", { class: `vertex ${whose}`, cx: x, cy: y, r: vertex.label && vertex.label !== "G" ? 13 : 9 });
    const shown = vertex.label && vertex.label !== "G" ? element("text", { class: whose ? "sign" : "sign dark", x, y: y + 5, "text-anchor": "middle" }, vertex.label) : element("title", {}, vertex.name);
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
    const start = [down.clientX, down.clientY];
    let far = false;
    let last: [number, number] | null = null;
    const move = (event: PointerEvent) => {
      far ||= Math.hypot(event.clientX - start[0]!, event.clientY - start[1]!) > 5;
      if (!far) return;
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
      group.setAttribute("transform", `translate(${(event.clientX - start[0]!) * 1} ${(event.clientY - start[1]!) * 1})`);
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

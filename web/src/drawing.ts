// Positions shown as SVG. Where everything stands is said by the calculator, which draws the same in files. Plain DOM,
// no other module: notebooks use this file too.

import type { Point, Scene, SceneMark, ScenePart, Spot } from "./server";

const NAMESPACE = "http://www.w3.org/2000/svg";
/// Around vertices that were moved.
const MARGIN = 26;

export type DrawOptions = {
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

/// The middle of a spot in its drawing.
export const middleOf = (scene: Scene, spot: Spot): Point => scene.parts.find((it) => it.spot && spotKey(it.spot) === spotKey(spot))!.at;

/// A triangle with its tip at the end of a way.
export function arrowhead(kind: string, [x, y]: Point, [fromX, fromY]: Point, length: number, half: number): SVGElement {
  const angle = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
  return element("path", { class: kind, d: `M 0 0 L ${-length} ${-half} L ${-length} ${half} Z`, transform: `translate(${x} ${y}) rotate(${angle})` });
}

/// A mark as elements.
function shown(mark: SceneMark): SVGElement[] {
  switch (mark.form) {
    case "circle":
      return [element("circle", { class: mark.look, cx: mark.at[0], cy: mark.at[1], r: mark.radius })];
    case "rect":
      return [element("rect", { class: mark.look, x: mark.at[0], y: mark.at[1], width: mark.size[0], height: mark.size[1], rx: mark.round })];
    case "polygon":
      return [element("polygon", { class: mark.look, points: mark.corners.join(" ") })];
    case "text":
      return [element("text", { class: mark.look, x: mark.at[0], y: mark.at[1], dy: "0.35em", "text-anchor": mark.anchor }, mark.text)];
    case "line": {
      const { from, to, bend } = mark;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.max(Math.hypot(dx, dy), 1);
      const middle: Point = [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
      const path = bend
        ? element("path", { class: mark.look, d: `M ${from} Q ${middle} ${to}` })
        : element("line", { class: mark.look, x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
      if (!mark.arrow) return [path];
      // The head ends at the border of a vertex.
      const [left, up] = [to[0] - middle[0], to[1] - middle[1]];
      const back = 14 / Math.max(Math.hypot(left, up), 1);
      return [path, arrowhead("arrow", [to[0] - left * back, to[1] - up * back], middle, 9, 5)];
    }
  }
}

/// How far each vertex stands from its place in the scene: nowhere, if one of them is new.
function shifts(scene: Scene, places: Map<string, Point>): Map<number, Point> {
  const vertices = scene.parts.flatMap(({ spot, name, at }) => (spot && "vertex" in spot ? [{ vertex: spot.vertex, name: name!, at }] : []));
  if (!vertices.every(({ name }) => places.has(name))) {
    places.clear();
    for (const { name, at } of vertices) places.set(name, at);
  }
  return new Map(vertices.map(({ vertex, name, at }) => [vertex, minus(places.get(name)!, at)]));
}

const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];

/// A part whose vertices were moved.
function moved(part: ScenePart, by: Map<number, Point>): ScenePart {
  const all = (step: (mark: SceneMark) => SceneMark) => ({ ...part, marks: part.marks.map(step) });
  const { spot } = part;
  if (spot && "vertex" in spot) {
    const way = by.get(spot.vertex) ?? [0, 0];
    return { ...all((mark) => ("at" in mark ? { ...mark, at: plus(mark.at, way) } : mark)), at: plus(part.at, way) };
  }
  if (!spot || !("edge" in spot)) return part;
  // What is on the ground stays below the other end.
  const end = (own: number | null, other: number | null): Point => (own !== null ? by.get(own) : other !== null ? [by.get(other)?.[0] ?? 0, 0] : null) ?? [0, 0];
  let aside: Point = [0, 0];
  return all((mark) => {
    if (mark.form === "text") return { ...mark, at: plus(mark.at, aside) };
    if (mark.form !== "line") return mark;
    const [first, last] = [end(mark.ends[0], mark.ends[1]), end(mark.ends[1], mark.ends[0])];
    aside = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
    return { ...mark, from: plus(mark.from, first), to: plus(mark.to, last) };
  });
}

export function draw(scene: Scene, options: DrawOptions): SVGSVGElement {
  const svg = element("svg", { class: "drawing", role: "group", "aria-label": options.label }) as SVGSVGElement;
  const by = options.places && shifts(scene, options.places);
  const parts = by ? scene.parts.map((part) => moved(part, by)) : scene.parts;
  let [left, top, width, height] = scene.view;
  let [right, low] = [left + width, top + height];
  for (const { at, name } of parts)
    if (name) [left, top, right, low] = [Math.min(left, at[0] - MARGIN), Math.min(top, at[1] - MARGIN), Math.max(right, at[0] + MARGIN), Math.max(low, at[1] + MARGIN)];
  if (options.bare) [left, top] = [left + scene.border, top + scene.border];
  [width, height] = [right - left, low - top];
  for (const [name, value] of Object.entries({ viewBox: `${left} ${top} ${width} ${height}`, width, height })) svg.setAttribute(name, String(value));
  for (const part of parts) {
    const marks = part.marks
      .filter((it) => !(options.bare && scene.border && it.look === "axis"))
      .map((it) => (it.form === "line" && it.look === "ground" ? { ...it, from: [left + 8, 0] as Point, to: [right - 8, 0] as Point } : it));
    const inside = marks.flatMap(shown);
    svg.append(...(part.spot ? [spot(svg, part, part.spot, inside, options)] : inside));
  }
  steer(svg);
  return svg;
}

/// What can be picked is a button for everybody.
function spot(svg: SVGSVGElement, part: ScenePart, at: Spot, inside: SVGElement[], { lit: all, pick, places, bare }: DrawOptions): SVGElement {
  const lit = all?.get(spotKey(at)) ?? "";
  const group = element("g", { class: `spot ${lit}`, "data-spot": spotKey(at) }, ...inside);
  if (pick) {
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "-1");
    group.setAttribute("aria-label", part.label + (lit ? `, ${lit}` : ""));
    group.addEventListener("click", () => pick(at));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(at);
    });
  } else if (!bare) {
    group.append(element("title", {}, part.label));
  }
  if (places && part.name)
    drag(svg, group, (x, y) => {
      places.set(part.name!, [x, y]);
      svg.dispatchEvent(new CustomEvent("moved", { bubbles: true }));
    });
  return group;
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

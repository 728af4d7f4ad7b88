// The explorer of notebooks: a tree grid whose rows are sent by Python, with the boards of the worksheet. A click on
// a board plays a move: the option that it leads to is opened.

import "./widget.css";
import { draw, spotKey } from "./drawing";
import { meantBy } from "./picking";
import type { Drawing, Scene, Spot } from "./server";

/// A row, as `_explore.py` makes it.
type Row = {
  number: number;
  parent: number | null;
  depth: number;
  player: string;
  move: string;
  text: string;
  /// The drawing of the position, and the same as marks at places, as JSON; or nothing.
  drawing: string;
  /// What the move touches and names in the drawing of the row above, as JSON, or nothing.
  spots: string;
  open: boolean;
  leaf: boolean;
  value: string;
  outcome: string;
  mean: string;
  temperature: string;
  wins: boolean;
};
type Model = {
  get(name: "rows"): Row[];
  get(name: "chosen"): number;
  send(message: { toggle: number } | { choose: number }): void;
  on(event: string, then: () => void): void;
  off(event: string, then: () => void): void;
};

type Option = { row: Row; touched: Spot[]; named: Spot[] };

function make(name: string, kind = "", text = ""): HTMLElement {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  return made;
}

function cell(line: HTMLElement, text = "", kind = ""): HTMLElement {
  const place = make("td", kind, text);
  place.setAttribute("role", "gridcell");
  line.append(place);
  return place;
}

function render({ model, el }: { model: Model; el: HTMLElement }) {
  const table = document.createElement("table");
  table.className = "cg-explorer";
  table.setAttribute("role", "treegrid");
  table.setAttribute("aria-label", "options");
  const head = table.createTHead().insertRow();
  for (const title of ["option", "value", "outcome", "mean", "temperature"]) {
    const place = document.createElement("th");
    place.textContent = title;
    place.scope = "col";
    head.append(place);
  }
  const body = table.createTBody();
  // What was picked so far of a move with several places, and in which row.
  let picked: { row: number; spots: Spot[] } = { row: -1, spots: [] };

  const options = (row: Row): Option[] =>
    model.get("rows").filter((it) => it.parent === row.number && it.spots).map((it) => ({ row: it, ...(JSON.parse(it.spots) as { touched: Spot[]; named: Spot[] }) }));
  const board = (row: Row) => {
    const { drawing, scene } = JSON.parse(row.drawing) as { drawing: Drawing; scene: Scene };
    const own = picked.row === row.number ? picked.spots : [];
    const lit = new Map<string, string>();
    for (const it of options(row)) if (it.row.wins) (it.named.length ? it.named.slice(0, 1) : it.touched).forEach((spot) => lit.set(spotKey(spot), `winning ${it.row.player}`));
    own.forEach((spot) => lit.set(spotKey(spot), "chosen"));
    const pick = (spot: Spot) => {
      let spots = [...own, spot];
      let fits = meantBy(drawing, options(row), spots);
      if (!fits.length) fits = meantBy(drawing, options(row), (spots = [spot]));
      const [only] = fits;
      picked = { row: -1, spots: [] };
      if (only && new Set(fits.map((it) => it.row.text)).size === 1) return model.send({ choose: only.row.number });
      if (fits.length) picked = { row: row.number, spots };
      show();
    };
    const place = make("span", "board");
    place.append(draw(scene, { label: row.text, lit, ...(row.open ? { pick } : {}) }));
    // A click on an open board is a move, and closes no row; the keys are its own too.
    if (row.open) for (const kind of ["click", "keydown"]) place.addEventListener(kind, (event) => (event.target as Element).closest(".spot") && event.stopPropagation());
    return place;
  };
  const line = (row: Row) => {
    const element = make("tr");
    const chosen = row.number === model.get("chosen");
    element.setAttribute("role", "row");
    element.setAttribute("aria-level", String(row.depth + 1));
    if (!row.leaf) element.setAttribute("aria-expanded", String(row.open));
    element.tabIndex = chosen ? 0 : -1;
    element.dataset.number = String(row.number);
    element.classList.toggle("chosen", chosen);
    const first = cell(element);
    first.style.paddingInlineStart = `${row.depth * 1.4 + 0.4}em`;
    first.append(make("span", "twist", row.leaf ? "" : row.open ? "▾" : "▸"));
    if (row.player) first.append(make("span", `player ${row.player}`, row.player[0]!.toUpperCase() + row.player.slice(1)), row.move ? ` ${row.move} ` : " ");
    first.append(row.drawing ? board(row) : row.text);
    cell(element, row.value, "value");
    cell(element, row.wins ? `${row.outcome}, wins` : row.outcome, row.wins ? "wins" : "");
    cell(element, row.mean);
    cell(element, row.temperature);
    return element;
  };
  const show = () => {
    const focused = body.contains(document.activeElement);
    body.replaceChildren(...model.get("rows").map(line));
    if (focused) body.querySelector<HTMLElement>("tr.chosen")?.focus();
  };

  const toggle = (row: HTMLElement) => model.send({ toggle: Number(row.dataset.number) });
  body.addEventListener("click", (event) => {
    const row = (event.target as Element).closest("tr");
    if (row) toggle(row);
  });
  body.addEventListener("keydown", (event) => {
    const row = (event.target as Element).closest("tr");
    if (!row) return;
    const open = row.getAttribute("aria-expanded");
    if (event.key === "ArrowDown") (row.nextElementSibling as HTMLElement | null)?.focus();
    else if (event.key === "ArrowUp") (row.previousElementSibling as HTMLElement | null)?.focus();
    else if (event.key === "Enter" || event.key === " ") toggle(row);
    else if (event.key === "ArrowRight" && open === "false") toggle(row);
    else if (event.key === "ArrowLeft" && open === "true") toggle(row);
    else return;
    event.preventDefault();
  });
  const changes = ["change:rows", "change:chosen"];
  changes.forEach((it) => model.on(it, show));
  show();
  el.append(table);
  return () => changes.forEach((it) => model.off(it, show));
}

export default { render };

// The worksheet: its cells; as a file, and as a link.

import type { Place, Reply, Server } from "./server";

export type Output =
  | { kind: "reply"; reply: Reply; place: Place | null }
  | { kind: "cut"; shown: string; bytes: number }
  | { kind: "picture"; name: string; svg: string }
  | { kind: "defined"; names: string[] }
  | { kind: "failed"; message: string };
export type Cell = {
  id: number;
  kind: "code" | "text";
  text: string;
  outputs: Output[];
  state: "idle" | "waiting" | "running";
  /// The answers come from a session that has ended.
  stale?: boolean;
  /// The text that was run.
  ran?: string;
};

const MOST_UNDO = 100;

let number = 0;
export const cell = (kind: Cell["kind"], text: string): Cell => ({
  id: ++number,
  kind,
  text,
  outputs: [],
  state: "idle",
});

type Listener = () => void;

export class Sheet {
  /// What the worksheet is called; nothing means that its beginning is its name.
  title = "";
  cells: Cell[] = [cell("code", "")];
  /// The cells as they stood before each change. What is typed into a cell is not a change: it stays.
  private before: Cell[][] = [];
  private listeners = new Set<Listener>();
  private keepers = new Set<Listener>();
  private watched = new Map<Cell, Listener>();

  /// Hears of cells that come, go and move.
  listen(listener: Listener): Listener {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /// Hears of all that is to be kept.
  keepBy(keeper: Listener) {
    this.keepers.add(keeper);
  }

  /// Hears of one cell.
  watch(cell: Cell, listener: Listener): Listener {
    this.watched.set(cell, listener);
    return () => this.watched.get(cell) === listener && this.watched.delete(cell);
  }

  changed() {
    this.listeners.forEach((listener) => listener());
    this.typed();
  }

  /// State or answers of a cell are others: no other cell is drawn again.
  touched(cell: Cell) {
    this.watched.get(cell)?.();
    this.typed();
  }

  /// Text was typed: its editor shows it already.
  typed() {
    this.keepers.forEach((keeper) => keeper());
  }

  private remember() {
    this.before.push(this.cells);
    if (this.before.length > MOST_UNDO) this.before.shift();
  }

  get canUndo() {
    return this.before.length > 0;
  }

  /// Takes back the last cell that was added, removed, moved, or the last file opened.
  undo() {
    this.cells = this.before.pop() ?? this.cells;
    this.changed();
  }

  add(after: Cell | null, kind: Cell["kind"], text = ""): Cell {
    this.remember();
    const fresh = cell(kind, text);
    const at = after ? this.cells.indexOf(after) + 1 : this.cells.length;
    this.cells = this.cells.toSpliced(at, 0, fresh);
    this.changed();
    return fresh;
  }

  remove(gone: Cell) {
    this.remember();
    this.cells = this.cells.filter((it) => it !== gone);
    if (!this.cells.length) this.cells = [cell("code", "")];
    this.changed();
  }

  move(moved: Cell, by: number) {
    const at = this.cells.indexOf(moved);
    const to = at + by;
    if (to < 0 || to >= this.cells.length) return;
    this.remember();
    this.cells = this.cells.toSpliced(at, 1).toSpliced(to, 0, moved);
    this.changed();
  }

  replace(cells: Cell[], title: string) {
    this.remember();
    this.title = title;
    this.cells = cells.length ? cells : [cell("code", "")];
    this.changed();
  }

  /// Another worksheet is here now: what was done to the one before is not undone in this one.
  load(cells: Cell[], title: string) {
    this.before = [];
    [this.cells, this.title] = [cells, title];
    this.changed();
  }

  get isEmpty() {
    return this.cells.every((it) => !it.text.trim());
  }

  /// Its title, or its first line.
  get name(): string {
    const first = this.cells.map((it) => it.text.trim().split("\n")[0]!.replace(/^[#/*\s]+/, "")).find(Boolean) ?? "";
    return this.title || (first.length > 48 ? `${first.slice(0, 48)}…` : first) || "an empty worksheet";
  }
}

/// The worksheet as a program: text cells are comments, an empty line ends a cell.
export function toFile(cells: Cell[]): string {
  const blocks = cells.filter((it) => it.text.trim()).map((it) => {
    // An empty line inside a cell is one with a blank.
    if (it.kind === "code") return it.text.trim().replace(/\n(?=\n)/g, "\n ");
    return it.text.trim().split("\n").map((line) => `// ${line}`.trimEnd()).join("\n");
  });
  return blocks.join("\n\n") + "\n";
}

/// The cells of a program: parted at empty lines outside brackets and comments, which the
/// language's own lexer finds.
export async function fromFile(server: Server, file: string): Promise<Cell[]> {
  const text = file.replace(/\r\n?/g, "\n");
  const { pieces } = await server.one({ ask: "pieces", text }, "pieces");
  const cells: Cell[] = [];
  let start = 0;
  let depth = 0;
  let end = 0;
  const close = (to: number) => {
    const block = text.slice(start, to).replace(/^\n+|\s+$/g, "");
    const inside = pieces.filter((it) => it.from >= start && it.to <= to);
    start = to;
    if (!block.trim()) return;
    const comment = inside.length > 0 && inside.every((it) => it.kind === "comment");
    if (!comment) return void cells.push(cell("code", block.replace(/\n (?=\n)/g, "\n")));
    const bare = block.startsWith("/*")
      ? block.replace(/^\/\*\s?|\s*\*\/$/g, "")
      : block.split("\n").map((line) => line.replace(/^\s*\/\/ ?/, "")).join("\n");
    cells.push(cell("text", bare));
  };
  for (const piece of pieces) {
    if (depth === 0 && text.slice(end, piece.from).includes("\n\n")) close(piece.from);
    if (piece.kind === "open") depth++;
    if (piece.kind === "close") depth--;
    end = piece.to;
  }
  close(text.length);
  return cells;
}

/// The worksheet for a link: base64 for URLs of its cells in JSON.
export function toLink(cells: Cell[]): string {
  const plain = JSON.stringify(cells.map((it) => [it.kind, it.text]));
  const bytes = new TextEncoder().encode(plain);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/// The cells of a link, or why there are none.
export function fromLink(sheet: string): Cell[] | string {
  try {
    const text = atob(sheet.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const plain: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!Array.isArray(plain)) throw new Error();
    return plain.map((it: unknown) => {
      const [kind, text] = it as unknown[];
      if ((kind !== "code" && kind !== "text") || typeof text !== "string") throw new Error();
      return cell(kind, text);
    });
  } catch {
    return "This link is damaged: copy all of it, up to its last sign.";
  }
}

// Worksheets are kept in the browser: each under a number of its own, with its answers. A tab has one open, and no
// other tab writes to that one.

import { type Cell, type Output, type Sheet, cell } from "./sheet";

const INDEX = "cg.sheets";
const OPEN = "cg.open";
/// Of the answers of a worksheet, in signs; its cells are kept always.
const MOST_KEPT = 1_000_000;

/// A worksheet in the list of those that are kept.
export type Kept = { id: string; name: string; title: string; changed: number };
type Plain = { kind: Cell["kind"]; text: string }[];

/// What is damaged is as if it were not there.
const read = <T>(store: Storage, key: string): T | null => {
  try {
    return JSON.parse(store.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
};
const cellsOf = (id: string) => `cg.cells.${id}`;
const answersOf = (id: string) => `cg.answers.${id}`;
const fresh = () => crypto.getRandomValues(new Uint32Array(2)).join("-");

/// The worksheets that are kept, the last changed first.
export const kept = (): Kept[] => (read<Kept[]>(localStorage, INDEX) ?? []).toSorted((a, b) => b.changed - a.changed);

export function forget(id: string) {
  localStorage.setItem(INDEX, JSON.stringify(kept().filter((it) => it.id !== id)));
  localStorage.removeItem(cellsOf(id));
  localStorage.removeItem(answersOf(id));
}

/// Keeps a worksheet as it changes.
export class Keeper {
  /// Why the worksheet is not kept, if so.
  problem = "";
  private id = sessionStorage.getItem(OPEN) ?? fresh();
  private timer = 0;
  /// What is shown as the name.
  private name = "";
  private written: { cells: string; answers: Output[][] } = { cells: "", answers: [] };
  private release: () => void = () => undefined;

  constructor(private readonly sheet: Sheet, private readonly show: () => void) {
    if (sessionStorage.getItem(OPEN)) this.load(this.id, false);
    this.hold();
    sheet.keepBy(() => this.soon());
  }

  /// Another tab may have this worksheet, copied with all that the tab had: then this one is a copy. A page that is
  /// loaded again waits until the one before it is gone.
  private hold() {
    sessionStorage.setItem(OPEN, this.id);
    const own = this.id;
    this.release();
    const patience = AbortSignal.timeout(1500);
    const held = () => new Promise<void>((done) => (this.release = done));
    navigator.locks?.request(`cg.sheet.${own}`, { signal: patience }, held).catch(() => {
      if (this.id === own && patience.aborted) this.begin(fresh());
    });
  }

  /// Whether this is the worksheet that is open here.
  holds(id: string): boolean {
    return this.id === id;
  }

  private begin(id: string) {
    this.id = id;
    this.written = { cells: "", answers: [] };
    this.hold();
    this.soon();
  }

  /// Answers are `stale` when they come from another session than that of the tab.
  private load(id: string, stale: boolean) {
    const plain = read<Plain>(localStorage, cellsOf(id));
    if (!plain) return;
    const answers = read<Output[][]>(localStorage, answersOf(id)) ?? [];
    const title = kept().find((it) => it.id === id)?.title ?? "";
    this.sheet.load(plain.map((it, at) => ({ ...cell(it.kind, it.text), outputs: answers[at] ?? [], stale })), title);
  }

  /// Opens a worksheet that is kept. Its names are those of another session.
  open(id: string) {
    this.now();
    this.load(id, true);
    this.begin(id);
  }

  /// What comes now is another worksheet: the one before is in the list.
  another(cells: Cell[], title = "") {
    this.now();
    this.sheet.replace(cells, title);
    this.begin(fresh());
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.now(), 300);
  }

  now() {
    clearTimeout(this.timer);
    const { sheet, id } = this;
    if (sheet.isEmpty) return;
    const cells = JSON.stringify(sheet.cells.map(({ kind, text }) => ({ kind, text })) satisfies Plain);
    const answers = sheet.cells.map((it) => it.outputs);
    const same = answers.length === this.written.answers.length && answers.every((it, at) => it === this.written.answers[at]);
    const before = this.problem + this.name;
    this.name = sheet.name;
    try {
      const others = kept().filter((it) => it.id !== id);
      localStorage.setItem(cellsOf(id), cells);
      localStorage.setItem(INDEX, JSON.stringify([{ id, name: sheet.name, title: sheet.title, changed: Date.now() }, ...others]));
      if (!same) {
        const all = JSON.stringify(answers);
        if (all.length <= MOST_KEPT) localStorage.setItem(answersOf(id), all);
        else localStorage.removeItem(answersOf(id));
      }
      this.written = { cells, answers };
      this.problem = "";
    } catch {
      this.problem = "The browser has no more room for worksheets: save this one as a file, and remove old ones on the start page.";
    }
    if (this.problem + this.name !== before) this.show();
  }
}

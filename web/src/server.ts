// The calculator that the page asks: its questions and answers, which cg-protocol/src/protocol.rs describes. Where it
// runs is another matter: `http.ts` asks `cg serve`, `local.ts` a worker of the page.

export type Known<T> = T | { error: { code: string; message: string; limit: boolean } };
export type Place = { from: number; to: number };

export type Value = {
  shown: string;
  latex: string | null;
  whole: boolean;
  outcome: Known<string>;
  mean: Known<string>;
  temperature: Known<string>;
  subgroup: string | null;
};
export type Spot =
  | { cell: [number, number] }
  | { token: [number, number] }
  | { vertex: number }
  | { edge: number }
  | { upright: [number, number] }
  | { flat: [number, number] };
export type Owner = "left" | "right" | "both" | "neither";
export type DrawnCell = { sign: string; holds: "nothing" | "block" | "piece" | "ring" | "ball"; owner: Owner };
/// What there is to see of a position: `Drawing` of cg-rulesets/src/drawing.rs.
export type Drawing =
  | { shape: "cells"; rows: DrawnCell[][]; hexagons: boolean }
  | { shape: "heaps"; heaps: { label: string; tokens: number }[] }
  | { shape: "triangle"; rows: DrawnCell[][] }
  | { shape: "graph" | "sum" | "boxes" }
  | { shape: "cakes"; pieces: [number, number][]; cut: boolean }
  | { shape: "tiles"; rows: { label: string; width: number; missing: boolean }[][] }
  | { shape: "text"; text: string };
export type Point = [number, number];
/// A mark; its look is its class.
export type SceneMark = { look: string } & (
  | { form: "circle"; at: Point; radius: number }
  | { form: "rect"; at: Point; size: Point; round: number }
  | { form: "polygon"; corners: Point[] }
  | { form: "line"; from: Point; to: Point; bend: number; arrow: boolean; ends: [number | null, number | null] }
  | { form: "text"; at: Point; text: string; anchor: "start" | "middle" | "end" }
);
export type ScenePart = { spot: Spot | null; label: string; name?: string; at: Point; marks: SceneMark[] };
/// The same as marks at places: `Scene` of cg-plot/src/scene.
export type Scene = { view: [number, number, number, number]; border: number; parts: ScenePart[] };
export type Mark =
  | { mark: "dominated"; by: string; latex: string | null }
  | { mark: "reversible"; through: string; latex: string | null; replacements: string[] };
export type Move = {
  part: number;
  name: string;
  becomes: string;
  after: string;
  touched: Spot[];
  named: Spot[];
  value: Known<Value>;
  wins: Known<boolean>;
  draws: boolean;
  /// The same player moves again.
  again: boolean;
  /// Left's points less Right's at the end, where points decide.
  score: string | null;
  mark: Mark | null;
};
export type Part = {
  text: string;
  minus: boolean;
  ruleset: {
    function: string;
    title: string;
    rules: string;
    parameters: string;
    board: string;
    letters: string;
  } | null;
  drawing: Drawing | null;
  scene: Scene | null;
  value: Known<Value>;
  /// What walls tell of its mean and temperature, where its value is not known.
  heat: string[];
};
export type Sides<T> = { left: T; right: T };
export type Player = "left" | "right";
export type Explored = {
  text: string;
  parts: Part[];
  value: Known<Value>;
  outcome: Known<string>;
  /// Who wins when Left and when Right moves first.
  winners: Sides<Known<Player | "draw">>;
  moves: Sides<Move[]>;
  unlisted: Sides<number>;
  /// Points decide.
  scored: boolean;
};
export type Corner = { value: string; temperature: string; at: [number, number] };
export type Thermograph = {
  shown: string;
  mean: string;
  temperature: string;
  walls: Sides<Corner[]>;
};
export type Texts = { latex: Known<string>; shown: Known<string>; paper: Known<string> };
export type Item =
  | Item[]
  | { kind: "game" | "loopy"; text: Texts }
  | { kind: "integer"; text: string }
  | { kind: "truth"; value: boolean }
  | { kind: "outcome"; letter: string | null; value: string }
  | { kind: "string" | "rational"; value: string }
  | { kind: "function" };
export type Winning = { from: string; to: string; values?: [Texts, Texts]; leaves: Texts };
export type Reply = {
  kind: string;
  shown: string;
  statement?: string;
  claim?: string;
  seconds?: number;
  text?: Texts | string;
  outcome?: Known<string>;
  subgroup?: string | null;
  items?: Item[];
  value?: boolean | string;
  lines?: string[];
  winning_moves?: { left: Winning[]; right: Winning[]; unlisted: string[] };
  best_moves?: { left: Winning[]; right: Winning[]; unlisted: string[] };
  error?: { code: string; message: string; help: string | null; line: number; column: number };
};
/// What exploring a position is to find out: who wins, or all values too.
export type Goal = "decided" | "valued";
export type Line =
  | { line: "reply"; reply: Reply; place: Place | null }
  | { line: "defined"; names: string[] }
  | { line: "cut"; shown: string; bytes: number }
  | { line: "explored"; explored: Explored }
  | { line: "thermographs"; list: Known<Thermograph>[] }
  | { line: "picture"; name: string; svg: string }
  | { line: "pieces"; pieces: (Place & { kind: string })[] }
  | { line: "completion"; start: number; words: { shown: string; text: string }[] }
  | { line: "help"; topics: { usage: string; text: string }[]; pages: { title: string; topics: string[] }[] }
  | { line: "progress"; seconds: number; games: number; memory: number; depth: number }
  | { line: "failed"; message: string; place: Place | null }
  | { line: "end"; answers: number; errors: number; limit: boolean; interrupted: boolean };
export type Question =
  | { ask: "run"; program: string }
  | { ask: "explore"; text: string; goal: Goal; budget: number }
  | { ask: "thermographs"; games: string[] }
  | { ask: "picture"; kind: string; text: string }
  | { ask: "pieces"; text: string }
  | { ask: "complete"; text: string; cursor: number }
  | { ask: "help"; topic: string };
export type Ruleset = {
  function: string;
  title: string;
  rules: string;
  format: string;
  example: string;
  /// The position with which a game begins, and its drawing.
  start: string;
  scene: Scene;
};

/// The part, if it is known.
export function known<T>(part: Known<T> | undefined | null): T | undefined {
  if (part === undefined || part === null) return undefined;
  if (typeof part === "object" && "error" in (part as object)) return undefined;
  return part as T;
}

/// Why a part is not known.
export function reason(part: Known<unknown> | undefined): string {
  const fault = part as { error?: { message: string } } | undefined;
  return fault?.error?.message ?? "";
}

/// Whether more time or memory may give it.
export function isLimit(part: Known<unknown> | undefined): boolean {
  return (part as { error?: { limit: boolean } } | undefined)?.error?.limit ?? true;
}

/// The question failed; the message says why, and what to do.
export class Failed extends Error {
  constructor(message: string, readonly place: Place | null = null, readonly stopped = false) {
    super(message);
  }
}

export type Status = "opening" | "ready" | "lost" | "no-token" | "refused";

/// What a calculator says of itself first.
export type Welcome = { rulesets: Ruleset[]; version: string };

export abstract class Server {
  status: Status = "opening";
  message = "";
  rulesets: Ruleset[] = [];
  version = "";
  /// The session is not the one that the outputs on the page come from.
  fresh = true;
  /// The address of a page that everybody can open; nothing where there is none.
  publicPage = "";
  private listeners: (() => void)[] = [];

  /// What a question fails with when no answer comes.
  protected abstract readonly lost: string;

  /// Opens a session, or takes up the one that this tab had; then stays with it.
  abstract start(): Promise<void>;

  /// Asks, and gives the lines of the answer as they come. Aborting withdraws this question, and no other.
  abstract ask(question: Question, signal?: AbortSignal): AsyncGenerator<Line>;

  /// Stops what is computed, and forgets what waits.
  abstract interrupt(): Promise<void>;

  /// Takes the place of the session that has been idle longest, at the next try.
  takeOver() {}

  listen(listener: () => void) {
    this.listeners.push(listener);
  }

  protected set(status: Status, message = "") {
    this.status = status;
    this.message = message;
    this.listeners.forEach((listener) => listener());
  }

  /// The lines of a kind in an answer, as they come.
  async *each<K extends Line["line"]>(question: Question, kind: K, signal?: AbortSignal): AsyncGenerator<Extract<Line, { line: K }>> {
    let failed: Failed | undefined;
    let found = false;
    for await (const line of this.ask(question, signal)) {
      if (line.line === "failed") failed = new Failed(line.message, line.place);
      if (line.line === "end" && line.interrupted) failed = new Failed("stopped", null, true);
      if (line.line !== kind) continue;
      found = true;
      yield line as Extract<Line, { line: K }>;
    }
    if (failed) throw failed;
    if (!found) throw new Failed(this.lost);
  }

  /// Asks for one line of a kind: the last.
  async one<K extends Line["line"]>(question: Question, kind: K, signal?: AbortSignal): Promise<Extract<Line, { line: K }>> {
    let last: Extract<Line, { line: K }> | undefined;
    for await (const line of this.each(question, kind, signal)) last = line;
    return last!;
  }

  /// A position with its moves, after each round: the last knows most.
  async *explore(text: string, goal: Goal, budget: number, signal?: AbortSignal): AsyncGenerator<Explored> {
    for await (const { explored } of this.each({ ask: "explore", text, goal, budget }, "explored", signal)) yield explored;
  }

  /// A position with its moves, as far as it is known after so many milliseconds.
  async explored(text: string, goal: Goal, budget: number, signal?: AbortSignal): Promise<Explored> {
    return (await this.one({ ask: "explore", text, goal, budget }, "explored", signal)).explored;
  }
}

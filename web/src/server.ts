// The connection to `cg serve`: the token, the session, questions and their answers.
// The requests and answers are described in cg-serve/src/protocol.rs.

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
export type Shape =
  | { shape: "cells"; rows: string[][]; hexagons: boolean }
  | { shape: "heaps"; sizes: number[] }
  | { shape: "triangle"; rows: (string | null)[][] }
  | {
      shape: "graph";
      vertices: { name: string; label: string }[];
      edges: { from: number; to: number; label: string; directed: boolean }[];
    }
  | { shape: "cakes"; pieces: [number, number][]; cut: boolean }
  | { shape: "tiles"; rows: { label: string; width: number; missing: boolean }[][] }
  | { shape: "text"; text: string };
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
    /// The sign of a ball, where there is one: then no cell is a player's own.
    ball: string | null;
  } | null;
  shape: Shape | null;
  value: Known<Value>;
};
export type Sides<T> = { left: T; right: T };
export type Player = "left" | "right";
export type Look = {
  text: string;
  parts: Part[];
  value: Known<Value>;
  outcome: Known<string>;
  moves: Sides<Move[]>;
  unlisted: Sides<number>;
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
export type Winning = { from: string; to: string; leaves: Texts };
export type Reply = {
  kind: string;
  shown: string;
  statement?: string;
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
export type Line =
  | { line: "reply"; reply: Reply; place: Place | null }
  | { line: "defined"; names: string[] }
  | { line: "cut"; shown: string; bytes: number }
  | { line: "look"; look: Look }
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
  | { ask: "look"; text: string; budget: number }
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
  /// The drawing of the example, the signs that a cell can have, and the sign of a ball.
  shape: Shape;
  letters: string;
  ball: string | null;
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

/// The question failed; the message says why, and what to do.
export class Failed extends Error {
  constructor(message: string, readonly place: Place | null = null, readonly stopped = false) {
    super(message);
  }
}

const LOST = "The server does not answer: start `cg serve` again and open its new link. Your worksheet is kept in this browser.";

export type Status = "opening" | "ready" | "lost" | "no-token" | "refused";

export class Server {
  status: Status = "opening";
  message = "";
  rulesets: Ruleset[] = [];
  version = "";
  /// The session is not the one that the outputs on the page come from.
  fresh = true;
  private session = sessionStorage.getItem("cg.session") ?? "";
  private token = sessionStorage.getItem("cg.token") ?? "";
  private listeners: (() => void)[] = [];
  private decided: () => void = () => undefined;
  /// The next session may take the place of the one that has been idle longest.
  private takes = false;
  /// Done when it is known whether there is a session.
  private readonly known = new Promise<void>((done) => (this.decided = done));
  private readonly page = String(crypto.getRandomValues(new Uint32Array(2)));

  /// With the token of a link, or with its key, which is exchanged for the token once.
  constructor(token: string | null, private key: string | null) {
    window.addEventListener("pagehide", () => {
      // Sent though the page is gone: what it asked is not computed to the end.
      const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
      const body = JSON.stringify({ page: this.page });
      if (this.session) void fetch(`/api/session/${this.session}/leave`, { method: "POST", headers, body, keepalive: true });
    });
    if (token) {
      this.token = token;
      sessionStorage.setItem("cg.token", token);
    }
  }

  listen(listener: () => void) {
    this.listeners.push(listener);
  }

  private set(status: Status, message = "") {
    this.status = status;
    this.decided();
    this.message = message;
    this.listeners.forEach((listener) => listener());
  }

  private post(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    return fetch(`/api/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  }

  /// Opens a session, or takes up the one that this tab had; then stays with it.
  async start() {
    if (!this.token && !this.key) {
      this.set("no-token", "This page needs the link that `cg serve` prints: it holds a token.");
      return;
    }
    for (;;) {
      try {
        if (!(await this.enter()) || !(await this.stay())) return;
      } catch {
        this.set("lost", LOST);
      }
      await new Promise((done) => setTimeout(done, 1500));
    }
  }

  /// Exchanges the key for the token. False when nobody is let in.
  private async enter(): Promise<boolean> {
    if (!this.key) return true;
    const entered = await this.post("enter", { key: this.key });
    this.key = null;
    if (!entered.ok) {
      this.set("no-token", ((await entered.json()) as { message: string }).message);
      return false;
    }
    this.token = ((await entered.json()) as { token: string }).token;
    sessionStorage.setItem("cg.token", this.token);
    return true;
  }

  /// Takes the place of the session that has been idle longest, at the next try.
  takeOver() {
    this.takes = true;
  }

  private here(): Promise<Response> {
    return this.post(`session/${this.session}/here`, { page: this.page });
  }

  private async stay(): Promise<boolean> {
    let here = this.session ? await this.here() : null;
    if (here?.status === 409) {
      // The page was loaded again, and the old one has not been heard to leave yet.
      await new Promise((done) => setTimeout(done, 300));
      here = await this.here();
    }
    if (!here?.ok) {
      const opened = await this.post("session", this.takes ? { take_over: true } : undefined);
      this.takes = false;
      if (!opened.ok) {
        const said = (await opened.json()) as { message: string };
        this.set(opened.status === 401 ? "no-token" : "refused", said.message);
        return opened.status !== 401;
      }
      const welcome = (await opened.json()) as { session: string; rulesets: Ruleset[]; version: string };
      this.session = welcome.session;
      sessionStorage.setItem("cg.session", welcome.session);
      sessionStorage.setItem("cg.rulesets", JSON.stringify(welcome.rulesets));
      this.rulesets = welcome.rulesets;
      this.version = welcome.version;
      this.fresh = true;
      here = await this.here();
    } else {
      this.rulesets = JSON.parse(sessionStorage.getItem("cg.rulesets") ?? "[]") as Ruleset[];
      this.fresh = false;
    }
    this.set("ready");
    while (here.ok) {
      await new Promise((done) => setTimeout(done, 2000));
      here = await this.here();
    }
    // The session has ended: a new one is opened.
    return true;
  }

  /// Asks, and gives the lines of the answer as they come. Aborting interrupts.
  async *ask(question: Question, signal?: AbortSignal): AsyncGenerator<Line> {
    let response: Response;
    await this.known;
    if (!this.session || this.status === "no-token") throw new Failed(this.message || LOST);
    try {
      response = await this.post(`session/${this.session}/ask`, question, signal);
    } catch (error) {
      throw signal?.aborted ? new Failed("stopped", null, true) : new Failed(LOST);
    }
    if (!response.ok) {
      const text = await response.text();
      let message = `the server says ${response.status}`;
      try {
        message = (JSON.parse(text) as { message: string }).message;
      } catch {
        // Not from our handlers: a limit of the server below them.
        if (response.status === 413) message = "this is too long: a cell has at most 1 MiB";
      }
      throw new Failed(message);
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        rest += value;
        const lines = rest.split("\n");
        rest = lines.pop()!;
        for (const line of lines) if (line) yield JSON.parse(line) as Line;
      }
    } catch (error) {
      throw signal?.aborted ? new Failed("stopped", null, true) : new Failed(LOST);
    }
  }

  /// Asks for one line of a kind.
  async one<K extends Line["line"]>(
    question: Question,
    kind: K,
    signal?: AbortSignal,
  ): Promise<Extract<Line, { line: K }>> {
    let found: Extract<Line, { line: K }> | undefined;
    let failed: Failed | undefined;
    for await (const line of this.ask(question, signal)) {
      if (line.line === kind) found = line as Extract<Line, { line: K }>;
      if (line.line === "failed") failed = new Failed(line.message, line.place);
      if (line.line === "end" && line.interrupted) failed = new Failed("stopped", null, true);
    }
    if (failed) throw failed;
    if (!found) throw new Failed(LOST);
    return found;
  }

  async interrupt() {
    await this.post(`session/${this.session}/interrupt`).catch(() => undefined);
  }
}

// The calculator in workers of the page: no server is asked.
//
// One worker computes. A worker cannot be stopped while it computes, so it is ended, and another one begins with the
// definitions. A second worker answers the editor, which does not wait for a computation: it knows the names alone.

import { Failed, type Line, type Question, Server, type Welcome } from "./server";
import type { Kept, Limits, Order, Said } from "./worker";

const LOST = "The calculator came to its end: it has no memory left, or this is a fault of it, which please report. It starts anew, with your definitions.";
const INTERRUPTED = "interrupted: the calculator starts anew, with the definitions of earlier cells";
const KEPT = "cg.kept";
const LIMITS: Limits = { memory: 2 ** 30, seconds: 60 };

/// Where the parts of the calculator come from.
export type Parts = {
  /// The module, packed by gzip.
  packed(): Promise<Response>;
  /// A new worker.
  worker(): Worker;
};

/// How an order ended.
type End = "done" | "stopped" | "dead";
type Job = { order: Order; say: (line: string) => void; end: (how: End, kept?: Kept | null) => void };

const nothing = () => undefined;

/// Orders to a worker, one after another.
class Desk {
  private module: WebAssembly.Module | null = null;
  private worker: Worker | null = null;
  /// What brings a new worker to where the one before was; then what is asked.
  private first: Job[] = [];
  private waiting: Job[] = [];
  private current: Job | null = null;
  /// Whether the current order is one of those that bring a new worker to where the one before was.
  private isRestoring = false;

  constructor(
    private readonly parts: Parts,
    /// The program with which a worker begins.
    private readonly program: () => string,
    /// A worker has begun, or it cannot.
    private readonly began: (welcome: Welcome | null) => void,
    /// Whether what is computed and is no longer wanted is awaited: it takes no time.
    private readonly patient: boolean,
  ) {}

  /// Begins with a new worker. What waits goes on waiting.
  begin(module = this.module, program = this.program()) {
    this.module = module;
    if (!module) return;
    this.worker?.terminate();
    const worker = (this.worker = this.parts.worker());
    // One that was ended may still have said something.
    worker.onmessage = ({ data }) => this.worker === worker && this.heard(data as Said);
    worker.onerror = (event) => this.worker === worker && this.heard({ dead: event.message });
    this.current = null;
    let welcome: Welcome | null = null;
    const greeted = (how: End) => this.began(how === "done" ? welcome : null);
    this.first = [{ order: { module, limits: LIMITS }, say: (line) => (welcome = JSON.parse(line) as Welcome), end: greeted }];
    // Definitions with which no worker can begin are left out.
    const defined = (how: End) => how === "dead" && this.begin(module, "");
    if (program) this.first.push({ order: { question: { ask: "run", program } }, say: nothing, end: defined });
    this.next();
  }

  ask(question: Question, say: Job["say"], end: Job["end"]): Job {
    const job = { order: { question }, say, end };
    this.waiting.push(job);
    this.next();
    return job;
  }

  /// Forgets an order that waits; ends the worker for one that is being carried out.
  withdraw(job: Job) {
    this.waiting = this.waiting.filter((it) => it !== job);
    const { end } = job;
    job.say = job.end = nothing;
    if (this.current === job && !this.patient) this.begin();
    end("stopped");
  }

  /// Ends what is computed, and forgets what waits.
  interrupt() {
    const asked = this.current && !this.isRestoring ? [this.current, ...this.waiting] : this.waiting;
    this.waiting = [];
    for (const job of asked) this.withdraw(job);
  }

  private next() {
    if (this.current || !this.worker) return;
    this.isRestoring = this.first.length > 0;
    this.current = this.first.shift() ?? this.waiting.shift() ?? null;
    if (this.current) this.worker.postMessage(this.current.order);
  }

  private heard(said: Said) {
    const job = this.current;
    if (!job) return;
    if ("line" in said) return job.say(said.line);
    this.current = null;
    if ("done" in said) {
      job.end("done", said.done);
      return this.next();
    }
    const isRestoring = this.isRestoring;
    this.worker?.terminate();
    this.worker = null;
    job.end("dead");
    if (!isRestoring) this.begin();
  }
}

/// What the editor asks, and what needs no definition to be computed.
const isQuick = ({ ask }: Question) => ask === "pieces" || ask === "complete" || ask === "help";

export class LocalServer extends Server {
  protected readonly lost = LOST;
  /// The definitions: a worker that begins is given them, and so is the page when it is loaded again.
  private kept: Kept = { program: "", names: "" };
  private readonly module: Promise<WebAssembly.Module>;
  private readonly computing: Desk;
  private readonly editing: Desk;

  /// A board alone has no definitions, and no editor.
  constructor(parts: Parts, isBoard = false) {
    super();
    const before = isBoard ? null : sessionStorage.getItem(KEPT);
    if (before) this.kept = JSON.parse(before) as Kept;
    this.fresh = !before;
    const named = document.querySelector<HTMLMetaElement>("meta[name=cg-public]")?.content;
    this.publicPage = named || (location.protocol === "file:" ? "" : location.origin + location.pathname);
    this.module = unpacked(parts.packed());
    const began = (welcome: Welcome | null) => {
      if (!welcome) return this.set("lost", "The calculator cannot begin: load the page again, in a browser of the middle of 2024 or later.");
      if (this.status === "ready") return;
      this.rulesets = welcome.rulesets;
      this.version = welcome.version;
      this.set("ready");
      this.fresh = false;
    };
    this.computing = new Desk(parts, () => this.kept.program, began, false);
    this.editing = isBoard ? this.computing : new Desk(parts, () => this.kept.names, nothing, true);
  }

  private keep(now: Kept) {
    const { names } = this.kept;
    this.kept = now;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(now));
    } catch {
      // There is no room: the names are gone when the page is loaded again.
      sessionStorage.removeItem(KEPT);
    }
    if (now.names === names) return;
    if (now.names.startsWith(names)) this.editing.ask({ ask: "run", program: now.names.slice(names.length) }, nothing, nothing);
    else this.editing.begin();
  }

  async start() {
    try {
      const module = await this.module;
      this.computing.begin(module);
      if (this.editing !== this.computing) this.editing.begin(module);
    } catch (error) {
      this.set("lost", `The calculator cannot be loaded (${String(error)}): load the page again.`);
    }
  }

  async *ask(question: Question, signal?: AbortSignal): AsyncGenerator<Line> {
    if (signal?.aborted) throw new Failed("stopped", null, true);
    const desk = isQuick(question) ? this.editing : this.computing;
    const lines: Line[] = [];
    let wake = nothing as () => void;
    let ended: End | undefined;
    const say = (line: string) => {
      lines.push(JSON.parse(line) as Line);
      wake();
    };
    const end = (how: End, kept?: Kept | null) => {
      ended = how;
      if (kept) this.keep(kept);
      wake();
    };
    const job = desk.ask(question, say, end);
    const withdraw = () => desk.withdraw(job);
    signal?.addEventListener("abort", withdraw);
    try {
      for (;;) {
        while (lines.length) yield lines.shift()!;
        if (ended) break;
        await new Promise<void>((done) => (wake = done));
      }
    } finally {
      signal?.removeEventListener("abort", withdraw);
      // Nobody listens any more.
      if (!ended) withdraw();
    }
    if (signal?.aborted) throw new Failed("stopped", null, true);
    if (ended === "dead") throw new Failed(LOST);
    if (ended === "stopped") {
      yield { line: "failed", message: INTERRUPTED, place: null };
      yield { line: "end", answers: 0, errors: 1, limit: false, interrupted: true };
    }
  }

  async interrupt() {
    this.computing.interrupt();
  }
}

/// The module, unpacked and compiled while it comes.
async function unpacked(packed: Promise<Response>): Promise<WebAssembly.Module> {
  const response = await packed;
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const plain = response.body!.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "content-type": "application/wasm" } }));
}

// The worker in which the module of `cg-wasm` answers. It takes one order at a time, and says each line as it comes.

import type { Question } from "./server";

/// What the module gives and takes; cg-wasm/README.md describes it.
type Module = {
  memory: WebAssembly.Memory;
  cg_start(memory: number, seconds: number): void;
  cg_room(length: number): number;
  cg_ask(at: number, length: number): void;
  cg_kept(): void;
  cg_progress(seconds: number): void;
};

/// The limits of a statement: bytes, and seconds.
export type Limits = { memory: number; seconds: number };
/// The definitions of the calculator as a program, and a program of the same names that computes nothing.
export type Kept = { program: string; names: string };
/// To start with a module, or to answer a question.
export type Order = { module: WebAssembly.Module; limits: Limits } | { question: Question };
/// A line of JSON; the end of an order, with what is kept then if a program was run; or the end of the module.
export type Said = { line: string } | { done: Kept | null } | { dead: string };

/// The milliseconds between two lines of progress.
const PACE = 200;

const say = (said: Said) => postMessage(said);
let module: Module;
let take = (line: string) => say({ line });
/// When the order came, and when progress was told last.
let began = 0;
let told = 0;

const env = {
  cg_line: (at: number, length: number) => take(new TextDecoder().decode(new Uint8Array(module.memory.buffer, at, length))),
  // The module asks for the time again and again while it computes: then progress can be told.
  cg_now: () => {
    const now = performance.now();
    if (now - told > PACE) {
      told = now;
      module.cg_progress((now - began) / 1000);
    }
    return now;
  },
};

function kept(): Kept {
  let all = "";
  take = (line) => (all = line);
  module.cg_kept();
  take = (line) => say({ line });
  return JSON.parse(all) as Kept;
}

async function obey(order: Order) {
  began = told = performance.now();
  if ("module" in order) {
    module = (await WebAssembly.instantiate(order.module, { env })).exports as unknown as Module;
    module.cg_start(order.limits.memory, order.limits.seconds);
  } else {
    const bytes = new TextEncoder().encode(JSON.stringify(order.question));
    const at = module.cg_room(bytes.length);
    new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
    module.cg_ask(at, bytes.length);
  }
  told = Infinity;
  say({ done: "question" in order && order.question.ask === "run" ? kept() : null });
}

onmessage = ({ data }) => void obey(data as Order).catch((error: unknown) => say({ dead: String(error) }));

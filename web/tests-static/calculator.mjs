// The module of the page without a server, on its own.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { STATIC } from "../tests/host.mjs";

/// The module without a page: `ask` gives the lines of an answer.
export function calculator({ memory = 2 ** 30, seconds = 60 } = {}) {
  let lines = [];
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(it.memory.buffer, at, length));
  const env = { cg_now: () => performance.now(), cg_line: (at, length) => lines.push(JSON.parse(text(at, length))) };
  const module = new WebAssembly.Module(gunzipSync(readFileSync(`${STATIC}/cg.packed`)));
  const it = new WebAssembly.Instance(module, { env }).exports;
  const said = (act) => {
    lines = [];
    act();
    return lines;
  };
  const ask = (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    return said(() => {
      const at = it.cg_room(bytes.length);
      new Uint8Array(it.memory.buffer, at, bytes.length).set(bytes);
      it.cg_ask(at, bytes.length);
    });
  };
  const [welcome] = said(() => it.cg_start(memory, seconds));
  return { welcome, ask, run: (program) => ask({ ask: "run", program }), kept: () => said(it.cg_kept)[0] };
}

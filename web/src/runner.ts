// Runs cells in turn; what is stopped stops those behind it.

import { type Failed, type Line, type Server } from "./server";
import type { Cell, Output, Sheet } from "./sheet";

export type Busy = { seconds: number; games: number; memory: number };

/// What a line of an answer leaves in the cell.
function output(line: Line): Output | null {
  switch (line.line) {
    case "reply": return { kind: "reply", reply: line.reply, place: line.place };
    case "cut": return { kind: "cut", shown: line.shown, bytes: line.bytes };
    case "picture": return { kind: "picture", name: line.name, svg: line.svg };
    case "defined": return { kind: "defined", names: line.names };
    case "failed": return { kind: "failed", message: line.message };
    default: return null;
  }
}

export class Runner {
  private waiting: Cell[] = [];
  private abort: AbortController | null = null;
  busy: Busy | null = null;
  current: Cell | null = null;
  constructor(
    private readonly server: Server,
    private readonly sheet: Sheet,
    /// A line that the page itself answers, like `:help cool`.
    private readonly own: (program: string) => boolean,
    /// A cell has its answers.
    private readonly done: (cell: Cell) => void,
  ) {}

  /// Runs cells, in this order: whatever stands behind one that runs may use its names, and runs after it.
  run(cells: Cell[]) {
    let anew = false;
    for (const cell of cells) {
      if (cell.kind !== "code" || !cell.text.trim()) continue;
      const queued = this.waiting.indexOf(cell);
      if (!anew && (queued >= 0 || (cell.state === "running" && cell.ran === cell.text))) continue;
      anew = true;
      if (queued >= 0) this.waiting.splice(queued, 1);
      this.waiting.push(cell);
      if (cell.state === "running") continue;
      cell.state = "waiting";
      this.sheet.touched(cell);
    }
    if (!this.current) void this.work();
  }

  /// Stops by a second request; when that does not arrive, the connection is cut.
  async stop() {
    for (const cell of this.waiting.splice(0)) {
      if (cell !== this.current) cell.state = "idle";
      this.sheet.touched(cell);
    }
    const abort = this.abort;
    await this.server.interrupt();
    setTimeout(() => this.abort === abort && abort?.abort(), 3000);
  }

  private async work() {
    for (let cell = this.waiting.shift(); cell; cell = this.waiting.shift()) {
      this.current = cell;
      this.abort = new AbortController();
      cell.state = "running";
      cell.outputs = [];
      cell.ran = cell.text;
      delete cell.stale;
      this.sheet.touched(cell);
      // A list of its own for each change: so it is seen that it is another.
      const add = (it: Output) => (cell.outputs = [...cell.outputs, it]);
      try {
        if (!this.own(cell.text))
          for await (const line of this.server.ask({ ask: "run", program: cell.text }, this.abort.signal)) {
            const found = output(line);
            // What a cell defines stands before what it answers.
            if (found?.kind === "defined") cell.outputs = [found, ...cell.outputs];
            else if (found) add(found);
            if (line.line === "progress") this.busy = line;
            this.sheet.touched(cell);
          }
      } catch (error) {
        add({ kind: "failed", message: (error as Failed).message });
      }
      cell.state = "idle";
      this.busy = null;
      this.sheet.touched(cell);
      this.done(cell);
    }
    this.current = null;
    this.abort = null;
  }
}

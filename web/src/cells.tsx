// The cells of the worksheet: an editor with answers below it, or text.

import type { EditorView } from "@codemirror/view";
import { options } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { editor, recolour, underline } from "./editor";
import { Markdown } from "./markdown";
import type { Runner } from "./runner";
import type { Server } from "./server";
import type { Cell, Sheet } from "./sheet";
import { Still } from "./still";
import { Exercise, exerciseOf } from "./exercise";
import { Slider, sliderOf, slid, usersOf } from "./slider";
import { type Openers, Outputs } from "./values";

/// What all cells work with; it stays the same.
export type Desk = { server: Server; sheet: Sheet; runner: Runner; openers: Openers; inputs: Inputs };

const editors = new Map<Cell, EditorView>();

/// What was run in this tab.
export class Inputs {
  readonly all: string[] = JSON.parse(sessionStorage.getItem("cg.inputs") ?? "[]") as string[];

  remember(text: string) {
    if (!text.trim() || this.all.at(-1) === text) return;
    this.all.push(text);
    if (this.all.length > 200) this.all.shift();
    sessionStorage.setItem("cg.inputs", JSON.stringify(this.all));
  }
}

/// What was typed before the server was there has its colours now.
export function recolourAll() {
  for (const view of editors.values()) view.dispatch({ effects: recolour.of(null) });
}

/// Underlines what the errors of a cell are about, unless other text stands there by now.
export function underlineErrors(cell: Cell) {
  const view = editors.get(cell);
  if (!view || view.state.doc.toString() !== cell.text) return;
  underline(view, cell.outputs.flatMap((it) => (it.kind === "reply" && it.place ? [{ place: it.place, message: it.reply.error!.message }] : [])));
}

/// Writes into the last cell when it is empty, else into a new one.
export function write(sheet: Sheet, text: string): Cell {
  const last = sheet.cells.at(-1);
  if (last?.kind !== "code" || last.text) return sheet.add(null, "code", text);
  editors.get(last)?.dispatch({ changes: { from: 0, insert: text } });
  last.text = text;
  return last;
}

/// Makes a change, and shows it before the next key is read.
function atOnce(change: () => void) {
  const before = options.debounceRendering;
  options.debounceRendering = (process) => process();
  try {
    change();
  } finally {
    if (before) options.debounceRendering = before;
    else delete options.debounceRendering;
  }
}

function focusNext(sheet: Sheet, cell: Cell, by: number): boolean {
  const cells = sheet.cells.filter((it) => it.kind === "code");
  const view = editors.get(cells[cells.indexOf(cell) + by]!);
  view?.focus();
  view?.dom.closest(".cell")?.scrollIntoView({ block: "nearest" });
  return Boolean(view);
}

function CodeCell({ cell, number, desk: { server, sheet, runner, openers, inputs } }: { cell: Cell; number: number; desk: Desk }) {
  const place = useRef<HTMLDivElement>(null);
  // Answers push what is below them down: where the cursor is stays in sight.
  useLayoutEffect(() => {
    const below = place.current?.closest(".cell")?.nextElementSibling;
    if (cell.outputs.length && below?.contains(document.activeElement)) below.scrollIntoView({ block: "nearest" });
  }, [cell.outputs]);
  // Before the next paint: what is typed after Shift+Enter goes into the next cell.
  useLayoutEffect(() => {
    let recalled = inputs.all.length;
    const view = editor(place.current!, cell.text, `cell ${number}`, server, {
      changed: (text) => {
        const before = [isOld(cell), sliderOf(cell.text)?.value];
        cell.text = text;
        // Most keys change nothing but the text, which the editor shows already.
        if (before[0] !== isOld(cell) || before[1] !== sliderOf(text)?.value) sheet.touched(cell);
        else sheet.typed();
      },
      run: () => {
        inputs.remember(cell.text);
        runner.run([cell]);
        atOnce(() => {
          if (sheet.cells.at(-1) === cell) sheet.add(cell, "code");
        });
        focusNext(sheet, cell, 1);
      },
      leave: (by) => focusNext(sheet, cell, by),
      recall: (by) => {
        const to = recalled + by;
        if (to < 0 || to > inputs.all.length) return null;
        recalled = to;
        return inputs.all[to] ?? "";
      },
    });
    editors.set(cell, view);
    return () => {
      editors.delete(cell);
      view.destroy();
    };
  }, [cell]);
  const slide = (value: number) => {
    const view = editors.get(cell)!;
    const text = slid(cell.text, value);
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    runner.run(usersOf(sheet.cells, cell, sliderOf(text)!.name));
  };
  const running = cell.state === "running";
  return (
    <>
      <div class="input"><div ref={place} class="editor" /></div>
      <Slider text={cell.text} slide={slide} />
      <div class="output" aria-live="polite" aria-busy={running}>
        <Outputs outputs={cell.outputs} openers={openers} />
        {cell.stale && cell.outputs.length > 0 && <p class="note">This answer is from an earlier session: run the cell to have its names again.</p>}
        {isOld(cell) && cell.state === "idle" && <p class="note">The cell was changed since.</p>}
        {cell.state === "waiting" && <p class="note" role="status">waiting</p>}
        {running && (
          <p class="progress" role="status">
            {runner.busy && runner.busy.seconds > 0.3 ? `${runner.busy.seconds.toFixed(1)} s, ${runner.busy.games.toLocaleString("en")} games, ${(runner.busy.memory / 2 ** 20).toFixed(0)} MiB` : "running"}{" "}
            <button onClick={() => void runner.stop()}>Stop</button>
          </p>
        )}
      </div>
    </>
  );
}

/// The answers are those of another text.
const isOld = (cell: Cell) => cell.outputs.length > 0 && cell.ran !== undefined && cell.ran !== cell.text;

function TextCell({ cell, desk: { sheet, server } }: { cell: Cell; desk: Desk }) {
  const [editing, setEditing] = useState(!cell.text);
  const place = useRef<HTMLTextAreaElement>(null);
  useEffect(() => place.current?.focus(), [editing]);
  const exercise = exerciseOf(cell.text);
  if (!editing)
    return (
      <div class="prose" onDblClick={() => setEditing(true)}>
        {exercise ? <Exercise server={server} {...exercise} /> : <Markdown text={cell.text || "(empty)"} />}
        <button class="plain edit-text" onClick={() => setEditing(true)}>Edit text</button>
      </div>
    );
  return (
    <textarea ref={place} aria-label="text" rows={Math.max(3, cell.text.split("\n").length + 1)} value={cell.text}
      placeholder={"Text: # Title, **bold**, *italics*, `code`, $\\frac12$, [a link](https://…), lists with -; exercise: a question, and below it answer: its value"}
      onInput={(event) => { cell.text = event.currentTarget.value; sheet.typed(); }}
      onKeyDown={(event) => { if (event.key === "Escape" || (event.key === "Enter" && event.shiftKey)) { event.preventDefault(); setEditing(false); } }}
      onBlur={() => cell.text && setEditing(false)} />
  );
}

function CellView({ cell, at, last, desk }: { cell: Cell; at: number; last: boolean; desk: Desk }) {
  const { sheet, runner } = desk;
  const [, show] = useReducer((it: number) => it + 1, 0);
  useLayoutEffect(() => sheet.watch(cell, () => show(0)), [cell]);
  return (
    <section class={`cell ${cell.kind} ${cell.state}`} aria-label={`cell ${at + 1}`}>
      {cell.kind === "code" ? <CodeCell cell={cell} desk={desk} number={at + 1} /> : <TextCell cell={cell} desk={desk} />}
      <div class="cell-tools">
        {cell.kind === "code" && <button aria-label={`run cell ${at + 1}`} title="Run (Shift+Enter)" onClick={() => { desk.inputs.remember(cell.text); runner.run([cell]); }}>▶</button>}
        <button aria-label={`move cell ${at + 1} up`} title="Up" disabled={at === 0} onClick={() => sheet.move(cell, -1)}>↑</button>
        <button aria-label={`move cell ${at + 1} down`} title="Down" disabled={last} onClick={() => sheet.move(cell, 1)}>↓</button>
        <button aria-label={`remove cell ${at + 1}`} title="Remove" onClick={() => sheet.remove(cell)}>×</button>
      </div>
    </section>
  );
}

/// A text cell at the end: before the cell that waits there for an expression.
function addText(sheet: Sheet) {
  const last = sheet.cells.at(-1);
  const waits = last?.kind === "code" && !last.text.trim();
  const fresh = sheet.add(null, "text");
  if (waits) sheet.move(fresh, -1);
}

/// All cells. One that changes is drawn alone.
export function Cells({ desk }: { desk: Desk }) {
  const [, show] = useReducer((it: number) => it + 1, 0);
  useLayoutEffect(() => desk.sheet.listen(() => show(0)), [desk]);
  const { cells } = desk.sheet;
  return (
    <>
      {cells.map((cell, at) => {
        const last = at === cells.length - 1;
        return <Still key={cell.id} of={[cell, at, last]}>{() => <CellView cell={cell} at={at} last={last} desk={desk} />}</Still>;
      })}
      <div class="more">
        <button onClick={() => desk.sheet.add(null, "code")}>+ Cell</button>
        <button onClick={() => addText(desk.sheet)}>+ Text</button>
      </div>
    </>
  );
}

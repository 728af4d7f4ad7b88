// The worksheet: cells on one side; help, explorer, boards and plots on the other.

import "katex/dist/katex.min.css";
import "./style.css";
import type { EditorView } from "@codemirror/view";
import { options, render } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { Boards } from "./boards";
import { editor, recolour, underline } from "./editor";
import { save } from "./export";
import { Explorer } from "./explorer";
import { Help, Markdown } from "./help";
import { Picture, Sequence, Thermographs } from "./plots";
import { Failed, Server } from "./server";
import { type Cell, Sheet, fromFile, fromLink, toFile, toLink } from "./sheet";
import { type Openers, Outputs } from "./values";

const fragment = new URLSearchParams(location.hash.slice(1));
// Token and key leave the address: they would be copied with it.
history.replaceState(null, "", location.pathname);

const server = new Server(fragment.get("token"), fragment.get("key"));
const sheet = new Sheet();
const inputs: string[] = JSON.parse(sessionStorage.getItem("cg.inputs") ?? "[]") as string[];
const editors = new Map<number, EditorView>();

function remember(text: string) {
  if (!text.trim() || inputs.at(-1) === text) return;
  inputs.push(text);
  if (inputs.length > 200) inputs.shift();
  sessionStorage.setItem("cg.inputs", JSON.stringify(inputs));
}

type Busy = { seconds: number; games: number; memory: number };

/// Runs cells in turn; what is stopped stops those behind it.
class Runner {
  private waiting: Cell[] = [];
  private abort: AbortController | null = null;
  busy: Busy | null = null;
  current: Cell | null = null;
  constructor(private readonly help: (topic: string) => void, private readonly show: () => void) {}

  run(cells: Cell[]) {
    for (const cell of cells) {
      if (cell.kind !== "code" || cell.state !== "idle" || !cell.text.trim()) continue;
      cell.state = "waiting";
      remember(cell.text);
      this.waiting.push(cell);
    }
    sheet.changed();
    if (!this.current) void this.work();
  }

  /// Stops by a second request; when that does not arrive, the connection is cut.
  async stop() {
    for (const cell of this.waiting.splice(0)) cell.state = "idle";
    const abort = this.abort;
    await server.interrupt();
    setTimeout(() => this.abort === abort && abort?.abort(), 3000);
    sheet.changed();
  }

  private async work() {
    for (let cell = this.waiting.shift(); cell; cell = this.waiting.shift()) {
      this.current = cell;
      this.abort = new AbortController();
      cell.state = "running";
      cell.outputs = [];
      delete cell.stale;
      sheet.changed();
      const topic = cell.text.match(/^\s*:help(?:\s+(.*\S))?\s*$/)?.[1];
      try {
        if (/^\s*:help\b[^\n]*$/.test(cell.text)) this.help(topic ?? "");
        else
          for await (const line of server.ask({ ask: "run", program: cell.text }, this.abort.signal)) {
            if (line.line === "reply") cell.outputs.push({ kind: "reply", reply: line.reply, place: line.place });
            if (line.line === "cut") cell.outputs.push({ kind: "cut", shown: line.shown, bytes: line.bytes });
            if (line.line === "picture") cell.outputs.push({ kind: "picture", name: line.name, svg: line.svg });
            if (line.line === "failed") cell.outputs.push({ kind: "failed", message: line.message });
            this.busy = line.line === "progress" ? line : this.busy;
            if (line.line === "progress") this.show();
            else sheet.changed();
          }
      } catch (error) {
        cell.outputs.push({ kind: "failed", message: (error as Failed).message });
      }
      cell.state = "idle";
      this.busy = null;
      const errors = cell.outputs.flatMap((it) =>
        it.kind === "reply" && it.place ? [{ place: it.place, message: it.reply.error!.message }] : [],
      );
      const view = editors.get(cell.id);
      if (view && view.state.doc.toString() === cell.text) underline(view, errors);
      sheet.changed();
    }
    this.current = null;
    this.abort = null;
    this.show();
  }
}

type Panel = "help" | "explorer" | "boards" | "plot" | "history";
const TITLES: Record<Panel, string> = { help: "Help", explorer: "Explorer", boards: "Boards", plot: "Plot", history: "History" };

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

function CodeCell({ cell, number, runner, openers, focusNext }: { cell: Cell; number: number; runner: Runner; openers: Openers; focusNext: (cell: Cell, by: number) => boolean }) {
  const place = useRef<HTMLDivElement>(null);
  // Before the next paint: what is typed after Shift+Enter goes into the next cell.
  useLayoutEffect(() => {
    let recalled = inputs.length;
    const view = editor(place.current!, cell.text, `cell ${number}`, server, {
      changed: (text) => {
        cell.text = text;
        sheet.changed();
      },
      run: () => {
        runner.run([cell]);
        atOnce(() => {
          if (sheet.cells.at(-1) === cell) sheet.add(cell, "code");
        });
        focusNext(cell, 1);
      },
      leave: (by) => focusNext(cell, by),
      recall: (by) => {
        const to = recalled + by;
        if (to < 0 || to > inputs.length) return null;
        recalled = to;
        return inputs[to] ?? "";
      },
    });
    editors.set(cell.id, view);
    return () => {
      editors.delete(cell.id);
      view.destroy();
    };
  }, [cell]);
  const running = cell.state === "running";
  return (
    <>
      <div class="input"><div ref={place} class="editor" /></div>
      <div class="output" aria-live="polite" aria-busy={running}>
        <Outputs outputs={cell.outputs} openers={openers} />
        {cell.stale && cell.outputs.length > 0 && <p class="note">This answer is from an earlier session: run the cell to have its names again.</p>}
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

function TextCell({ cell }: { cell: Cell }) {
  const [editing, setEditing] = useState(!cell.text);
  if (!editing)
    return (
      <div class="prose" onDblClick={() => setEditing(true)}>
        <Markdown text={cell.text || "(empty)"} open={() => undefined} run={() => undefined} />
        <button class="plain" onClick={() => setEditing(true)}>Edit text</button>
      </div>
    );
  return (
    <textarea aria-label="text" rows={Math.max(2, cell.text.split("\n").length)} value={cell.text} autofocus
      onInput={(event) => { cell.text = event.currentTarget.value; sheet.changed(); }}
      onKeyDown={(event) => { if (event.key === "Escape" || (event.key === "Enter" && event.shiftKey)) { event.preventDefault(); setEditing(false); } }}
      onBlur={() => cell.text && setEditing(false)} />
  );
}

function App() {
  const [, show] = useReducer((it: number) => it + 1, 0);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [topic, setTopic] = useState("");
  const [explored, setExplored] = useState<string[]>([]);
  const [board, setBoard] = useState("");
  const [plotted, setPlotted] = useState<{ games: string[] } | { values: number[]; name: string } | { kind: string; game: string } | null>(null);
  const [said, setSaid] = useState("");
  const [sharing, setSharing] = useState("");
  const [pasting, setPasting] = useState(false);
  const help = (topic: string) => {
    setTopic(topic);
    setPanel("help");
  };
  const [runner] = useState(() => new Runner(help, () => show(0)));
  useEffect(() => {
    sheet.listen(() => show(0));
    server.listen(() => {
      if (server.status === "ready" && server.fresh) for (const cell of sheet.cells) cell.stale = true;
      // What was typed before the server was there has its colours now.
      if (server.status === "ready") for (const view of editors.values()) view.dispatch({ effects: recolour.of(null) });
      show(0);
    });
    const shared = fragment.get("sheet");
    if (shared) openShared(shared);
    void server.start();
    const keys = (event: KeyboardEvent) => {
      // Ctrl+C stops, unless something is selected to be copied.
      if (event.ctrlKey && event.key === "c" && runner.current && !String(getSelection())) {
        event.preventDefault();
        void runner.stop();
      }
    };
    const leaving = () => sheet.keep();
    // A link that is pasted into the address of an open worksheet.
    const pasted = () => {
      const shared = new URLSearchParams(location.hash.slice(1)).get("sheet");
      history.replaceState(null, "", location.pathname);
      if (shared) openShared(shared);
    };
    window.addEventListener("hashchange", pasted);
    window.addEventListener("keydown", keys);
    window.addEventListener("pagehide", leaving);
    return () => {
      window.removeEventListener("keydown", keys);
      window.removeEventListener("pagehide", leaving);
      window.removeEventListener("hashchange", pasted);
    };
  }, []);
  const openShared = (shared: string) => {
    const cells = fromLink(shared);
    if (typeof cells === "string") return setSaid(cells);
    sheet.replace(cells);
    setSaid("The shared worksheet is open. Nothing of it was run: read it first.");
  };
  const focusNext = (cell: Cell, by: number): boolean => {
    const cells = sheet.cells.filter((it) => it.kind === "code");
    const view = editors.get(cells[cells.indexOf(cell) + by]?.id ?? -1);
    view?.focus();
    return Boolean(view);
  };
  const toSheet = (text: string) => {
    const last = sheet.cells.at(-1);
    const fresh = last?.kind === "code" && !last.text ? last : sheet.add(null, "code", text);
    if (fresh === last && last) {
      editors.get(last.id)?.dispatch({ changes: { from: 0, insert: text } });
      last.text = text;
    }
    runner.run([fresh]);
  };
  const openers: Openers = {
    explore: (texts) => { setExplored([...texts]); setPanel("explorer"); },
    why: (text) => toSheet(`:why ${text.replaceAll("\n", " ")}`),
    plot: (text) => {
      setPlotted((before) => ({ games: before && "games" in before ? [...new Set([...before.games, text])].slice(-5) : [text] }));
      setPanel("plot");
    },
    picture: (kind, game) => { setPlotted({ kind, game }); setPanel("plot"); },
    sequence: (values, name) => { setPlotted({ values, name }); setPanel("plot"); },
    board: (text) => { setBoard(text); setPanel("boards"); },
  };
  const openFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > 1 << 20) return setSaid("This file is too long: a worksheet has at most 1 MiB.");
    try {
      sheet.replace(await fromFile(server, await file.text()));
      setSaid(`${file.name} is open.`);
    } catch (error) {
      setSaid((error as Failed).message);
    }
  };
  const share = async () => {
    const link = `${location.origin}/#sheet=${toLink(sheet.cells)}`;
    setSharing(link);
    await navigator.clipboard?.writeText(link).then(
      () => setSaid("The link is on the clipboard: `cg serve LINK` opens it, or Open link here."),
      () => setSaid("Copy the link below: `cg serve LINK` opens it, or Open link here."),
    );
  };
  return (
    <>
      <header class="bar">
        <h1>cg</h1>
        <nav aria-label="worksheet">
          <button onClick={() => runner.run(sheet.cells)}>Run all</button>
          <button onClick={() => sheet.add(null, "code")}>Cell</button>
          <button onClick={() => sheet.add(null, "text")}>Text</button>
          <button disabled={!sheet.canUndo} onClick={() => sheet.undo()}>Undo</button>
          <button onClick={() => save("worksheet.g", toFile(sheet.cells))}>Save</button>
          <label class="button">Open<input type="file" accept=".g,text/plain" onChange={(event) => { void openFile(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }} /></label>
          <button onClick={() => void share()}>Share</button>
          <button aria-expanded={pasting} onClick={() => setPasting(!pasting)}>Open link</button>
        </nav>
        <nav aria-label="panels">
          {(Object.keys(TITLES) as Panel[]).map((it) => (
            <button key={it} aria-pressed={panel === it} onClick={() => setPanel(panel === it ? null : it)}>{TITLES[it]}</button>
          ))}
        </nav>
      </header>
      {server.status !== "ready" && server.status !== "opening" && <p class="banner" role="alert">{server.message}{server.status === "refused" && <> <button class="plain" onClick={() => server.takeOver()}>Take it over</button></>}</p>}
      {said && <p class="banner said" role="status">{said} <button class="plain" onClick={() => setSaid("")}>Close</button></p>}
      {sharing && <p class="banner"><label class="grow">Link <input readOnly value={sharing} onFocus={(event) => event.currentTarget.select()} /></label> <button class="plain" onClick={() => setSharing("")}>Close</button></p>}
      {pasting && (
        <form class="banner" onSubmit={(event) => {
          event.preventDefault();
          const link = (event.currentTarget.elements.namedItem("link") as HTMLInputElement).value;
          const shared = new URLSearchParams(link.split("#")[1] ?? "").get("sheet");
          setPasting(false);
          if (shared) openShared(shared);
          else setSaid("This link holds no worksheet: one made by Share has `#sheet=` in it.");
        }}><label class="grow">Link <input name="link" placeholder="http://127.0.0.1:…/#sheet=…" /></label> <button>Open</button></form>
      )}
      <div class={panel ? "main split" : "main"}>
        <main aria-label="cells">
          {sheet.cells.map((cell, at) => (
            <section key={cell.id} class={`cell ${cell.kind} ${cell.state}`} aria-label={`cell ${at + 1}`}>
              {cell.kind === "code" ? <CodeCell {...{ cell, runner, openers, focusNext }} number={at + 1} /> : <TextCell cell={cell} />}
              <div class="cell-tools">
                {cell.kind === "code" && <button aria-label={`run cell ${at + 1}`} title="Run (Shift+Enter)" onClick={() => runner.run([cell])}>▶</button>}
                <button aria-label={`move cell ${at + 1} up`} disabled={at === 0} onClick={() => sheet.move(cell, -1)}>↑</button>
                <button aria-label={`move cell ${at + 1} down`} disabled={at === sheet.cells.length - 1} onClick={() => sheet.move(cell, 1)}>↓</button>
                <button aria-label={`remove cell ${at + 1}`} onClick={() => sheet.remove(cell)}>×</button>
              </div>
            </section>
          ))}
        </main>
        {panel && (
          <aside aria-label={TITLES[panel]}>
            <h2>{TITLES[panel]} <button class="plain" aria-label="close the panel" onClick={() => setPanel(null)}>×</button></h2>
            {panel === "help" && <Help server={server} topic={topic} open={help} run={toSheet} />}
            {panel === "explorer" && <Explorer server={server} asked={explored} openers={openers} toSheet={toSheet} />}
            {panel === "boards" && <Boards server={server} asked={board} explore={openers.explore} />}
            {panel === "plot" && (
              <>
                {!plotted && <p class="note">Values have a button Thermograph, lists of numbers a button Plot; the directive <code>:plot</code> draws in a cell.</p>}
                {plotted && "games" in plotted && <Thermographs server={server} games={plotted.games} remove={(game) => setPlotted({ games: plotted.games.filter((it) => it !== game) })} />}
                {plotted && "games" in plotted && <span class="tools"><button onClick={() => setPlotted({ kind: "tree", game: plotted.games.at(-1)! })}>Tree</button><button onClick={() => setPlotted(null)}>Empty</button></span>}
                {plotted && "values" in plotted && <Sequence key={plotted.name + plotted.values.length} values={plotted.values} name={plotted.name} />}
                {plotted && "game" in plotted && <Picture server={server} kind={plotted.kind} game={plotted.game} />}
              </>
            )}
            {panel === "history" && (inputs.length === 0 ? <p class="note">Nothing was run yet.</p> : (
              <ol class="history">{inputs.toReversed().map((it, at) => <li key={at}><button class="link" onClick={() => toSheet(it)}><code>{it.length > 120 ? `${it.slice(0, 120)}…` : it}</code></button></li>)}</ol>
            ))}
          </aside>
        )}
      </div>
    </>
  );
}

const root = document.getElementById("app")!;
root.replaceChildren();
render(<App />, root);

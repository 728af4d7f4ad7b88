// The page: where to begin, the board, and the worksheet; help, explorer, plots and history beside them.

import "katex/dist/katex.min.css";
import "./style.css";
import { render } from "preact";
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { type Asked, Boards } from "./boards";
import { Cells, type Desk, Inputs, recolourAll, underlineErrors, write } from "./cells";
import { save } from "./export";
import { Explorer } from "./explorer";
import { Help } from "./help";
import { Keeper } from "./keep";
import { Picture, Sequence, Thermographs } from "./plots";
import { Runner } from "./runner";
import type { Failed, Server } from "./server";
import { type Cell, Sheet, fromFile, fromLink, toFile, toLink } from "./sheet";
import { Start } from "./start";
import { STEPS, Tour } from "./tour";
import type { Openers } from "./values";

const sheet = new Sheet();
const inputs = new Inputs();

type View = "start" | "board" | "sheet";
const VIEWS: Record<View, string> = { start: "Start", board: "Board", sheet: "Worksheet" };
type Panel = "help" | "explorer" | "plot" | "history";
const PANELS: Record<Panel, string> = { help: "Help", explorer: "Explorer", plot: "Plot", history: "History" };
type Plotted = { games: string[] } | { values: number[]; name: string } | { kind: string; game: string };

function App({ server, shared }: { server: Server; shared: string | null }) {
  const [, show] = useReducer((it: number) => it + 1, 0);
  const [view, setView] = useState<View>((sessionStorage.getItem("cg.view") as View | null) ?? "start");
  const [panel, setPanel] = useState<Panel | null>(null);
  const [topic, setTopic] = useState("");
  const [explored, setExplored] = useState<string[]>([]);
  const [board, setBoard] = useState<Asked>({ text: "", isKept: true });
  const [plotted, setPlotted] = useState<Plotted | null>(null);
  const [said, setSaid] = useState("");
  const [sharing, setSharing] = useState("");
  const [pasting, setPasting] = useState(false);
  const [tour, setTour] = useState<number | null>(null);

  const go = (to: View) => {
    sessionStorage.setItem("cg.view", to);
    setView(to);
  };
  const help = (topic: string) => {
    setTopic(topic);
    setPanel("help");
  };
  const visit = (step: number | null) => {
    setTour(step);
    if (step !== null) STEPS[step]!.show({ board: openers.board, explore: openers.explore, run: toSheet });
  };
  // What cells work with stays the same: none is drawn again when something else of the page changes.
  const { desk, openers, keeper } = useMemo(() => {
    const own = (program: string) => {
      const [, directive, topic] = program.match(/^\s*:(help|tour)\b[ \t]*([^\n]*?)\s*$/) ?? [];
      if (directive === "help") help(topic!);
      if (directive === "tour") visit(0);
      return Boolean(directive);
    };
    const openers: Openers = {
      explore: (texts) => { setExplored([...texts]); setPanel("explorer"); },
      why: (text) => toSheet(`:why ${text.replaceAll("\n", " ")}`),
      prove: (claim) => toSheet(`:prove ${claim}`),
      plot: (text) => {
        setPlotted((before) => ({ games: before && "games" in before ? [...new Set([...before.games, text])].slice(-5) : [text] }));
        setPanel("plot");
      },
      picture: (kind, game) => { setPlotted({ kind, game }); setPanel("plot"); },
      sequence: (values, name) => { setPlotted({ values, name }); setPanel("plot"); },
      board: (text) => { setBoard({ text }); setPanel(null); go("board"); },
    };
    const desk: Desk = { server, sheet, inputs, openers, runner: new Runner(server, sheet, own, underlineErrors) };
    return { desk, openers, keeper: new Keeper(sheet, () => show(0)) };
  }, []);
  const { runner } = desk;
  const toSheet = (text: string) => {
    go("sheet");
    inputs.remember(text);
    runner.run([write(sheet, text)]);
  };
  const another = (cells: Cell[], title: string) => {
    keeper.another(cells, title);
    go("sheet");
  };

  useEffect(() => {
    sheet.listen(() => show(0));
    server.listen(() => {
      if (server.status === "ready" && server.fresh)
        for (const cell of sheet.cells) {
          cell.stale = true;
          sheet.touched(cell);
        }
      if (server.status === "ready") recolourAll();
      show(0);
    });
    if (shared) openShared(shared);
    void server.start();
    const keys = (event: KeyboardEvent) => {
      // Ctrl+C stops, unless something is selected to be copied.
      if (event.ctrlKey && event.key === "c" && runner.current && !String(getSelection())) {
        event.preventDefault();
        void runner.stop();
      }
    };
    const leaving = () => keeper.now();
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
  // Where a panel stands above the cells, it is gone to.
  useEffect(() => {
    if (panel && matchMedia("(max-width: 800px)").matches) document.querySelector("aside")!.scrollIntoView();
  }, [panel, topic, explored, plotted]);
  const openShared = (shared: string) => {
    const cells = fromLink(shared);
    if (typeof cells === "string") return setSaid(cells);
    another(cells, "");
    setSaid("The shared worksheet is open. Nothing of it was run: read it first.");
  };
  const openFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > 1 << 20) return setSaid("This file is too long: a worksheet has at most 1 MiB.");
    try {
      another(await fromFile(server, await file.text()), file.name.replace(/\.g$/, ""));
      setSaid(`${file.name} is open.`);
    } catch (error) {
      setSaid((error as Failed).message);
    }
  };
  const share = async () => {
    const link = `${server.publicPage || location.href.split("#")[0]}#sheet=${toLink(sheet.cells)}`;
    setSharing(link);
    const opens = server.publicPage ? "it opens in every browser" : "`cg serve LINK` opens it, or Open link here";
    await navigator.clipboard?.writeText(link).then(
      () => setSaid(`The link is on the clipboard: ${opens}.`),
      () => setSaid(`Copy the link below: ${opens}.`),
    );
  };
  const lost = server.status !== "ready" && server.status !== "opening";
  return (
    <>
      <div class="top">
        <header class="bar">
          <h1 class="logo">cg</h1>
          <nav aria-label="views" class="views">
            {(Object.keys(VIEWS) as View[]).map((it) => <button key={it} aria-current={view === it ? "page" : undefined} onClick={() => go(it)}>{VIEWS[it]}</button>)}
          </nav>
          <nav aria-label="panels" class="panels">
            {(Object.keys(PANELS) as Panel[]).map((it) => <button key={it} aria-pressed={panel === it} onClick={() => setPanel(panel === it ? null : it)}>{PANELS[it]}</button>)}
          </nav>
        </header>
        {view === "sheet" && (
          <nav class="bar tools-of-sheet" aria-label="worksheet">
            <input class="name" type="text" aria-label="name of the worksheet" value={sheet.title} placeholder={sheet.name} onInput={(event) => { sheet.title = event.currentTarget.value; sheet.typed(); }} />
            <button class="first" onClick={() => runner.run(sheet.cells)}>Run all</button>
            <button disabled={!sheet.canUndo} onClick={() => sheet.undo()}>Undo</button>
            <button onClick={() => another([], "")}>New</button>
            <button onClick={() => save(`${sheet.title || "worksheet"}.g`, toFile(sheet.cells))}>Save</button>
            <label class="button">Open<input type="file" accept=".g,text/plain" onChange={(event) => { void openFile(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }} /></label>
            <button onClick={() => void share()}>Share</button>
            <button aria-expanded={pasting} onClick={() => setPasting(!pasting)}>Open link</button>
          </nav>
        )}
        {lost && <p class="banner" role="alert">{server.message}{server.status === "refused" && <> <button class="plain" onClick={() => server.takeOver()}>Take it over</button></>}</p>}
        {keeper.problem && <p class="banner" role="alert">{keeper.problem}</p>}
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
        {tour !== null && <Tour step={tour} visit={visit} />}
      </div>
      <div class={`main of-${view}${panel ? ` split with-${panel}` : ""}`}>
        <main aria-label={VIEWS[view]}>
          {view === "start" && <Start server={server} keeper={keeper} board={openers.board} cells={another} calculate={(text) => { another([], ""); toSheet(text); }} go={go} tour={() => visit(0)} />}
          {view === "board" && <Boards server={server} asked={board} beside={{ explore: openers.explore, toSheet }} />}
          <div class="cells" hidden={view !== "sheet"}><Cells desk={desk} /></div>
        </main>
        {panel && (
          <aside aria-label={PANELS[panel]}>
            <h2>{PANELS[panel]} <button class="plain" aria-label="close the panel" onClick={() => setPanel(null)}>×</button></h2>
            {panel === "help" && <Help server={server} topic={topic} open={help} run={toSheet} />}
            {panel === "explorer" && <Explorer server={server} asked={explored} openers={openers} toSheet={toSheet} />}
            {panel === "plot" && (
              <>
                {!plotted && <p class="note">Values have a button Thermograph, lists of numbers a button Plot; the directive <code>:plot</code> draws in a cell.</p>}
                {plotted && "games" in plotted && <Thermographs server={server} games={plotted.games} remove={(game) => setPlotted({ games: plotted.games.filter((it) => it !== game) })} />}
                {plotted && "games" in plotted && <span class="tools"><button onClick={() => setPlotted({ kind: "tree", game: plotted.games.at(-1)! })}>Tree</button><button onClick={() => setPlotted(null)}>Empty</button></span>}
                {plotted && "values" in plotted && <Sequence key={plotted.name + plotted.values.length} values={plotted.values} name={plotted.name} />}
                {plotted && "game" in plotted && <Picture server={server} kind={plotted.kind} game={plotted.game} />}
              </>
            )}
            {panel === "history" && (inputs.all.length === 0 ? <p class="note">Nothing was run yet.</p> : (
              <ol class="history">{inputs.all.toReversed().map((it, at) => <li key={at}><button class="link" onClick={() => toSheet(it)}><code>{it.length > 120 ? `${it.slice(0, 120)}…` : it}</code></button></li>)}</ol>
            ))}
          </aside>
        )}
      </div>
    </>
  );
}

/// Opens the page with a calculator. The fragment is what stood in the address behind `#`.
export function open(server: Server, fragment: URLSearchParams) {
  // Token and key leave the address: they would be copied with it.
  history.replaceState(null, "", location.pathname);
  const root = document.getElementById("app")!;
  root.replaceChildren();
  render(<App server={server} shared={fragment.get("sheet")} />, root);
}

// The explorer: the moves of a position as a table, whose rows open step by step.

import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { Compare } from "./compare";
import { LineOfPlay } from "./line";
import { OpenNode, type Node, Row, node } from "./options";
import { numberOf } from "./moves";
import { Failed, type Player, type Server, known } from "./server";
import { type Openers, outcomeWords } from "./values";
import { WORDS } from "./words";

const BUDGET = 3000;
/// The columns, and how their rows are sorted; the best for who moves comes first.
const COLUMNS = ["move", "value", "winner", "mean", "temperature", "mark"] as const;
type Column = (typeof COLUMNS)[number];
type View = { sort: Column | ""; down: boolean; sensible: boolean; winning: boolean };

function compareBy(column: Column, a: Node, b: Node): number {
  const value = (it: Node) => known(it.move!.value);
  const sign = a.player === "left" ? -1 : 1;
  switch (column) {
    case "move": return a.name.localeCompare(b.name, "en", { numeric: true });
    case "value": return (value(a)?.shown ?? "~").localeCompare(value(b)?.shown ?? "~", "en", { numeric: true });
    case "winner": return outcomeWords(value(a)?.outcome).localeCompare(outcomeWords(value(b)?.outcome));
    case "mean": return sign * (numberOf(known(value(a)?.mean)) - numberOf(known(value(b)?.mean))) || 0;
    case "temperature": return numberOf(known(value(b)?.temperature)) - numberOf(known(value(a)?.temperature)) || 0;
    case "mark": return Number(Boolean(a.move!.mark)) - Number(Boolean(b.move!.mark));
  }
}

/// The moves of a player, filtered and sorted; of those that lead to the same position the first.
function chosen(nodes: Node[], view: View): Node[] {
  const kept = nodes.filter(({ move }) => (!view.sensible || !move!.mark) && (!view.winning || known(move!.wins)));
  const once = kept.filter((it, at) => kept.findIndex((other) => other.text === it.text && other.name === it.name) === at);
  return view.sort ? once.toSorted((a, b) => compareBy(view.sort as Column, a, b) * (view.down ? -1 : 1)) : once;
}

export function Explorer({ server, asked, openers, toSheet }: { server: Server; asked: string[]; openers: Openers; toSheet: (text: string) => void }) {
  const [, show] = useReducer((it: number) => it + 1, 0);
  const [text, setText] = useState(asked[0] ?? "");
  const [root, setRoot] = useState<Node | undefined>();
  const [problem, setProblem] = useState("");
  const [view, setView] = useState<View>({ sort: "", down: false, sensible: false, winning: false });
  const [compared, setCompared] = useState<string[]>([]);
  const gone = useRef<AbortController | undefined>(undefined);
  // Whether something was typed since a game was asked for: it is not overwritten.
  const typed = useRef(false);
  // Until the game that was asked for is there, the one before takes no clicks.
  const [opening, setOpening] = useState(false);
  // A statement that is no position is opened by its value.
  const open = async (texts: string[]) => {
    gone.current?.abort();
    const mine = (gone.current = new AbortController());
    typed.current = false;
    setOpening(true);
    setProblem("");
    for (const [at, text] of texts.entries()) {
      if (!text) continue;
      try {
        let root: Node | undefined;
        for await (const explored of server.explore(text, "valued", BUDGET, mine.signal)) {
          if (mine.signal.aborted) return;
          if (!typed.current) setText(explored.text);
          setOpening(false);
          if (root) {
            root.explored = explored;
            show(0);
          } else setRoot((root = { ...node(explored.text, null, null, 0, null), explored, open: true }));
        }
        return;
      } catch (error) {
        if (mine.signal.aborted) return;
        if (at === texts.length - 1) setProblem((error as Failed).message);
      }
    }
    setOpening(false);
  };
  useEffect(() => {
    if (asked.length) void open(asked);
    return () => gone.current?.abort();
  }, [asked]);
  const toggle = async (it: Node) => {
    it.open = !it.open;
    show(0);
    if (!it.open || it.explored) return;
    it.problem = "";
    const mine = gone.current!;
    try {
      for await (it.explored of server.explore(it.text, "valued", BUDGET, mine.signal)) show(0);
    } catch (error) {
      it.problem = (error as Failed).message;
    }
    if (!mine.signal.aborted) show(0);
  };
  const compare = (game: string) => setCompared((before) => (before.includes(game) ? before : [...before.slice(-1), game]));
  const sort = (column: Column) =>
    setView(view.sort !== column ? { ...view, sort: column, down: false } : view.down ? { ...view, sort: "", down: false } : { ...view, down: true });
  /// A row, and below it what it opens.
  const rows = (it: Node): preact.ComponentChildren[] => {
    const own = <Row key={it.key} node={it} toggle={() => void toggle(it)} />;
    if (!it.open) return [own];
    const sides = (["left", "right"] as Player[]).map((player) => chosen(it.options(player), view));
    const open = <OpenNode key={`${it.key} open`} {...{ server, openers, compare, toSheet, show: () => show(0) }} node={it} columns={COLUMNS.length} none={sides.every((side) => !side.length)} />;
    return [own, open, ...sides.flat().flatMap(rows)];
  };
  return (
    <div class="explorer">
      <form class="row" onSubmit={(event) => { event.preventDefault(); void open([text]); }}>
        <label class="grow">Game <input value={text} spellcheck={false} placeholder={'Clobber("xo|ox") + {3|-1}'} onInput={(event) => { typed.current = true; setText(event.currentTarget.value); }} /></label>
        <button>Open</button>
      </form>
      <div class="row">
        <label><input type="checkbox" checked={view.sensible} onChange={(event) => setView({ ...view, sensible: event.currentTarget.checked })} /> sensible only</label>
        <label><input type="checkbox" checked={view.winning} onChange={(event) => setView({ ...view, winning: event.currentTarget.checked })} /> winning only</label>
      </div>
      {problem && <p class="error" role="alert">{problem}</p>}
      {opening && <p class="note" role="status">…</p>}
      {root && (
        <div inert={opening} aria-busy={opening}>
          <LineOfPlay server={server} text={root.text} />
          <div class="scroll">
            <table class="tree" role="treegrid" aria-label="options">
              <thead><tr>{COLUMNS.map((it) => (
                <th key={it} scope="col" title={WORDS[it]} aria-sort={view.sort !== it ? "none" : view.down ? "descending" : "ascending"}>
                  <button class="plain" onClick={() => sort(it)}>{it}{view.sort === it ? (view.down ? " ↓" : " ↑") : ""}</button>
                </th>
              ))}</tr></thead>
              <tbody>{rows(root)}</tbody>
            </table>
          </div>
        </div>
      )}
      {compared.length > 0 && <Compare server={server} games={compared} drop={(game) => setCompared(compared.filter((it) => it !== game))} />}
    </div>
  );
}

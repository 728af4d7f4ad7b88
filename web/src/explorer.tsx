// The explorer: the options of a game as a tree that opens step by step.

import { useEffect, useRef, useState } from "preact/hooks";
import { bestMove, moveName, numberOf } from "./moves";
import { Picture, Thermographs } from "./plots";
import { Failed, type Known, type Look, type Move, type Player, type Server, type Value, known } from "./server";
import { Heat, type Openers, ValueView, outcomeWords } from "./values";

const BUDGET = 3000;
export type Sort = "order" | "mean" | "temperature" | "value";
type View = { sort: Sort; sensible: boolean; winning: boolean };

const PLAYERS: Player[] = ["left", "right"];
const NAMES = { left: "Left", right: "Right" };

export function sorted(moves: Move[], player: Player, view: View): Move[] {
  const kept = moves.filter((it) => (!view.sensible || !it.mark) && (!view.winning || known(it.wins)));
  const value = (it: Move): Value | undefined => known(it.value);
  // The best for who moves comes first.
  const sign = player === "left" ? -1 : 1;
  switch (view.sort) {
    case "order": return kept;
    case "mean": return kept.toSorted((a, b) => sign * (numberOf(known(value(a)?.mean)) - numberOf(known(value(b)?.mean))) || 0);
    case "temperature": return kept.toSorted((a, b) => numberOf(known(value(b)?.temperature)) - numberOf(known(value(a)?.temperature)) || 0);
    case "value": return kept.toSorted((a, b) => (value(a)?.shown ?? "~").localeCompare(value(b)?.shown ?? "~"));
  }
}

/// Moves that leave the same value, once.
export function distinct(moves: Move[]): { move: Move; alike: number }[] {
  const found: { move: Move; alike: number }[] = [];
  for (const move of moves) {
    const shown = known(move.value)?.shown;
    const same = found.find((it) => it.move.after === move.after || (shown !== undefined && known(it.move.value)?.shown === shown && it.move.becomes === move.becomes));
    if (same) same.alike++;
    else found.push({ move, alike: 0 });
  }
  return found;
}

export function MarkView({ move }: { move: Move }) {
  const mark = move.mark;
  if (!mark) return null;
  if (mark.mark === "dominated") return <span class="mark" title="another option is at least as good">dominated by <code>{mark.by}</code></span>;
  const instead = mark.replacements.length ? mark.replacements.join(", ") : "nothing";
  return <span class="mark" title={`replaced by ${instead}`}>reversible through <code>{mark.through}</code></span>;
}

type NodeProps = { server: Server; text: string; move?: Move; view: View; openers: Openers; compare: (game: string) => void; toSheet: (text: string) => void; root?: Look };

function Node({ server, text, move, view, openers, compare, toSheet, root }: NodeProps) {
  const [open, setOpen] = useState(Boolean(root));
  const [look, setLook] = useState<Look | undefined>(root);
  const [problem, setProblem] = useState("");
  const [extra, setExtra] = useState<"" | "thermograph" | "tree">("");
  const gone = useRef<AbortController | undefined>(undefined);
  useEffect(() => setLook(root), [root]);
  useEffect(() => () => gone.current?.abort(), []);
  const toggle = async () => {
    setOpen(!open);
    gone.current?.abort();
    if (open || look) return;
    const mine = (gone.current = new AbortController());
    setProblem("");
    try {
      const { look } = await server.one({ ask: "look", text, budget: BUDGET }, "look", mine.signal);
      if (!mine.signal.aborted) setLook(look);
    } catch (error) {
      if (!mine.signal.aborted) setProblem((error as Failed).message);
    }
  };
  const value = look?.value ?? move!.value;
  const shown = known(value)?.shown ?? text;
  const keys = (event: KeyboardEvent) => {
    const row = event.currentTarget as HTMLElement;
    const rows = [...row.closest(".tree")!.querySelectorAll<HTMLElement>(".twist")];
    const at = rows.indexOf(row);
    const act = {
      ArrowDown: () => rows[at + 1]?.focus(),
      ArrowUp: () => rows[at - 1]?.focus(),
      ArrowRight: () => (open ? rows[at + 1]?.focus() : void toggle()),
      ArrowLeft: () => (open ? void toggle() : row.closest("li")?.parentElement?.closest("li")?.parentElement?.closest("li")?.querySelector<HTMLElement>(".twist")?.focus()),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const options = (player: Player) => {
    const shownMoves = distinct(sorted(look!.moves[player], player, view));
    return (
      <li key={player} class="side">
        <span class={`badge ${player}`}>{NAMES[player]}</span>
        {shownMoves.length === 0 && <span class="note">{look!.moves[player].length ? "none with this filter" : "no option"}</span>}
        <ul>
          {shownMoves.map(({ move, alike }) => (
            <Node key={`${move.after} ${move.name} ${alike}`} {...{ server, move, view, openers, compare, toSheet }} text={move.after} />
          ))}
        </ul>
        {look!.unlisted[player] > 0 && <p class="note">and {look!.unlisted[player].toLocaleString("en")} more</p>}
      </li>
    );
  };
  return (
    <li class={move && known(move.wins) ? "winning" : ""}>
      <div class="node-row" onClick={(event) => (event.target as HTMLElement).closest("button") || void toggle()}>
        <button class="plain twist" aria-expanded={open} aria-label={`options of ${shown}`} onKeyDown={keys} onClick={() => void toggle()}>
          <span aria-hidden="true">{open ? "▾" : "▸"}</span>
        </button>
        {move && <code class="move" title={move.after}>{move.name}</code>}
        <ValueView value={value} />
        <Heat value={value} />
        <span class="fact">{outcomeWords(look?.outcome ?? known(value)?.outcome)}</span>
        {move && (known(move.wins) || move.draws) && <span class="wins" title={`who moves there ${move.draws ? "draws" : "wins"}`}>{move.draws ? "draws" : "wins"}</span>}
        {move && <MarkView move={move} />}
      </div>
      {open && problem && <p class="error" role="alert">{problem}</p>}
      {open && !look && !problem && <p class="note" role="status">…</p>}
      {open && look && (
        <>
          <div class="tools">
            {known(look.value)?.subgroup && <span class="fact" title="the family that decided">{known(look.value)!.subgroup}</span>}
            <button onClick={() => openers.why(text)}>Why</button>
            <button aria-pressed={extra === "thermograph"} onClick={() => setExtra(extra === "thermograph" ? "" : "thermograph")}>Thermograph</button>
            <button aria-pressed={extra === "tree"} onClick={() => setExtra(extra === "tree" ? "" : "tree")}>Tree</button>
            <button onClick={() => openers.board(text)}>Board</button>
            <button onClick={() => compare(text)}>Compare</button>
            <button onClick={() => toSheet(text)}>To the sheet</button>
          </div>
          {extra === "thermograph" && <Thermographs server={server} games={[known(look.value)?.shown ?? text]} />}
          {extra === "tree" && <Picture server={server} kind="tree" game={known(look.value)?.shown ?? text} />}
          <ul class="sides">{PLAYERS.map(options)}</ul>
        </>
      )}
    </li>
  );
}

/// How two games compare, by their difference.
function Compare({ server, games, drop }: { server: Server; games: string[]; drop: (game: string) => void }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    setSaid("");
    if (games.length !== 2) return;
    const gone = new AbortController();
    server.one({ ask: "look", text: `(${games[0]})-(${games[1]})`, budget: BUDGET }, "look", gone.signal).then(
      ({ look }) => {
        if (gone.signal.aborted) return;
        const words: Record<string, string> = {
          "left player win": "is greater than",
          "right player win": "is less than",
          "second player win": "equals",
          "first player win": "is confused with",
        };
        const outcome = known(look.outcome);
        setSaid(outcome === undefined ? "It is not yet known how they compare." : `${games[0]} ${words[outcome] ?? outcome} ${games[1]}`);
      },
      (error: Failed) => !gone.signal.aborted && setSaid(error.message),
    );
    return () => gone.abort();
  }, [games.join("\n")]);
  return (
    <section class="compare" aria-label="comparison">
      <h3>Compare</h3>
      {games.length < 2 ? <p class="note">Choose a second game with its button Compare.</p> : <p role="status">{said || "…"}</p>}
      <Thermographs server={server} games={games} remove={drop} />
    </section>
  );
}

/// A line of play in which both play sensibly.
function Line({ server, text }: { server: Server; text: string }) {
  const [lines, setLines] = useState<Partial<Record<Player, string[]>>>({});
  const [busy, setBusy] = useState(false);
  const gone = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    setLines({});
    setBusy(false);
    return () => gone.current?.abort();
  }, [text]);
  const follow = async (first: Player) => {
    const mine = (gone.current = new AbortController());
    setBusy(true);
    const found: string[] = [];
    try {
      let [at, player] = [text, first];
      for (let step = 0; step < 24; step++) {
        const { look } = await server.one({ ask: "look", text: at, budget: 500 }, "look", mine.signal);
        const chosen = bestMove(look, player);
        if (!chosen) {
          found.push(`${NAMES[player]} has no move`);
          break;
        }
        found.push(`${NAMES[player]}: ${chosen.name} (${known(chosen.value)?.shown ?? "?"})`);
        [at, player] = [chosen.after, player === "left" ? "right" : "left"];
      }
    } catch (error) {
      found.push((error as Failed).message);
    }
    // Another game is open by now.
    if (mine.signal.aborted) return;
    setLines((before) => ({ ...before, [first]: found }));
    setBusy(false);
  };
  return (
    <div>
      <span class="tools">{PLAYERS.map((player) => <button key={player} disabled={busy} onClick={() => void follow(player)}>A line of play from {NAMES[player]}</button>)}</span>
      {PLAYERS.map((player) => lines[player] && <ol key={player} class="line" aria-label={`line of play, ${NAMES[player]} first`}>{lines[player]!.map((it, at) => <li key={at}>{it}</li>)}</ol>)}
    </div>
  );
}

export function Explorer({ server, asked, openers, toSheet }: { server: Server; asked: string[]; openers: Openers; toSheet: (text: string) => void }) {
  const [text, setText] = useState(asked[0] ?? "");
  const [root, setRoot] = useState<Look | undefined>();
  const [problem, setProblem] = useState("");
  const [view, setView] = useState<View>({ sort: "order", sensible: false, winning: false });
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
        const { look } = await server.one({ ask: "look", text, budget: BUDGET }, "look", mine.signal);
        if (mine.signal.aborted) return;
        if (!typed.current) setText(look.text);
        setOpening(false);
        return setRoot(look);
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
  const compare = (game: string) => setCompared((before) => (before.includes(game) ? before : [...before.slice(-1), game]));
  return (
    <div class="explorer">
      <form class="row" onSubmit={(event) => { event.preventDefault(); void open([text]); }}>
        <label class="grow">Game <input value={text} spellcheck={false} placeholder={'Clobber("xo|ox") + {3|-1}'} onInput={(event) => { typed.current = true; setText(event.currentTarget.value); }} /></label>
        <button>Open</button>
      </form>
      <div class="row">
        <label>Sort <select value={view.sort} onChange={(event) => setView({ ...view, sort: event.currentTarget.value as Sort })}>
          <option value="order">as listed</option><option value="mean">by mean</option><option value="temperature">by temperature</option><option value="value">by value</option>
        </select></label>
        <label><input type="checkbox" checked={view.sensible} onChange={(event) => setView({ ...view, sensible: event.currentTarget.checked })} /> sensible only</label>
        <label><input type="checkbox" checked={view.winning} onChange={(event) => setView({ ...view, winning: event.currentTarget.checked })} /> winning only</label>
      </div>
      {problem && <p class="error" role="alert">{problem}</p>}
      {opening && <p class="note" role="status">…</p>}
      {root && <div inert={opening} aria-busy={opening}><Line server={server} text={root.text} /></div>}
      {root && <ul aria-label="options" class="tree" inert={opening} aria-busy={opening}><Node key={root.text} {...{ server, view, openers, compare, toSheet, root }} text={root.text} /></ul>}
      {compared.length > 0 && <Compare server={server} games={compared} drop={(game) => setCompared(compared.filter((it) => it !== game))} />}
    </div>
  );
}

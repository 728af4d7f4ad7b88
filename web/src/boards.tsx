// Boards: positions of all rulesets and of the user's own games, played by clicks.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { draw, spotKey } from "./drawing";
import { Markdown } from "./help";
import { meantBy } from "./picking";
import { SaveButtons } from "./plots";
import { bestMove } from "./explorer";
import { Failed, type Look, type Move, type Part, type Player, type Server, type Spot, known } from "./server";
import { Heat, ValueView, outcomeWords } from "./values";

/// First what is known at once; then more, while nobody waits for it.
const BUDGETS = [40, 2000, 20000];

type Turn = "left" | "right" | "both";
const other = (player: Player): Player => (player === "left" ? "right" : "left");
const NAMES = { left: "Left", right: "Right" };

type BoardProps = { part: Part; number: number; moves: Move[]; lit: Map<string, string>; pick: ((spot: Spot) => void) | undefined };

/// What a drawing does not show of a position: parameters, stones in hand, how many tokens may be taken.
function unseen({ ruleset, shape }: Part): string {
  if (!ruleset || shape?.shape === "graph") return ruleset?.parameters ?? "";
  const seen = shape?.shape === "cells" && shape.rows.map((row) => row.join("")).join("|").toLowerCase();
  return ruleset.parameters + (ruleset.board.toLowerCase() === seen ? "" : ruleset.board);
}

function Board({ part, lit, pick }: BoardProps) {
  const place = useRef<HTMLDivElement>(null);
  const places = useMemo(() => new Map<string, [number, number]>(), [part.ruleset?.function]);
  const [moved, setMoved] = useState(0);
  // Before the next paint: what can be clicked is never older than what is said beside it.
  useLayoutEffect(() => {
    const target = place.current!;
    const focused = target.contains(document.activeElement) ? document.activeElement?.getAttribute("data-spot") : null;
    const title = part.ruleset?.title ?? part.text;
    const options = { letters: part.ruleset ? part.ruleset.letters || "." : "", ball: part.ruleset?.ball ?? null, label: `${title}: ${part.text}`, lit, places, ...(pick ? { pick } : {}) };
    target.replaceChildren(...(part.shape ? [draw(part.shape, options)] : []));
    if (focused) [...target.querySelectorAll<SVGElement>("[data-spot]")].find((it) => it.getAttribute("data-spot") === focused)?.focus();
  }, [part, lit, pick, moved]);
  return (
    <figure class="board">
      <figcaption>{part.minus ? "− " : ""}{part.ruleset?.title ?? (part.shape ? part.text : "")}{unseen(part) && <> <code>{unseen(part)}</code></>}</figcaption>
      <div ref={place} class="scroll" onDblClick={() => setMoved(moved)} {...{ onmoved: () => setMoved((it) => it + 1) }} />
      {!part.shape && <code class="plain-part">{part.text}</code>}
      <p class="facts"><ValueView value={part.value} /> <Heat value={part.value} /></p>
      {part.shape && <SaveButtons name="board" svg={() => place.current?.querySelector("svg") ?? null} />}
    </figure>
  );
}

/// The text of a part with other cells.
function edited(part: Part, row: number, column: number): string | null {
  const ruleset = part.ruleset;
  if (!ruleset?.letters || part.shape?.shape !== "cells") return null;
  const rows = part.shape.rows.map((it) => [...it]);
  const letters = [...ruleset.letters];
  const now = rows[row]![column]!;
  const at = letters.findIndex((it) => it === now) >= 0 ? letters.indexOf(now) : letters.findIndex((it) => it.toLowerCase() === now.toLowerCase());
  rows[row]![column] = letters[(at + 1) % letters.length]!;
  const text = `${ruleset.function}("${ruleset.parameters}${rows.map((it) => it.join("")).join("|")}")`;
  return part.minus ? `-${text}` : text;
}

export function Boards({ server, asked, explore }: { server: Server; asked: string; explore: (text: string[]) => void }) {
  const [text, setText] = useState(asked);
  const [look, setLook] = useState<Look | undefined>();
  const [problem, setProblem] = useState("");
  const [picked, setPicked] = useState<{ part: number; spots: Spot[] }>({ part: -1, spots: [] });
  const [turn, setTurn] = useState<Turn>("both");
  const [toMove, setToMove] = useState<Player>("left");
  const [computer, setComputer] = useState<Player | "">("");
  const [edit, setEdit] = useState(false);
  const [hint, setHint] = useState(true);
  const [past, setPast] = useState<{ text: string; toMove: Player; move: string }[]>([]);
  const [over, setOver] = useState<Move | null>(null);
  const [said, setSaid] = useState("");
  // From a move until the position after it is known nobody plays: what is shown is the one before.
  const [moving, setMoving] = useState(false);
  const gone = useRef<AbortController | undefined>(undefined);
  // What was asked for last, shown or on its way.
  const wanted = useRef("");
  // Whether something was typed since: it is not overwritten.
  const typed = useRef(false);
  const [ruleset, setRuleset] = useState("Clobber");
  const row = server.rulesets.find((it) => it.function === ruleset);
  const [position, setPosition] = useState("");

  const anew = () => setPast([]);
  // `arrived` changes with the position what belongs to it, in one step.
  const show = async (text: string, arrived: (look: Look) => void = () => undefined): Promise<void> => {
    gone.current?.abort();
    const mine = (gone.current = new AbortController());
    wanted.current = text;
    typed.current = false;
    setPicked({ part: -1, spots: [] });
    setOver(null);
    setMoving(true);
    let first = true;
    for (const budget of BUDGETS) {
      let found: Look;
      try {
        found = (await server.one({ ask: "look", text, budget }, "look", mine.signal)).look;
      } catch (error) {
        if (!mine.signal.aborted) {
          setProblem((error as Failed).message);
          setMoving(false);
          wanted.current = look?.text ?? "";
        }
        return;
      }
      if (mine.signal.aborted) return;
      if (first) arrived(found);
      first = false;
      setProblem("");
      setMoving(false);
      setLook(found);
      wanted.current = found.text;
      if (!typed.current) setText(found.text);
      const whole = [...found.moves.left, ...found.moves.right];
      if (known(found.outcome) !== undefined && whole.every((it) => known(it.wins) !== undefined)) break;
    }
  };
  useLayoutEffect(() => {
    if (asked) void show(asked, anew);
    return () => gone.current?.abort();
  }, [asked]);

  const play = (move: Move, player: Player) => {
    const next = other(player);
    const before = { text: look!.text, toMove, move: `${NAMES[player]}: ${move.name}` };
    void show(move.after, (found) => {
      setPast((past) => [...past, before]);
      setToMove(next);
      setSaid(`${NAMES[player]} plays ${move.name}.` + (found.moves[next].length ? "" : ` ${NAMES[next]} has no move: ${NAMES[player]} wins.`));
    });
  };
  // The computer plays when it is its turn and the position is known as far as it will be.
  useEffect(() => {
    if (!look || moving || computer !== toMove || edit) return;
    const chosen = bestMove(look, computer);
    if (!chosen) return;
    const timer = setTimeout(() => play(chosen, computer), 350);
    return () => clearTimeout(timer);
  }, [look, moving, computer, toMove, edit]);

  const players: Player[] = turn === "both" ? ["left", "right"] : [computer ? other(computer) : toMove];
  const mine = look && !moving ? players.flatMap((player) => look.moves[player].map((move) => ({ move, player }))) : [];
  const candidates = useMemo(() => {
    if (picked.part < 0) return mine;
    const own = mine.filter((it) => it.move.part === picked.part);
    const fits = meantBy(look!.parts[picked.part]!.shape, own.map((it) => it.move), picked.spots);
    return own.filter((it) => fits.includes(it.move));
  }, [look, moving, picked, turn, toMove, computer]);

  const pick = (part: number) => (spot: Spot) => {
    if (moving) return;
    if (edit) {
      const own = look!.parts[part]!;
      if (!("cell" in spot)) return setSaid("This position is edited as text, above.");
      const changed = edited(own, ...spot.cell);
      if (!changed) return setSaid("This position is edited as text, above.");
      return void show(look!.parts.map((it, at) => (at === part ? changed : it.text)).map((it, at) => (at > 0 && !/^[-+]/.test(it) ? `+${it}` : it)).join(""));
    }
    const own = mine.filter((it) => it.move.part === part);
    const before = picked.part === part ? picked.spots : [];
    let spots = [...before, spot];
    let fits = meantBy(look!.parts[part]!.shape, own.map((it) => it.move), spots);
    if (!fits.length) {
      spots = [spot];
      fits = meantBy(look!.parts[part]!.shape, own.map((it) => it.move), spots);
    }
    if (!fits.length) {
      setPicked({ part: -1, spots: [] });
      return setSaid(`${players.map((it) => NAMES[it]).join(" and ")} ${players.length > 1 ? "have" : "has"} no move there.`);
    }
    const meant = own.filter((it) => fits.includes(it.move));
    // Moves that lead to the same position are one; so are both players' in an impartial game.
    if (new Set(meant.map((it) => it.move.after)).size === 1) {
      const chosen = meant.find((it) => it.player === toMove) ?? meant[0]!;
      return play(chosen.move, chosen.player);
    }
    setPicked({ part, spots });
    // Both players have the one move that is meant.
    const whose = players.every((player) => new Set(meant.filter((it) => it.player === player).map((it) => it.move.after)).size === 1);
    setSaid(whose ? "Both players have a move there: choose one below, or let them move in turn." : "Pick where to, or choose a move below.");
  };

  const lit = (part: number): Map<string, string> => {
    const found = new Map<string, string>();
    const add = (spot: Spot, name: string) => found.set(spotKey(spot), name);
    if (hint && !edit)
      for (const { move, player } of mine)
        if (move.part === part && known(move.wins)) (move.named.length ? move.named.slice(0, 1) : move.touched).forEach((it) => add(it, `winning ${player}`));
    if (picked.part === part) {
      for (const { move } of candidates) (move.named.length ? move.named : move.touched).forEach((it) => add(it, "hint"));
      picked.spots.forEach((it) => add(it, "chosen"));
    }
    if (over?.part === part) over.touched.forEach((it) => add(it, "chosen"));
    return found;
  };
  const litBy = useMemo(() => (look ? look.parts.map((_, at) => lit(at)) : []), [look, moving, picked, over, hint, edit, turn, toMove, computer]);
  const add = () => {
    const own = `${ruleset}("${(position || row?.example || "").trim()}")`;
    void show(text.trim() && wanted.current ? `${wanted.current}+${own}` : own, anew);
  };
  const back = () => {
    const last = past.at(-1);
    if (!last) return;
    void show(last.text, () => {
      setPast(past.slice(0, -1));
      setToMove(last.toMove);
      setSaid("");
    });
  };
  const most = 80;
  return (
    <div class="boards">
      <form class="row" onSubmit={(event) => { event.preventDefault(); void show(text, anew); }}>
        <label class="grow">Position <input value={text} spellcheck={false} placeholder={'Clobber("xo|ox") + Domineering("3x3")'} onInput={(event) => { typed.current = true; setText(event.currentTarget.value); }} /></label>
        <button>Show</button>
      </form>
      <form class="row" onSubmit={(event) => { event.preventDefault(); add(); }}>
        <label>Ruleset <select value={ruleset} onChange={(event) => { setRuleset(event.currentTarget.value); setPosition(""); }}>
          {server.rulesets.map((it) => <option key={it.function} value={it.function}>{it.title}</option>)}
        </select></label>
        <label class="grow">Start <input value={position} spellcheck={false} placeholder={row?.example ?? ""} onInput={(event) => setPosition(event.currentTarget.value)} title={row?.format ?? ""} /></label>
        <button>Add</button>
      </form>
      {row && <div class="note"><Markdown text={`${row.rules} A position is ${row.format}.`} open={() => undefined} run={() => undefined} /></div>}
      <div class="row" role="group" aria-label="who plays">
        <label>Moves <select value={turn} onChange={(event) => setTurn(event.currentTarget.value as Turn)}>
          <option value="both">of both at any time</option><option value="left">in turn</option>
        </select></label>
        {turn !== "both" && <label>To move <select value={toMove} onChange={(event) => setToMove(event.currentTarget.value as Player)}>
          <option value="left">Left</option><option value="right">Right</option>
        </select></label>}
        <label>Computer <select value={computer} onChange={(event) => { const who = event.currentTarget.value as Player | ""; setComputer(who); if (who) setTurn("left"); }}>
          <option value="">none</option><option value="left">Left</option><option value="right">Right</option>
        </select></label>
        <label><input type="checkbox" checked={hint} onChange={(event) => setHint(event.currentTarget.checked)} /> light winning moves</label>
        <label><input type="checkbox" checked={edit} onChange={(event) => setEdit(event.currentTarget.checked)} /> edit</label>
        <button disabled={!past.length || moving} onClick={back}>Take back</button>
        {look && <button onClick={() => explore([look.text])}>Explore</button>}
      </div>
      {problem && <p class="error" role="alert">{problem}</p>}
      <p class="said" role="status">{said}</p>
      {look && (
        <>
          <p class="facts total">
            <strong>{outcomeWords(look.outcome)}</strong>
            {look.parts.length > 1 || !look.parts[0]?.shape ? <> <ValueView value={look.value} /> <Heat value={look.value} /></> : null}
          </p>
          <div class="board-row">
            {look.parts.map((part, number) => <Board key={number} part={part} number={number} moves={[]} lit={litBy[number]!} pick={part.shape ? pick(number) : undefined} />)}
          </div>
          <ol class="past" aria-label="moves so far">{past.map((it, at) => <li key={at}>{it.move}</li>)}</ol>
          <div class="moves-of">
            {players.map((player) => {
              const own = candidates.filter((it) => it.player === player);
              return (
                <div key={player}>
                  <h3><span class={`badge ${player}`}>{NAMES[player]}</span> {moving ? "…" : own.length === 0 ? "no move" : `${own.length} ${own.length === 1 ? "move" : "moves"}`}</h3>
                  <ul class="move-list">
                    {own.slice(0, most).map(({ move }) => (
                      <li key={move.name + move.after}>
                        <button class={known(move.wins) && hint ? "winning" : ""} disabled={edit}
                          onMouseEnter={() => setOver(move)} onMouseLeave={() => setOver(null)} onFocus={() => setOver(move)} onBlur={() => setOver(null)}
                          onClick={() => play(move, player)}>
                          {move.name}{known(move.wins) && hint ? " ★" : ""}
                        </button> <ValueView value={move.value} />
                      </li>
                    ))}
                  </ul>
                  {own.length > most && <p class="note">and {own.length - most} more</p>}
                </div>
              );
            })}
          </div>
        </>
      )}
    </div>
  );
}

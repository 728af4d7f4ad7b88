// The board: a position of any ruleset or of the user's own game, played by clicks and keys.

import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Board } from "./board";
import { spotKey } from "./drawing";
import { Choices } from "./choices";
import { Editing } from "./editing";
import { palette, replaced, rowsOf, withRows } from "./edit";
import { NAMES, type Ply, after, begin, depth, first, join, keep, kept, last, other, takenBack } from "./game";
import { Markdown } from "./markdown";
import type { Mark } from "./marks";
import { bestMove, distinct, drawn, isDecided, laid, moveName } from "./moves";
import { meantBy } from "./picking";
import { puzzle } from "./puzzle";
import { Played } from "./played";
import { Setup } from "./setup";
import { Failed, type Explored, type Move, type Part, type Player, type Server, type Spot, known } from "./server";
import { Heat, ValueView, Winner } from "./values";

/// The most milliseconds for a position: what is known is shown at once, and then more.
const BUDGET = 22000;
/// More moves are lit, and not drawn: nobody could tell them apart.
const MOST_DRAWN = 12;
/// How long a move of the computer can be looked at before it is made.
const A_MOMENT = 350;

type Turn = Player | "either";
const NONE = { part: -1, spots: [] as Spot[] };

/// What is to be shown: a position, or the game that was kept.
export type Asked = { text: string; isPuzzle?: boolean; isKept?: boolean };
/// A board that stands alone has no worksheet and no explorer beside it.
type Props = { server: Server; asked: Asked; beside?: { explore: (text: string[]) => void; toSheet: (text: string) => void } };

export function Boards({ server, asked, beside }: Props) {
  const [, show] = useReducer((it: number) => it + 1, 0);
  const [text, setText] = useState(asked.text);
  const [explored, setExplored] = useState<Explored | undefined>();
  const [ply, setPly] = useState<Ply>(() => begin("", "left"));
  const [problem, setProblem] = useState("");
  const [picked, setPicked] = useState(NONE);
  const [turn, setTurn] = useState<"turns" | "either">("turns");
  const [computer, setComputer] = useState<Player | "">("");
  const [edit, setEdit] = useState(false);
  const [sign, setSign] = useState("");
  const [hints, setHints] = useState(true);
  const [over, setOver] = useState<{ move: Move; player: Player } | null>(null);
  const [said, setSaid] = useState("");
  // From a move until the position after it is known nobody plays: what is shown is the one before.
  const [moving, setMoving] = useState(false);
  // Whether more is being found out about the position.
  const [thinking, setThinking] = useState(false);
  // Whether the computer is to answer: not where the user only looks at the game.
  const [live, setLive] = useState(false);
  // The position of a puzzle: what would give the answer away is not shown there.
  const [asking, setAsking] = useState<Ply | null>(null);
  const [seeking, setSeeking] = useState(false);
  const gone = useRef<AbortController | undefined>(undefined);
  // Whether something was typed since a position was asked for: it is not overwritten.
  const typed = useRef(false);

  /// Goes to a position of the game. What belongs to it changes with it, in one step.
  const visit = async (to: Ply, message = ""): Promise<void> => {
    gone.current?.abort();
    const mine = (gone.current = new AbortController());
    typed.current = false;
    setMoving(true);
    setThinking(true);
    let arrived = false;
    try {
      for await (const found of server.explore(to.text, "decided", BUDGET, mine.signal)) {
        if (mine.signal.aborted) return;
        if (!arrived) {
          to.text = found.text;
          join(to);
          setPly(to);
          setPicked(NONE);
          setOver(null);
          setProblem("");
          const how = found.scored ? `${known(found.outcome)}.` : `${NAMES[to.toMove]} has no move: ${to.player && NAMES[to.player]} wins.`;
          setSaid(to.player && !found.moves[to.toMove].length ? `${message || `${NAMES[to.player]} plays ${to.name}.`} ${how}` : message);
          setMoving(false);
          arrived = true;
        }
        setExplored(found);
        if (!typed.current) setText(found.text);
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      setProblem((error as Failed).message);
    }
    setMoving(false);
    setThinking(false);
  };
  const anew = (text: string, isPuzzle = false) => {
    const start = begin(text, "left");
    setLive(true);
    if (isPuzzle) setAsking(start);
    return visit(start);
  };
  const pose = async () => {
    gone.current?.abort();
    const mine = (gone.current = new AbortController());
    setSeeking(true);
    setSaid("A position with one winning move is looked for.");
    try {
      const found = await puzzle(server, explored!, mine.signal);
      if (mine.signal.aborted) return;
      if (!found) return setSaid("No position with one winning move was found: try a larger board.");
      const start = begin(found.text, found.player);
      setTurn("turns");
      setComputer("");
      setAsking(start);
      await visit(start, `${NAMES[found.player]} to move: one move wins. Which?`);
    } catch (error) {
      if (!mine.signal.aborted) setSaid((error as Failed).message);
    } finally {
      setSeeking(false);
    }
  };
  useLayoutEffect(() => {
    const game = asked.isKept && kept();
    if (game) {
      setComputer(game.computer);
      setLive(game.computer !== "");
      if (game.secret) setAsking(first(game.ply));
      void visit(game.ply);
    } else if (asked.text) void anew(asked.text, asked.isPuzzle);
    // When the board is shown again, the game goes on.
    asked.isKept = beside !== undefined;
    return () => gone.current?.abort();
  }, [asked]);

  const secret = asking !== null && first(ply) === asking;
  useEffect(() => {
    if (beside && explored) keep({ ply, computer, secret });
  }, [ply, computer, secret, explored]);
  const hint = hints && !secret;
  const play = (move: Move, player: Player) => {
    const part = explored!.parts[move.part]!;
    const name = moveName(move, part.drawing);
    setLive(true);
    const judged = !secret || known(move.wins) === undefined ? "" : known(move.wins) ? " Right: this is the move that wins." : " This does not win: take it back, and try again.";
    if (secret && known(move.wins)) setAsking(null);
    void visit(after(ply, move, name, player, laid(move, player, part)), `${NAMES[player]} plays ${name}.${judged}`);
  };
  // The computer plays when it is its turn and enough is known: a move that wins, or all of them.
  const toMove = ply.toMove;
  useEffect(() => {
    if (!explored || moving || !live || computer !== toMove || edit || (thinking && !isDecided(explored, toMove))) return;
    const chosen = bestMove(explored, toMove);
    if (!chosen) return;
    const timer = setTimeout(() => play(chosen, toMove), A_MOMENT);
    return () => clearTimeout(timer);
  }, [explored, moving, thinking, live, computer, toMove, edit]);

  const goTo = (to: Ply | null | undefined) => {
    if (!to || to === ply) return;
    setLive(false);
    void visit(to);
  };
  const back = () => {
    const to = takenBack(ply, computer);
    if (to) goTo(to);
  };
  const players: Player[] = turn === "either" ? ["left", "right"] : computer && live ? [other(computer)] : [toMove];
  const mine = useMemo(
    () => (explored && !moving ? players.flatMap((player) => explored.moves[player].map((move) => ({ move, player }))) : []),
    [explored, moving, turn, toMove, computer, live],
  );
  const fitting = (part: number, spots: Spot[]) => {
    const own = mine.filter((it) => it.move.part === part);
    const fits = meantBy(explored!.parts[part]!.drawing, own.map((it) => it.move), spots);
    return own.filter((it) => fits.includes(it.move));
  };
  const candidates = useMemo(() => (picked.part < 0 ? mine : fitting(picked.part, picked.spots)), [mine, picked]);

  /// What is picked when a spot is clicked now, and the moves that fit.
  const picking = (part: number, spot: Spot) => {
    const spots = picked.part === part ? [...picked.spots, spot] : [spot];
    const fits = fitting(part, spots);
    return fits.length || spots.length === 1 ? { spots, fits } : { spots: [spot], fits: fitting(part, [spot]) };
  };
  /// The one position that these moves lead to.
  const same = (moves: { move: Move }[]) => new Set(moves.map((it) => it.move.after)).size === 1;
  const pick = (part: number, spot: Spot) => {
    if (moving) return;
    const own = explored!.parts[part]!;
    if (edit) {
      const rows = rowsOf(own);
      const changed = "cell" in spot && withRows(own, rows.map((it, at) => (at === spot.cell[0] ? it.slice(0, spot.cell[1]) + (sign || nextSign(it[spot.cell[1]]!, palette(own))) + it.slice(spot.cell[1] + 1) : it)));
      return changed ? void anew(replaced(explored!, part, changed)) : setSaid("This position is edited as text, below.");
    }
    const { spots, fits } = picking(part, spot);
    if (!fits.length) {
      setPicked(NONE);
      return setSaid(`${players.map((it) => NAMES[it]).join(" and ")} ${players.length > 1 ? "have" : "has"} no move there.`);
    }
    // Moves that lead to the same position are one; so are both players' in an impartial game.
    if (same(fits)) {
      const chosen = fits.find((it) => it.player === toMove) ?? fits[0]!;
      return play(chosen.move, chosen.player);
    }
    setPicked({ part, spots });
    // Both players have the one move that is meant.
    const whose = players.every((player) => same(fits.filter((it) => it.player === player)));
    setSaid(whose ? "Both players have a move there: choose one in the list, or let them move in turn." : "Pick where to, or choose a move in the list.");
  };

  const winning = mine.filter(({ move }) => known(move.wins));
  const shown = useMemo(() => {
    if (!explored) return [];
    return explored.parts.map((part, at) => {
      const lit = new Map<string, string>();
      const marks: Mark[] = [];
      const here = (move: Move) => move.part === at;
      for (const it of ply.laid.filter((it) => it.part === at && it.cells.every(([row, column]) => isTaken(part, row, column)))) {
        marks.push({ kind: "laid", player: it.player, piece: it.cells });
        for (const cell of it.cells) lit.set(spotKey({ cell }), "under");
      }
      if (here({ part: ply.part } as Move) && part.drawing?.shape === "cells") for (const spot of ply.touched) lit.set(spotKey(spot), `${lit.get(spotKey(spot)) ?? ""} last ${ply.player}`);
      if (hint && !edit && picked.part < 0) {
        const own = distinct(winning.filter((it) => here(it.move)));
        for (const { move, player } of own) {
          const mark = own.length <= MOST_DRAWN ? drawn(move, player, part.drawing, "winning") : null;
          if (mark) marks.push(mark);
          for (const spot of move.named.length && !(mark && "piece" in mark) ? move.named.slice(0, 1) : move.touched) lit.set(spotKey(spot), `winning ${player}${mark && "piece" in mark ? " marked" : ""}`);
        }
      }
      if (picked.part === at) {
        for (const { move } of candidates) for (const spot of move.named.length ? move.named : move.touched) lit.set(spotKey(spot), "hint");
        for (const spot of picked.spots) lit.set(spotKey(spot), "chosen");
      }
      if (over && here(over.move)) {
        const mark = drawn(over.move, over.player, part.drawing, "chosen");
        if (mark) marks.push(mark);
        else for (const spot of over.move.touched) lit.set(spotKey(spot), "chosen");
      }
      return { lit, marks };
    });
  }, [explored, ply, mine, picked, over, hint, edit]);
  const handlers = useMemo(
    () => (explored?.parts ?? []).map((part, at) => ({
      pick: (spot: Spot) => pick(at, spot),
      preview: (spot: Spot): Mark[] => {
        if (edit || moving) return [];
        const { fits } = picking(at, spot);
        const marks = distinct(fits).flatMap(({ move, player }) => drawn(move, player, part.drawing, "chosen") ?? []);
        return same(fits) || picked.part === at ? marks.slice(0, 1) : marks.slice(0, 4);
      },
    })),
    [explored, ply, mine, picked, edit, sign, moving],
  );

  // The arrow keys walk through the game, where they do nothing else: through what is shown, at once.
  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const busy = (event.target as Element).closest?.("input, select, textarea, .spot, aside, summary");
      if (busy || event.ctrlKey || event.altKey || event.metaKey) return;
      const to = { ArrowLeft: ply.before, ArrowRight: ply.next[0], Home: first(ply), End: last(ply) }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      goTo(to);
    };
    window.addEventListener("keydown", keys);
    return () => window.removeEventListener("keydown", keys);
  }, [ply]);

  const take = (to: Turn) => {
    setTurn(to === "either" ? "either" : "turns");
    if (to !== "either") ply.toMove = to;
    show(0);
  };
  const names = [...new Set(distinct(winning).map(({ move }) => moveName(move, explored!.parts[move.part]!.drawing)))];
  const rules = [...new Map((explored?.parts ?? []).flatMap((it) => (it.ruleset ? [[it.ruleset.title, it.ruleset.rules]] : []))).entries()];
  return (
    <div class="boards">
      <div class="stage">
        <div class="row controls" role="group" aria-label="who plays">
          <label>To move <select value={turn === "either" ? "either" : toMove} onChange={(event) => take(event.currentTarget.value as Turn)}>
            <option value="left">Left</option><option value="right">Right</option><option value="either">either</option>
          </select></label>
          <label>Computer <select value={computer} onChange={(event) => { const who = event.currentTarget.value as Player | ""; setComputer(who); setLive(true); if (who) setTurn("turns"); }}>
            <option value="">none</option><option value="left">Left</option><option value="right">Right</option>
          </select></label>
          <label><input type="checkbox" checked={hints} onChange={(event) => { setHints(event.currentTarget.checked); setAsking(null); }} /> winning moves</label>
          <label><input type="checkbox" checked={edit} onChange={(event) => setEdit(event.currentTarget.checked)} /> edit</label>
          <button disabled={!ply.before || moving} onClick={back}>Take back</button>
          <button disabled={!explored || seeking} onClick={() => void pose()}>Puzzle</button>
          {secret && <button onClick={() => setAsking(null)}>Solution</button>}
        </div>
        {problem && <p class="error" role="alert">{problem}</p>}
        {explored && (
          <p class="status">
            {turn === "turns" && <><span class={`badge ${toMove}`}>{NAMES[toMove]}</span> to move. </>}
            {!secret && <strong><Winner outcome={explored.outcome} winners={explored.winners} /></strong>}
            {hint && !edit && names.length > 0 && <span class="how"> with {names.slice(0, 4).join(", ")}{names.length > 4 ? ` and ${names.length - 4} more` : ""}</span>}
            {thinking && <span class="note" role="status"> thinking…</span>}
          </p>
        )}
        <p class="said" role="status">{said}</p>
        {explored ? (
          <div class="board-row">
            {explored.parts.map((part, at) => <Board key={at} part={part} secret={secret} {...shown[at]!} {...handlers[at]!} />)}
          </div>
        ) : !asked.text && <p class="note">Choose a game on the start page, or write a position below.</p>}
        {edit && explored && <Editing explored={explored} sign={sign} choose={setSign} change={(text) => void anew(text)} />}
        {beside && <Setup server={server} text={text} type={(text) => { typed.current = true; setText(text); }} show={() => void anew(text)}
          add={(own) => void anew(explored && text.trim() ? `${explored.text}+${own}` : own)} />}
      </div>
      <div class="beside">
        {explored && beside && <span class="tools"><button onClick={() => beside.explore([explored.text])}>Explore</button><button onClick={() => beside.toSheet(explored.text)}>To the sheet</button></span>}
        {explored && !secret && !explored.scored && (explored.parts.length > 1 || !explored.parts[0]?.drawing) && <p class="facts total">Sum: <ValueView value={explored.value} /> <Heat value={explored.value} /></p>}
        {explored && <Played ply={ply} goTo={goTo} />}
        {explored && (
          <div class="moves-of">
            {players.map((player) => (
              <Choices key={player} explored={explored} player={player} moves={candidates.flatMap((it) => (it.player === player ? [it.move] : []))}
                hint={hint} secret={secret} moving={moving} edit={edit} point={(move) => setOver(move && { move, player })} play={(move) => play(move, player)} />
            ))}
          </div>
        )}
        {rules.map(([title, text]) => <div key={title} class="note"><h2>{title}</h2><Markdown text={text} /></div>)}
        {depth(ply) > 0 && <p class="note">Keys: ← and → go through the game, Home to its beginning, End to its end. On the board the arrow keys go from cell to cell, and Enter picks.</p>}
      </div>
    </div>
  );
}

/// Something lies on the cell.
const isTaken = (part: Part, row: number, column: number) => part.drawing?.shape === "cells" && (part.drawing.rows[row]?.[column]?.holds ?? "nothing") !== "nothing";

/// The sign that comes after this one.
function nextSign(now: string, signs: string[]): string {
  const at = signs.findIndex((it) => it.toLowerCase() === now.toLowerCase());
  return signs[(at + 1) % signs.length] ?? now;
}

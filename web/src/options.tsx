// The rows of the explorer: a move with its drawing, what it is worth, and, opened, what can be done with it.

import { useLayoutEffect, useRef } from "preact/hooks";
import { draw, spotKey } from "./drawing";
import { NAMES } from "./game";
import { putMarks } from "./marks";
import { drawn, moveName } from "./moves";
import { Picture, Thermographs } from "./plots";
import { type Explored, type Move, type Part, type Player, type Server, known } from "./server";
import { WORDS } from "./words";
import { Formula, type Openers, Score, ValueView, Winner } from "./values";


/// A position in the table, with the move that leads to it.
export type Node = {
  key: string;
  text: string;
  move: Move | null;
  player: Player | null;
  name: string;
  depth: number;
  /// The component in which the move is made, before it.
  part: Part | null;
  open: boolean;
  explored: Explored | null;
  problem: string;
  extra: "" | "thermograph" | "tree";
  /// The positions after the moves of a player.
  options(player: Player): Node[];
};

export function node(text: string, move: Move | null, player: Player | null, depth: number, part: Part | null, key = text): Node {
  const made: Partial<Record<Player, Node[]>> = {};
  let of: Explored | null = null;
  return {
    key, text, move, player, depth, part,
    name: move ? moveName(move, part?.drawing ?? null) : text,
    open: false, explored: null, problem: "", extra: "",
    options(player) {
      if (!this.explored) return [];
      if (of !== this.explored) [of, made.left, made.right] = [this.explored, undefined, undefined];
      const { moves, parts } = this.explored;
      return (made[player] ??= moves[player].map((it, at) => node(it.after, it, player, depth + 1, parts[it.part] ?? null, `${key} ${player} ${at}`)));
    },
  };
}

/// The board before a move, with the move on it.
function Small({ part, move, player }: { part: Part; move: Move | null; player: Player | null }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const mark = move && player && drawn(move, player, part.drawing, "chosen");
    const lit = new Map(mark || !move ? [] : move.touched.map((spot) => [spotKey(spot), "chosen"]));
    const drawing = draw(part.scene!, { label: "", bare: true, lit });
    drawing.setAttribute("aria-hidden", "true");
    putMarks(drawing, part.scene!, "marks", mark ? [mark] : []);
    place.current!.replaceChildren(drawing);
  }, [part, move, player]);
  return <span ref={place} class="thumbnail" />;
}

function MarkView({ move }: { move: Move }) {
  const mark = move.mark;
  if (!mark) return null;
  if (mark.mark === "dominated") return <span class="mark" title="another option is at least as good">dominated by <Formula latex={mark.latex} text={mark.by} /></span>;
  const instead = mark.replacements.length ? mark.replacements.join(", ") : "nothing";
  return <span class="mark" title={`replaced by ${instead}`}>reversible through <Formula latex={mark.latex} text={mark.through} /></span>;
}

export function Row({ node: { move, player, explored, open, depth, text, name, part }, toggle }: { node: Node; toggle: () => void }) {
  const value = explored?.value ?? move!.value;
  const it = known(value);
  const keys = (event: KeyboardEvent) => {
    const own = (event.currentTarget as HTMLElement).closest("tr")!;
    const rows = [...own.closest("table")!.querySelectorAll<HTMLElement>("tr.node-row")];
    const at = rows.indexOf(own);
    const go = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>(".twist")?.focus();
    const act = {
      ArrowDown: () => go(rows[at + 1]),
      ArrowUp: () => go(rows[at - 1]),
      ArrowRight: () => (open ? go(rows[at + 1]) : toggle()),
      ArrowLeft: () => (open ? toggle() : go(rows.slice(0, at).findLast((row) => Number(row.ariaLevel) <= depth))),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const seen = part ?? (explored?.parts.length === 1 ? explored.parts[0]! : null);
  return (
    <tr class={`node-row${move && known(move.wins) ? " winning" : ""}`} aria-level={depth + 1} aria-expanded={open} onClick={(event) => (event.target as HTMLElement).closest("button") || toggle()}>
      <td style={{ paddingInlineStart: `${depth * 1.1 + 0.2}em` }}>
        <span class="of-move">
          <button class="plain twist" aria-expanded={open} aria-label={`options of ${it?.shown ?? text}`} onKeyDown={keys} onClick={toggle}>
            <span aria-hidden="true">{open ? "▾" : "▸"}</span>
          </button>
          {player && <span class={`badge ${player}`}>{NAMES[player]}</span>}
          {seen?.drawing && seen.drawing.shape !== "text" && <Small part={seen} move={move} player={player} />}
          <code class="move" title={text}>{name}</code>
        </span>
      </td>
      <td class="of-value">{move?.score ? <Score score={move.score} /> : <ValueView value={value} />}</td>
      <td class="of-winner">
        <Winner outcome={explored?.outcome ?? it?.outcome} />
        {move && (known(move.wins) || move.draws) && <> <span class="wins" title={`who moves there ${move.draws ? "draws" : "wins"}`}>{move.draws ? "draws" : "wins"}</span></>}
      </td>
      <td>{known(it?.mean) ?? ""}</td>
      <td>{known(it?.temperature) ?? ""}</td>
      <td>{move && <MarkView move={move} />}</td>
    </tr>
  );
}

type Open = { server: Server; node: Node; columns: number; none: boolean; openers: Openers; compare: (game: string) => void; toSheet: (text: string) => void; show: () => void };

/// What can be done with the position of a row.
export function OpenNode({ server, node: it, columns, none, openers, compare, toSheet, show }: Open) {
  const { explored, problem, text, extra } = it;
  const set = (extra: Node["extra"]) => {
    it.extra = it.extra === extra ? "" : extra;
    show();
  };
  const game = (explored && known(explored.value)?.shown) ?? text;
  const unlisted = explored ? explored.unlisted.left + explored.unlisted.right : 0;
  const all = explored ? explored.moves.left.length + explored.moves.right.length : 0;
  return (
    <tr class="node-tools">
      <td colSpan={columns} style={{ paddingInlineStart: `${it.depth * 1.1 + 1.6}em` }}>
        {problem && <p class="error" role="alert">{problem}</p>}
        {!explored && !problem && <p class="note" role="status">…</p>}
        {explored && (
          <div class="tools">
            {known(explored.value)?.subgroup && <span class="fact" title={WORDS.family}>{known(explored.value)!.subgroup}</span>}
            <button onClick={() => openers.board(text)}>Board</button>
            <button onClick={() => openers.why(text)}>Why</button>
            <button aria-pressed={extra === "thermograph"} onClick={() => set("thermograph")}>Thermograph</button>
            <button aria-pressed={extra === "tree"} onClick={() => set("tree")}>Tree</button>
            <button onClick={() => compare(text)}>Compare</button>
            <button onClick={() => toSheet(text)}>To the sheet</button>
          </div>
        )}
        {extra === "thermograph" && <Thermographs server={server} games={[game]} />}
        {extra === "tree" && <Picture server={server} kind="tree" game={game} />}
        {explored && none && <p class="note">{all ? "No option passes the filter." : "Nobody has an option."}</p>}
        {unlisted > 0 && <p class="note">and {unlisted.toLocaleString("en")} more options</p>}
      </td>
    </tr>
  );
}

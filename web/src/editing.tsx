// Tools to change a board: signs to put, rows and columns, a text that is pasted.

import { useState } from "preact/hooks";
import { type Resize, palette, pasted, replaced, resized, rowsOf, withRows } from "./edit";
import type { Explored } from "./server";

const SIZES: [Resize, string][] = [["row", "Row +"], ["-row", "Row −"], ["column", "Column +"], ["-column", "Column −"]];

export function Editing({ explored, sign, choose, change }: { explored: Explored; sign: string; choose: (sign: string) => void; change: (text: string) => void }) {
  const [text, setText] = useState("");
  const boards = explored.parts.flatMap((part, at) => (withRows(part, rowsOf(part)) && part.drawing?.shape === "cells" ? [{ part, at }] : []));
  if (!boards.length) return <p class="note">This position is edited as text, below.</p>;
  const signs = [...new Set(boards.flatMap(({ part }) => palette(part)))];
  const put = ({ part, at }: (typeof boards)[number], rows: string[]) => {
    const changed = withRows(part, rows);
    if (changed) change(replaced(explored, at, changed));
  };
  return (
    <div class="editing" role="group" aria-label="edit the board">
      <div class="row">
        <button aria-pressed={sign === ""} onClick={() => choose("")}>next sign</button>
        {signs.map((it) => <button key={it} aria-pressed={sign === it} onClick={() => choose(it)}><code>{it}</code></button>)}
      </div>
      {boards.map((board) => (
        <div class="row" key={board.at}>
          {boards.length > 1 && <span>{board.part.ruleset?.title ?? board.part.text}</span>}
          {SIZES.map(([how, name]) => <button key={how} onClick={() => put(board, resized(rowsOf(board.part), how))}>{name}</button>)}
        </div>
      ))}
      <form class="row" onSubmit={(event) => { event.preventDefault(); put(boards[0]!, pasted(text)); setText(""); }}>
        <label class="grow">Paste rows <textarea rows={2} value={text} placeholder={"xo.\nox."} onInput={(event) => setText(event.currentTarget.value)} /></label>
        <button disabled={!pasted(text).length}>Use</button>
      </form>
    </div>
  );
}

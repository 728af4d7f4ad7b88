// Values and answers as they are shown.

import katex from "katex";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { NAMES } from "./game";
import { Drawn } from "./plots";
import { Still } from "./still";
import { Table, rowsOf } from "./table";
import { WORDS } from "./words";
import type { Output } from "./sheet";
import { type Item, type Known, type Player, type Reply, type Sides, type Texts, type Value, isLimit, known, reason } from "./server";

/// What is longer is shown as text: typesetting it takes longer than reading it.
const MOST_LATEX = 600;
const MOST_LINES = 24;
const MOST_SIGNS = 2400;

/// Typeset mathematics; the plain text where that is not possible.
export function Formula({ latex, text, display }: { latex: string | null | undefined; text: string; display?: boolean }) {
  if (!latex || latex.length > MOST_LATEX) return <code class="value">{text}</code>;
  try {
    const html = katex.renderToString(latex, { throwOnError: true, output: "htmlAndMathml", displayMode: display ?? false });
    return <span class="value" data-text={text} dangerouslySetInnerHTML={{ __html: html }} />;
  } catch {
    return <code class="value">{text}</code>;
  }
}

export const TextsView = ({ texts }: { texts: Texts }) => (
  <Formula latex={known(texts.latex)} text={known(texts.shown) ?? reason(texts.shown)} />
);

export function ValueView({ value, wait }: { value: Known<Value>; wait?: boolean }) {
  const it = known(value);
  if (!it) return <span class="unknown" title={reason(value)}>{wait ? "…" : isLimit(value) ? "not yet known" : "–"}</span>;
  return <Formula latex={it.latex} text={it.shown} />;
}

/// By how many points somebody wins.
export function Score({ score }: { score: string }) {
  const [who, points] = score.startsWith("-") ? ["Right", score.slice(1)] : ["Left", score];
  return <span class="heat">{score === "0" ? "tie" : `${who} by ${points}`}</span>;
}

/// Mean and temperature in a few words; nothing for what is not known.
export function Heat({ value }: { value: Known<Value> }) {
  const it = known(value);
  const [mean, temperature] = [known(it?.mean), known(it?.temperature)];
  if (mean === undefined && temperature === undefined) return null;
  return (
    <span class="heat">
      <span title={`mean: ${WORDS.mean}`}>mean {mean ?? "?"}</span> <span title={`temperature: ${WORDS.temperature}`}>temp. {temperature ?? "?"}</span>
    </span>
  );
}

const OUTCOMES: Record<string, string> = {
  "left player win": "Left wins",
  "right player win": "Right wins",
  "first player win": "first player wins",
  "second player win": "second player wins",
};
export const outcomeWords = (outcome: Known<string> | undefined) => {
  const text = known(outcome);
  return text === undefined ? "winner not yet known" : (OUTCOMES[text] ?? text);
};

/// What is known of the winner when each player moves first.
function firstWords(winners: Sides<Known<Player | "draw">>): string {
  const words = (first: Player) => {
    const winner = known(winners[first]);
    return `${NAMES[first]} first: ${winner === undefined ? "not yet known" : winner === "draw" ? "a draw" : `${NAMES[winner]} wins`}`;
  };
  return `${words("left")}; ${words("right")}`;
}

/// Who wins, explained to who points at it.
export function Winner({ outcome, winners }: { outcome: Known<string> | undefined; winners?: Sides<Known<Player | "draw">> }) {
  const half = known(outcome) === undefined && winners && (known(winners.left) ?? known(winners.right)) !== undefined;
  return <span title={WORDS[known(outcome) ?? ""]}>{half ? firstWords(winners) : outcomeWords(outcome)}</span>;
}

/// A long answer, folded.
export function Folded({ text, children }: { text: string; children?: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const lines = text.split("\n");
  const long = lines.length > MOST_LINES || text.length > MOST_SIGNS;
  if (!long) return <>{children ?? <pre>{text}</pre>}</>;
  const beginning = lines.slice(0, 6).join("\n").slice(0, 800);
  return (
    <>
      <pre>{open ? text : `${beginning} …`}</pre>
      <button class="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? "Fold" : `Unfold: ${text.length.toLocaleString("en")} signs`}
      </button>
    </>
  );
}

function ItemView({ item }: { item: Item }) {
  if (Array.isArray(item)) return <span>[{item.map((it, at) => <span key={at}>{at > 0 && ", "}<ItemView item={it} /></span>)}]</span>;
  switch (item.kind) {
    case "game":
    case "loopy": return <TextsView texts={item.text} />;
    case "integer": return <span>{item.text}</span>;
    case "truth": return <span>{String(item.value)}</span>;
    case "outcome": return <span>{item.letter ?? item.value}</span>;
    case "rational": return <span>{item.value}</span>;
    case "string": return <code>"{item.value}"</code>;
    default: return <span>a function</span>;
  }
}

/// Lists of lists of the same length are tables; short ones are typeset.
function ListView({ items, shown }: { items: Item[]; shown: string }) {
  const rows = rowsOf(items);
  if (rows) return <Table all={rows} view={(item) => <ItemView item={item} />} />;
  return items.length > 120 || shown.length > MOST_SIGNS ? <Folded text={shown} /> : <div class="list"><ItemView item={items} /></div>;
}

export type Openers = {
  explore(text: string[]): void;
  why(text: string): void;
  prove(claim: string): void;
  plot(text: string): void;
  picture(kind: string, text: string): void;
  sequence(values: number[], text: string): void;
  board(text: string): void;
};

/// The expression of a statement, without what it asks or binds.
export function expressionOf(reply: Reply): string {
  const statement = (reply.statement ?? "").trim().replace(/;$/, "").replace(/^\?+\s*/, "");
  return statement.replace(/^[A-Za-z_]\w*\s*=(?!=)\s*/, "");
}

/// The list as whole numbers, if it is one of nimbers or integers.
function numbers(items: Item[]): number[] | null {
  const found = items.map((it) => {
    if (Array.isArray(it)) return NaN;
    const text = it.kind === "integer" ? it.text : it.kind === "game" ? (known(it.text.paper) ?? "") : "";
    const nimber = text.match(/^\*(?:\(?(\d+)\)?)?$/);
    return nimber ? Number(nimber[1] ?? 1) : /^\d+$/.test(text) ? Number(text) : NaN;
  });
  return found.length > 1 && found.every(Number.isSafeInteger) ? found : null;
}

function Winning({ reply }: { reply: Reply }) {
  const moves = (reply.winning_moves ?? reply.best_moves)!;
  const none = reply.best_moves ? "no move that wins or draws" : "no winning move";
  const sides = [["Left", moves.left], ["Right", moves.right]] as const;
  return (
    <>
      <p><Winner outcome={reply.outcome} /></p>
      {sides.map(([name, list]) => (
        <div key={name}>
          <strong>{name}</strong>: {list.length === 0 ? none : (
            <ul class="moves">
              {list.map((it, at) => <li key={at}>{it.values ? <TextsView texts={it.values[0]} /> : <code>{it.from}</code>} → {it.values ? <TextsView texts={it.values[1]} /> : <code>{it.to}</code>}, leaves <TextsView texts={it.leaves} /></li>)}
            </ul>
          )}
        </div>
      ))}
    </>
  );
}

function ReplyView({ reply, openers }: { reply: Reply; openers: Openers }) {
  const expression = expressionOf(reply);
  const loopy = reply.kind.startsWith("loopy");
  // An outcome that is a value has no game with it.
  const game = loopy || ["game", "outcome", "moves"].includes(reply.kind) && reply.text !== undefined;
  const claim = reply.claim;
  const texts = reply.text as Texts | undefined;
  const list = reply.kind === "list" ? numbers(reply.items ?? []) : null;
  const content = () => {
    switch (reply.kind) {
      case "game":
      case "loopy":
        return reply.shown.length > MOST_SIGNS ? <Folded text={reply.shown} /> : <TextsView texts={texts!} />;
      case "outcome":
        if (!game) return <p>{reply.shown}</p>;
      // falls through
      case "loopy-outcome": return <p><Winner outcome={reply.outcome} /></p>;
      case "moves":
      case "loopy-moves": return <Winning reply={reply} />;
      case "list": return <ListView items={reply.items ?? []} shown={reply.shown} />;
      case "error": return (
        <p class="error" role="alert">
          {reply.error!.message}{reply.error!.help && <span class="help">: {reply.error!.help}</span>}
        </p>
      );
      case "why": return <Folded text={(reply.lines ?? []).join("\n")} />;
      case "note": return <p class="note">{reply.shown}</p>;
      case "text": return <Folded text={String(reply.text ?? reply.shown)} />;
      default: return <Folded text={reply.shown} />;
    }
  };
  return (
    <div class={`reply ${reply.kind}`}>
      <div class="content">{content()}</div>
      {!game && claim && <div class="tools"><button onClick={() => openers.prove(claim)}>Prove</button></div>}
      {game && (
        <div class="tools">
          {(reply.kind === "game" || reply.kind === "loopy") && <span class="fact"><Winner outcome={reply.outcome} /></span>}
          {reply.subgroup && <span class="fact" title={WORDS.family}>{reply.subgroup}</span>}
          <button onClick={() => openers.explore([expression, known(texts!.shown) ?? ""])}>Explore</button>
          <button onClick={() => openers.board(expression)}>Board</button>
          <button onClick={() => openers.why(expression)}>Why</button>
          {claim && <button onClick={() => openers.prove(claim)}>Prove</button>}
          {loopy ? <button onClick={() => openers.picture("graph", expression)}>Graph</button>
            : <button onClick={() => openers.plot(known(texts!.shown) ?? expression)}>Thermograph</button>}
        </div>
      )}
      {list && <div class="tools"><button onClick={() => openers.sequence(list, expression)}>Plot</button></div>}
    </div>
  );
}

function OutputView({ output, openers }: { output: Output; openers: Openers }) {
  switch (output.kind) {
    case "reply": return <ReplyView reply={output.reply} openers={openers} />;
    case "cut": return (
      <div class="reply">
        <Folded text={output.shown} />
        <p class="note">This answer has {output.bytes.toLocaleString("en")} bytes; here is its beginning. In the terminal `:write FILE` writes all of it.</p>
      </div>
    );
    case "picture": return <div class="reply"><Drawn svg={output.svg} name="picture" label={output.name} /></div>;
    case "defined": return <p class="reply note">defined {output.names.map((it, at) => <span key={at}>{at > 0 && ", "}<code>{it}</code></span>)}</p>;
    case "failed": return <p class="reply error" role="alert">{output.message}</p>;
  }
}

/// An answer that is there does not change: it is typeset once.
export function Outputs({ outputs, openers }: { outputs: Output[]; openers: Openers }) {
  return <>{outputs.map((output, at) => <Still key={at} of={[output, openers]}>{() => <OutputView output={output} openers={openers} />}</Still>)}</>;
}

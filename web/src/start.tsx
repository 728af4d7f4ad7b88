// Where to begin: play, write rules, or calculate, each with one click; and what was done before.

import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { draw } from "./drawing";
import { type Keeper, forget, kept } from "./keep";
import type { Scene, Server } from "./server";
import { type Cell, cell, fromFile } from "./sheet";
import { TEMPLATES } from "./templates";

const EXAMPLES = ["{1|-1} + *2", "? {2|-1} + ^", "thermograph({4|{1|-2}})", "octal(\".77\", 20)", "[Nim(n) + Nim(2*n) : n = 0..8]", ":why {0,*|0}"];

/// What stands before an example, where it is needed.
const BEFORE: Record<string, string> = { "[Nim(n) + Nim(2*n) : n = 0..8]": "impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }\n" };

type Props = { server: Server; keeper: Keeper; board: (text: string) => void; cells: (cells: Cell[], title: string) => void; calculate: (text: string) => void; go: (view: "sheet") => void; tour: () => void };

function Thumbnail({ scene }: { scene: Scene }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const drawn = draw(scene, { label: "", bare: true });
    drawn.setAttribute("aria-hidden", "true");
    place.current!.replaceChildren(drawn);
  }, [scene]);
  return <span ref={place} class="thumbnail" />;
}

function Gallery({ server, board }: Pick<Props, "server" | "board">) {
  const [wanted, setWanted] = useState("");
  const all = server.rulesets;
  const found = all.filter((it) => `${it.title} ${it.function} ${it.rules}`.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <>
      <label class="find">Find a game <input type="search" value={wanted} placeholder={`${all.length} rulesets`} onInput={(event) => setWanted(event.currentTarget.value)} /></label>
      <ul class="gallery">
        {found.map((it) => (
          <li key={it.function}>
            <button title={it.rules.replaceAll("`", "")} onClick={() => board(`${it.function}("${it.start}")`)}>
              <Thumbnail scene={it.scene} />
              <span>{it.title}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && all.length > 0 && <p class="note">No ruleset has these words.</p>}
    </>
  );
}

function Recent({ keeper, go }: Pick<Props, "keeper" | "go">) {
  const [, show] = useReducer((it: number) => it + 1, 0);
  // Another tab has kept or removed one.
  useEffect(() => {
    const seen = () => show(0);
    addEventListener("storage", seen);
    return () => removeEventListener("storage", seen);
  }, []);
  const all = kept();
  if (!all.length) return <p class="note">What you write is kept in this browser, and stands here then.</p>;
  return (
    <ul class="recent">
      {all.map((it) => (
        <li key={it.id}>
          <button class="link" onClick={() => { keeper.open(it.id); go("sheet"); }}>{it.name}</button>
          <span class="note">{new Date(it.changed).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}</span>
          {!keeper.holds(it.id) && <button class="plain" aria-label={`remove ${it.name}`} onClick={() => { forget(it.id); show(0); }}>×</button>}
        </li>
      ))}
    </ul>
  );
}

export function Start({ server, keeper, board, cells, calculate, go, tour }: Props) {
  const begin = async (title: string, program: string) => cells(await fromFile(server, program), title);
  return (
    <div class="start">
      <p class="lead">Values, winners and moves of combinatorial games. <button class="first" onClick={tour}>Take the tour: five steps</button></p>
      <section aria-labelledby="play">
        <h2 id="play">Play and analyse a game</h2>
        <Gallery server={server} board={board} />
      </section>
      <div class="things">
        <section aria-labelledby="write">
          <h2 id="write">Write your own rules</h2>
          <p>A game is a function: from a position to the moves of both players. Each of these runs.</p>
          <ul class="choices">
            {TEMPLATES.map((it) => <li key={it.title}><button onClick={() => void begin(it.title, it.program)}><strong>{it.title}</strong> <span>{it.shows}</span></button></li>)}
          </ul>
        </section>
        <section aria-labelledby="calculate">
          <h2 id="calculate">Calculate</h2>
          <p>Values, sums, outcomes, thermographs. <button class="first" onClick={() => cells([cell("code", "")], "")}>An empty worksheet</button></p>
          <ul class="choices">
            {EXAMPLES.map((it) => <li key={it}><button onClick={() => calculate((BEFORE[it] ?? "") + it)}><code>{it}</code></button></li>)}
          </ul>
        </section>
        <section aria-labelledby="recent">
          <h2 id="recent">Recent worksheets</h2>
          <Recent keeper={keeper} go={go} />
        </section>
      </div>
    </div>
  );
}

// Positions as texts: one that is typed, and one of a ruleset that is added.

import { useState } from "preact/hooks";
import type { Server } from "./server";

type Props = { server: Server; text: string; type: (text: string) => void; show: () => void; add: (position: string) => void };

export function Setup({ server, text, type, show, add }: Props) {
  const [ruleset, setRuleset] = useState("Clobber");
  const [position, setPosition] = useState("");
  const row = server.rulesets.find((it) => it.function === ruleset);
  return (
    <>
      <form class="row" onSubmit={(event) => { event.preventDefault(); show(); }}>
        <label class="grow">Position <input value={text} spellcheck={false} placeholder={'Clobber("xo|ox") + Domineering("3x3")'} onInput={(event) => type(event.currentTarget.value)} /></label>
        <button>Show</button>
      </form>
      <form class="row" onSubmit={(event) => { event.preventDefault(); add(`${ruleset}("${(position || row?.example || "").trim()}")`); }}>
        <label>Ruleset <select value={ruleset} onChange={(event) => { setRuleset(event.currentTarget.value); setPosition(""); }}>
          {server.rulesets.map((it) => <option key={it.function} value={it.function}>{it.title}</option>)}
        </select></label>
        <label class="grow">Start <input value={position} spellcheck={false} placeholder={row?.example ?? ""} onInput={(event) => setPosition(event.currentTarget.value)} title={row?.format ?? ""} /></label>
        <button>Add</button>
      </form>
    </>
  );
}

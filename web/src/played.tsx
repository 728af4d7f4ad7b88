// The moves of a game: the first line, with variations in brackets. A click goes to the position after a move.

import type { ComponentChildren } from "preact";
import { type Ply, depth, first } from "./game";

export function Played({ ply, goTo }: { ply: Ply; goTo: (to: Ply) => void }) {
  const start = first(ply);
  const one = (it: Ply): ComponentChildren => (
    <button class={`plain played ${it.player}`} aria-current={it === ply ? "step" : undefined} onClick={() => goTo(it)}>
      {depth(it)}. {it.name}
    </button>
  );
  /// What follows a position: its first move, the others as variations, and what follows that move.
  const line = (from: Ply): ComponentChildren[] => {
    const found: ComponentChildren[] = [];
    for (let at = from; at.next[0]; at = at.next[0]) {
      const [main, ...others] = at.next;
      found.push(one(main!));
      for (const it of others) found.push(<span class="variation">({one(it)}{line(it)})</span>);
    }
    return found;
  };
  if (!start.next.length) return null;
  return (
    <nav class="past" aria-label="moves so far">
      <button class="plain played" aria-current={ply === start ? "step" : undefined} onClick={() => goTo(start)}>Start</button>
      {line(start)}
    </nav>
  );
}

// A line of play: from a won position who wins keeps it.

import { useEffect, useRef, useState } from "preact/hooks";
import { NAMES } from "./game";
import { bestMove, isDecided, moveName } from "./moves";
import { Failed, type Explored, type Player, type Server, known } from "./server";

const PLAYERS: Player[] = ["left", "right"];
/// The milliseconds for a position, and those where that does not tell who wins.
const BUDGETS = [300, 5000];

/// The position, explored until it is known which move is best.
async function judged(server: Server, text: string, player: Player, signal: AbortSignal): Promise<Explored> {
  let found: Explored | undefined;
  for (const budget of BUDGETS) {
    found = await server.explored(text, "decided", budget, signal);
    if (isDecided(found, player)) break;
  }
  return found!;
}

export function LineOfPlay({ server, text }: { server: Server; text: string }) {
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
        const explored = await judged(server, at, player, mine.signal);
        const chosen = bestMove(explored, player);
        if (!chosen) {
          found.push(`${NAMES[player]} has no move`);
          break;
        }
        found.push(`${NAMES[player]}: ${moveName(chosen, explored.parts[chosen.part]?.drawing ?? null)} (${known(chosen.value)?.shown ?? "?"})`);
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

// Two games compared by their difference.

import { useEffect, useState } from "preact/hooks";
import { Thermographs } from "./plots";
import { Failed, type Server, known } from "./server";

const BUDGET = 3000;

export function Compare({ server, games, drop }: { server: Server; games: string[]; drop: (game: string) => void }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    setSaid("");
    if (games.length !== 2) return;
    const gone = new AbortController();
    server.explored(`(${games[0]})-(${games[1]})`, "decided", BUDGET, gone.signal).then(
      (explored) => {
        if (gone.signal.aborted) return;
        const words: Record<string, string> = {
          "left player win": "is greater than",
          "right player win": "is less than",
          "second player win": "equals",
          "first player win": "is confused with",
        };
        const outcome = known(explored.outcome);
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

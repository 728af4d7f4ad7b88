// A board that stands alone, as `<cg-board>` shows it.

import { render } from "preact";
import { useMemo, useReducer, useEffect } from "preact/hooks";
import { Boards } from "./boards";
import type { Server } from "./server";

type Asked = { ruleset: string; position: string | null; isPuzzle: boolean };

/// The position as the language writes it, or what is wrong with the name of the ruleset.
function written(server: Server, { ruleset, position, isPuzzle }: Asked): { text: string; isPuzzle: boolean } | { problem: string } {
  const named = server.rulesets.find((it) => it.function.toLowerCase() === ruleset.toLowerCase());
  if (named) return { text: `${named.function}("${position ?? named.example}")`, isPuzzle };
  return { problem: `There is no ruleset ${ruleset}. These are: ${server.rulesets.map((it) => it.function).join(", ")}.` };
}

function Lone({ server, asked }: { server: Server; asked: Asked }) {
  const [, show] = useReducer((it: number) => it + 1, 0);
  useEffect(() => {
    server.listen(() => show(0));
    void server.start();
  }, []);
  const found = useMemo(() => (server.status === "ready" ? written(server, asked) : null), [server.status]);
  if (server.status === "lost") return <p class="error" role="alert">{server.message}</p>;
  if (!found) return <p class="note">The board is being opened.</p>;
  return "text" in found ? <Boards server={server} asked={found} /> : <p class="error" role="alert">{found.problem}</p>;
}

/// Opens a board: the fragment names its ruleset, and its position if it is not the example of the ruleset. In a puzzle
/// nothing gives the answer away.
export function openBoard(server: Server, fragment: URLSearchParams) {
  const root = document.getElementById("app")!;
  root.className = "main of-board alone";
  root.replaceChildren();
  const asked = { ruleset: fragment.get("ruleset")!, position: fragment.get("position"), isPuzzle: fragment.has("puzzle") };
  render(<main aria-label={`${asked.ruleset} ${asked.position ?? ""}`}><Lone server={server} asked={asked} /></main>, root);
}

// Every move of every ruleset is made by clicks on its board, in positions that the server draws. See `ask.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { part, session } from "./ask.mjs";

/// In these a move has a number too, which is chosen in the list of moves.
const NUMBERED = ["EdgeNim", "Sheep"];

test("every move of every ruleset is made by clicks", async (t) => {
  const { rulesets, explore } = await session(t);
  const { meantBy } = await part("picking.ts");
  for (const { function: name, example } of rulesets) {
    const explored = await explore(`${name}("${example}")`, 0);
    for (const moves of Object.values(explored.moves))
      for (const move of moves) {
        const spots = [...move.named, ...move.touched];
        const picked = [...spots.map((it) => [it]), ...spots.flatMap((it) => spots.map((other) => [it, other])), [...move.named]];
        const own = moves.filter((it) => it.part === move.part);
        const ends = (spots) => {
          const found = spots.length ? meantBy(explored.parts[move.part].drawing, own, spots) : [];
          return NUMBERED.includes(name) ? found.includes(move) : found.length > 0 && found.every((it) => it.after === move.after);
        };
        assert.ok(picked.some(ends), `${name}("${example}"): ${move.name}`);
      }
  }
});

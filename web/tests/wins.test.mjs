// The computer never loses what is won: from small random positions of twenty rulesets it plays against moves at
// random. See `ask.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { part, session } from "./ask.mjs";

/// How many positions that are won for somebody; the board, and the signs of its cells.
const POSITIONS = Number(process.env.CG_POSITIONS ?? 500);
const BOARDS = {
  Domineering: ["..#", 3, 3], Cram: ["..#", 3, 3], Clobber: [".xo", 2, 4], NoGo: [".xo.", 2, 3], Amazons: [".xo#..", 2, 4], Col: [".", 2, 3], Snort: [".", 2, 3],
  ToadsAndFrogs: [".tf", 1, 7], ElephantsAndRhinos: [".tf", 2, 3], TopplingDominoes: ["lr", 1, 5], TurningTurtles: ["ht", 1, 5], MockTurtles: ["ht", 1, 5], Ruler: ["ht", 1, 5],
  AntiClobber: [".xo", 2, 3], CannibalClobber: [".xo", 1, 5], DiagonalClobber: [".xo", 2, 3], Kings: [".xo", 2, 3], Knights: [".xo", 3, 3], Rooks: [".xo", 1, 5], Queens: [".xo", 2, 3],
  Fission: [".x", 3, 3], Konane: [".xo", 2, 5],
};
/// The same numbers each time.
let state = 37;
const random = (most) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) % most;
};
const OTHER = { left: "right", right: "left" };

test("the computer wins every position that is won", async (t) => {
  const { explore } = await session(t);
  const { bestMove, isDecided } = await part("moves.ts");
  const names = Object.keys(BOARDS);
  const played = new Map();
  for (let tries = 0; [...played.values()].reduce((a, b) => a + b, 0) < POSITIONS; tries++) {
    assert.ok(tries < 20 * POSITIONS, "too few positions are won");
    const name = names[tries % names.length];
    const [signs, rows, columns] = BOARDS[name];
    const text = `${name}("${Array.from({ length: rows }, () => Array.from({ length: columns }, () => signs[random(signs.length)]).join("")).join("|")}")`;
    let at = await explore(text, 2000);
    const computer = ["left", "right"][random(2)];
    // Not every text is a position, and not every position is won.
    if (!at?.moves[computer].some((it) => it.wins === true)) continue;
    played.set(name, (played.get(name) ?? 0) + 1);
    for (let player = computer; at.moves[player].length; player = OTHER[player]) {
      assert.ok(player !== computer || isDecided(at, computer), `${text}: it is not known who wins ${at.text}`);
      const move = player === computer ? bestMove(at, player) : at.moves[player][random(at.moves[player].length)];
      assert.ok(player !== computer || move.wins === true, `${text}: in ${at.text} the computer plays ${move.name}`);
      at = await explore(move.after, 2000);
      assert.ok(at, `${text}: ${move.after} is refused`);
      // Who has no move has lost.
      if (!at.moves[OTHER[player]].length) assert.equal(player, computer, `${text} is lost`);
    }
  }
  assert.ok(played.size >= 20, `only ${[...played.keys()]}`);
  t.diagnostic(`${[...played].map(([name, count]) => `${name} ${count}`).join(", ")}`);
});

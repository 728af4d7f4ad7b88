// Every move of every ruleset is made by clicks on its board, in positions that the server draws.
//
// CG names the command to test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { build } from "esbuild";

const CG = process.env.CG ?? "../target/debug/cg";
/// In these a move has a number too, which is chosen in the list of moves.
const NUMBERED = ["EdgeNim", "Sheep"];

test("every move of every ruleset is made by clicks", async (t) => {
  const child = spawn(CG, ["serve", "--no-open", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGINT"));
  const link = await new Promise((done) => child.stdout.once("data", (data) => done(new URL(JSON.parse(data).link))));
  const headers = { authorization: `Bearer ${link.hash.split("=")[1]}`, "content-type": "application/json" };
  const post = (path, body) => fetch(`${link.origin}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });

  const { outputFiles } = await build({ entryPoints: ["src/picking.ts"], bundle: true, format: "esm", write: false });
  const { meantBy } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  const { session, rulesets } = await (await post("session")).json();
  for (const { function: name, example } of rulesets) {
    const answer = await (await post(`session/${session}/ask`, { ask: "look", text: `${name}("${example}")`, budget: 0 })).text();
    const { look } = JSON.parse(answer.split("\n").find((line) => line.includes('"line":"look"')));
    for (const moves of Object.values(look.moves))
      for (const move of moves) {
        const spots = [...move.named, ...move.touched];
        const picked = [...spots.map((it) => [it]), ...spots.flatMap((it) => spots.map((other) => [it, other])), [...move.named]];
        const own = moves.filter((it) => it.part === move.part);
        const ends = (spots) => {
          const found = spots.length ? meantBy(look.parts[move.part].shape, own, spots) : [];
          return NUMBERED.includes(name) ? found.includes(move) : found.length > 0 && found.every((it) => it.after === move.after);
        };
        assert.ok(picked.some(ends), `${name}("${example}"): ${move.name}`);
      }
  }
});

// The module without a page: its limits, what it keeps, and that it answers what the command answers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { calculator } from "./calculator.mjs";

const CG = process.env.CG ?? "../target/debug/cg";

test("a statement ends when its time is over", () => {
  const { run } = calculator({ seconds: 0.5 });
  const start = performance.now();
  const lines = run('Amazons("6x6")');
  assert.ok(performance.now() - start < 20_000);
  assert.equal(lines.at(-1).limit, true);
  assert.match(lines[0].reply.shown, /time/);
  assert.equal(run("1 + 1")[0].reply.shown, "2");
});

test("so do the questions about octal games and quotients, and the explorer keeps its budget", () => {
  const { run, ask } = calculator({ seconds: 0.5 });
  for (const program of ['period(".6")', 'quotient(".3122")']) {
    const start = performance.now();
    run(program);
    assert.ok(performance.now() - start < 20_000, program);
  }
  const start = performance.now();
  const { explored } = ask({ ask: "explore", text: 'Amazons("x...|....|...o")', goal: "decided", budget: 300 }).findLast((it) => it.line === "explored");
  assert.ok(explored.moves.left.length > 5 && performance.now() - start < 20_000);
});

test("a statement ends when its memory is used up", () => {
  const { run } = calculator({ memory: 2 ** 25 });
  const lines = run('Amazons("6x6")');
  assert.equal(lines.at(-1).limit, true);
  assert.match(lines[0].reply.shown, /memory/);
});

test("the session is closed to files", () => {
  const { run } = calculator();
  for (const program of [":save x.g", ":load x.g", ":write x", ":limit memory 64G"]) assert.match(run(program)[0].reply.shown, /this session reads and writes no files/, program);
});

test("what was defined is kept, and its names alone take no time", () => {
  const first = calculator();
  first.run("Row(n) { case 0: 0; default: { Row(n-1) | }; }\na = Row(3)\nb = a + 1");
  const { program, names } = first.kept();
  const second = calculator();
  second.run(program);
  assert.equal(second.run("b")[0].reply.shown, "4");
  assert.equal(names, "Row(n) { case 0: 0; default: { Row(n-1) | }; }\na = 0\nb = 0\n");
});

/// The statements of a text that are typed at a prompt.
function typed(text) {
  const statements = [];
  for (const [, block] of text.matchAll(/^```[^\n]*\n(cg> [^]*?)^```/gm))
    for (const line of block.split("\n")) {
      if (line.startsWith("cg> ")) statements.push(line.slice(4));
      else if (line.startsWith("... ") || line === "...") statements[statements.length - 1] += `\n${line.slice(4)}`;
    }
  return statements;
}

/// The sessions of README, guide and `:help`: those of a page are one, and those of a topic.
function sessions() {
  const read = (path) => readFileSync(`../${path}`, "utf8");
  const pages = [...read("docs/SUMMARY.md").matchAll(/\]\((.*)\)$/gm)].map(([, path]) => `docs/${path}`);
  const whole = ["README.md", ...pages.filter((path) => !path.startsWith("docs/reference/") || path.endsWith("index.md"))];
  const topics = ["cg-lang/help", "cg/help", "cg-cli/help"].flatMap((folder) =>
    readdirSync(`../${folder}`).filter((name) => name !== "tour.md").flatMap((name) => read(`${folder}/${name}`).split(/^## /m).slice(1).map((text) => [`${folder}/${name}: ${text.split("\n")[0]}`, text])),
  );
  return [...whole.map((path) => [path, read(path)]), ...topics].map(([name, text]) => ({ name, statements: typed(text) })).filter(({ statements }) => statements.length);
}

/// What tells of the work, and not of the answer.
const WORK = ["seconds", "positions"];

/// A reply without the name of its source, and without figures of the work.
function plain(reply) {
  const source = reply.error?.source;
  const same = (value) => {
    if (typeof value === "string" && source) return value.replaceAll(source, "SOURCE");
    if (Array.isArray(value)) return value.map(same);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !WORK.includes(name)).map(([name, value]) => [name, same(value)]));
  };
  return same(reply);
}

test("the guide's sessions are answered as the command answers them", (t) => {
  let [compared, replies, closed, left] = [0, 0, 0, 0];
  const others = [];
  for (const { name, statements } of sessions()) {
    const { run } = calculator({ memory: 2 ** 31 });
    const own = statements.map((statement) => run(statement).flatMap((line) => (line.line === "reply" ? [line.reply] : [])));
    // What reads or writes files is closed in a page.
    if (own.flat().some(({ error }) => /this session (reads|writes)/.test(error?.message ?? ""))) {
      closed++;
      continue;
    }
    const said = execFileSync(CG, ["--json", "eval", ...statements], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const expected = said.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    compared++;
    for (const [at, statement] of statements.entries()) {
      const mine = own[at];
      // A picture is SVG in a page, and the limits are other ones.
      const isOther = /^:(plot|limit)\b/.test(statement);
      const theirs = expected.splice(0, isOther ? 1 : mine.length);
      if (isOther) left++;
      else replies += mine.length;
      if (!isOther && JSON.stringify(mine.map(plain)) !== JSON.stringify(theirs.map(plain))) others.push({ name, statement, mine, theirs });
    }
  }
  t.diagnostic(`${compared} sessions with ${replies} replies compared; ${left} statements have pictures or limits; ${closed} sessions need files`);
  assert.deepEqual(others, []);
  assert.ok(compared > 130 && replies > 450);
});

// The worksheet in a real browser: cells, explorer, plots, sessions. See `common.mjs`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CG, PATIENCE, both, browser, empty, lastCell, leave, ofServer, open, picture, run, serious, serve, served } from "./common.mjs";

both("the newcomer's path", async (t, delay) => {
  const page = await open(t, { delay });
  assert.ok(!page.url().includes("token"), "the token leaves the address");
  const first = await run(page, "{0, * | 0}");
  await first.locator(".value").waitFor();
  assert.equal(await first.locator(".value").first().getAttribute("data-text"), "^*");
  const second = await run(page, "Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }");
  const third = await run(page, "?? Nim(3) + Nim(5)");
  await third.getByText("Nim(5)").first().waitFor();
  assert.equal(await second.locator(".error").count(), 0);
  const wrong = await run(page, "Nom(3)");
  await wrong.locator("p.error").waitFor();
  assert.match(await wrong.locator("p.error").innerText(), /Nom/);
  await wrong.locator(".cm-lintRange-error").waitFor();
  const listed = await run(page, "[[k, Nim(k)] : k = 0..3]");
  await listed.locator("table").waitFor();
  await run(page, ":help cool");
  await page.locator("aside").getByText("cool(g, t)").waitFor();
  if (!delay) await picture(page, "worksheet");
});

both("what is typed stays, and goes where the cursor is", async (t, delay) => {
  const page = await (await browser.newContext()).newPage();
  t.after(() => leave(page));
  page.setDefaultTimeout(PATIENCE);
  await page.route("**/api/**", async (route) => {
    await new Promise((done) => setTimeout(done, delay));
    await route.continue().catch(() => undefined);
  });
  // Before the server has answered.
  await page.goto(served.link);
  await page.getByRole("button", { name: "Worksheet", exact: true }).click();
  await lastCell(page).locator(".cm-content").click();
  await page.keyboard.type("1 + abc", { delay: delay / 5 });
  await page.locator(".g-name").waitFor();
  assert.equal(await lastCell(page).locator(".cm-content").innerText(), "1 + abc");
  // Nobody waits for the next cell.
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("2 + 3");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("4");
  await page.locator(".cell.code").nth(1).locator(".value").waitFor();
  const texts = await page.locator(".cell.code .cm-content").allInnerTexts();
  assert.deepEqual(texts.map((it) => it.trim()), ["1 + abc", "2 + 3", "4"]);
});

// A worksheet in which a completion is offered.
async function completing(t) {
  const page = await open(t);
  await empty(page);
  await lastCell(page).locator(".cm-content").click();
  await page.keyboard.type("thermog");
  await page.locator(".cm-tooltip-autocomplete").getByText("thermograph(g)").waitFor();
  // The list takes keys only when it has been there for a moment, by the clock of the page.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  return page;
}

test("words are completed with their signatures", async (t) => {
  const page = await completing(t);
  await page.keyboard.press("Enter");
  await page.keyboard.type("{2|-1}");
  assert.match(await lastCell(page).locator(".cm-content").innerText(), /^thermograph\(\{2\|-1\}/);
});

test("Tab accepts a completion, and without one goes on", async (t) => {
  const page = await completing(t);
  await page.keyboard.press("Tab");
  await page.keyboard.type("{2|-1})");
  assert.match(await lastCell(page).locator(".cm-content").innerText(), /^thermograph\(\{2\|-1\}\)/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "BUTTON");
});

test("text cells have titles, bold words, links and mathematics", async (t) => {
  const page = await open(t);
  await page.getByRole("button", { name: "+ Text" }).click();
  await page.getByLabel("text", { exact: true }).fill("# Hot games\n\nThe **mean** of $\\frac12$ is in [the book](https://example.org/book).\n\n1. one\n2. two\n\n$$\\pm 1 + {\\ast}$$");
  await page.keyboard.press("Shift+Enter");
  const cell = page.locator(".cell.text");
  await cell.locator("h2", { hasText: "Hot games" }).waitFor();
  assert.equal(await cell.locator("strong").innerText(), "mean");
  assert.equal(await cell.locator("a").getAttribute("href"), "https://example.org/book");
  assert.equal(await cell.locator(".katex").count(), 2);
  assert.equal(await cell.locator("ol li").count(), 2);
});

test("a definition says what it defines, unless something is wrong", async (t) => {
  const page = await open(t);
  const cell = await run(page, "Row(s) { default: { Row(s[0..len(s)-2]) : i = 1..1, if len(s) > 0 | }; }\nb = 3");
  await cell.getByText("defined Row(s), b").waitFor();
  const wrong = await run(page, "Rov(s) { case }");
  await wrong.locator("p.error").waitFor();
  assert.equal(await wrong.getByText("defined").count(), 0);
});

test("150 cells run in seconds, and a key is drawn at once", async (t) => {
  const page = await open(t);
  await empty(page);
  const cells = Array.from({ length: 150 }, (_, at) => `{${at}, * | {0 | -${at + 1}}} + *${at % 7}`);
  await page.locator('input[type="file"]').setInputFiles({ name: "many.g", mimeType: "text/plain", buffer: Buffer.from(cells.join("\n\n")) });
  await page.waitForFunction(() => document.querySelectorAll(".cell.code").length === 150);
  const seconds = await page.evaluate(async () => {
    const start = performance.now();
    [...document.querySelectorAll("button")].find((it) => it.textContent === "Run all").click();
    while (document.querySelectorAll(".reply .value").length < 150 || document.querySelector(".cell.running, .cell.waiting")) await new Promise((done) => setTimeout(done, 10));
    return (performance.now() - start) / 1000;
  });
  await page.locator(".cm-content").nth(70).click();
  await page.evaluate(() => {
    document.addEventListener("keydown", () => {
      const start = performance.now();
      setTimeout(() => globalThis.keys.push(performance.now() - start));
    }, { capture: true });
    globalThis.keys = [];
  });
  await page.keyboard.type(" + 1 + 1 + 1", { delay: 60 });
  const keys = (await page.evaluate(() => globalThis.keys)).toSorted((a, b) => a - b);
  t.diagnostic(`150 cells: ${seconds.toFixed(2)} s; a key: median ${keys[keys.length >> 1].toFixed(1)} ms, slowest ${keys.at(-1).toFixed(1)} ms`);
  assert.ok(seconds < 12, `150 cells take ${seconds} s`);
  // Of the cells only the one that is typed into changes.
  const others = await page.evaluate(async () => {
    let changed = 0;
    const seen = new MutationObserver((list) => (changed += list.filter((it) => !it.target.parentElement?.closest(".cm-editor") && !it.target.closest?.(".cm-editor")).length));
    seen.observe(document.querySelector(".cells"), { subtree: true, childList: true, characterData: true });
    document.execCommand("insertText", false, "2");
    await new Promise((done) => setTimeout(done, 300));
    return changed;
  });
  assert.equal(others, 0);
});

test("where the cursor is stays in sight", async (t) => {
  const page = await open(t);
  await empty(page);
  for (let at = 0; at < 12; at++) await (await run(page, `{${at}|-${at}} + ^`)).locator(".value").waitFor();
  await page.waitForFunction(() => {
    const box = document.activeElement.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
  });
  // What the page says is seen from there.
  await page.getByRole("button", { name: "Share" }).click();
  const box = await page.locator(".banner.said").boundingBox();
  assert.ok(box.y >= 0 && box.y < 300);
});

test("on a narrow page a board and a panel are seen where they open", async (t) => {
  const page = await open(t, { viewport: { width: 360, height: 740 } });
  const cell = await run(page, 'Clobber("xo|ox")');
  await cell.getByRole("button", { name: "Explore" }).click();
  const seen = async (what) => {
    await page.locator(what).first().waitFor();
    const box = await page.locator(what).first().boundingBox();
    assert.ok(box.y >= 0 && box.y < 740, `${what} at ${box.y}`);
  };
  await seen(".tree .node-row");
  await page.locator(".tree .node-row").first().locator(".twist").focus();
  await page.locator("aside").getByRole("button", { name: "Board" }).click();
  await seen(".boards svg.drawing");
});

test("pictures that are saved from a dark page are light, without hints, and as wide as a column", async (t) => {
  const page = await open(t, { colorScheme: "dark", view: "Board" });
  await page.getByLabel("Position").fill('Domineering("......|......|......|......")');
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator(".spot.winning").first().waitFor();
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    return readFileSync(await download.path(), "utf8");
  };
  const svg = await saved("SVG");
  assert.ok(svg.includes("rgb(245, 246, 248)"), "cells have the light colour");
  assert.ok(!svg.includes("rgb(31, 34, 39)") && !svg.includes("stroke-dasharray=\"5"), "no dark cell, no hint");
  const widest = (tikz) => Math.max(...[...tikz.matchAll(/\((-?[\d.]+)pt,/g)].map((it) => Number(it[1])));
  assert.ok(widest(await saved("TikZ")) <= 240.5);
  const width = page.locator("input.short");
  await width.fill("120");
  // What is typed stays when the page draws itself again.
  for (const state of ["hidden", "visible"]) {
    await page.getByLabel("winning moves").evaluate((box) => box.click());
    await page.locator(".spot.winning").first().waitFor({ state });
  }
  assert.equal(await width.inputValue(), "120");
  assert.ok(widest(await saved("TikZ")) <= 120.5);
});

both("the explorer opens a position step by step", async (t, delay) => {
  const page = await open(t, { delay });
  await empty(page);
  const cell = await run(page, "{0, 1, * | 2}");
  await cell.getByRole("button", { name: "Explore" }).click();
  const tree = page.locator(".tree");
  await tree.waitFor();
  // Left's options 0, 1 and star: 1 dominates the others.
  assert.equal(await tree.locator(".mark").count(), 2);
  assert.match(await tree.locator(".mark").first().innerText(), /dominated by\s+1/);
  await page.getByLabel("sensible only").check();
  assert.equal(await tree.locator(".mark").count(), 0);
  await page.getByLabel("sensible only").uncheck();
  await page.getByRole("textbox", { name: "Game" }).fill('Clobber("xox|ox.")');
  await page.locator("aside").getByRole("button", { name: "Open", exact: true }).click();
  await tree.locator(".node-row").nth(3).waitFor();
  const rows = await tree.locator(".node-row").count();
  await tree.locator(".node-row").nth(1).click();
  await page.waitForFunction((rows) => document.querySelectorAll(".node-row").length > rows, rows);
  await tree.getByRole("button", { name: "Thermograph" }).first().click();
  await tree.locator("svg.plot .wall").first().waitFor();
  await tree.getByRole("button", { name: "Compare" }).first().click();
  await tree.getByRole("button", { name: "Compare" }).nth(1).click();
  await page.locator(".compare").getByText(/is (greater|less|confused)|equals/).waitFor();
  await page.getByRole("button", { name: "A line of play from Left" }).click();
  await page.locator("ol.line li").first().waitFor();
  await tree.getByRole("button", { name: "To the sheet" }).first().click();
  await page.locator(".cell.code").filter({ hasText: "Clobber" }).first().locator(".value").first().waitFor();
});

test("games that go on for ever have values, moves and draws", async (t) => {
  const page = await open(t);
  await empty(page);
  const cell = await run(page, "upon; ? dud; [over, 1]; ?? over");
  await cell.getByText("Right").first().waitFor();
  const text = await cell.locator(".output").innerText();
  assert.match(text, /draw/);
  assert.ok(!text.includes("a function"), text);
  await cell.getByRole("button", { name: "Explore" }).first().click();
  await page.locator(".tree .node-row").nth(1).waitFor();
  await page.getByRole("textbox", { name: "Game" }).fill("over - over");
  await page.locator("aside").getByRole("button", { name: "Open", exact: true }).click();
  await page.locator(".tree .wins", { hasText: "draws" }).first().waitFor();
});

test("a program draws pictures, which are saved", async (t) => {
  const page = await open(t, { allowed: [/409/] });
  await empty(page);
  const kinds = ["tree a", "graph over", 'quotient ".77"', 'phi ".75"', 'strip ".75"', "table [[x xor y : y = 0..3] : x = 0..3]", "position clobber xo|ox", "thermograph a"];
  const cell = await run(page, `a = {1|-1}\n${kinds.map((it) => `:plot ${it}\n`).join("")}2`);
  await cell.locator(".value").last().waitFor();
  assert.equal(await cell.locator(".paper svg").count(), kinds.length);
  for (const [name, sign] of [["SVG", "<svg"], ["TikZ", "\\begin{tikzpicture}"], ["PNG", "PNG"]])
    for (const at of [0, 2, 4]) {
      const [download] = await Promise.all([page.waitForEvent("download"), cell.getByRole("button", { name, exact: true }).nth(at).click()]);
      assert.ok(readFileSync(await download.path()).includes(sign), name);
    }
  await page.reload();
  await page.locator(".paper svg").nth(kinds.length - 1).waitFor();
  const wrong = await run(page, ':plot quotient "9.x"');
  await wrong.getByText("digit 9 before the point").waitFor();
});

ofServer("the browser that the command starts gets a link that opens once", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cg-"));
  const file = join(folder, "link");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > '${file}.new' && mv '${file}.new' '${file}'\n`, { mode: 0o755 });
  const child = spawn(CG, ["serve", "--json"], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } });
  t.after(() => child.kill("SIGINT"));
  const printed = await new Promise((done) => child.stdout.once("data", (data) => done(JSON.parse(data).link)));
  for (let wait = 0; wait < 400 && !existsSync(file); wait++) await new Promise((done) => setTimeout(done, 50));
  const link = readFileSync(file, "utf8");
  assert.ok(!link.includes(printed.split("token=")[1]) && link.includes("#key="), link);
  const page = await open(t, { link, allowed: [/409/] });
  await empty(page);
  await (await run(page, "1 + 1")).locator(".value").waitFor();
  await page.reload();
  await page.locator(".reply .value").first().waitFor();
  const other = await (await browser.newContext()).newPage();
  t.after(() => leave(other));
  await other.goto(link);
  await other.getByText("open the one that `cg serve` printed").waitFor();
});

test("a computation is interrupted within 300 ms", async (t) => {
  const page = await open(t);
  await empty(page);
  const cell = await run(page, 'Amazons("6x6")');
  await cell.getByText(/\d games/).waitFor();
  const milliseconds = await cell.getByRole("button", { name: "Stop" }).evaluate(async (button) => {
    const start = performance.now();
    button.click();
    while (document.querySelector(".cell.running")) await new Promise((done) => setTimeout(done, 5));
    return performance.now() - start;
  });
  t.diagnostic(`interrupted after ${milliseconds.toFixed(0)} ms`);
  await cell.getByText(/interrupted/i).waitFor();
  const after = await run(page, "1 + 1");
  await after.locator(".value").waitFor();
});

test("a sheet is shared by a link, saved and loaded", async (t) => {
  const page = await open(t);
  await empty(page);
  await run(page, "{1|-1} + *2");
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link").inputValue();
  assert.ok(link.includes("#sheet=") && !link.includes("token"));
  const other = await open(t);
  await other.getByRole("button", { name: "Open link" }).click();
  await other.getByLabel("Link").fill(link);
  await other.locator("form.banner").getByRole("button", { name: "Open" }).click();
  await other.getByText("Nothing of it was run").waitFor();
  assert.match(await other.locator(".cm-content").first().innerText(), /\{1\|-1\} \+ \*2/);
  assert.equal(await other.locator(".reply").count(), 0);
  // Pasted into the address of an open worksheet it is opened too.
  await empty(other);
  await other.evaluate((link) => location.assign(new URL(link).hash), link);
  await other.waitForFunction(() => /\{1\|-1\} \+ \*2/.test(document.querySelector(".cm-content")?.textContent ?? "") && !location.hash);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
  const file = readFileSync(await download.path(), "utf8");
  assert.equal(file, "{1|-1} + *2\n");
  const program = '// Rules\n\nA(n) {\n  case 0: 0;\n\n  default: A(n-1);\n}\n\nA(3)\n';
  await other.locator('input[type="file"]').setInputFiles({ name: "a.g", mimeType: "text/plain", buffer: Buffer.from(program) });
  await other.getByText("a.g is open").waitFor();
  assert.deepEqual([await other.locator(".cell.text").count(), await other.locator(".cell.code").count()], [1, 2]);
  await other.getByRole("button", { name: "Run all" }).click();
  await other.locator(".cell.code").last().locator(".value").waitFor();
});

test("a page that is loaded again has its cells, answers and names", async (t) => {
  const page = await open(t, { allowed: [/409/] });
  await empty(page);
  await run(page, "a = {3|1}");
  const cell = await run(page, "a + 1");
  await cell.locator(".value").waitFor();
  await page.reload();
  await page.locator(".reply .value").first().waitFor();
  const after = await run(page, "a - a");
  await after.locator(".value").waitFor();
  assert.equal(await after.locator(".value").first().getAttribute("data-text"), "0");
});

test("what was removed comes back, and what was typed is run again", async (t) => {
  const page = await open(t);
  await empty(page);
  const cell = await run(page, "{3|1} + *2");
  await cell.locator(".value").waitFor();
  await page.getByRole("button", { name: "remove cell 1" }).click();
  await lastCell(page).locator(".cm-content").click();
  await page.keyboard.insertText("* + *");
  assert.equal(await page.locator(".cell.code").filter({ hasText: "{3|1}" }).count(), 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".cell.code").filter({ hasText: "{3|1} + *2" }).locator(".value").waitFor();
  // What was typed meanwhile stays.
  assert.match(await lastCell(page).locator(".cm-content").innerText(), /\* \+ \*/);
  await page.getByRole("button", { name: "History" }).click();
  await page.locator("ol.history button").first().click();
  await page.locator(".cell.code").filter({ hasText: "{3|1} + *2" }).nth(1).locator(".value").waitFor();
});

test("two tabs share nothing", async (t) => {
  const [one, other] = [await open(t), await open(t)];
  await run(one, "only_here = 5");
  const there = await run(other, "only_here");
  await there.locator("p.error").waitFor();
});

ofServer("a killed server is said, and the cells stay", async (t) => {
  const own = await serve();
  const page = await open(t, { link: own.link, allowed: [/ERR_/, /Failed to load/] });
  await run(page, "1 + 1");
  own.child.removeAllListeners("exit");
  own.child.kill("SIGKILL");
  await page.getByText("The server does not answer").first().waitFor();
  assert.ok((await page.locator(".cell").count()) > 1);
});

ofServer("a page without a token says what to do", async (t) => {
  const page = await (await browser.newContext()).newPage();
  t.after(() => leave(page));
  await page.goto(served.link.split("#")[0]);
  await page.getByText("needs the link").waitFor();
});

both("thermographs and sequences are read and saved", async (t, delay) => {
  const page = await open(t, { delay });
  await empty(page);
  const cell = await run(page, "{4|-2}");
  await cell.getByRole("button", { name: "Thermograph" }).click();
  const plot = page.locator("aside svg.plot");
  await plot.focus();
  await page.keyboard.press("ArrowUp");
  await page.getByText("t = 1/8: left 31/8, right -15/8").waitFor();
  for (const [name, sign] of [["SVG", "<svg"], ["TikZ", "\\begin{tikzpicture}"], ["PNG", "PNG"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("aside").getByRole("button", { name, exact: true }).click()]);
    const file = readFileSync(await download.path());
    assert.ok(file.includes(sign), name);
  }
  if (!delay) await picture(page, "thermograph");
  const list = await run(page, "[*(k % 5) : k = 0..99]");
  await list.getByRole("button", { name: "Plot" }).click();
  await page.locator("svg.plot .dot").first().waitFor();
  await page.getByText("repeats every 5 places").waitFor();
  await page.getByRole("button", { name: "Strip" }).click();
  // Two rows of 20 stand below each other; what is zoomed in on is drawn alone.
  const strip = page.locator("svg.plot .strip");
  assert.equal(await strip.count(), 100);
  await strip.nth(23).hover();
  await page.getByText("place 23: 3").waitFor();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction(() => document.querySelectorAll("svg.plot .strip").length === 50);
  const [drawn] = await Promise.all([page.waitForEvent("download"), page.locator("aside").getByRole("button", { name: "TikZ", exact: true }).click()]);
  assert.ok(readFileSync(await drawn.path(), "utf8").includes("fill opacity"));
});

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 360, height: 740 } }],
])
  test(`axe-core finds nothing in the worksheet: ${name}`, async (t) => {
    const page = await open(t, options);
    await empty(page);
    const cell = await run(page, "{2|-1}; Nom(1); [1, 2]");
    await cell.locator(".reply.error").waitFor();
    assert.deepEqual(await serious(page), []);
    await cell.getByRole("button", { name: "Explore" }).click();
    await page.locator(".tree").locator(".node-row").nth(1).waitFor();
    assert.deepEqual(await serious(page), []);
    await page.getByRole("navigation", { name: "views" }).getByRole("button", { name: "Board" }).click();
    await page.getByLabel("Start").fill("xo|ox");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator(".drawing").waitFor();
    assert.deepEqual(await serious(page), []);
    await page.getByRole("button", { name: "Help", exact: true }).click();
    await page.locator(".help-panel h3").first().waitFor();
    assert.deepEqual(await serious(page), []);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `the page is ${wider} pixels wider than the window`);
    await picture(page, `worksheet-${name}`);
  });

test("the first paint and a move are fast", async (t) => {
  const start = performance.now();
  const page = await open(t);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  t.diagnostic(`first paint ${paint.toFixed(0)} ms, ready ${(performance.now() - start).toFixed(0)} ms`);
  await page.getByRole("navigation", { name: "views" }).getByRole("button", { name: "Board" }).click();
  await page.getByLabel("Position").fill('Clobber("xoxo|oxox")');
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator(".move-list button").first().waitFor();
  const milliseconds = await page.locator(".move-list button").first().evaluate(async (button) => {
    const start = performance.now();
    const before = document.querySelector(".drawing").innerHTML;
    button.click();
    while (document.querySelector(".drawing").innerHTML === before) await new Promise((done) => setTimeout(done, 2));
    return performance.now() - start;
  });
  t.diagnostic(`a move takes ${milliseconds.toFixed(0)} ms`);
});

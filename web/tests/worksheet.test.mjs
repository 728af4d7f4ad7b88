// The worksheet in a real browser: Debian's chromium, driven by playwright-core.
//
// CG names the command to test. With CG_PICTURES=FOLDER screenshots for the guide are written;
// with CG_PAGE=FOLDER the page is taken from there: the command need not be built anew.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CG = process.env.CG ?? "../target/debug/cg";
const PICTURES = process.env.CG_PICTURES;
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = BROWSERS.find(existsSync);
/// How long something may take on a machine that is busy with other work.
const PATIENCE = 60_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser;
let served;

/// `cg serve`, with its link.
function serve(...options) {
  const child = spawn(CG, ["serve", "--no-open", "--json", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, failed) => {
    let said = "";
    child.on("exit", (code) => failed(new Error(`cg serve ended with ${code}`)));
    child.stdout.on("data", (data) => {
      said += data;
      if (said.includes("\n")) done({ child, link: JSON.parse(said).link });
    });
  });
}

before(async () => {
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  served = await serve();
});
after(async () => {
  served?.child.kill("SIGINT");
  await browser?.close();
});

/// A test with a server that answers at once, and with one that takes half a second each time:
/// whatever is clicked meanwhile, the page is never wrong.
function both(name, body) {
  for (const [server, delay] of [["", 0], [" of a slow server", 500]]) test(name + server, (t) => body(t, delay));
}

/// Closes a tab. The page says at once that it leaves, and its session makes room for that of the next test.
async function leave(page) {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("about:blank");
  await page.context().close();
}

/// A fresh tab; whatever the console says against the page fails the test.
async function open(t, { link = served.link, allowed = [], delay = 0, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (delay)
    await page.route("**/api/**", async (route) => {
      await new Promise((done) => setTimeout(done, delay));
      // The page may have left by now.
      await route.continue().catch(() => undefined);
    });
  if (process.env.CG_PAGE)
    await page.route(/\/app\.(js|css)$/, (route) => route.fulfill({ path: process.env.CG_PAGE + new URL(route.request().url()).pathname }));
  const complaints = [];
  page.on("console", (said) => ["error", "warning"].includes(said.type()) && complaints.push(said.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  t.after(async () => {
    await leave(page);
    assert.deepEqual(complaints.filter((it) => !allowed.some((pattern) => pattern.test(it))), []);
  });
  await page.goto(link);
  await page.locator(".cm-content").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".g-game, .g-number, .g-call, .g-name, .g-sign") !== null);
  return page;
}

const lastCell = (page) => page.locator(".cell.code").last();

/// Writes into the last cell and runs it.
async function run(page, text) {
  const cells = await page.locator(".cell.code").count();
  await lastCell(page).locator(".cm-content").click();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Shift+Enter");
  return page.locator(".cell.code").nth(cells - 1);
}

/// An empty sheet with one cell.
async function empty(page) {
  while ((await page.locator(".cell").count()) > 1) await page.locator(".cell").first().getByRole("button", { name: /^remove/ }).click();
  await page.locator(".cell").first().getByRole("button", { name: /^remove/ }).click();
}

/// What the page has heard of is shown.
const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function picture(page, name) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

async function serious(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.filter((it) => ["serious", "critical"].includes(it.impact)).map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`);
}

both("the newcomer's path", async (t, delay) => {
  const page = await open(t, { delay });
  assert.ok(!page.url().includes("token"), "the token leaves the address");
  await page.locator(".cell.code .cm-content").first().click();
  await page.keyboard.press("Shift+Enter");
  const first = page.locator(".cell.code").first();
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
  await page.locator(".cm-content").first().waitFor();
  await empty(page);
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

test("words are completed with their signatures", async (t) => {
  const page = await open(t);
  await empty(page);
  await lastCell(page).locator(".cm-content").click();
  await page.keyboard.type("thermog");
  await page.locator(".cm-tooltip-autocomplete").getByText("thermograph(g)").waitFor();
  // The list takes keys only when it has been there for a moment, by the clock of the page.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  await page.keyboard.press("Enter");
  await page.keyboard.type("{2|-1}");
  assert.match(await lastCell(page).locator(".cm-content").innerText(), /^thermograph\(\{2\|-1\}/);
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
  if (!delay) await picture(page, "explorer");
  await tree.getByRole("button", { name: "To the sheet" }).first().click();
  await page.locator(".cell.code").filter({ hasText: "Clobber" }).first().locator(".value").first().waitFor();
});

// Nobody plays from the position before, however late the answers come.
both("a game of Clobber is won by clicks", async (t, delay) => {
  const page = await open(t, { delay });
  await page.getByRole("button", { name: "Boards" }).click();
  await page.getByLabel("Start").fill("xoxo|oxox");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.locator(".drawing").waitFor();
  await page.getByLabel("Computer").selectOption("right");
  const won = page.locator(".said", { hasText: "wins" });
  // Left plays what is lit until one of the players has no move.
  for (let move = 0; move < 12; move++) {
    const lit = page.locator(".spot.winning.left");
    await Promise.race([won.waitFor(), lit.first().waitFor()]);
    if (await won.count()) break;
    const before = await page.locator("aside .said").innerText();
    await lit.first().click();
    // The move was made, or where to is asked for.
    await page.waitForFunction((before) => document.querySelector(".spot.chosen") || document.querySelector("aside .said").textContent !== before, before);
    const to = page.locator(".spot.hint:not(.chosen)");
    if (await to.count()) {
      const winning = page.locator(".move-list button.winning").first();
      await winning.click();
    }
    await page.waitForFunction(() => /wins\.|Right plays/.test(document.querySelector("aside .said")?.textContent ?? ""));
    if (move === 0 && !delay) await picture(page, "boards");
  }
  assert.match(await page.locator("aside .said").innerText(), /Left wins/);
});

both("boards of all shapes are drawn, edited and played", async (t, delay) => {
  const page = await open(t, { delay });
  await page.getByRole("button", { name: "Boards" }).click();
  const position = page.getByLabel("Position");
  for (const [text, what] of [
    ['Hackenbush("g-a:l, a-b:r, g-b:l")', ".edge.left"],
    ['Wythoff("3 5")', ".token"],
    ['ToadsAndFrogs("tt.ff")', "circle.left"],
    ['NodeKayles("a-b-c")', ".vertex:not(.left)"],
    ['Sheep("3 0 0 | 0 0 -2")', "polygon.cell"],
    ['Chomp("2x2")', "circle.token"],
    ['Cutcake("2x3")', '.spot[aria-label="cut before column 2 of cake 2x3"]'],
    ['Quicksort("4 1 3 2")', '.spot[aria-label^="tile 4"]'],
    ['PartizanEuclid("7 5")', '.spot[aria-label^="missing 3"]'],
    ['Phutball("xx..|.o..")', '.spot[aria-label^="b2: o"] circle.ball'],
    ['trinim(3)', 'circle.token'],
    ['octal(".77", [3, 5])', '.spot[aria-label^="heap 2, token 5"]'],
    ['FoxAndGeese("..f.|....|g.g.")', '.spot[aria-label^="c1: f"] rect.right'],
    ['Clobber("xo")+Domineering("2x2")-{3|-1}', ".board:nth-child(3)"],
  ]) {
    await position.fill(text);
    await page.getByRole("button", { name: "Show" }).click();
    // A line that stands upright has no width, and is not called visible.
    await page.locator(".boards").locator(what).first().waitFor({ state: "attached" });
  }
  // An edge is cut by a click, and what hangs on it falls.
  await position.fill('Hackenbush("g-a:l, a-b:l")');
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator('.spot[aria-label^="Left\'s edge g to a"]').waitFor({ state: "attached" });
  await page.locator('.spot[aria-label^="Left\'s edge g to a"]').focus();
  await page.keyboard.press("Enter");
  await page.getByText("Left plays g-a").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator('.spot[aria-label^="Left\'s edge a to b"]').waitFor({ state: "attached" });
  // The last of a graph goes: nothing is drawn, and the console has no complaint.
  await position.fill('NodeKayles("p-q")');
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator('.spot[aria-label^="vertex q"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".boards .board").length > 0 && !document.querySelector(".boards .spot"));
  await position.fill('Clobber("x.")');
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator('.spot[aria-label^="b1: empty"]').waitFor();
  await page.getByLabel("edit", { exact: true }).check();
  await page.locator('.spot[aria-label^="b1"]').click();
  await page.waitForFunction(() => /"Xx"|"XX"/i.test(document.querySelector(".boards input")?.value ?? ""));
  await page.getByLabel("edit", { exact: true }).uncheck();
  // Pieces and pins are taken from the first that is clicked to the last.
  for (const [text, first, last, after] of [
    ["trinim(3)", "piece 0", "piece 5", 'trinim(3, "./x./xx.")'],
    ['octal(".77", [3, 5])', "heap 2, token 2", "heap 2, token 3", 'octal(".77", [3, 1, 2])'],
    ['octal(".77", [3, 5])', "heap 2, token 4", "heap 2, token 4", 'octal(".77", [3, 1, 3])'],
    ['FoxAndGeese("..f.|....|g.g.")', "c1: f", "d2: empty", 'FoxAndGeese("....|...f|g.g.")'],
    ['Wythoff("3 5")', "heap 1, token 3", "heap 2, token 5", 'Wythoff("2 4")'],
    ['Wythoff("3 5")', "heap 2, token 4", "heap 2, token 4", 'Wythoff("3 3")'],
    // A cake is the same from both sides.
    ['Cutcake("3x3")', "cut before column 3", "", 'Cutcake("3x1 + 3x2")'],
    ['Eatcake("2x3")', "eat row 2", "", 'Eatcake("1x3")'],
    ['Quicksort("4 1 3 2")', "tile 3", "", 'Quicksort("1 2 3 4")'],
    ['PartizanEuclid("7 5")', "missing 3", "", 'PartizanEuclid("5 3")'],
  ]) {
    await position.fill(text);
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForFunction((first) => document.querySelector(`.spot[aria-label^="${first}"]`) && !document.querySelector(".boards")?.textContent?.includes("…"), first);
    for (const label of [first, last].filter(Boolean)) {
      const spot = page.locator(`.spot[aria-label^="${label}"]`);
      // Of a row or column of cake the tab before it.
      await ((await spot.locator(".tab").count()) ? spot.locator(".tab") : spot).click();
    }
    await page.waitForFunction((after) => document.querySelector(".boards input")?.value === after, after);
  }
  // A vertex is dragged, and stays where it was put.
  await position.fill('Hackenbush("g-a:l, a-b:r")');
  await page.getByRole("button", { name: "Show" }).click();
  const vertex = page.locator('.spot[aria-label^="vertex b"] circle');
  await vertex.waitFor();
  const before = Number(await vertex.getAttribute("cx"));
  const box = await vertex.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 4, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((before) => Math.abs(Number(document.querySelector('.spot[aria-label^="vertex b"] circle')?.getAttribute("cx")) - before) > 20, before);
});

test("an answer that comes late does not write over what is typed", async (t) => {
  const page = await open(t);
  await page.getByRole("button", { name: "Boards" }).click();
  await page.getByLabel("Position").fill('Clobber("xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo")');
  // The second look has more time.
  const second = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/ask") && /"budget":2000\b/.test(request.postData() ?? ""));
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator(".drawing").waitFor();
  await page.getByLabel("Position").fill("octal(");
  await second;
  await painted(page);
  assert.equal(await page.getByLabel("Position").inputValue(), "octal(");
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

test("the browser that the command starts gets a link that opens once", async (t) => {
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

both("the user's own games are drawn without a line of JavaScript", async (t, delay) => {
  const page = await open(t, { delay });
  await empty(page);
  await run(page, 'Row(s) { default: { Row(s[0..i-1]++"."++s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == "L" | Row(s[0..i-1]++"."++s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == "R" }; }');
  const cell = await run(page, 'Row("LRL")');
  await cell.getByRole("button", { name: "Board" }).click();
  await page.locator('.spot[aria-label^="c1"]').click();
  await page.waitForFunction(() => document.querySelector(".boards input")?.value === 'Row("LR.")');
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

test("a killed server is said, and the cells stay", async (t) => {
  const own = await serve();
  const page = await open(t, { link: own.link, allowed: [/ERR_/, /Failed to load/] });
  await run(page, "1 + 1");
  own.child.removeAllListeners("exit");
  own.child.kill("SIGKILL");
  await page.getByText("The server does not answer").first().waitFor();
  assert.ok((await page.locator(".cell").count()) > 1);
});

test("a page without a token says what to do", async (t) => {
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
  test(`axe-core finds nothing serious: ${name}`, async (t) => {
    const page = await open(t, options);
    await empty(page);
    const cell = await run(page, "{2|-1}; Nom(1); [1, 2]");
    await cell.locator(".reply.error").waitFor();
    assert.deepEqual(await serious(page), []);
    await cell.getByRole("button", { name: "Explore" }).click();
    await page.locator(".tree").locator(".node-row").nth(1).waitFor();
    assert.deepEqual(await serious(page), []);
    await page.getByRole("button", { name: "Boards", exact: true }).click();
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
  await page.getByRole("button", { name: "Boards" }).click();
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

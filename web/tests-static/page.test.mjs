// The page without a server, in a real browser: what the page of `cg serve` does not do. See `../tests/common.mjs`.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { browser, empty, lastCell, leave, open, painted, picture, run, serve, served } from "../tests/common.mjs";
import { STATIC, host } from "../tests/host.mjs";

/// A page that a shared link opens.
async function opened(t, link) {
  const page = await (await browser.newContext()).newPage();
  t.after(() => leave(page));
  await page.goto(link);
  await page.getByText("Nothing of it was run").waitFor();
  return page;
}

/// Milliseconds from the call to the first answer in a fresh browser.
async function firstAnswer(link) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(link);
  await page.getByRole("button", { name: "Worksheet", exact: true }).click();
  await (await run(page, "{0, * | 0}")).locator(".value").waitFor();
  const milliseconds = performance.now() - start;
  await context.close();
  return milliseconds;
}

for (const [name, link, most] of [["of the served page", () => served.link, 1500], ["of the single file", () => pathToFileURL(`${STATIC}/cg.html`).href, 2500]])
  test(`the first answer ${name} comes soon`, async (t) => {
    const all = [];
    for (let time = 0; time < 5; time++) all.push(await firstAnswer(link()));
    const median = all.toSorted((a, b) => a - b)[2];
    t.diagnostic(`first answer ${name}: median of five ${median.toFixed(0)} ms (${all.map((it) => it.toFixed(0)).join(", ")})`);
    assert.ok(median < most, `${median} ms`);
  });

test("a computation that is stopped keeps the definitions", async (t) => {
  const page = await open(t);
  await empty(page);
  await run(page, "Row(n) { case 0: 0; default: { Row(n-1) | }; }\nown = 5");
  const cell = await run(page, 'Amazons("6x6")');
  await cell.getByText(/\d games/).waitFor();
  const milliseconds = await cell.getByRole("button", { name: "Stop" }).evaluate(async (button) => {
    const start = performance.now();
    button.click();
    while (document.querySelector(".cell.running")) await new Promise((done) => setTimeout(done, 5));
    return performance.now() - start;
  });
  const start = performance.now();
  const after = await run(page, "Row(3) + own");
  await after.locator(".value").waitFor();
  t.diagnostic(`stopped after ${milliseconds.toFixed(0)} ms; the next answer came after ${(performance.now() - start).toFixed(0)} ms`);
  await cell.getByText(/interrupted/).waitFor();
  assert.equal(await after.locator(".value").first().getAttribute("data-text"), "8");
});

test("the editor has colours and words while a cell runs, and its questions stop no cell", async (t) => {
  const page = await open(t);
  await empty(page);
  await run(page, "Mine(n) { default: n; }\nmy_binding = 3");
  const cell = await run(page, 'Amazons("6x6")');
  await cell.getByText(/\d games/).waitFor();
  const games = async () => Number((await cell.getByText(/\d games/).innerText()).match(/([\d,]+) games/)[1].replaceAll(",", ""));
  const before = await games();
  await lastCell(page).locator(".cm-content").click();
  // Each key asks for colours, and withdraws what the one before asked for.
  await page.keyboard.type("my_bin", { delay: 5 });
  await page.locator(".cm-tooltip-autocomplete").getByText("my_binding").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.insertText(" Mine(1) 12 ");
  await page.keyboard.type("+ thermograph", { delay: 5 });
  await lastCell(page).locator(".g-number").first().waitFor();
  await page.waitForTimeout(600);
  assert.ok(await cell.evaluate((it) => it.classList.contains("running")));
  assert.ok((await games()) > before);
  await cell.getByRole("button", { name: "Stop" }).click();
  await cell.getByText(/interrupted/).waitFor();
});

test("a question that is withdrawn while a cell runs stops no cell", async (t) => {
  const page = await open(t);
  await empty(page);
  const cell = await run(page, 'Domineering("5x5")');
  // The boards ask, and withdraw it, before the cell is done.
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".gallery button").first().click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".gallery button").nth(1).click();
  await page.locator(".boards .drawing").first().waitFor();
  await page.getByRole("button", { name: "Worksheet", exact: true }).click();
  await cell.locator(".value").first().waitFor();
  assert.equal(await cell.getByText(/interrupted/).count(), 0);
});

test("a position that is thought about gives way to the next move", async (t) => {
  const page = await open(t, { view: "Board" });
  await page.getByLabel("Position").fill('Amazons("x....|.....|....o|.....")');
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("thinking").waitFor();
  const milliseconds = await page.locator(".move-list button").first().evaluate(async (button) => {
    const start = performance.now();
    button.click();
    while (!document.querySelector(".past .played[aria-current]")) await new Promise((done) => setTimeout(done, 5));
    return performance.now() - start;
  });
  t.diagnostic(`a move while the page thinks takes ${milliseconds.toFixed(0)} ms`);
});

test("the page opens without a network after the first visit", async (t) => {
  const own = await host("/cg/");
  t.after(() => own.close());
  const page = await open(t, { link: own.link });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => Boolean(navigator.serviceWorker.controller));
  own.close();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Worksheet", exact: true }).click();
  await (await run(page, "1/2 + ^")).locator(".katex").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
});

test("a file of its own opens without a host, keeps, shares and saves", async (t) => {
  const link = pathToFileURL(`${STATIC}/cg.html`).href;
  const page = await open(t, { link });
  await empty(page);
  await run(page, "own = {1|-1}");
  await (await run(page, "own + *2")).locator(".value").waitFor();
  await page.reload();
  await page.locator(".reply .value").first().waitFor();
  await (await run(page, "own")).locator(".value").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const shared = await page.getByLabel("Link").inputValue();
  assert.ok(shared.startsWith(`${link}#sheet=`), shared);
  const other = await opened(t, shared);
  assert.match(await other.locator(".cm-content").first().innerText(), /own = \{1\|-1\}/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
  assert.match(download.suggestedFilename(), /\.g$/);
});

test("files are refused in plain words", async (t) => {
  const page = await open(t);
  const cell = await run(page, ":save mine.g");
  await cell.getByText("this session reads and writes no files").waitFor();
});

test("links open at every address, and `cg serve --public` makes such links", async (t) => {
  const page = await open(t);
  await empty(page);
  await run(page, "{1|-1} + *2");
  const share = async (page) => {
    await page.getByRole("button", { name: "Share" }).click();
    return page.locator(".banner input").inputValue();
  };
  const link = await share(page);
  assert.ok(link.startsWith(`${served.link}#sheet=`), link);
  await page.getByText("it opens in every browser").waitFor();
  const elsewhere = await host("/");
  t.after(() => elsewhere.close());
  const command = await serve("--public", elsewhere.link);
  t.after(() => command.child.kill("SIGINT"));
  const locally = await open(t, { link: command.link });
  await empty(locally);
  await run(locally, "{1|-1} + *2");
  const public_ = await share(locally);
  assert.equal(public_.split("#")[0], elsewhere.link);
  for (const one of [public_, elsewhere.link + new URL(link).hash]) {
    const other = await opened(t, one);
    assert.match(await other.locator(".cm-content").first().innerText(), /\{1\|-1\} \+ \*2/);
  }
});

test("a page that is loaded again knows what was defined", async (t) => {
  const page = await open(t);
  await empty(page);
  await (await run(page, "F(n) { default: n + 1; }\nx = F(3)\nx")).locator(".value").first().waitFor();
  await page.reload();
  await page.locator(".reply .value").first().waitFor();
  await (await run(page, "F(x)")).locator(".value").waitFor();
  assert.equal(await page.getByText("from an earlier session").count(), 0);
});

test("`<cg-board>` is a board in a page of one's own", async (t) => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 1500 } });
  const page = await context.newPage();
  t.after(() => leave(page));
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  // The page comes from another host than the boards.
  const folder = mkdtempSync(join(tmpdir(), "cg-"));
  writeFileSync(`${folder}/index.html`, readFileSync(`${STATIC}/example.html`, "utf8").replace('src="board.js"', `src="${served.link}board.js"`));
  const lecture = await host("/", folder);
  t.after(() => lecture.close());
  await page.goto(lecture.link);
  const puzzle = page.frameLocator("cg-board >> nth=0 >> iframe");
  await puzzle.locator(".move-list button").first().waitFor();
  assert.equal(await puzzle.getByText(/first player wins/).count(), 0, "a puzzle does not say who wins");
  await puzzle.locator(".move-list button", { hasText: "a1-b1" }).click();
  await puzzle.getByText("Right: this is the move that wins.").waitFor();
  // The other one is played by clicks on its cells.
  const board = page.frameLocator("cg-board >> nth=1 >> iframe");
  await board.getByText(/wins/).first().waitFor();
  await picture(page, "cg-board");
  await board.locator(".drawing .spot").first().click();
  await board.getByText(/Left plays|click|has no move/).first().waitFor();
  await page.evaluate(() => document.querySelector("cg-board").setAttribute("ruleset", "Nothing"));
  await page.frameLocator("cg-board >> nth=0 >> iframe").getByText("There is no ruleset Nothing").waitFor();
  await painted(page);
  assert.deepEqual(complaints, []);
});

// The start page, the tour, and what is kept, in a real browser. See `common.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { both, browser, lastCell, leave, open, picture, run, serious, served } from "./common.mjs";

both("three things to do are one click away", async (t, delay) => {
  const page = await open(t, { view: "Start", delay });
  const games = page.locator(".gallery button");
  assert.ok((await games.count()) >= 60, "all rulesets are there");
  assert.equal(await page.locator(".gallery svg").count(), await games.count());
  if (!delay) await picture(page, "start");
  await games.filter({ hasText: "Hackenbush" }).first().click();
  // A line that stands upright has no width, and is not called visible.
  await page.locator(".boards .spot").first().waitFor({ state: "attached" });
  const views = page.getByRole("navigation", { name: "views" });
  await views.getByRole("button", { name: "Start" }).click();
  await page.getByRole("button", { name: /^A strip/ }).click();
  await page.locator(".cell.code").nth(1).waitFor();
  await page.getByRole("button", { name: "Run all" }).click();
  await page.locator(".cell.code .value").nth(2).waitFor();
  await page.getByText("defined Toads(s)").waitFor();
  assert.equal(await page.locator(".error").count(), 0);
  await views.getByRole("button", { name: "Start" }).click();
  await page.locator(".choices button", { hasText: "{1|-1} + *2" }).click();
  await page.locator(".cell.code .value").first().waitFor();
});

test("every template and every example runs", async (t) => {
  const page = await open(t, { view: "Start" });
  const views = page.getByRole("navigation", { name: "views" });
  const count = await page.locator(".choices button").count();
  for (let at = 0; at < count; at++) {
    await page.locator(".choices button").nth(at).click();
    await page.locator(".cells .cell.code").first().waitFor();
    await page.getByRole("button", { name: "Run all" }).click();
    await page.waitForFunction(() => document.querySelector(".reply") && !document.querySelector(".cell.running, .cell.waiting"));
    assert.equal(await page.locator(".cells .error").count(), 0, `choice ${at}`);
    await views.getByRole("button", { name: "Start" }).click();
  }
});

test("games are found by words, and each of them opens as a board", async (t) => {
  const page = await open(t, { view: "Start" });
  const names = await page.locator(".gallery button > span:last-child").allInnerTexts();
  for (const name of names) {
    await page.getByLabel("Find a game").fill(name.trim());
    await page.locator(".gallery button > span:last-child").getByText(name.trim(), { exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".boards .status") && !document.querySelector(".boards .error"));
    await page.getByRole("button", { name: "Start", exact: true }).first().click();
  }
});

both("the tour has five steps, and `:tour` begins it", async (t, delay) => {
  const page = await open(t, { delay });
  await run(page, ":tour");
  const tour = page.getByRole("region", { name: "tour" });
  const seen = [".boards .spot", ".boards .mark-of.winning", ".tree .node-row", ".cells .reply .value", ".cells .reply"];
  for (const [at, what] of seen.entries()) {
    await tour.getByText(`${at + 1} of 5`).waitFor();
    await page.locator(what).first().waitFor({ state: "attached" });
    if (at + 1 < seen.length) await tour.getByRole("button", { name: "Next" }).click();
  }
  await page.locator(".cells .reply").last().getByRole("button", { name: "Board" }).click();
  await page.locator(".boards .spot").first().waitFor();
  await tour.getByRole("button", { name: "End the tour" }).click();
  assert.equal(await tour.count(), 0);
  assert.equal(await page.locator(".cells .error").count(), 0);
});

test("closing a tab loses nothing", async (t) => {
  const context = await browser.newContext();
  const tab = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(served.link);
    await page.locator(".gallery button").first().waitFor();
    return page;
  };
  const one = await tab();
  await one.getByRole("button", { name: "Worksheet", exact: true }).click();
  await (await run(one, "{3|1} + *2")).locator(".value").waitFor();
  await lastCell(one).locator(".cm-content").click();
  await one.keyboard.insertText("half-writ");
  await one.close();
  const two = await tab();
  t.after(() => leave(two));
  await two.locator(".recent button.link", { hasText: "{3|1} + *2" }).click();
  await two.locator(".cell.code .value").first().waitFor();
  assert.match(await lastCell(two).locator(".cm-content").innerText(), /half-writ/);
  await two.getByText("from an earlier session").first().waitFor();
  // A second worksheet stands beside it, under its name.
  await two.getByRole("button", { name: "New", exact: true }).click();
  await two.getByLabel("name of the worksheet").fill("Second");
  await (await run(two, "1 + 1")).locator(".value").waitFor();
  // The same worksheet in two tabs becomes two: neither writes over the other.
  const three = await tab();
  await three.locator(".recent button.link", { hasText: "Second" }).click();
  await three.waitForTimeout(2000);
  await lastCell(three).locator(".cm-content").click();
  await three.keyboard.insertText("only in three");
  await three.waitForTimeout(600);
  await lastCell(two).locator(".cm-content").click();
  await two.keyboard.insertText("only in two");
  await two.waitForTimeout(600);
  const kept = await two.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("cg.cells.")).map(([, text]) => text).join(" "));
  assert.ok(kept.includes("only in two") && kept.includes("only in three"), kept);
  await two.getByRole("button", { name: "Start", exact: true }).click();
  assert.equal(await two.locator(".recent li").count(), 3);
  await two.getByRole("button", { name: /^remove \{3/ }).click();
  assert.equal(await two.locator(".recent li").count(), 2);
});

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark", viewport: { width: 1920, height: 1000 } }],
  ["narrow", { viewport: { width: 360, height: 740 } }],
])
  test(`axe-core finds nothing on the start page and on the board: ${name}`, async (t) => {
    const page = await open(t, { view: "Start", ...options });
    const fits = async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "the page is wider than the window");
    assert.deepEqual(await serious(page), []);
    await fits();
    await picture(page, `start-${name}`);
    await page.locator(".gallery button", { hasText: "Domineering" }).click();
    await page.locator(".mark-of.winning, .move-list button").first().waitFor();
    await page.locator(".move-list button").nth(2).click();
    await page.locator(".mark-of.laid").waitFor();
    await page.getByLabel("edit", { exact: true }).check();
    assert.deepEqual(await serious(page), []);
    await page.getByLabel("edit", { exact: true }).uncheck();
    await fits();
    await picture(page, `board-${name}`);
    await page.getByRole("button", { name: "Explore", exact: true }).click();
    await page.locator(".tree .node-row").nth(3).waitFor();
    assert.deepEqual(await serious(page), []);
    await fits();
    await picture(page, name === "light" ? "explorer" : `explorer-${name}`);
  });

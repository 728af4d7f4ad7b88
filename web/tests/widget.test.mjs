// The widget of notebooks, in a real browser, with a model that plays the part of Python.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { session } from "./ask.mjs";

const PACKAGE = "../cg-py/python/cg_calculator";
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

let browser;
before(async () => (browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })));
after(() => browser?.close());

const row = (number, parent, move, board, part, spots) => ({
  number, parent, move, text: board, depth: parent === null ? 0 : 1, player: parent === null ? "" : "left",
  drawing: JSON.stringify(part),
  spots: spots ? JSON.stringify({ touched: spots, named: spots }) : "",
  open: parent === null, leaf: false, value: "0", outcome: "second player win", mean: "0", temperature: "0", wins: number === 2,
});

test("a click on a board plays a move, and one beside it opens a row", async (t) => {
  const page = await browser.newPage();
  t.after(() => page.close());
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.addStyleTag({ content: readFileSync(`${PACKAGE}/explore.css`, "utf8") });
  const { explore } = await session(t);
  const drawn = await Promise.all(["XOX", ".XX", "XX."].map(async (board) => (await explore(`Clobber("${board}")`, 0)).parts[0]));
  const rows = [
    row(0, null, "", "XOX", drawn[0], null),
    row(1, 0, "a1-b1", ".XX", drawn[1], [{ cell: [0, 0] }, { cell: [0, 1] }]),
    row(2, 0, "c1-b1", "XX.", drawn[2], [{ cell: [0, 2] }, { cell: [0, 1] }]),
  ];
  await page.evaluate(
    async ({ code, rows }) => {
      const { default: widget } = await import(`data:text/javascript;base64,${code}`);
      globalThis.sent = [];
      const model = { get: (name) => ({ rows, chosen: 0 })[name], send: (message) => globalThis.sent.push(message), on() {}, off() {} };
      document.body.append(Object.assign(document.createElement("main"), { id: "place" }));
      widget.render({ model, el: document.getElementById("place") });
    },
    { code: readFileSync(`${PACKAGE}/explore.js`).toString("base64"), rows },
  );
  const sent = () => page.evaluate(() => globalThis.sent);
  const board = page.locator("tr").nth(1);
  assert.match(await board.locator('[data-spot=\'{"cell":[0,2]}\']').getAttribute("class"), /winning/);
  // Only one move ends where both may begin: the first click says which.
  await board.locator('.spot[aria-label^="b1"]').click();
  assert.deepEqual(await sent(), []);
  await board.locator('.spot[aria-label^="c1"]').click();
  assert.deepEqual(await sent(), [{ choose: 2 }]);
  await board.locator('.spot[aria-label^="a1"]').focus();
  await page.keyboard.press("Enter");
  assert.deepEqual((await sent()).at(-1), { choose: 1 });
  await page.locator("tr").nth(2).locator(".value").click();
  assert.deepEqual((await sent()).at(-1), { toggle: 1 });
  assert.deepEqual(complaints, []);
});

// What cells can do beyond answers: tables, sliders, exercises, print. See `common.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, picture, run, serious } from "./common.mjs";

test("a table is sorted, filtered and copied", async (t) => {
  const page = await open(t, { permissions: ["clipboard-read", "clipboard-write"] });
  const cell = await run(page, '[["n", "value", "half"], [10, *3, 1/2], [9, 0, 1/4], [2, {1|-1}, -1]]');
  const table = cell.locator(".data table");
  await table.waitFor();
  const column = (at) => table.locator(`tbody td:nth-child(${at})`).allInnerTexts();
  assert.deepEqual(await table.locator("th").allInnerTexts(), ["n", "value", "half"]);
  assert.deepEqual(await column(1), ["10", "9", "2"]);
  await cell.getByRole("button", { name: "sort by column n" }).click();
  assert.deepEqual(await column(1), ["2", "9", "10"]);
  await cell.getByRole("button", { name: "sort by column half" }).click();
  assert.deepEqual(await column(1), ["2", "9", "10"]);
  await cell.getByRole("button", { name: "sort by column half" }).click();
  assert.deepEqual(await column(1), ["10", "9", "2"]);
  const copied = async (format) => {
    await cell.getByRole("button", { name: `Copy ${format}` }).click();
    await cell.getByText(`copied as ${format}`).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("CSV"), "n,value,half\n10,*3,1/2\n9,0,1/4\n2,+-1,-1\n");
  assert.equal(await copied("Markdown"), "| n | value | half |\n| --- | --- | --- |\n| 10 | *3 | 1/2 |\n| 9 | 0 | 1/4 |\n| 2 | +-1 | -1 |\n");
  const latex = await copied("LaTeX");
  assert.ok(latex.startsWith("\\begin{tabular}{lll}") && latex.includes("\\frac{1}{4}") && latex.includes("\\pm 1"), latex);
  await cell.getByLabel("rows with").fill("+-");
  assert.deepEqual(await column(1), ["2"]);
  assert.equal(await copied("CSV"), "n,value,half\n2,+-1,-1\n");
  assert.deepEqual(await serious(page), []);
  const long = await run(page, "[[n, n*n] : n = 1..200]");
  await long.locator("tbody tr").nth(59).waitFor();
  await long.getByRole("button", { name: "All 200 rows" }).click();
  assert.equal(await long.locator("tbody tr").count(), 200);
});

test("a slider runs its cell and those that use its name", async (t) => {
  const page = await open(t);
  await run(page, "n = 3 // slider 0..12");
  const user = await run(page, "*(n)");
  const other = await run(page, "nn = 7; {nn|0}");
  await other.locator(".value").waitFor();
  await user.locator('.value[data-text="*3"]').waitFor();
  const slider = page.locator(".slider input");
  await slider.focus();
  for (let key = 0; key < 4; key++) await page.keyboard.press("ArrowRight");
  await user.locator('.value[data-text="*7"]').waitFor();
  assert.match(await page.locator(".cell.code").first().locator(".cm-content").innerText(), /^n = 7 \/\/ slider/);
  await slider.fill("12");
  await user.locator('.value[data-text="*12"]').waitFor();
  assert.equal(await page.locator(".error").count(), 0);
  assert.deepEqual(await serious(page), []);
});

test("an exercise compares answers by value", async (t) => {
  const page = await open(t);
  await page.getByRole("button", { name: "+ Text" }).click();
  await page.getByLabel("text", { exact: true }).fill("exercise: What is the value of `{0|1}`?\nanswer: {0|1}");
  await page.keyboard.press("Shift+Enter");
  const exercise = page.locator(".exercise");
  const said = exercise.getByRole("status");
  const answer = async (text) => {
    await exercise.getByLabel("Your answer").fill(text);
    await exercise.getByRole("button", { name: "Check" }).click();
    await said.filter({ hasText: /./ }).waitFor();
    return said.innerText();
  };
  assert.equal(await answer("1/2"), "Right.");
  assert.equal(await answer("1 - 1/2"), "Right.");
  assert.equal(await answer("1"), "This has another value.");
  assert.match(await answer("1 +"), /missing after/);
  assert.deepEqual(await serious(page), []);
  await picture(page, "exercise");
});

test("a cell that was changed says so", async (t) => {
  const page = await open(t);
  const cell = await run(page, "1 + 1");
  await cell.locator(".value").waitFor();
  assert.equal(await cell.getByText("was changed since").count(), 0);
  await cell.locator(".cm-content").click();
  await page.keyboard.press("End");
  await page.keyboard.type("0");
  await cell.getByText("was changed since").waitFor();
  await page.keyboard.press("Backspace");
  await page.waitForFunction(() => !document.querySelector(".cells").textContent.includes("was changed since"));
});

test("on paper there are cells and answers, and no buttons", async (t) => {
  const page = await open(t, { colorScheme: "dark" });
  await (await run(page, "{1|-1}")).locator(".value").waitFor();
  await page.emulateMedia({ media: "print" });
  const visible = await page.locator("button:visible").count();
  assert.equal(visible, 0);
  assert.ok(await page.locator(".cell .value").first().isVisible());
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
});

test("an answer that can be proved says how", async (t) => {
  const page = await open(t);
  const prove = (cell) => cell.getByRole("button", { name: "Prove" });
  await prove(await run(page, "{1|-1} + ^ <> 0")).waitFor();
  for (const other of ["{1|-1} == ^", "[1, 2]", "1 == 1 and 2 == 2", "[1] == [1]", "{0|pass}"]) {
    assert.equal(await prove(await run(page, other)).count(), 0, other);
  }
  await prove(await run(page, "? {1|-1} + {1|-1}")).click();
  await page.getByText("can be proved: 2 winning strategies").first().waitFor();
});

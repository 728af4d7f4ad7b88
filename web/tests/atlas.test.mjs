// The pages of an atlas, made into a folder and opened from the disk.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { CG, browser } from "./common.mjs";

test("the tables of an atlas are sorted, searched and linked", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cg-atlas-"));
  execFileSync(CG, ["atlas", folder, "clobber", "hackenbush", "wythoff", "--most", "60"]);
  const page = await browser.newPage();
  t.after(async () => {
    await page.close();
    rmSync(folder, { recursive: true });
  });
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(pathToFileURL(join(folder, "index.html")).href);

  const column = (at) => page.locator("#rulesets tbody tr").evaluateAll((rows, at) => rows.map((row) => row.cells[at]?.textContent ?? ""), at);
  const names = await column(0);
  assert.deepEqual(names, [...names].sort());
  await page.locator("#rulesets").getByRole("button", { name: "values" }).click();
  const values = (await column(2)).slice(0, 3).map(Number);
  assert.deepEqual(values, values.toSorted((a, b) => b - a));
  assert.equal(await page.locator("#rulesets th[aria-sort=descending]").innerText(), "values ▾");

  await page.getByRole("searchbox").fill("*");
  await page.getByText("In 3 rulesets.").waitFor();
  await page.locator("#rows").getByRole("link", { name: "Clobber", exact: true }).click();
  await page.getByText("60 positions with").waitFor();
  await page.locator("#heads").getByRole("button", { name: "temperature" }).click();
  const temperatures = await page.locator("#rows tr").evaluateAll((rows) => rows.map((row) => eval(row.cells[5].textContent)));
  assert.deepEqual(temperatures, temperatures.toSorted((a, b) => a - b));

  // A position has an address of its own.
  await page.locator("#rows a.position").filter({ hasText: /^XO$/ }).click();
  await page.locator("#shown").getByText("XO").waitFor();
  assert.ok(page.url().endsWith("clobber.html#XO"));
  assert.equal(await page.locator("#shown svg circle").count(), 1);
  assert.deepEqual(complaints, []);
});

// What the tests in a browser share: Debian's chromium, driven by playwright-core.
//
// CG names the command to test. With CG_PICTURES=FOLDER screenshots for the guide are written;
// with CG_PAGE=FOLDER the page is taken from there: the command need not be built anew. With CG_STATIC=FOLDER the page
// of that folder is tested, which needs no server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { STATIC, host } from "./host.mjs";

export const CG = process.env.CG ?? "../target/debug/cg";
const PICTURES = process.env.CG_PICTURES;
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = BROWSERS.find(existsSync);
/// How long something may take on a machine that is busy with other work.
export const PATIENCE = Number(process.env.CG_PATIENCE ?? 60_000);
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export let browser;
export let served;

/// `cg serve`, with its link.
export function serve(...options) {
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
  served = STATIC ? await host("/some/where/") : await serve();
});
after(async () => {
  served?.child?.kill("SIGINT");
  served?.close?.();
  await browser?.close();
});

/// A test with a server that answers at once, and with one that takes half a second each time:
/// whatever is clicked meanwhile, the page is never wrong.
export function both(name, body) {
  test(name, (t) => body(t, 0));
  ofServer(`${name} of a slow server`, (t) => body(t, 500));
}

/// A test of what only a server does.
export function ofServer(name, body) {
  test(name, { skip: Boolean(STATIC) }, body);
}

/// Closes a tab. The page says at once that it leaves, and its session makes room for that of the next test.
export async function leave(page) {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("about:blank");
  // What it says on leaving is on its way: a context that is closed at once takes it back.
  if (!STATIC) await new Promise((done) => setTimeout(done, 100));
  await page.context().close();
}

/// A fresh tab; whatever the console says against the page fails the test.
export async function open(t, { link = served.link, allowed = [], delay = 0, view = "Worksheet", ...options } = {}) {
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
  await page.locator(".gallery button").first().waitFor();
  if (view !== "Start") await page.getByRole("navigation", { name: "views" }).getByRole("button", { name: view }).click();
  return page;
}

export const lastCell = (page) => page.locator(".cell.code").last();

/// Writes into the last cell and runs it.
export async function run(page, text) {
  const cells = await page.locator(".cell.code").count();
  await lastCell(page).locator(".cm-content").click();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Shift+Enter");
  return page.locator(".cell.code").nth(cells - 1);
}

/// An empty sheet with one cell.
export async function empty(page) {
  await page.getByRole("button", { name: "New", exact: true }).click();
}

/// What the page has heard of is shown.
export const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

export async function picture(page, name) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

export async function serious(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`);
}


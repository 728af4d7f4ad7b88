// The editor of the worksheet against the samples that all highlighters of G share: each sign has the class of the
// piece in which it stands.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { PATIENCE, lastCell, open } from "./common.mjs";

const SAMPLES = new URL("../../testdata/highlight/", import.meta.url);

const bare = (text) => text.replace(/\s|\\n/g, "");

for (const name of readdirSync(SAMPLES).filter((it) => it.endsWith(".g"))) {
  test(name, async (t) => {
    const wanted = readFileSync(new URL(name.replace(/g$/, "tokens"), SAMPLES), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"))
      .flatMap(([kind, text]) => [...bare(text.replaceAll("\\\\", "\u0000"))].map((sign) => `${kind} ${sign.replace("\u0000", "\\")}`));
    const page = await open(t, { viewport: { width: 1600, height: 2000 } });
    const editor = lastCell(page).locator(".cm-content");
    await editor.click();
    await page.keyboard.press("Control+a");
    // As it is pasted: nothing is closed or indented by the editor.
    await editor.evaluate((node, text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, readFileSync(new URL(name, SAMPLES), "utf8").trimEnd());
    const found = () =>
      editor.evaluate((node) => {
        const signs = [];
        const walk = (at, kind) => {
          for (const child of at.childNodes) {
            const own = child.className?.match?.(/\bg-([a-z]+)/)?.[1] ?? kind;
            if (child.nodeType === Node.TEXT_NODE) {
              for (const sign of child.data.replace(/\s/g, "")) signs.push(`${own} ${sign}`);
            } else walk(child, own);
          }
        };
        walk(node, "none");
        return signs;
      });
    // The colours come from the server, a moment later.
    const end = Date.now() + PATIENCE;
    let signs = [];
    while (Date.now() < end) {
      signs = (await found()).filter((it) => it !== "none ∅");
      if (signs.length === wanted.length && signs.every((it) => !it.startsWith("none "))) break;
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.deepEqual(signs, wanted);
  });
}

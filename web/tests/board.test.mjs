// The board in a real browser: games are won, taken back, edited. See `common.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { both, empty, ofServer, open, painted, picture, run } from "./common.mjs";

// Nobody plays from the position before, however late the answers come.
both("a game of Clobber is won by clicks", async (t, delay) => {
  const page = await open(t, { delay, view: "Board" });
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
    const before = await page.locator(".stage .said").innerText();
    await lit.first().click();
    // The move was made, or where to is asked for.
    await page.waitForFunction((before) => document.querySelector(".spot.chosen") || document.querySelector(".stage .said").textContent !== before, before);
    const to = page.locator(".spot.hint:not(.chosen)");
    if (await to.count()) {
      const winning = page.locator(".move-list button.winning").first();
      await winning.click();
    }
    await page.waitForFunction(() => /wins\.|Right plays/.test(document.querySelector(".stage .said")?.textContent ?? ""));
    if (move === 0 && !delay) await picture(page, "boards");
  }
  assert.match(await page.locator(".stage .said").innerText(), /Left wins/);
});

both("Dots and Boxes is played for points: who takes a box moves again, and a lead is never lost", async (t, delay) => {
  const page = await open(t, { delay, view: "Board" });
  await page.getByLabel("Position").fill("DotsAndBoxes(2, 2)");
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator('.spot[aria-label^="a1-b1: empty"]').waitFor({ state: "attached" });
  assert.match(await page.locator(".status").innerText(), /Left first: Left wins by 2; Right first: Right wins by 2/);
  await page.getByLabel("Computer").selectOption("left");
  // Right plays any line, and the computer wins by two at least.
  const said = page.locator(".stage .said");
  for (let move = 0; move < 12; move++) {
    await page.waitForFunction(() => /^Right/.test(document.querySelector(".status")?.textContent ?? "") || /wins by/.test(document.querySelector(".stage .said")?.textContent ?? ""));
    if (/wins by/.test(await said.innerText())) break;
    if (move === 2 && !delay) await picture(page, "boxes");
    const before = await said.innerText();
    await page.locator(".move-list button").first().click();
    await page.waitForFunction((before) => document.querySelector(".stage .said").textContent !== before, before);
  }
  assert.match(await said.innerText(), /Left wins by [24]\./);
  assert.equal(await page.locator(".board circle.left").count() + await page.locator(".board rect.right").count(), 4);
});

both("boards of all shapes are drawn, edited and played", async (t, delay) => {
  const page = await open(t, { delay, view: "Board" });
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
  await page.waitForFunction(() => /"Xx"|"XX"/i.test(document.querySelector('.boards input[placeholder^="Clobber"]')?.value ?? ""));
  await page.getByLabel("edit", { exact: true }).uncheck();
  await page.getByLabel("To move").selectOption("either");
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
    await page.waitForFunction((after) => document.querySelector('.boards input[placeholder^="Clobber"]')?.value === after, after);
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
  await page.mouse.move(box.x + 160, box.y + 4, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((before) => Math.abs(Number(document.querySelector('.spot[aria-label^="vertex b"] circle')?.getAttribute("cx")) - before) > 20, before);
});

ofServer("an answer that comes late does not write over what is typed", async (t) => {
  const page = await open(t, { view: "Board" });
  await page.getByLabel("Position").fill('Clobber("xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo")');
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator(".drawing").waitFor();
  await page.getByLabel("Position").fill("octal(");
  // Two more rounds come in this time.
  await page.waitForTimeout(3000);
  await painted(page);
  assert.equal(await page.getByLabel("Position").inputValue(), "octal(");
});

both("the user's own games are drawn without a line of JavaScript", async (t, delay) => {
  const page = await open(t, { delay });
  await empty(page);
  await run(page, 'Row(s) { default: { Row(s[0..i-1]++"."++s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == "L" | Row(s[0..i-1]++"."++s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == "R" }; }');
  const cell = await run(page, 'Row("LRL")');
  await cell.getByRole("button", { name: "Board" }).click();
  await page.locator('.spot[aria-label^="c1"]').click();
  await page.waitForFunction(() => document.querySelector('.boards input[placeholder^="Clobber"]')?.value === 'Row("LR.")');
});

const board = async (t, text, options = {}) => {
  const page = await open(t, { view: "Board", ...options });
  await page.getByLabel("Position").fill(text);
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator(".move-list button").first().waitFor();
  return page;
};
const spot = (page, name) => page.locator(`.spot[aria-label^="${name}:"]`);
const positionIs = (page, text) => page.waitForFunction((text) => document.querySelector('.boards input[placeholder^="Clobber"]').value === text, text);

test("both dominoes of a cell are reached, and lie in the player's colour and shape", async (t) => {
  const page = await board(t, 'Domineering("...|...|...")');
  for (const [from, to, after] of [["b2", "b1", '.#.|.#.|...'], ["b2", "b3", '...|.#.|.#.']]) {
    await spot(page, from).click();
    await page.getByText("Pick where to").waitFor();
    // Both moves that fit are shown whole.
    assert.equal(await page.locator(".spot.hint").count(), 2);
    await spot(page, to).click();
    await positionIs(page, `Domineering("${after}")`);
    await page.getByText(/Left plays b[12]-b[23]\./).waitFor();
    const laid = page.locator(".mark-of.laid.left .piece");
    assert.ok(Number(await laid.getAttribute("rx")) > 10, "Left's are round");
    assert.equal(await page.locator(".spot.last, .spot.under").count(), 2);
    await page.getByRole("button", { name: "Take back" }).click();
    await positionIs(page, 'Domineering("...|...|...")');
    // What was said of another position is gone.
    assert.equal(await page.locator(".stage .said").innerText(), "");
  }
  // The only move of a corner is made by one click, and the pointer shows all of it before.
  await spot(page, "a1").hover();
  assert.equal(await page.locator(".preview .piece").count(), 1);
  await spot(page, "a1").click();
  await positionIs(page, 'Domineering("#..|#..|...")');
});

test("the computer wins what is won, whatever its moves are marked as", async (t) => {
  const page = await board(t, 'Domineering("...|...|...")');
  await page.getByLabel("Computer").selectOption("left");
  await page.waitForFunction(() => /Left plays b/.test(document.querySelector(".stage .said").textContent));
  for (let turn = 0; turn < 5 && !(await page.getByText("Left wins.").count()); turn++) {
    const before = await page.locator(".past button").count();
    const move = page.locator(".move-list button").first();
    if (!(await move.count())) break;
    await move.click();
    await page.waitForFunction((before) => document.querySelectorAll(".past button").length >= before + 2 || /wins\./.test(document.querySelector(".stage .said").textContent), before);
  }
  await page.locator(".stage .said", { hasText: "Right has no move: Left wins." }).waitFor();
});

test("against the computer its answer is taken back too", async (t) => {
  const page = await board(t, 'Clobber("xoxo|oxox")');
  await page.getByLabel("Computer").selectOption("right");
  await page.locator(".move-list button").first().click();
  await page.locator(".past .played.right").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await positionIs(page, 'Clobber("XOXO|OXOX")');
  await painted(page);
  // It does not play again at once: the user has the move.
  assert.equal(await page.locator(".played[aria-current]").innerText(), "Start");
  assert.ok((await page.locator(".move-list button").count()) > 0);
});

test("a game goes on when the page is loaded again, and after a look at the worksheet", async (t) => {
  const page = await open(t, { view: "Board" });
  await page.getByLabel("Position").fill('Domineering("3x3")');
  await page.getByRole("button", { name: "Show" }).click();
  const moves = page.locator(".played");
  for (let move = 1; move <= 3; move++) {
    await page.locator(".move-list button:not([disabled])").first().click();
    await moves.nth(move - 1).waitFor();
  }
  await page.getByRole("button", { name: "Take back" }).click();
  const line = async () => [await moves.allInnerTexts(), await page.locator(".played[aria-current]").innerText(), await page.getByLabel("Position").inputValue()];
  await page.waitForFunction(() => /^2\./.test(document.querySelector(".played[aria-current]").textContent.trim()));
  const before = await line();
  await page.reload();
  await page.locator(".played[aria-current]").waitFor();
  assert.deepEqual(await line(), before);
  await page.getByRole("button", { name: "Worksheet" }).click();
  await page.getByRole("button", { name: "Board", exact: true }).first().click();
  await page.locator(".played[aria-current]").waitFor();
  assert.deepEqual(await line(), before);
  // Another position begins another game.
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForFunction(() => !document.querySelector(".played"));
});

test("keys go through the game, and variations are kept", async (t) => {
  const page = await board(t, 'Clobber("xoxo|oxox")');
  const play = async (at) => {
    const before = await page.evaluate(() => document.querySelector(".played[aria-current]")?.textContent);
    await page.locator(".move-list button").nth(at).click();
    await page.waitForFunction((before) => document.querySelector(".played[aria-current]")?.textContent !== before, before);
  };
  await play(0);
  await play(0);
  await page.keyboard.press("Home");
  await positionIs(page, 'Clobber("XOXO|OXOX")');
  await play(2);
  assert.equal(await page.locator(".variation").count(), 1);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".played[aria-current]").textContent.trim() === "Start");
  await page.keyboard.press("End");
  await page.waitForFunction(() => /^2\./.test(document.querySelector(".played[aria-current]").textContent.trim()));
  await page.locator(".variation button").first().click();
  await page.waitForFunction(() => document.querySelector(".variation [aria-current]"));
});

// A game is won by keys alone in each of these: arrows go to a cell, Enter picks.
for (const position of ['Domineering("...|...")', 'Clobber("xox|oxo")', 'NoGo("..|..")', 'Col("...")', 'ToadsAndFrogs("t.f.")', 'Hackenbush("g-a:l, a-b:r")'])
  test(`${position} is played to its end by keys`, async (t) => {
    const page = await board(t, position);
    await page.getByLabel("To move").selectOption("left");
    for (let step = 0; step < 40 && !(await page.locator(".stage .said", { hasText: "wins." }).count()); step++) {
      // From the spot that has the focus the arrow keys reach every other.
      const target = page.locator(".spot.hint:not(.chosen), .spot.winning").first();
      const label = (await target.count()) ? await target.getAttribute("data-spot") : null;
      const before = await page.locator(".stage .said").innerText();
      if (label) {
        await page.locator('.spot[tabindex="0"]').focus();
        const reached = await page.evaluate(async (wanted) => {
          const seen = new Set();
          for (let tries = 0; tries < 60; tries++) {
            const here = document.activeElement;
            if (here.getAttribute("data-spot") === wanted) return true;
            seen.add(here);
            const keys = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
            let moved = false;
            for (const key of keys) {
              here.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
              if (document.activeElement !== here && !seen.has(document.activeElement)) { moved = true; break; }
              here.focus();
            }
            if (!moved) document.querySelector(".spot").focus(), seen.clear(), seen.add(document.activeElement);
          }
          return document.activeElement.getAttribute("data-spot") === wanted;
        }, label);
        assert.ok(reached || position.startsWith("Hackenbush"), label);
        if (!reached) await page.locator(`.spot[data-spot='${label}']`).focus();
        await page.keyboard.press("Enter");
      } else await page.locator(".move-list button").first().press("Enter");
      await page.waitForFunction((before) => document.querySelector(".stage .said").textContent !== before, before);
    }
    await page.locator(".stage .said", { hasText: "wins." }).waitFor();
  });

test("long moves have short names", async (t) => {
  const page = await board(t, 'octal(".77", [3, 5])');
  const names = await page.locator(".move-list button").allInnerTexts();
  assert.ok(names.every((it) => it.length < 26) && new Set(names.map((it) => it.trim())).size === names.length, names.join("; "));
  await page.getByLabel("Position").fill('FoxAndGeese("..f.|....|g.g.")');
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator(".move-list button", { hasText: /^[a-d][1-3]-[a-d][1-3]/ }).first().waitFor();
});

test("a board is edited: signs, rows, columns, and a text that is pasted", async (t) => {
  const page = await board(t, 'Clobber("xo")');
  await page.getByLabel("edit", { exact: true }).check();
  await page.getByRole("button", { name: "Row +" }).click();
  await positionIs(page, 'Clobber("XO|..")');
  await page.getByRole("button", { name: "Column +" }).click();
  await positionIs(page, 'Clobber("XO.|...")');
  await page.getByRole("group", { name: "edit the board" }).getByRole("button", { name: /^o$/i }).click();
  await spot(page, "c2").click();
  await positionIs(page, 'Clobber("XO.|..O")');
  await page.getByLabel("Paste rows").fill('"xox"\n"oxo"\n');
  await page.getByRole("button", { name: "Use" }).click();
  await positionIs(page, 'Clobber("XOX|OXO")');
});

for (const position of ['Clobber("xoxo|oxox")', 'Domineering("...|...|...")', 'Hackenbush("g-a:l, a-b:r, g-c:r, c-d:l, d-e:r, g-f:e")'])
  test(`a puzzle of ${position.split("(")[0]} has one winning move, which is hidden`, async (t) => {
    const page = await board(t, position);
    await page.getByRole("button", { name: "Puzzle" }).click();
    await page.getByText("one move wins. Which?").waitFor();
    await page.locator(".move-list button").first().waitFor();
    assert.equal(await page.locator(".winning, .mark-of.winning, .move-list .value, figcaption .value").count(), 0);
    const posed = await page.getByLabel("Position").inputValue();
    await page.getByRole("button", { name: "Solution" }).click();
    await page.locator(".move-list button.winning").first().waitFor();
    const all = await page.locator(".move-list button").count();
    const wins = await page.locator(".move-list button.winning").evaluateAll((them) => new Set(them.map((it) => it.title)).size);
    assert.ok(wins === 1 && all > 2, `${posed}: ${wins} of ${all}`);
  });

test("what is played in a puzzle is judged", async (t) => {
  const page = await board(t, 'Clobber("xoxo|oxox")');
  await page.getByRole("button", { name: "Puzzle" }).click();
  await page.getByText("one move wins. Which?").waitFor();
  // Wrong moves are taken back until the right one is found.
  for (let at = 0; at < 30; at++) {
    await page.locator(".move-list button").nth(at).click();
    await page.getByText(/This does not win|Right: this is/).waitFor();
    if (await page.getByText("Right: this is the move that wins.").count()) break;
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelector(".played[aria-current]").textContent === "Start" && document.querySelector(".stage .said").textContent === "");
  }
  await page.getByText("Right: this is the move that wins.").waitFor();
});

// The grammar that VS Code uses until the language server colours: it agrees with the samples that all highlighters of
// G share, but for stars, which it takes for games or signs by what stands directly before them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const SAMPLES = new URL("../../../testdata/highlight/", import.meta.url);
const CLASSES = [
  ["comment", "comment"],
  ["keyword.control.directive", "directive"],
  ["string.unquoted.argument", "argument"],
  ["string", "text"],
  ["constant.numeric", "number"],
  ["constant.language.game", "game"],
  ["keyword.control", "keyword"],
  ["entity.name.function", "call"],
  ["variable", "name"],
];

const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () =>
    textmate.parseRawGrammar(readFileSync(new URL("../syntaxes/g.tmLanguage.json", import.meta.url), "utf8"), "g.json"),
});
const grammar = await registry.loadGrammar("source.g");

/// The tokens that are no signs, brackets or stars: a comment of two lines is one.
function tokens(text) {
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const read = grammar.tokenizeLine(line, state);
    state = read.ruleStack;
    if (found.length) found.at(-1)[2] = undefined;
    for (const { startIndex, endIndex, scopes } of read.tokens) {
      const scope = scopes.at(-1);
      const kind = CLASSES.find(([start]) => scope.startsWith(start))?.[1];
      const token = kind === "comment" ? line.slice(startIndex, endIndex) : line.slice(startIndex, endIndex).trim();
      if (kind === "comment" && startIndex > 0 && found.at(-1)?.[2] === startIndex) {
        // A comment and what opens or closes it.
        found.at(-1)[1] += line.slice(startIndex, endIndex);
        found.at(-1)[2] = endIndex;
      } else if (kind && token && !/^[*∗]$/.test(token)) {
        found.push([kind, token, kind === "comment" ? endIndex : undefined]);
      }
    }
  }
  return found.map(([kind, token]) => [kind, token.trim()]);
}

for (const name of readdirSync(SAMPLES).filter((it) => it.endsWith(".g"))) {
  test(name, () => {
    const expected = readFileSync(new URL(name.replace(/g$/, "tokens"), SAMPLES), "utf8");
    const wanted = expected
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"))
      .filter(([kind, token]) => !["sign", "bar", "open", "close"].includes(kind) && !/^[*∗]$/.test(token))
      .flatMap(([kind, token]) => token.replaceAll("\\\\", "\\").split("\\n").map((part) => [kind, part.trim()]));
    assert.deepEqual(tokens(readFileSync(new URL(name, SAMPLES), "utf8")), wanted);
  });
}

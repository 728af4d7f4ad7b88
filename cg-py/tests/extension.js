// The prebuilt extension in place of JupyterLab: its container, its plugin, its mode.
const assert = require("node:assert");
require(process.argv[2]);
const container = globalThis._JUPYTERLAB["cg-calculator"];

/** The pieces of a text with their styles, as CodeMirror's stream language finds them. */
function styles(text) {
  const state = container.mode.startState();
  const found = [];
  for (const line of text.split("\n")) {
    let at = 0;
    while (at < line.length) {
      let start = at;
      const stream = {
        sol: () => start === 0,
        eatSpace: () => {
          const blank = /^\s*/.exec(line.slice(at))[0].length;
          at += blank;
          return blank > 0;
        },
        match: (pattern, consume = true) => {
          const rest = line.slice(at);
          const hit =
            typeof pattern === "string" ? rest.startsWith(pattern) && [pattern] : pattern.exec(rest);
          if (hit && consume) at += hit[0].length;
          return hit || null;
        },
        skipToEnd: () => (at = line.length),
        current: () => line.slice(start, at),
        next: () => line[at++],
      };
      const style = container.mode.token(stream, state);
      assert.ok(at > start, `no step in ${line} at ${at}`);
      if (style) found.push([line.slice(start, at), style]);
    }
  }
  return found;
}

assert.deepEqual(styles("Nim(n) { case 0: *; } // end"), [
  ["Nim", "variableName.function"], ["(", "bracket"], ["n", "variableName"], [")", "bracket"],
  ["{", "bracket"], ["case", "keyword"], ["0", "number"], [":", "operator"], ["*", "atom"],
  [";", "operator"], ["}", "bracket"], ["// end", "comment"],
]);
assert.deepEqual(styles('2 * 3\n:why ^\n"a\\"b" /* x\ny */ vv'), [
  ["2", "number"], ["*", "operator"], ["3", "number"], [":why", "meta"], ["^", "atom"],
  ['"a\\"b"', "string"], ["/* x", "comment"], ["y */", "comment"], ["vv", "atom"],
]);

(async () => {
  const added = [];
  const share = (module) => ({ "1.0.0": { get: async () => () => module, loaded: 1 } });
  container.init({
    "@jupyterlab/codemirror": share({ IEditorLanguageRegistry: "token" }),
    "@codemirror/language": share({
      StreamLanguage: { define: (mode) => mode },
      LanguageSupport: class { constructor(language) { this.language = language; } },
    }),
  });
  const { default: plugin } = (await container.get("./extension"))();
  assert.deepEqual(plugin.requires, ["token"]);
  plugin.activate({}, { addLanguage: (language) => added.push(language) });
  assert.equal(added[0].mime, "text/x-g");
  await assert.rejects(container.get("./other"));
})();

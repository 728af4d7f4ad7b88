// Highlighting of the language G in JupyterLab 4.
//
// This is a prebuilt extension, written by hand: JupyterLab asks the container below for the module
// `./extension`, whose default export is a plugin. What it needs of JupyterLab and CodeMirror it
// takes from the libraries that JupyterLab shares, so that nothing is bundled and nothing is built.

(() => {
  "use strict";

  const KEYWORDS = new Set([
    "case", "default", "if", "then", "else", "let", "and", "or", "not", "in", "impartial", "true",
    "false", "_",
  ]);

  /** The mode: what the calculator's own lexer says, but for what needs the names of a session. */
  const mode = {
    name: "g",
    startState: () => ({ comment: false, text: false, operand: false }),
    copyState: (state) => ({ ...state }),
    languageData: {
      commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
      closeBrackets: { brackets: ["(", "[", "{", '"'] },
      indentOnInput: /^\s*[}\])]$/,
    },
    token(stream, state) {
      if (state.comment) {
        state.comment = !stream.match(/^.*?\*\//);
        if (state.comment) stream.skipToEnd();
        return "comment";
      }
      if (stream.sol()) {
        state.operand = false;
        if (stream.match(/^\s*:\s*[^\s\d]\S*/)) return "meta";
      }
      if (stream.eatSpace()) return null;
      if (stream.match("//")) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match("/*")) {
        state.comment = !stream.match(/^.*?\*\//);
        if (state.comment) stream.skipToEnd();
        return "comment";
      }
      const before = state.operand;
      state.operand = true;
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^\d+(?:\.(?!\.)\d+)?/)) return "number";
      if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) {
        const word = stream.current();
        if (KEYWORDS.has(word)) {
          state.operand = word === "true" || word === "false";
          return state.operand ? "atom" : "keyword";
        }
        if (stream.match(/^\s*\(/, false)) return "variableName.function";
        return /^v+$/.test(word) ? "atom" : "variableName";
      }
      if (stream.match(/^(?:\^+|↑+|↓+|⇑|⇓|∗|±|\+-)/)) {
        // `1 +-1` is a sum: the signs make a game where no operand stands before them.
        if (!before || !/^\+-|±/.test(stream.current())) return "atom";
        state.operand = false;
        return "operator";
      }
      if (stream.match("*")) {
        if (!before) return "atom";
        state.operand = false;
        return "operator";
      }
      if (stream.match(/^[)\]}]/)) return "bracket";
      state.operand = false;
      if (stream.match(/^[([{]/)) return "bracket";
      if (stream.match(/^\|+/)) return "punctuation";
      stream.next();
      return "operator";
    },
  };

  let shared = null;

  /** A library that JupyterLab shares. */
  async function library(name) {
    const versions = Object.values((shared && shared[name]) || {});
    if (versions.length === 0) throw new Error(`JupyterLab shares no ${name}`);
    const chosen = versions.find((version) => version.loaded) || versions[versions.length - 1];
    const factory = await chosen.get();
    return factory();
  }

  async function extension() {
    const [lab, language] = await Promise.all([
      library("@jupyterlab/codemirror"),
      library("@codemirror/language"),
    ]);
    const plugin = {
      id: "cg-calculator:language",
      description: "Highlights the language G.",
      autoStart: true,
      requires: [lab.IEditorLanguageRegistry],
      activate: (_, languages) => {
        languages.addLanguage({
          name: "g",
          displayName: "G (combinatorial games)",
          mime: "text/x-g",
          extensions: ["g"],
          support: new language.LanguageSupport(language.StreamLanguage.define(mode)),
        });
      },
    };
    return () => ({ __esModule: true, default: plugin });
  }

  const container = {
    init: (scope) => {
      shared = shared || scope;
    },
    get: (module) => {
      if (module === "./extension") return extension();
      return Promise.reject(new Error(`there is no module ${module}`));
    },
    /** For tests. */
    mode,
  };
  const root = typeof window === "undefined" ? globalThis : window;
  root._JUPYTERLAB = root._JUPYTERLAB || {};
  root._JUPYTERLAB["cg-calculator"] = container;
})();

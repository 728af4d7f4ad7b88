// The editor of a cell. Colours and completion are the server's: nothing here reads the
// language.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, placeholder } from "@codemirror/view";
import type { Place, Server } from "./server";

const setShades = StateEffect.define<DecorationSet>();
/// Asks for the colours again: the server may be there by now.
export const recolour = StateEffect.define<null>();
const shades = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setShades)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export type Actions = {
  changed(text: string): void;
  run(): void;
  /// Leaves the editor upwards or downwards; false when there is nowhere to go.
  leave(by: -1 | 1): boolean;
  /// An earlier input, or a later one.
  recall(by: -1 | 1): string | null;
};

export function editor(parent: HTMLElement, text: string, label: string, server: Server, actions: Actions): EditorView {
  let asked: AbortController | undefined;
  const shade = async (view: EditorView) => {
    asked?.abort();
    const mine = (asked = new AbortController());
    const text = view.state.doc.toString();
    try {
      const { pieces } = await server.one({ ask: "pieces", text }, "pieces", mine.signal);
      // Typed meanwhile: the next answer is on its way.
      if (mine.signal.aborted || view.state.doc.toString() !== text) return;
      const builder = new RangeSetBuilder<Decoration>();
      for (const { from, to, kind } of pieces) builder.add(from, to, Decoration.mark({ class: `g-${kind}` }));
      view.dispatch({ effects: setShades.of(builder.finish()) });
    } catch {
      // Without the server the text stays plain; the page says that it is lost.
    }
  };
  const complete = async (context: CompletionContext) => {
    const text = context.state.doc.toString();
    const before = context.matchBefore(/[\w:]+/);
    if (!context.explicit && (!before || before.to - before.from < 2)) return null;
    try {
      const found = await server.one({ ask: "complete", text, cursor: context.pos }, "completion");
      // The cell was run or left meanwhile.
      if (context.aborted || !context.view?.hasFocus) return null;
      if (!found.words.length || found.start === context.pos && !context.explicit) return null;
      return {
        from: found.start,
        options: found.words.map(({ shown, text }) => ({ label: text, displayLabel: shown })),
        filter: false,
      };
    } catch {
      return null;
    }
  };
  let timer = 0;
  const run = (view: EditorView) => {
    closeCompletion(view);
    actions.run();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        closeBrackets(),
        autocompletion({ override: [complete], icons: false }),
        shades,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
        placeholder("an expression, or a definition; Shift+Enter runs"),
        keymap.of([
          { key: "Shift-Enter", run },
          { key: "Mod-Enter", run },
          { key: "Tab", run: acceptCompletion },
          { key: "ArrowUp", run: (view) => atEdge(view, -1) && actions.leave(-1) },
          { key: "ArrowDown", run: (view) => atEdge(view, 1) && actions.leave(1) },
          { key: "Alt-ArrowUp", run: (view) => write(view, actions.recall(-1)) },
          { key: "Alt-ArrowDown", run: (view) => write(view, actions.recall(1)) },
          ...completionKeymap,
          ...closeBracketsKeymap,
          ...historyKeymap,
          ...defaultKeymap.filter((it) => it.key !== "Escape" && it.key !== "Alt-ArrowUp" && it.key !== "Alt-ArrowDown"),
        ]),
        EditorView.updateListener.of((update) => {
          const again = update.transactions.some((it) => it.effects.some((effect) => effect.is(recolour)));
          if (!update.docChanged && !again) return;
          if (update.docChanged) actions.changed(update.state.doc.toString());
          clearTimeout(timer);
          timer = window.setTimeout(() => void shade(update.view), 20);
        }),
      ],
    }),
  });
  void shade(view);
  return view;
}

/// Whether the cursor is in the first line, or in the last.
function atEdge(view: EditorView, by: -1 | 1): boolean {
  const { main } = view.state.selection;
  if (!main.empty) return false;
  const line = view.state.doc.lineAt(main.head);
  return by < 0 ? line.number === 1 : line.number === view.state.doc.lines;
}

function write(view: EditorView, text: string | null): boolean {
  if (text === null) return true;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: text.length } });
  return true;
}

/// Underlines what errors are about.
export function underline(view: EditorView, errors: { place: Place; message: string }[]) {
  const end = view.state.doc.length;
  const found = errors.map(({ place, message }) => {
    const from = Math.min(place.from, end);
    const to = Math.min(Math.max(place.to, from), end);
    return { from: to === from && from === end ? Math.max(0, from - 1) : from, to: Math.max(to, Math.min(from + 1, end)), severity: "error" as const, message };
  });
  view.dispatch(setDiagnostics(view.state, found));
}

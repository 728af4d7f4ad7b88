// The tour of the page: each step shows something, and says what to try.

import { Markdown } from "./markdown";

/// What a step can show.
export type Stage = { board: (text: string) => void; explore: (texts: string[]) => void; run: (program: string) => void };
type Step = { title: string; text: string; show: (stage: Stage) => void };

export const STEPS: Step[] = [
  {
    title: "A board",
    text: "This is Clobber. Left has the discs, Right the squares. A stone takes a stone of the other colour beside it. Click a stone, and then the stone that it takes. Who cannot move loses.",
    show: ({ board }) => board('Clobber("xoxo|oxox")'),
  },
  {
    title: "Who wins, and how",
    text: "The line above the board says who wins. What is lit are the moves that win. Choose **Computer**: it plays one of the sides. The keys ← and → go through the moves of the game.",
    show: ({ board }) => board('Domineering("...|...|...")'),
  },
  {
    title: "All moves in a table",
    text: "The explorer has a row for each move: its value, who wins, mean and temperature. A click on the head of a column sorts. A row opens, and shows what follows.",
    show: ({ explore }) => explore(['Domineering("...|...")']),
  },
  {
    title: "Calculate",
    text: "Shift+Enter runs a cell. A position is a value like any other: here two games are added. The buttons below an answer open it.",
    show: ({ run }) => run('Domineering("...|...") + {1|-1}'),
  },
  {
    title: "Rules of your own",
    text: "A definition lists the moves of Left and, behind the bar, those of Right. What it defines has a board, too: press **Board** below the answer.",
    show: ({ run }) => run('Coins(s) {\n  default: {\n    Coins(s[0..i-1] ++ "." ++ s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == "L"\n  |\n    Coins(s[0..i-1] ++ "..") : i = 0..len(s)-2, if s[i] == "R"\n  };\n}\nCoins("LRLR")'),
  },
];

export function Tour({ step, visit }: { step: number; visit: (step: number | null) => void }) {
  const { title, text } = STEPS[step]!;
  return (
    <section class="banner tour" aria-label="tour">
      <div class="grow-text"><strong>{step + 1} of {STEPS.length}: {title}</strong> <Markdown text={text} /></div>
      <span class="tools">
        <button disabled={step === 0} onClick={() => visit(step - 1)}>Back</button>
        {step + 1 < STEPS.length ? <button class="first" onClick={() => visit(step + 1)}>Next</button> : null}
        <button onClick={() => visit(null)}>End the tour</button>
      </span>
    </section>
  );
}

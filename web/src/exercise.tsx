// A question whose answer is compared by its value: `{0|1}`, `1/2` and `2^-1` are one answer. It is a text cell:
//
//   exercise: What is the value of `{0|1}`?
//   answer: 1/2

import { useState } from "preact/hooks";
import { Markdown } from "./markdown";
import type { Failed, Reply, Server } from "./server";

/// The question and the answer of a text, if it is an exercise.
export function exerciseOf(text: string): { question: string; answer: string } | null {
  const found = text.match(/^exercise:\s*([\s\S]*?)\n\s*answer:\s*(\S.*?)\s*$/);
  return found && { question: found[1]!, answer: found[2]! };
}

/// Whether two expressions have one value; why it cannot be said otherwise.
async function compared(server: Server, given: string, answer: string): Promise<boolean | string> {
  let last: Reply | undefined;
  for await (const line of server.ask({ ask: "run", program: `(${given}) == (${answer})` }))
    if (line.line === "reply") last = line.reply;
    else if (line.line === "failed") return line.message;
  return last?.kind === "truth" ? last.value === true : (last?.error?.message ?? "this is no expression");
}

export function Exercise({ server, question, answer }: { server: Server; question: string; answer: string }) {
  const [given, setGiven] = useState("");
  const [said, setSaid] = useState<{ right: boolean; text: string } | null>(null);
  const check = async () => {
    setSaid(null);
    try {
      const found = await compared(server, given.trim(), answer);
      setSaid(found === true ? { right: true, text: "Right." } : { right: false, text: found === false ? "This has another value." : found });
    } catch (error) {
      setSaid({ right: false, text: (error as Failed).message });
    }
  };
  return (
    <form class="exercise" onSubmit={(event) => { event.preventDefault(); if (given.trim()) void check(); }}>
      <Markdown text={question} />
      <div class="row">
        <label class="grow">Your answer <input value={given} spellcheck={false} autocapitalize="off" onInput={(event) => { setGiven(event.currentTarget.value); setSaid(null); }} /></label>
        <button>Check</button>
        <span role="status" class={said?.right ? "right-answer" : "error"}>{said?.text ?? ""}</span>
      </div>
    </form>
  );
}

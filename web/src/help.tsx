// The side panel of help: the topics of `:help`, which are the guide's own pages.

import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Failed, type Server } from "./server";

/// Words between backquotes are code.
function inline(text: string, open: (topic: string) => void): ComponentChildren[] {
  return text.split(/(`[^`]+`|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/).map((part, at) => {
    if (part.startsWith("`")) {
      const code = part.slice(1, -1);
      const topic = code.match(/^:help (.+)$/)?.[1];
      return topic ? <button key={at} class="link" onClick={() => open(topic)}><code>{code}</code></button> : <code key={at}>{code}</code>;
    }
    if (/^\[/.test(part)) return part.replace(/^\[([^\]]+)\].*$/, "$1");
    return /^\*.+\*$/.test(part) ? <em key={at}>{part.slice(1, -1)}</em> : part;
  });
}

/// The Markdown that pages of help have: paragraphs, lists, code.
export function Markdown({ text, open, run }: { text: string; open: (topic: string) => void; run: (program: string) => void }) {
  const blocks: ComponentChildren[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    if (line.startsWith("```")) {
      const end = lines.findIndex((it, other) => other > at && it.startsWith("```"));
      const code = lines.slice(at + 1, end < 0 ? undefined : end);
      // What is typed in a session can be tried.
      const typed = code.filter((it) => it.startsWith("cg> ") || it.startsWith("... ")).map((it) => it.slice(4));
      blocks.push(
        <div class="example">
          <pre>{code.join("\n")}</pre>
          {typed.length > 0 && <button onClick={() => run(typed.join("\n"))}>Try it</button>}
        </div>,
      );
      at = end < 0 ? lines.length : end + 1;
    } else if (/^[-*] /.test(line)) {
      const items: string[] = [];
      while (at < lines.length && lines[at]!.trim()) {
        const own = lines[at++]!;
        if (/^[-*] /.test(own)) items.push(own.slice(2));
        else items[items.length - 1] += ` ${own.trim()}`;
      }
      blocks.push(<ul>{items.map((it, at) => <li key={at}>{inline(it, open)}</li>)}</ul>);
    } else if (line.trim()) {
      const prose: string[] = [];
      while (at < lines.length && lines[at]!.trim() && !lines[at]!.startsWith("```")) prose.push(lines[at++]!);
      const whole = prose.join("\n");
      blocks.push(/^\||^ {4}/.test(whole) ? <pre>{whole}</pre> : <p>{inline(prose.join(" "), open)}</p>);
    } else at++;
  }
  return <>{blocks}</>;
}

type Page = { title: string; topics: string[] };

export function Help({ server, topic, open, run }: { server: Server; topic: string; open: (topic: string) => void; run: (program: string) => void }) {
  const [topics, setTopics] = useState<{ usage: string; text: string }[]>([]);
  const [pages, setPages] = useState<Page[]>([]);
  const [problem, setProblem] = useState("");
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    const gone = new AbortController();
    setProblem("");
    server.one({ ask: "help", topic }, "help", gone.signal).then(
      (it) => {
        if (gone.signal.aborted) return;
        setTopics(it.topics);
        if (it.pages.length) setPages(it.pages);
      },
      (error: Failed) => {
        if (gone.signal.aborted) return;
        setTopics([]);
        setProblem(error.message);
      },
    );
    return () => gone.abort();
  }, [topic]);
  const fits = (name: string) => name.toLowerCase().includes(wanted.toLowerCase());
  return (
    <div class="help-panel">
      {topic && <button onClick={() => open("")}>All topics</button>}
      {problem && <p class="error" role="alert">{problem}</p>}
      {topic ? topics.map((it) => (
        <section key={it.usage}>
          <h3><code>{it.usage}</code></h3>
          <Markdown text={it.text} open={open} run={run} />
        </section>
      )) : (
        <>
          <label>Find <input type="search" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} /></label>
          {pages.map(({ title, topics }, at) => {
            const found = topics.filter(fits);
            return found.length > 0 && (
              <section key={at}>
                <h3>{title || "Rulesets"}</h3>
                <p>{found.map((name) => <button key={name} class="link" onClick={() => open(name)}>{name}</button>)}</p>
              </section>
            );
          })}
        </>
      )}
    </div>
  );
}

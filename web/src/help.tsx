// The side panel of help: the topics of `:help`, which are the guide's own pages.

import { useEffect, useState } from "preact/hooks";
import { Markdown } from "./markdown";
import { Failed, type Server } from "./server";

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

// Text with marks: titles, lists, code, mathematics, links. Help and text cells are written so.

import type { ComponentChildren } from "preact";
import { Formula } from "./values";

/// What to do with what can be clicked: topics of help, and examples that can be run.
export type Reading = { open?: (topic: string) => void; run?: (program: string) => void };

const INLINE = /(`[^`]+`|\$[^$\s](?:[^$]*[^$\s])?\$|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)\s]+\))/;

function inline(text: string, reading: Reading): ComponentChildren[] {
  return text.split(INLINE).map((part, at) => {
    if (/^`.+`$/.test(part)) {
      const code = part.slice(1, -1);
      const topic = code.match(/^:help (.+)$/)?.[1];
      return topic && reading.open ? <button key={at} class="link" onClick={() => reading.open!(topic)}><code>{code}</code></button> : <code key={at}>{code}</code>;
    }
    if (/^\$.+\$$/.test(part)) return <Formula key={at} latex={part.slice(1, -1)} text={part} />;
    if (/^\*\*.+\*\*$/.test(part)) return <strong key={at}>{inline(part.slice(2, -2), reading)}</strong>;
    if (/^\*.+\*$/.test(part)) return <em key={at}>{inline(part.slice(1, -1), reading)}</em>;
    const link = part.match(/^\[([^\]]+)\]\(([^)\s]+)\)$/);
    if (!link) return part;
    // Pages of the guide link to each other by file: those are not here.
    return /^https?:\/\//.test(link[2]!) ? <a key={at} href={link[2]} target="_blank" rel="noopener noreferrer">{link[1]}</a> : link[1];
  });
}

function Title({ level, children }: { level: number; children: ComponentChildren }) {
  if (level === 1) return <h2 class="title">{children}</h2>;
  return level === 2 ? <h3>{children}</h3> : <h4>{children}</h4>;
}

export function Markdown({ text, ...reading }: { text: string } & Reading) {
  const blocks: ComponentChildren[] = [];
  const lines = text.split("\n");
  const item = /^(?:[-*]|\d+\.) /;
  const starts = (line: string) => !line.trim() || /^(```|#{1,4} |\$\$)/.test(line) || item.test(line);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const title = line.match(/^(#{1,4}) (.*)$/);
    if (line.startsWith("```")) {
      const end = lines.findIndex((it, other) => other > at && it.startsWith("```"));
      const code = lines.slice(at + 1, end < 0 ? undefined : end);
      // What is typed in a session can be tried.
      const typed = code.filter((it) => it.startsWith("cg> ") || it.startsWith("... ")).map((it) => it.slice(4));
      blocks.push(
        <div class="example">
          <pre>{code.join("\n")}</pre>
          {typed.length > 0 && reading.run && <button onClick={() => reading.run!(typed.join("\n"))}>Try it</button>}
        </div>,
      );
      at = end < 0 ? lines.length : end + 1;
    } else if (line.startsWith("$$")) {
      const own = [line.slice(2)];
      while (!own.at(-1)!.trimEnd().endsWith("$$") && ++at < lines.length) own.push(lines[at]!);
      at++;
      blocks.push(<div class="formula"><Formula latex={own.join("\n").trimEnd().replace(/\$\$$/, "")} text={own.join("\n")} display /></div>);
    } else if (title) {
      blocks.push(<Title level={title[1]!.length}>{inline(title[2]!, reading)}</Title>);
      at++;
    } else if (item.test(line)) {
      const items: string[] = [];
      const List = /^\d/.test(line) ? "ol" : "ul";
      while (at < lines.length && (item.test(lines[at]!) || !starts(lines[at]!))) {
        const own = lines[at++]!;
        if (item.test(own)) items.push(own.replace(item, ""));
        else items[items.length - 1] += ` ${own.trim()}`;
      }
      blocks.push(<List>{items.map((it, at) => <li key={at}>{inline(it, reading)}</li>)}</List>);
    } else if (line.trim()) {
      const prose: string[] = [];
      while (at < lines.length && (!prose.length || !starts(lines[at]!))) prose.push(lines[at++]!);
      const whole = prose.join("\n");
      blocks.push(/^\||^ {4}/.test(whole) ? <pre>{whole}</pre> : <p>{inline(prose.join(" "), reading)}</p>);
    } else at++;
  }
  return <>{blocks}</>;
}

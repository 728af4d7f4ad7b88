// A list of rows as a table: sorted by any column, filtered, and copied for a paper or another program.

import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { numberOf } from "./moves";
import { type Item, known } from "./server";

/// Rows that are typeset at once; the others come when they are asked for.
const MOST_ROWS = 60;

/// An item in plain text.
export function plain(item: Item): string {
  if (Array.isArray(item)) return `[${item.map(plain).join(", ")}]`;
  switch (item.kind) {
    case "game":
    case "loopy": return known(item.text.shown) ?? "?";
    case "integer": return item.text;
    case "truth": return String(item.value);
    case "outcome": return item.letter ?? item.value;
    case "rational":
    case "string": return item.value;
    default: return "a function";
  }
}

function latex(item: Item): string {
  if (!Array.isArray(item) && (item.kind === "game" || item.kind === "loopy")) return `$${known(item.text.latex) ?? plain(item)}$`;
  const text = plain(item).replace(/[\\{}$&#_%~^]/g, (it) => ({ "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" })[it] ?? `\\${it}`);
  return !Array.isArray(item) && (item.kind === "integer" || item.kind === "rational") ? `$${text}$` : text;
}

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const FORMATS: Record<string, (rows: Item[][], head: string[] | null) => string> = {
  LaTeX: (rows, head) => {
    const line = (cells: string[]) => `  ${cells.join(" & ")} \\\\`;
    const lines = [...(head ? [line(head), "  \\hline"] : []), ...rows.map((row) => line(row.map(latex)))];
    return [`\\begin{tabular}{${"l".repeat(rows[0]?.length ?? 1)}}`, ...lines, "\\end{tabular}", ""].join("\n");
  },
  CSV: (rows, head) => [...(head ? [head] : []), ...rows.map((row) => row.map(plain))].map((row) => row.map(quoted).join(",")).join("\n") + "\n",
  Markdown: (rows, head) => {
    const names = head ?? (rows[0] ?? []).map(() => "");
    const cells = rows.map((row) => row.map((it) => plain(it).replaceAll("|", "\\|")));
    return [names, names.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n") + "\n";
  },
};

function compare(a: Item, b: Item): number {
  const [x, y] = [numberOf(plain(a)), numberOf(plain(b))];
  return x !== y && x > -Infinity && y > -Infinity ? x - y : plain(a).localeCompare(plain(b), "en", { numeric: true });
}

/// The rows of a table, if the list is one: rows of one length.
export function rowsOf(items: Item[]): Item[][] | null {
  const width = Array.isArray(items[0]) ? items[0].length : 0;
  return items.length > 1 && width > 1 && items.every((it) => Array.isArray(it) && it.length === width) ? (items as Item[][]) : null;
}

export function Table({ all, view }: { all: Item[][]; view: (item: Item) => ComponentChildren }) {
  const [sort, setSort] = useState<{ column: number; down: boolean } | null>(null);
  const [wanted, setWanted] = useState("");
  const [whole, setWhole] = useState(false);
  const [said, setSaid] = useState("");
  // A first row of strings above other things is the head.
  const isText = (row: Item[]) => row.every((it) => !Array.isArray(it) && it.kind === "string");
  const head = isText(all[0]!) && !isText(all[1]!) ? all[0]!.map(plain) : null;
  const rows = useMemo(() => {
    const body = head ? all.slice(1) : all;
    const kept = wanted ? body.filter((row) => row.some((it) => plain(it).toLowerCase().includes(wanted.toLowerCase()))) : body;
    return sort ? kept.toSorted((a, b) => compare(a[sort.column]!, b[sort.column]!) * (sort.down ? -1 : 1)) : kept;
  }, [all, sort, wanted]);
  const shown = whole ? rows : rows.slice(0, MOST_ROWS);
  const turn = (column: number) => setSort(sort?.column !== column ? { column, down: false } : sort.down ? null : { column, down: true });
  const copy = async (format: string) => {
    const text = FORMATS[format]!(rows, head);
    await navigator.clipboard.writeText(text).then(() => setSaid(`copied as ${format}`), () => setSaid("the browser does not allow it to be copied"));
  };
  return (
    <div class="data">
      <div class="scroll" tabIndex={0} role="region" aria-label="table">
        <table>
          <thead><tr>
            {all[0]!.map((_, at) => (
              <th key={at} scope="col" aria-sort={sort?.column !== at ? "none" : sort.down ? "descending" : "ascending"}>
                <button class="plain" aria-label={`sort by column ${head?.[at] ?? at + 1}`} onClick={() => turn(at)}>{head?.[at] ?? at + 1}{sort?.column === at ? (sort.down ? " ↓" : " ↑") : ""}</button>
              </th>
            ))}
          </tr></thead>
          <tbody>{shown.map((row, at) => <tr key={at}>{row.map((it, at) => <td key={at}>{view(it)}</td>)}</tr>)}</tbody>
        </table>
      </div>
      <div class="tools">
        <input type="search" class="filter" aria-label="rows with" placeholder="rows with…" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        {shown.length < rows.length && <button onClick={() => setWhole(true)}>All {rows.length.toLocaleString("en")} rows</button>}
        {Object.keys(FORMATS).map((it) => <button key={it} onClick={() => void copy(it)}>Copy {it}</button>)}
        {said && <span class="note" role="status">{said}</span>}
      </div>
    </div>
  );
}

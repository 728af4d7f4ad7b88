// Thermographs and sequences, with what is under the pointer read out.

import type { Ref } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asPng, asSvg, asTikz, save } from "./export";
import { type Corner, Failed, type Server, type Thermograph, known, reason } from "./server";

const [WIDTH, HEIGHT, MARGIN] = [560, 320, 40];

/// Where the width of pictures for a paper is kept, and the width of a column.
const WIDTH_KEY = "cg.tikz";
const COLUMN = 240;

/// Buttons that save a drawing.
export function SaveButtons({ name, svg }: { name: string; svg: () => SVGSVGElement | null }) {
  const [said, setSaid] = useState("");
  const [width, setWidth] = useState(() => Number(localStorage.getItem(WIDTH_KEY) ?? COLUMN));
  const act = (work: (svg: SVGSVGElement) => void | Promise<void>) => async () => {
    const found = svg();
    if (!found) return;
    try {
      await work(found);
      setSaid("");
    } catch (error) {
      setSaid(`It cannot be saved so: ${String(error)}`);
    }
  };
  // The field has no value of ours: what somebody types stays when the page draws itself again.
  return (
    <span class="tools save">
      <button onClick={act((it) => save(`${name}.svg`, asSvg(it), "image/svg+xml"))}>SVG</button>
      <button onClick={act(async (it) => save(`${name}.png`, await asPng(it)))}>PNG</button>
      <button onClick={act((it) => save(`${name}.tex`, asTikz(it, width)))}>TikZ</button>
      <label class="note">of <input class="short" type="number" min={60} max={1000} step={10} defaultValue={width} onInput={(event) => {
        const wanted = Number(event.currentTarget.value) || COLUMN;
        setWidth(wanted);
        localStorage.setItem(WIDTH_KEY, String(wanted));
      }} /> pt</label>
      {said && <span role="alert">{said}</span>}
    </span>
  );
}

/// Numbers that are good to read on an axis.
function ticks(from: number, to: number, most: number): number[] {
  const raw = (to - from) / most || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [0.25, 0.5, 1, 2, 5, 10].map((it) => it * power).find((it) => it >= raw) ?? raw;
  const found: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to + step / 1000; at += step) found.push(Math.round(at * 1e9) / 1e9);
  return found;
}

/// Where a wall is at a temperature.
export function stopAt(wall: Corner[], temperature: number): number {
  const above = wall.findLast((it) => it.at[1] >= temperature);
  const below = wall.find((it) => it.at[1] <= temperature);
  if (!above) return wall[0]!.at[0];
  if (!below) return wall.at(-1)!.at[0];
  if (above.at[1] === below.at[1]) return below.at[0];
  const part = (temperature - below.at[1]) / (above.at[1] - below.at[1]);
  return below.at[0] + part * (above.at[0] - below.at[0]);
}

/// A number as a fraction, where it is one with few binary places.
export function fraction(x: number): string {
  for (let below = 1; below <= 64; below *= 2)
    if (Math.abs(x * below - Math.round(x * below)) < 1e-9) {
      const above = Math.round(x * below);
      return below === 1 ? String(above) : `${above}/${below}`;
    }
  return x.toFixed(3);
}

const AxisNames = ({ across, up }: { across: string; up: string }) => (
  <>
    <text class="axis" x={WIDTH - 4} y={HEIGHT - 8} text-anchor="end">{across}</text>
    <text class="axis" x={4} y={12}>{up}</text>
  </>
);

const CLASSES = ["one", "two", "three", "four", "five"];

export function Thermographs({ server, games, remove }: { server: Server; games: string[]; remove?: (game: string) => void }) {
  const [drawn, setDrawn] = useState<{ name: string; graph: Thermograph }[]>([]);
  const [problem, setProblem] = useState("");
  const [hot, setHot] = useState<number | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const gone = new AbortController();
    server.one({ ask: "thermographs", games }, "thermographs", gone.signal).then(
      ({ list }) => {
        if (gone.signal.aborted) return;
        setDrawn(list.flatMap((it, at) => (known(it) ? [{ name: games[at]!, graph: known(it)! }] : [])));
        setProblem(list.flatMap((it, at) => (known(it) ? [] : [`${games[at]}: ${reason(it)}`])).join("; "));
      },
      (error: Failed) => !gone.signal.aborted && setProblem(error.message),
    );
    return () => gone.abort();
  }, [games.join("\n")]);
  const corners = drawn.flatMap((it) => [...it.graph.walls.left, ...it.graph.walls.right]).map((it) => it.at);
  const top = Math.max(...corners.map((it) => it[1]), 0) + 1;
  const [low, high] = [Math.min(...corners.map((it) => it[0]), 0), Math.max(...corners.map((it) => it[0]), 0)];
  const room = Math.max((high - low) * 0.08, 0.5);
  // Left's values are on the left: the axis runs from large to small.
  const x = (value: number) => MARGIN + ((high + room - value) / (high - low + 2 * room)) * (WIDTH - 2 * MARGIN);
  const y = (temperature: number) => HEIGHT - MARGIN + 12 - ((temperature + 1) / (top + 1)) * (HEIGHT - 2 * MARGIN + 20);
  const path = (wall: Corner[], mean: number) =>
    [[mean, top] as const, ...wall.map((it) => it.at)].map(([value, heat]) => `${x(value)},${y(heat)}`).join(" ");
  const hover = (event: PointerEvent) => {
    const box = svg.current!.getBoundingClientRect();
    const at = ((event.clientY - box.top) / box.height) * HEIGHT;
    const heat = ((HEIGHT - MARGIN + 12 - at) / (HEIGHT - 2 * MARGIN + 20)) * (top + 1) - 1;
    setHot(Math.round(Math.max(-1, Math.min(top, heat)) * 16) / 16);
  };
  const step = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    setHot(Math.max(-1, Math.min(top, (hot ?? 0) + (event.key === "ArrowUp" ? 0.125 : -0.125))));
  };
  if (!drawn.length) return <p class={problem ? "error" : "note"} role="status">{problem || "…"}</p>;
  return (
    <figure>
      <svg ref={svg} class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} tabindex={0} role="img"
        aria-label={`Thermograph: ${drawn.map((it) => `${it.name}: mean ${it.graph.mean}, temperature ${it.graph.temperature}`).join("; ")}. Arrow keys read values.`}
        onPointerMove={hover} onPointerLeave={() => setHot(null)} onKeyDown={step}>
        <AxisNames across="value" up="temperature" />
        {ticks(-1, top, 6).map((heat) => <g key={heat}>
          <line class="grid" x1={MARGIN} x2={WIDTH - MARGIN} y1={y(heat)} y2={y(heat)} />
          <text class="axis" x={MARGIN - 6} y={y(heat) + 4} text-anchor="end">{fraction(heat)}</text>
        </g>)}
        {ticks(low - room / 2, high + room / 2, 8).map((value) => <g key={value}>
          <line class="grid" x1={x(value)} x2={x(value)} y1={y(top)} y2={y(-1)} />
          <text class="axis" x={x(value)} y={HEIGHT - 8} text-anchor="middle">{fraction(value)}</text>
        </g>)}
        {drawn.map(({ graph }, at) => {
          const mean = graph.walls.left[0]!.at[0];
          return <g key={at} class={CLASSES[at % CLASSES.length]}>
            <polyline class="wall left" points={path(graph.walls.left, mean)} />
            <polyline class="wall right" points={path(graph.walls.right, mean)} />
          </g>;
        })}
        {hot !== null && <g class="hover">
          <line x1={MARGIN} x2={WIDTH - MARGIN} y1={y(hot)} y2={y(hot)} />
          {drawn.map(({ graph }, at) => [graph.walls.left, graph.walls.right].map((wall, side) =>
            <circle key={`${at} ${side}`} cx={x(stopAt(wall, hot))} cy={y(hot)} r={4} />))}
        </g>}
      </svg>
      <figcaption>
        <p class="reading" role="status">{hot === null ? "Point at the drawing to read its walls." :
          `t = ${fraction(hot)}: ` + drawn.map(({ name, graph }) => `${drawn.length > 1 ? `${name}: ` : ""}left ${fraction(stopAt(graph.walls.left, hot))}, right ${fraction(stopAt(graph.walls.right, hot))}`).join("; ")}</p>
        <ul class="legend">
          {drawn.map(({ name, graph }, at) => <li key={name}>
            <span class={`key ${CLASSES[at % CLASSES.length]}`} /> <code>{name}</code> mean {graph.mean}, temperature {graph.temperature}
            {remove && drawn.length > 1 && <button class="plain" aria-label={`take ${name} out`} onClick={() => remove(name)}>×</button>}
          </li>)}
        </ul>
        {problem && <p class="error">{problem}</p>}
        <SaveButtons name="thermograph" svg={() => svg.current} />
      </figcaption>
    </figure>
  );
}

/// The smallest period that is seen at the end of a sequence, with where it begins; seen at
/// least three times. This is what is seen, and proves nothing.
export function seenPeriod(values: number[]): { from: number; length: number } | null {
  const count = values.length;
  for (let length = 1; length * 3 <= count; length++) {
    let from = count - length;
    while (from > 0 && values[from - 1] === values[from - 1 + length]) from--;
    if (count - from >= 3 * length && count - from >= 12) return { from, length };
  }
  return null;
}

export function Sequence({ values, name }: { values: number[]; name: string }) {
  const count = values.length;
  const [view, setView] = useState<[number, number]>([0, count]);
  const [over, setOver] = useState<number | null>(null);
  const [wound, setWound] = useState(false);
  const svg = useRef<SVGSVGElement>(null);
  const often = new Map<number, number>();
  for (const value of values) often.set(value, (often.get(value) ?? 0) + 1);
  // Rare: at most one place in a hundred has this value.
  const rare = (value: number) => count >= 100 && (often.get(value) ?? 0) * 100 <= count;
  const period = seenPeriod(values);
  const [from, to] = view;
  const top = Math.max(...values, 1);
  const x = (place: number) => MARGIN + ((place - from) / Math.max(to - from, 1)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => HEIGHT - MARGIN - (value / top) * (HEIGHT - 2 * MARGIN);
  const zoom = (factor: number, around = (from + to) / 2) => {
    const width = Math.max(8, Math.min(count, (to - from) * factor));
    const begin = Math.max(0, Math.min(count - width, around - ((around - from) / (to - from)) * width));
    setView([begin, begin + width]);
  };
  const pan = (by: number) => {
    const width = to - from;
    const begin = Math.max(0, Math.min(count - width, from + by * width));
    setView([begin, begin + width]);
  };
  const placeOf = (event: MouseEvent) => {
    const box = svg.current!.getBoundingClientRect();
    return from + ((((event.clientX - box.left) / box.width) * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN)) * (to - from);
  };
  const first = Math.max(0, Math.floor(from));
  const step = Math.max(1, Math.floor((to - from) / 4000));
  const seen = values.slice(first, Math.ceil(to) + 1).map((value, at) => [first + at, value] as const).filter((_, at) => at % step === 0);
  const reading = over === null ? "Point at the drawing to read it; the wheel, + and - zoom." : `place ${over}: ${values[over]}${rare(values[over]!) ? ", a rare value" : ""}`;
  const buttons = (
    <span class="tools">
      <button onClick={() => zoom(0.5)}>Zoom in</button><button onClick={() => zoom(2)}>Zoom out</button>
      <button onClick={() => setView([0, count])}>All</button>
      <button aria-pressed={wound} onClick={() => setWound(!wound)}>Strip</button>
    </span>
  );
  const found = period && <p class="note">From place {period.from} on it repeats every {period.length} places as far as it is drawn; `:period` proves it or not.</p>;
  if (wound)
    return (
      <figure>
        <Strip {...{ svg, values, from: first, to: Math.min(count, Math.ceil(to)), period, rare, top, name, read: setOver }} />
        <figcaption><p class="reading" role="status">{reading}</p>{found}{buttons}<SaveButtons name="strip" svg={() => svg.current} /></figcaption>
      </figure>
    );
  return (
    <figure>
      <svg ref={svg} class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" tabindex={0}
        aria-label={`${count} values of ${name}, the largest ${top}`}
        onWheel={(event) => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.25 : 0.8, placeOf(event)); }}
        onPointerMove={(event) => { const at = Math.round(placeOf(event)); setOver(at >= 0 && at < count ? at : null); }}
        onPointerLeave={() => setOver(null)}
        onKeyDown={(event) => {
          const act = { "+": () => zoom(0.7), "-": () => zoom(1.4), ArrowLeft: () => pan(-0.2), ArrowRight: () => pan(0.2) }[event.key];
          if (act) { event.preventDefault(); act(); }
        }}>
        {period && period.from < to && <rect class="period" x={x(Math.max(period.from, from))} y={MARGIN - 10} width={Math.max(0, x(to) - x(Math.max(period.from, from)))} height={HEIGHT - 2 * MARGIN + 10} />}
        <AxisNames across="place" up="value" />
        {ticks(0, top, 6).filter(Number.isInteger).map((value) => <g key={value}>
          <line class="grid" x1={MARGIN} x2={WIDTH - MARGIN} y1={y(value)} y2={y(value)} />
          <text class="axis" x={MARGIN - 6} y={y(value) + 4} text-anchor="end">{value}</text>
        </g>)}
        {ticks(from, to, 8).filter(Number.isInteger).map((place) => <text key={place} class="axis" x={x(place)} y={HEIGHT - 12} text-anchor="middle">{place}</text>)}
        {seen.map(([place, value]) => <circle key={place} class={rare(value) ? "dot rare" : "dot"} cx={x(place)} cy={y(value)} r={to - from > 400 ? 1.5 : 3} />)}
        {over !== null && <g class="hover"><line x1={x(over)} x2={x(over)} y1={MARGIN - 10} y2={HEIGHT - MARGIN} /></g>}
      </svg>
      <figcaption>
        <p class="reading" role="status">{reading}</p>
        {found}
        {buttons}
        <SaveButtons name="sequence" svg={() => svg.current} />
      </figcaption>
    </figure>
  );
}

/// The most values of a strip.
const MOST_CELLS = 1200;

type StripProps = {
  svg: Ref<SVGSVGElement>;
  values: number[];
  from: number;
  to: number;
  period: { from: number; length: number } | null;
  rare: (value: number) => boolean;
  top: number;
  name: string;
  read: (place: number | null) => void;
};

/// A sequence in rows, wound so that a period begins a row: what repeats stands below itself. The larger a value, the
/// darker its cell.
function Strip({ svg, values, from, to, period, rare, top, name, read }: StripProps) {
  const length = period?.length ?? 24;
  const columns = length <= 12 ? length * Math.floor(24 / length) : Math.min(length, 32);
  const end = Math.min(to, from + MOST_CELLS);
  // The row of a place, and the place at which a row begins.
  const lead = period ? period.from % columns : 0;
  const row = (place: number) => Math.floor((place + columns - lead) / columns);
  const start = row(from);
  const width = (WIDTH - MARGIN - 6) / columns;
  const high = 22;
  const x = (place: number) => MARGIN + ((place + columns - lead) % columns) * width;
  const y = (place: number) => 6 + (row(place) - start) * high;
  const heads = new Map<number, number>();
  const cells = Array.from({ length: Math.max(0, end - from) }, (_, at) => from + at);
  for (const place of cells) if (!heads.has(row(place))) heads.set(row(place), place);
  return (
    <>
      <svg ref={svg} class="plot" viewBox={`0 0 ${WIDTH} ${(row(end - 1) - start + 1) * high + 12}`} role="img" tabindex={0}
        aria-label={`${end - from} values of ${name} in rows of ${columns}, from place ${from} on`} onPointerLeave={() => read(null)}>
        {[...heads].map(([at, place]) => <text key={at} class="axis" x={MARGIN - 6} y={y(place) + 15} text-anchor="end">{place}</text>)}
        {cells.map((place) => {
          const value = values[place]!;
          const shade = top > 0 ? value / top : 0;
          return (
            <g key={place} class={`strip${rare(value) ? " rare" : ""}${shade > 0.5 ? " dark" : ""}`} onPointerEnter={() => read(place)}>
              <rect x={x(place)} y={y(place)} width={width} height={high} fill-opacity={0.08 + 0.87 * shade} />
              <text x={x(place) + width / 2} y={y(place) + 15}>{value}</text>
            </g>
          );
        })}
        {period && period.from >= from && period.from < end && (
          <rect class="period frame" x={x(period.from)} y={y(period.from)} width={Math.min(length, columns) * width} height={high * Math.ceil(length / columns)} />
        )}
      </svg>
      {end < to && <p class="note">The first {MOST_CELLS} of them: zoom in to see others.</p>}
    </>
  );
}

/// The widest picture that is shrunk to fit, in pixels.
const MOST_SHRUNK = 1400;

/// A picture that the server drew.
export function Drawn({ svg, name, label }: { svg: string; name: string; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  // What is not much too wide is made to fit; the rest is scrolled.
  const fits = Number(svg.match(/^[^>]*?\bwidth="(\d+)/)?.[1] ?? 0) <= MOST_SHRUNK;
  return (
    <figure>
      <div ref={place} class={fits ? "scroll paper fits" : "scroll paper"} tabindex={0} role="img" aria-label={label} dangerouslySetInnerHTML={{ __html: svg }} />
      <SaveButtons name={name} svg={() => place.current?.querySelector("svg") ?? null} />
    </figure>
  );
}

/// A picture of a game, `tree` or another that `:plot` knows, which the server draws.
export function Picture({ server, kind, game }: { server: Server; kind: string; game: string }) {
  const [found, setFound] = useState<{ svg: string } | { problem: string } | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    setFound(null);
    server.one({ ask: "picture", kind, text: game }, "picture", gone.signal).then(
      ({ svg }) => !gone.signal.aborted && setFound({ svg }),
      (error: Failed) => !gone.signal.aborted && setFound({ problem: error.message }),
    );
    return () => gone.abort();
  }, [kind, game]);
  if (!found) return <p class="note" role="status">…</p>;
  if ("problem" in found) return <p class="error" role="alert">{found.problem}</p>;
  return <Drawn svg={found.svg} name={kind} label={`${kind} of ${game}`} />;
}

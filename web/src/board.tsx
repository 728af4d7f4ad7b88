// One component of a position, drawn: a click or a key picks a spot, and the pointer shows the move that it means.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { draw } from "./drawing";
import { type Mark, putMarks } from "./marks";
import { SaveButtons } from "./plots";
import type { Part, Spot } from "./server";
import { Heat, ValueView } from "./values";

type BoardProps = {
  part: Part;
  /// Its value is not shown.
  secret: boolean;
  lit: Map<string, string>;
  marks: Mark[];
  pick: (spot: Spot) => void;
  /// What a click on a spot would do, to be shown before.
  preview: (spot: Spot) => Mark[];
};

/// How much larger than it is drawn a board is shown, at most.
const MOST_LARGER = 4;

/// What a drawing does not show of a position: parameters, stones in hand, how many tokens may be taken.
function unseen({ ruleset, drawing }: Part): string {
  if (!ruleset || drawing?.shape === "graph" || drawing?.shape === "boxes") return ruleset?.parameters ?? "";
  const seen = drawing?.shape === "cells" && drawing.rows.map((row) => row.map((it) => it.sign).join("")).join("|").toLowerCase();
  return ruleset.parameters + (ruleset.board.toLowerCase() === seen ? "" : ruleset.board);
}

export function Board({ part, secret, lit, marks, pick, preview }: BoardProps) {
  const place = useRef<HTMLDivElement>(null);
  const places = useMemo(() => new Map<string, [number, number]>(), [part.ruleset?.function]);
  const [moved, setMoved] = useState(0);
  const [width, setWidth] = useState(1);
  const svg = () => place.current?.querySelector("svg") ?? null;
  // Before the next paint: what can be clicked is never older than what is said beside it.
  useLayoutEffect(() => {
    const target = place.current!;
    const focused = target.contains(document.activeElement) ? document.activeElement?.getAttribute("data-spot") : null;
    const title = part.ruleset?.title ?? part.text;
    const options = { label: `${title}: ${part.text}`, lit, places, pick };
    const drawing = part.scene && draw(part.scene, options);
    target.replaceChildren(...(drawing ? [drawing] : []));
    if (drawing) setWidth(drawing.viewBox.baseVal.width);
    if (focused) [...target.querySelectorAll<SVGElement>("[data-spot]")].find((it) => it.getAttribute("data-spot") === focused)?.focus();
  }, [part, lit, pick, moved]);
  useLayoutEffect(() => {
    const drawing = svg();
    const { scene } = part;
    if (!drawing || !scene) return;
    putMarks(drawing, scene, "marks", marks);
    const point = (event: Event) => {
      const spot = (event.target as Element).closest(".spot")?.getAttribute("data-spot");
      putMarks(drawing, scene, "preview", spot ? preview(JSON.parse(spot) as Spot) : []);
    };
    const kinds = ["mouseover", "focusin", "mouseleave"];
    kinds.forEach((kind) => drawing.addEventListener(kind, point));
    return () => kinds.forEach((kind) => drawing.removeEventListener(kind, point));
  }, [part, lit, pick, moved, marks, preview]);
  return (
    <figure class="board" style={{ flexGrow: width, maxWidth: `${Math.max(width * MOST_LARGER, 220)}px` }}>
      <figcaption>
        <strong>{part.minus ? "− " : ""}{part.ruleset?.title ?? (part.drawing ? part.text : "")}</strong>
        {unseen(part) && <> <code>{unseen(part)}</code></>}
        {!secret && <span class="facts"><ValueView value={part.value} /> <Heat value={part.value} />{part.heat.length > 0 && <span class="heat">{part.heat.join(" ")}</span>}</span>}
      </figcaption>
      <div ref={place} class="scroll large" {...{ onmoved: () => setMoved((it) => it + 1) }} />
      {!part.drawing && <code class="plain-part">{part.text}</code>}
      {part.drawing && <SaveButtons name="board" svg={svg} />}
    </figure>
  );
}

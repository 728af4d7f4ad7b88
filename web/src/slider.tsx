// A number of a cell that is slid: `n = 3 // slider 0..12`.

import type { Cell } from "./sheet";

const LINE = /^([ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*)(-?\d+)([ \t]*;?[ \t]*\/\/[ \t]*slider[ \t]+(-?\d+)\.\.(-?\d+))/m;

/// The number that a cell lets slide.
export function sliderOf(text: string): { name: string; value: number; from: number; to: number } | null {
  const found = text.match(LINE);
  return found && { name: found[2]!, value: Number(found[3]), from: Number(found[5]), to: Number(found[6]) };
}

export const slid = (text: string, value: number): string => text.replace(LINE, (_, before: string, _name, _value, behind: string) => before + value + behind);

/// The cell, and those below that use the name, in order.
export function usersOf(cells: Cell[], cell: Cell, name: string): Cell[] {
  const word = new RegExp(`(?<![\\w"])${name}(?!\\w)`);
  return [cell, ...cells.slice(cells.indexOf(cell) + 1).filter((it) => it.kind === "code" && word.test(it.text))];
}

export function Slider({ text, slide }: { text: string; slide: (value: number) => void }) {
  const found = sliderOf(text);
  if (!found) return null;
  const { name, value, from, to } = found;
  return (
    <label class="slider">
      <code>{name}</code> <input type="range" min={from} max={to} value={value} onInput={(event) => slide(Number(event.currentTarget.value))} /> <output>{value}</output>
    </label>
  );
}

// Boards changed as texts: a cell, a row or a column more or less.

import type { Drawing, Explored, Part } from "./server";

/// The signs that a cell can have: those of the rules; for games of the user's own those that are there.
export function palette(part: Part): string[] {
  if (part.drawing?.shape !== "cells") return [];
  const letters = part.ruleset ? part.ruleset.letters : [...new Set([".", ...signs(part.drawing).flat()])].join("");
  const known = signs(part.drawing).flat();
  return [...letters].map((it) => (known.includes(it.toUpperCase()) ? it.toUpperCase() : it));
}

/// The position with this text in place of a component.
export function replaced(explored: Explored, part: number, text: string): string {
  const texts = explored.parts.map((it, at) => (at === part ? text : it.text));
  return texts.map((it, at) => (at > 0 && !/^[-+]/.test(it) ? `+${it}` : it)).join("");
}

/// The component with other rows; nothing where it is no board of signs.
export function withRows(part: Part, rows: string[]): string | null {
  const minus = part.minus ? "-" : "";
  if (part.ruleset) return part.ruleset.letters ? `${minus}${part.ruleset.function}("${part.ruleset.parameters}${rows.join("|")}")` : null;
  const call = part.text.match(/^-?([A-Za-z_]\w*)\((\[)?"[^"]*"(?:, ?"[^"]*")*\]?\)$/);
  if (!call || (!call[2] && rows.length > 1)) return null;
  return call[2] ? `${minus}${call[1]}([${rows.map((it) => `"${it}"`).join(", ")}])` : `${minus}${call[1]}("${rows[0]}")`;
}

/// The rows of a text that was pasted: lines, or parted by bars, with or without quotes; all of one length.
export function pasted(text: string): string[] {
  const rows = text.trim().split(/[|\n]/).map((row) => row.replace(/["'\s,[\]]/g, ""));
  const kept = rows.filter(Boolean);
  const width = Math.max(0, ...kept.map((it) => it.length));
  return kept.map((it) => it.padEnd(width, "."));
}

export type Resize = "row" | "column" | "-row" | "-column";

/// A row or column more at the end, or one less.
export function resized(rows: string[], how: Resize): string[] {
  switch (how) {
    case "row": return [...rows, ".".repeat(rows[0]?.length ?? 1)];
    case "column": return rows.map((it) => `${it}.`);
    case "-row": return rows.length > 1 ? rows.slice(0, -1) : rows;
    case "-column": return (rows[0]?.length ?? 0) > 1 ? rows.map((it) => it.slice(0, -1)) : rows;
  }
}

const signs = (drawing: Drawing | null): string[][] => (drawing?.shape === "cells" ? drawing.rows.map((row) => row.map((it) => it.sign)) : []);

export const rowsOf = (part: Part): string[] => signs(part.drawing).map((it) => it.join(""));

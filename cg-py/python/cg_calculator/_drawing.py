"""Positions as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

SIDE = 28

#: How the usual signs of boards are drawn: Left's are blue discs, Right's red rings.
LEFT, RIGHT = "#2563a8", "#b03a2e"


def board_svg(rows: Sequence[str], *, cells: bool) -> str:
    """Rows of signs, a square for each; without ``cells``, lines of text.

    >>> board_svg(["X."], cells=True).count("<rect")
    3
    """
    if not cells:
        width = 9 * max(map(len, rows), default=1) + 16
        lines = "".join(
            f'<text x="8" y="{20 * at + 18}" font-family="monospace">{escape(row)}</text>'
            for at, row in enumerate(rows)
        )
        return _document(width, 20 * len(rows) + 12, lines)
    parts = []
    for at, row in enumerate(rows):
        for column, sign in enumerate(row):
            parts.append(_cell(sign, column * SIDE + 1, at * SIDE + 1))
    width = SIDE * max(map(len, rows), default=1)
    return _document(width + 2, SIDE * len(rows) + 2, "".join(parts))


def _cell(sign: str, x: int, y: int) -> str:
    square = f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="#f4f1ea" stroke="#999"/>'
    centre, radius = f'cx="{x + SIDE / 2}" cy="{y + SIDE / 2}"', SIDE / 2 - 5
    if sign in "xX":
        return square + f'<circle {centre} r="{radius}" fill="{LEFT}"/>'
    if sign in "oO":
        return square + (
            f'<circle {centre} r="{radius - 1}" fill="none" stroke="{RIGHT}" stroke-width="3"/>'
        )
    if sign == "#":
        return square + f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="#777"/>'
    if sign in ". ":
        return square
    return square + (
        f'<text x="{x + SIDE / 2}" y="{y + SIDE / 2 + 5}" text-anchor="middle" '
        f'font-family="sans-serif" font-size="14">{escape(sign)}</text>'
    )


def _document(width: float, height: float, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="white"/>{inside}</svg>'
    )

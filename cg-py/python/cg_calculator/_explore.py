"""A widget in which options open step by step, for notebooks. Needs anywidget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ._boards import PLAYERS, Position, Sum
from ._games import Game
from ._rules import PythonPosition, PythonSum
from ._settings import settings
from .errors import CalculatorError, LimitError

#: So many options of a side are listed.
MOST_OPTIONS = 100

#: Seconds that a value may take.
MOST_TIME = 2.0


class Explorer(anywidget.AnyWidget):
    """The options of a game or a position as a tree that opens by click.

    ``rows`` are what is seen, parents before their options: dicts of texts. ``chosen`` is the row
    that was clicked last, and ``subject`` the game or position in it.
    """

    _esm = Path(__file__).with_name("explore.js")
    _css = Path(__file__).with_name("explore.css")
    rows = traitlets.List().tag(sync=True)
    chosen = traitlets.Int(0).tag(sync=True)

    @classmethod
    def of(cls, subject: Any) -> Explorer:
        """The explorer of a game, a position, or a sum."""
        explorer = cls()
        explorer._subjects = [subject]
        explorer.rows = [_row(0, None, "", "", subject)]
        explorer.on_msg(lambda _, message, __: explorer._told(message))
        explorer.open_row(0)
        return explorer

    @property
    def subject(self) -> Any:
        """The game or position that was clicked last."""
        return self._subjects[self.chosen]

    def _told(self, message: Any) -> None:
        if not isinstance(message, dict):
            return
        seen = {row["number"]: row for row in self.rows}
        choose, toggle = message.get("choose"), message.get("toggle")
        if isinstance(choose, int) and choose in seen:
            # A move that was made on a board.
            self.chosen = choose
            if not seen[choose]["open"]:
                self.open_row(choose)
        elif isinstance(toggle, int) and toggle in seen:
            self.chosen = toggle
            if seen[toggle]["open"]:
                self.close_row(toggle)
            else:
                self.open_row(toggle)

    def open_row(self, number: int) -> None:
        """Shows the options of a row."""
        rows = list(self.rows)
        at = next(at for at, row in enumerate(rows) if row["number"] == number)
        options = []
        for player, move, subject in _options(self._subjects[number]):
            self._subjects.append(subject)
            options.append(_row(len(self._subjects) - 1, rows[at], player, move, subject))
            before = self._subjects[number]
            if isinstance(before, Position) and isinstance(subject, Position):
                options[-1]["spots"] = before._spots(move, subject)
        rows[at] = {**rows[at], "open": True, "leaf": not options}
        self.rows = rows[: at + 1] + options + rows[at + 1 :]

    def close_row(self, number: int) -> None:
        """Hides what stands below a row."""
        hidden = {number}
        rows = []
        for row in self.rows:
            if row["parent"] in hidden:
                hidden.add(row["number"])
            else:
                rows.append({**row, "open": False} if row["number"] == number else row)
        self.rows = rows


def _options(subject: Any) -> list[tuple[str, str, Any]]:
    """The player, the name and the result of each move."""
    found: list[tuple[str, str, Any]] = []
    if isinstance(subject, Game):
        for player in PLAYERS:
            try:
                options = getattr(subject, player)
            except CalculatorError:
                continue
            found += [(player, "", option) for option in options[:MOST_OPTIONS]]
        return found
    if isinstance(subject, (Position, PythonPosition)):
        moves = subject.moves()
    elif isinstance(subject, Sum):
        moves = [
            (player, f"{at + 1}: {name}", after)
            for player in PLAYERS
            for at, name, after in subject.moves(player)
        ]
    elif isinstance(subject, PythonSum):
        return [
            (
                player,
                "",
                PythonSum([*subject.terms[:at], (option, minus), *subject.terms[at + 1 :]]),
            )
            for player in PLAYERS
            for at, (term, minus) in enumerate(subject.terms)
            for option in getattr(term, PLAYERS[(PLAYERS.index(player) + minus) % 2])
        ]
    else:
        raise TypeError(f"{subject!r} is no game and no position")
    sides: dict[str, int] = {}
    for move in moves:
        sides[move[0]] = sides.get(move[0], 0) + 1
        if sides[move[0]] <= MOST_OPTIONS:
            found.append(tuple(move))
    return found


def _row(number: int, parent: Any, player: str, move: str, subject: Any) -> dict[str, Any]:
    row = {
        "number": number,
        "parent": None if parent is None else parent["number"],
        "depth": 0 if parent is None else parent["depth"] + 1,
        "player": player,
        "move": move,
        "text": "" if isinstance(subject, Game) else _text(subject),
        # For the board code of the worksheet: what is drawn, and where in the drawing above the move is.
        "drawing": subject._drawing() if isinstance(subject, Position) else "",
        "spots": "",
        "open": False,
        "leaf": False,
    }
    return row | _facts(player, subject)


def _text(subject: Any) -> str:
    if isinstance(subject, PythonPosition):
        return str(subject.state)
    return str(subject)


def _facts(player: str, subject: Any) -> dict[str, Any]:
    """The value and what is known from it, when it is found soon."""
    before = settings.time
    settings.time = MOST_TIME if before is None else min(before, MOST_TIME)
    try:
        value = subject if isinstance(subject, Game) else subject.value()
        facts = {
            "value": str(value),
            "outcome": str(value.outcome()),
            "mean": str(value.mean()),
            "temperature": str(value.temperature()),
        }
        # Who has moved wins when the opponent, who moves next, does not.
        wins = value <= 0 if player == "right" else value >= 0
        facts["wins"] = bool(player) and wins
        return facts
    except LimitError:
        return dict.fromkeys(("value", "outcome", "mean", "temperature"), "not yet known") | {
            "wins": False
        }
    finally:
        settings.time = before

"""The language's table of functions, as functions and methods of Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from . import _native
from ._examples import EXAMPLES

# CGSuite's names, in the way of Python.
WORDS = {
    "atomicweight": "atomic_weight",
    "canonical": "canonical_form",
    "isallsmall": "is_all_small",
    "iseventempered": "is_even_tempered",
    "ishot": "is_hot",
    "isimpartial": "is_impartial",
    "isinfinitesimal": "is_infinitesimal",
    "isinteger": "is_integer",
    "isnimber": "is_nimber",
    "isnumber": "is_number",
    "isnumberish": "is_numberish",
    "isoddtempered": "is_odd_tempered",
    "isswitch": "is_switch",
    "leftincentives": "left_incentives",
    "leftlines": "left_lines",
    "leftsensible": "left_sensible",
    "leftstop": "left_stop",
    "niminverse": "nim_inverse",
    "nimproduct": "nim_product",
    "nimroot": "nim_root",
    "nimvalue": "nim_value",
    "ordinalproduct": "ordinal_product",
    "reduced": "reduced_canonical_form",
    "rightincentives": "right_incentives",
    "rightlines": "right_lines",
    "rightsensible": "right_sensible",
    "rightstop": "right_stop",
    "stopcount": "stop_count",
}


class Row(NamedTuple):
    """A row of the table."""

    name: str
    usage: str
    about: str
    of_game: bool

    @property
    def arguments(self) -> list[str]:
        inside = self.usage[len(self.name) + 1 : -1]
        return [argument.strip(' "') for argument in inside.split(",")]


def table() -> Iterator[Row]:
    """The functions that Python has of the language, as rows."""
    for row in map(Row._make, _native.function_table()):
        # A word such as `oo` is no function.
        if "(" in row.usage and "F" not in row.arguments and row.name != "misere":
            yield row


def _made(row: Row, name: str) -> Callable[..., Any]:
    def function(*arguments: Any) -> Any:
        return _native.call(row.name, *arguments)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{row.about}\n\n``{row.usage}`` in the language G."
    if row.name in EXAMPLES:
        function.__doc__ += "\n\n" + EXAMPLES[row.name]
    return function


def fill(namespace: dict[str, Any]) -> None:
    """Gives a module the functions."""
    for row in table():
        namespace[row.name] = _made(row, row.name)


def equip(game: type) -> None:
    """Gives a class of games its methods. Those that are about games that end raise an error
    where a game does not."""
    for row in table():
        if row.of_game and row.name.islower():
            for name in filter(None, (row.name, WORDS.get(row.name))):
                if name not in vars(game):
                    setattr(game, name, _made(row, name))


def of_program(name: str) -> Callable[..., Any]:
    """The function of this name that a program defines."""
    if re.fullmatch(r"[A-Za-z]\w*", name) and _native.usage(name) is not None:
        return _made(Row(name, name, "A function of a program.", False), name)
    raise AttributeError(f"the language has no function {name!r}")

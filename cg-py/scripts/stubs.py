"""Writes the type stubs of what is made from the language's table.

`python scripts/stubs.py` writes `_native.pyi`, `functions.pyi` and `_rulesets.pyi`, and `_examples.py`, an example for the
docstring of each function; with `--check` it says whether they are up to date. What a function gives is found by asking
it about some games.
"""

from __future__ import annotations

import ast
import sys
from fractions import Fraction
from pathlib import Path

import cg_calculator
from cg_calculator import CalculatorError, Game, LoopyGame, _functions, _native
from cg_calculator._games import Thermograph

PACKAGE = Path(__file__).parent.parent / "python" / "cg_calculator"
HEAD = "# Made by scripts/stubs.py: change that, not this.\n"

#: Of the first argument; every function has an answer for one of them.
SAMPLES: list[object] = [
    Game(text) for text in ("3/4", "{1|-1}", "^*", "*2", "2", "^", "{0|^}", "*", "{3|1/2}")
]
#: The same of games that may go on for ever.
LOOPY: list[object] = [LoopyGame(text) for text in ("over", "upon", "on", "dud", "upon + *")]
#: Of the others.
OTHERS = ["1", "0", "2", "*2", "1/2", "-1"]


def kind(values: list[object]) -> str:
    """The type of some answers."""
    names = set()
    for value in values:
        if isinstance(value, bool):
            names.add("bool")
        elif isinstance(value, (int, Fraction)):
            names.add("int" if isinstance(value, int) else "Fraction")
        elif isinstance(value, (Game, LoopyGame)):
            names.add(type(value).__name__)
        elif isinstance(value, str):
            names.add("str")
        elif isinstance(value, Thermograph):
            names.add("Thermograph")
        elif isinstance(value, list):
            items = {type(item) for item in value}
            names.add("list[Game]" if items <= {Game, int} else "list[Any]")
        else:
            names.add("Any")
    return " | ".join(sorted(names)) or "Any"


def answers(row: _functions.Row, samples: list[object] = SAMPLES) -> list[object]:
    """What a question about games answers for the samples."""
    found = []
    for first in samples:
        for other in OTHERS if len(row.arguments) > 1 else OTHERS[:1]:
            rest = [Game(other)] * (len(row.arguments) - 1)
            try:
                found.append(_native.call(row.name, first, *rest))
            except CalculatorError:
                continue
    return found


def signature(row: _functions.Row, method: bool) -> str:
    if "..." in row.arguments or row.name[0].isupper() and not row.of_game:
        arguments = ["*arguments: Any"]
    else:
        kind = "GameLike" if row.of_game else "Any"
        first = 1 if method else 0
        # `ruleset(position)` is a call: what stands before the parenthesis names it.
        names = [argument.lower().split("(")[0] for argument in row.arguments[first:]]
        arguments = [f"{name}: {kind}" for name in names]
        if row.name in ("trinim", "period"):
            arguments = ["*arguments: Any"]
        if arguments and not arguments[0].startswith("*"):
            arguments.append("/")
    return ", ".join(["self"] * method + arguments)


def stub(row: _functions.Row, name: str, answer: str, method: bool) -> str:
    indent = "    " if method else ""
    about = row.about.replace("\\", "\\\\").replace('"', "'")
    head = f"{indent}def {name}({signature(row, method)}) -> {answer}:"
    return f'{head}\n{indent}    """{about}"""\n'


def native() -> str:
    own = Path(__file__).with_name("_native.pyi.in").read_text()
    game = own[own.index("class Game:") : own.index("class Thermograph:")]
    written = set()
    methods = []
    for row in _functions.table():
        if row.of_game and row.name.islower():
            answer = kind(answers(row))
            for name in filter(None, (row.name, _functions.WORDS.get(row.name))):
                if f"def {name}(" not in game and name not in written:
                    written.add(name)
                    methods.append(stub(row, name, answer, True))
    loopy = []
    own_loopy = own[own.index("class LoopyGame:") : own.index("class Thermograph:")]
    for row in _functions.table():
        found = answers(row, LOOPY) if row.of_game and row.name.islower() else []
        for name in filter(None, (row.name, _functions.WORDS.get(row.name))) if found else ():
            if f"def {name}(" not in own_loopy:
                loopy.append(stub(row, name, kind(found), True))
    own = own.replace("    # methods of the table, of loopy games\n", "".join(loopy))
    return HEAD + own.replace("    # methods of the table\n", "".join(methods))


def functions() -> str:
    rows = []
    for row in _functions.table():
        answer = kind(answers(row)) if row.of_game and row.name.islower() else "Any"
        answer = "Game" if row.name in GAMES else answer
        rows.append(stub(row, row.name, answer, False))
    imports = (
        "from fractions import Fraction\nfrom typing import Any, Callable\n\n"
        "from ._native import Game, GameLike, LoopyGame, Thermograph\n\n"
    )
    return (
        HEAD + imports + "def __getattr__(name: str) -> Callable[..., Any]: ...\n" + "".join(rows)
    )


def rulesets() -> str:
    """The rulesets, and the list of their names."""
    names = sorted(GAMES)
    everything = "".join(f'    "{name}",\n' for name in names)
    lines = "".join(f"{name}: Ruleset\n" for name in names)
    return HEAD + f"from ._boards import Ruleset\n\n__all__ = [\n{everything}]\n\n{lines}"


def example_of_game(row: _functions.Row) -> str | None:
    """A question about a game as Python asks it, with its answer; none where no answer is short."""
    best = None
    for first in SAMPLES:
        for other in OTHERS if len(row.arguments) > 1 else OTHERS[:1]:
            rest = [Game(other)] * (len(row.arguments) - 1)
            try:
                answer = repr(_native.call(row.name, first, *rest))
            except CalculatorError:
                continue
            given = ", ".join(map(repr, [first, *rest]))
            # An answer that says something: not the game itself, nor nothing.
            dull = answer in ("False", "[]", "Game('0')", "0") or answer == repr(first)
            rank = (dull, len(answer))
            if len(answer) < 70 and "<" not in answer and (best is None or rank < best[0]):
                best = rank, f">>> functions.{row.name}({given})\n{answer}"
    return None if best is None else f">>> from cg_calculator import Game, functions\n{best[1]}"


def example_of_help(row: _functions.Row) -> str | None:
    """The example of a topic of help, in the language G."""
    try:
        lines = [line.strip() for line in _native.help_text(row.name).splitlines()]
    except CalculatorError:
        return None
    starts = [at for at, line in enumerate(lines) if line.startswith("cg> ")]
    own = [at for at in starts if f"{row.name}(" in lines[at]] or starts
    if not own:
        return None
    end = own[0] + 1
    while end < len(lines) and lines[end] and not lines[end].startswith("cg> "):
        end += 1
    return "In the language G::\n\n    " + "\n    ".join(lines[own[0] : end])


def examples() -> str:
    """An example of each function."""
    text = HEAD + '"""Examples for the docstrings of functions."""\n\nEXAMPLES = {\n'
    for row in _functions.table():
        of_game = row.of_game and row.name.islower()
        example = example_of_game(row) if of_game else None
        if row.name in GAMES:
            ruleset = getattr(cg_calculator, row.name)
            value = ruleset(ruleset.example).value()
            example = (
                f">>> from cg_calculator import functions\n"
                f">>> functions.{row.name}({ruleset.example!r})\n{value!r}"
            )
            parameters = ruleset.parameters
            example = None if parameters else example
        example = example or example_of_help(row)
        if example is not None:
            text += f"    {row.name!r}: {example!r},\n"
    return text + "}\n"


GAMES = {row[0] for row in _native.ruleset_table()}


def main() -> None:
    outdated = False
    for text in (native(), functions(), rulesets()):
        ast.parse(text)
    for path, text in [
        ("_native.pyi", native()),
        ("functions.pyi", functions()),
        ("_rulesets.pyi", rulesets()),
        ("_examples.py", examples()),
    ]:
        file = PACKAGE / path
        if "--check" in sys.argv:
            outdated |= not file.exists() or file.read_text() != text
        else:
            file.write_text(text)
    if outdated:
        sys.exit("the type stubs are outdated: run scripts/stubs.py")


if __name__ == "__main__":
    main()

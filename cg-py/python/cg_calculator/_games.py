"""Games: what Python adds to the native type."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _functions, _native
from ._settings import settings
from .errors import CalculatorError

if TYPE_CHECKING:
    from ._native import Game, LoopyGame, Thermograph
else:
    Game, LoopyGame, Thermograph = _native.Game, _native.LoopyGame, _native.Thermograph

__all__ = ["Game", "LoopyGame", "Outcome", "Picture", "Thermograph", "down", "nimber", "star", "up"]


class Outcome(str, enum.Enum):
    """Who wins.

    >>> Game("*").outcome()
    <Outcome.NEXT: 'first player win'>
    >>> Game("*").outcome() == "first player win"
    True
    """

    PREVIOUS = "second player win"
    NEXT = "first player win"
    LEFT = "left player win"
    RIGHT = "right player win"

    def __str__(self) -> str:
        return self.value

    @classmethod
    def of(cls, left_wins_first: bool, right_wins_first: bool) -> Outcome:
        """The outcome of a game of which is known who wins moving first."""
        if left_wins_first:
            return cls.NEXT if right_wins_first else cls.LEFT
        return cls.RIGHT if right_wins_first else cls.PREVIOUS


class Picture:
    """A picture, which notebooks show; ``svg`` is its text."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        """Writes the picture to a file as SVG."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} characters of SVG>"


def nimber(size: int) -> Game:
    """The nimber of a size.

    >>> nimber(3) + nimber(5)
    Game('*6')
    """
    return _native.nimber(size)


def star(size: int = 1) -> Game:
    """A star: the nimber of size 1, or of another.

    >>> star() + star()
    Game('0')
    """
    return _native.nimber(size)


def up(count: int = 1) -> Game:
    """So many ups.

    >>> up() > 0, up(2) + star()
    (True, Game('^^*'))
    """
    return _native.ups(count)


def down(count: int = 1) -> Game:
    """So many downs.

    >>> down() == -up()
    True
    """
    return _native.ups(-count)


def _outcome(self: Game) -> Outcome:
    """Who wins: an ``Outcome``."""
    return Outcome(_native.call("outcome", self))


def _options(self: Game) -> tuple[tuple[Game, ...], tuple[Game, ...]]:
    """Left's and Right's canonical options."""
    return self.left, self.right


def _tree(self: Game) -> Picture:
    """A picture of the canonical form as a tree."""
    return Picture(self._tree_svg())


def _repr_svg_(self: Game) -> str | None:
    """The tree, when ``settings.pictures`` asks for pictures of games."""
    if not settings.pictures:
        return None
    try:
        return self._tree_svg()
    except CalculatorError:  # too large to be drawn: the text says it all
        return None


def _explore(self: Game) -> Any:
    """A widget in which the options open step by step. Needs anywidget."""
    from ._explore import Explorer

    return Explorer.of(self)


# Texts of games, whether they end or not: all of them are made by the native method ``text``.


def _str(self: Game) -> str:
    return self.text()


def _repr(self: Game) -> str:
    return f"{type(self).__name__}({self.text()!r})"


def _latex(self: Game) -> str:
    r"""LaTeX without dollars; Sage asks for it as ``_latex_``.

    >>> Game("^*").latex(), LoopyGame("over").latex()
    ('{\\uparrow}{\\ast}', 'over')
    """
    return self.text("latex")


def _repr_latex(self: Game) -> str:
    return f"${self.text('latex')}$"


def _reduce(self: Game) -> tuple[type, tuple[str]]:
    """Pickled and copied as its text, which reads back."""
    return type(self), (self.text("standard"),)


_SHARED: dict[str, Callable[..., Any]] = {
    "__str__": _str,
    "__repr__": _repr,
    "__reduce__": _reduce,
    "latex": _latex,
    "_latex_": _latex,
    "_repr_latex_": _repr_latex,
}
_OWN: dict[str, Callable[..., Any]] = {
    "outcome": _outcome,
    "options": _options,
    "tree": _tree,
    "explore": _explore,
    "_repr_svg_": _repr_svg_,
}
for _name, _method in {**_SHARED, **_OWN}.items():
    _method.__name__ = _name
    _method.__qualname__ = f"Game.{_name}"
    setattr(Game, _name, _method)
for _name, _method in _SHARED.items():
    setattr(LoopyGame, _name, _method)
_functions.equip(Game)
_functions.equip(LoopyGame)

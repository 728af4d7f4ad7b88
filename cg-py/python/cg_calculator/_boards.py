"""The built-in rulesets: a function each, whose calls are positions.

>>> from cg_calculator import Clobber, Domineering, Game, rulesets
>>> Clobber("xo|ox").moves()[0]
Move(player='left', name='a1-b1', position=Clobber('.X|OX'))
>>> Domineering(4, 4).value()
Game('+-{0,{{2|0},2tiny(2)|{2|0},miny(2)}}')
>>> (Clobber("xo") + Domineering("..") - Game(1)).outcome()
<Outcome.RIGHT: 'right player win'>
>>> len(rulesets()) > 50
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from . import _native
from ._games import Game, Outcome

if TYPE_CHECKING:
    import pandas

    from ._native import Position
else:
    Position = _native.Position

PLAYERS = ("left", "right")


class Move(NamedTuple):
    """A move: whose it is ("left", "right", or "either" where the game is impartial), its name,
    and the position after it."""

    player: str
    name: str
    position: Any


class Ruleset:
    """A ruleset. A call of it is a position: of a text, of rows, or of numbers.

    ``parameters`` are those that some rulesets have, as text or as a tuple; ``variant`` is
    "impartial", "dicotic", "twisted" or "xt".

    >>> from cg_calculator import Clobber
    >>> Clobber(["xo", "ox"]) == Clobber("xo|ox")
    True
    >>> Clobber("xo", variant="impartial").value()
    Game('*')
    """

    __name__: str

    def __init__(self, row: tuple[str, ...]) -> None:
        (
            self.__name__,
            self.name,
            self.title,
            self.rules,
            self.format,
            self.parameters,
            self.example,
            self.example_value,
            self.source,
            self._numbers,
        ) = row
        parameters = f"\nParameters: {self.parameters}." if self.parameters else ""
        self.__doc__ = (
            f"{self.title}. {self.rules}\n\nA position is {self.format}.{parameters}\n\n"
            f'Example: {self.__name__}("{self.example}"), of value {self.example_value}.\n\n'
            f"Source: {self.source}."
        )

    def __call__(
        self,
        *board: str | int | Iterable[str | int],
        parameters: str | Iterable[object] = "",
        variant: str = "",
    ) -> Position:
        rows: list[str] = []
        numbers: list[str] = []
        for part in board:
            items = [part] if isinstance(part, (str, int)) else list(part)
            for item in items:
                if isinstance(item, str):
                    rows.append(item)
                else:
                    numbers.append(str(int(item)))
        if self._numbers == "size" and len(numbers) == 1 and not rows:
            numbers.insert(0, "1")
        between = "x" if self._numbers == "size" else " "
        text = "|".join(rows) + between.join(numbers)
        if parameters:
            if not isinstance(parameters, str):
                parameters = ",".join(map(str, parameters))
            text = f"({parameters}) {text}"
        return _native.read_position(self.name, variant, text)

    def boards(self, rows: int, columns: int, *, all: bool = False) -> list[Position]:
        """The boards of this size: one of each class of boards that are alike, or all.

        >>> from cg_calculator import Clobber
        >>> [board.board for board in Clobber.boards(1, 3)][-3:]
        ['XXX', 'XXO', 'XOX']
        """
        given = [self.__name__, rows, columns] + ["all"] * all
        return [self(board) for board in _native.call("boards", *given)]

    def table(self, rows: int, columns: int) -> pandas.DataFrame:
        """The boards of this size as a data frame of pandas: each with its value, outcome, mean and
        temperature. Means and temperatures are fractions.

        >>> from cg_calculator import Clobber
        >>> table = Clobber.table(1, 3)
        >>> print(table[["board", "value", "outcome"]].tail(2).to_string(index=False))
        board value          outcome
          XXO     ^  left player win
          XOX     * first player win
        """
        import pandas

        found = []
        for board in self.boards(rows, columns):
            value = board.value()
            row = (board.board, value, str(value.outcome()), value.mean(), value.temperature())
            found.append(row)
        names = ["board", "value", "outcome", "mean", "temperature"]
        return pandas.DataFrame(found, columns=names)

    def __repr__(self) -> str:
        return f"<ruleset {self.__name__}: {self.title}>"


def rulesets() -> list[Ruleset]:
    """All rulesets, in the order of the guide.

    >>> [ruleset.name for ruleset in rulesets()][:2]
    ['domineering', 'cram']
    """
    return list(_RULESETS.values())


_RULESETS = {row[0]: Ruleset(row) for row in _native.ruleset_table()}

__all__ = ["Move", "Position", "Ruleset", "Sum", "rulesets"]

class Terms:
    """Terms of a sum: pairs of a term, and whether it is subtracted."""

    __slots__ = ("terms",)

    def __init__(self, terms: Iterable[tuple[Any, bool]]) -> None:
        #: Pairs of a term, and whether it is subtracted.
        self.terms = tuple(terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(self.terms)

    def __repr__(self) -> str:
        text = ""
        for term, minus in self.terms:
            text += (" - " if minus else " + ") if text else "-" * minus
            text += repr(term)
        return f"<{type(self).__name__}: {text or 'empty'}>"


class Sum(Terms):
    """A sum of positions of any rulesets, and of games.

    Who wins is found by search, under bounds that values give: the value of the sum is not needed.

    >>> from cg_calculator import Clobber
    >>> sum = Clobber("xoxoxo") + Clobber("xxo") - Game("{3|-1}")
    >>> sum.outcome(), len(sum.winning_moves("left"))
    (<Outcome.NEXT: 'first player win'>, 1)
    """

    __slots__ = ()

    @staticmethod
    def of(term: object) -> Sum:
        """A sum of one term: a position, a game, or what stands for a game."""
        if isinstance(term, Sum):
            return term
        if isinstance(term, (Position, Game)):
            return Sum([(term, False)])
        return Sum([(Game(cast(Any, term)), False)])

    def __add__(self, other: object) -> Sum:
        return Sum(self.terms + Sum.of(other).terms)

    def __radd__(self, other: object) -> Sum:
        return Sum.of(other) + self

    def __neg__(self) -> Sum:
        return Sum((term, not minus) for term, minus in self.terms)

    def __sub__(self, other: object) -> Sum:
        return self + -Sum.of(other)

    def __rsub__(self, other: object) -> Sum:
        return Sum.of(other) + -self

    def __mul__(self, count: int) -> Sum:
        if not isinstance(count, int):
            return NotImplemented
        return Sum((self if count >= 0 else -self).terms * abs(count))

    __rmul__ = __mul__

    def wins(self, player: str, *, misere: bool = False) -> bool:
        """Whether a player ("left" or "right") wins moving first."""
        return _native.sum_wins(list(self.terms), player, misere)

    def outcome(self, *, misere: bool = False) -> Outcome:
        """Who wins."""
        return Outcome.of(*(self.wins(player, misere=misere) for player in PLAYERS))

    def value(self) -> Game:
        """The value of the sum, by canonical forms."""
        total = Game()
        for term, minus in self.terms:
            value = term if isinstance(term, Game) else term.value()
            total = total - value if minus else total + value
        return total

    def _game_(self) -> Game:
        return self.value()

    def moves(self, player: str) -> list[tuple[int, str, Sum]]:
        """The moves of a player: the number of the term, the move, and the sum after it."""
        found = []
        for at, (term, minus) in enumerate(self.terms):
            own = PLAYERS[(PLAYERS.index(player) + minus) % 2]
            if isinstance(term, Game):
                after = [(str(option), option) for option in getattr(term, own)]
            else:
                after = term._moves(own)
                if term.is_impartial and not after:
                    after = term._moves("left")
            for name, option in after:
                rest = self.terms[:at] + ((option, minus),) + self.terms[at + 1 :]
                found.append((at, name, Sum(rest)))
        return found

    def winning_moves(self, player: str, *, misere: bool = False) -> list[tuple[int, str, Sum]]:
        """The moves after which the opponent, who moves next, loses."""
        opponent = PLAYERS[1 - PLAYERS.index(player)]
        return [move for move in self.moves(player) if not move[2].wins(opponent, misere=misere)]


def _moves(self: Position, player: str | None = None) -> list[Move]:
    """The moves of a player ("left" or "right"), or of both."""
    if player is not None:
        return [Move(player, *move) for move in self._moves(player)]
    if self.is_impartial:
        return [Move("either", *move) for move in self._moves("left")]
    return [Move(player, *move) for player in PLAYERS for move in self._moves(player)]


def _options(player: str) -> property:
    def options(self: Position) -> tuple[Position, ...]:
        return tuple(dict.fromkeys(position for _, position in self._moves(player)))

    options.__doc__ = f"The positions that {player.title()} can move to, each once."
    return property(options)


def _outcome(self: Position, *, misere: bool = False) -> Outcome:
    """Who wins, by search: the value is not needed."""
    return Sum.of(self).outcome(misere=misere)


def _winning_moves(self: Position, player: str, *, misere: bool = False) -> list[Move]:
    """The moves of a player after which the opponent, who moves next, loses."""
    found = Sum.of(self).winning_moves(player, misere=misere)
    return [Move(player, name, after.terms[0][0]) for _, name, after in found]


def _repr(self: Position) -> str:
    given = [repr(self.board)]
    given += [
        f"{name}={value!r}"
        for name, value in (("parameters", self.parameters), ("variant", self.variant))
        if value
    ]
    return f"{self.function}({', '.join(given)})"


def _explore(self: Position) -> Any:
    """A widget in which moves are played by click. Needs anywidget."""
    from ._explore import Explorer

    return Explorer.of(self)


def _made(function: str, board: str, parameters: str, variant: str) -> Position:
    return _RULESETS[function](board, parameters=parameters, variant=variant)


def _reduce(self: Position) -> tuple[Any, ...]:
    """Pickled and copied as its texts."""
    return _made, (self.function, self.board, self.parameters, self.variant)


_METHODS: dict[str, Any] = {
    "__reduce__": _reduce,
    "moves": _moves,
    "outcome": _outcome,
    "winning_moves": _winning_moves,
    "explore": _explore,
    "left": _options("left"),
    "right": _options("right"),
    "__repr__": _repr,
    "__add__": lambda self, other: Sum.of(self) + other,
    "__radd__": lambda self, other: Sum.of(other) + self,
    "__sub__": lambda self, other: Sum.of(self) - other,
    "__rsub__": lambda self, other: Sum.of(other) - self,
    "__neg__": lambda self: -Sum.of(self),
    "__mul__": lambda self, count: Sum.of(self) * count,
    "__rmul__": lambda self, count: Sum.of(self) * count,
}
for _name, _method in _METHODS.items():
    setattr(Position, _name, _method)

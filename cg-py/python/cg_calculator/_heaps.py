"""Octal games, misère quotients, Triangular Nim."""

from __future__ import annotations

import array
import sys
from typing import TYPE_CHECKING, NamedTuple

from . import _native
from ._games import Game, Outcome, Picture, nimber

if TYPE_CHECKING:
    import numpy

    from ._native import MisereQuotient
else:
    MisereQuotient = _native.MisereQuotient

__all__ = ["MisereQuotient", "Octal", "Period", "TriangularNim"]


class Period(NamedTuple):
    """The period of a nim-sequence: ``G(n + period) = G(n) + saltus`` from ``preperiod`` on.

    ``proof`` names the theorem by which this holds for ever; ``None`` says that it was only seen.
    """

    preperiod: int
    period: int
    saltus: int
    proof: str | None


class Octal:
    """An octal game, by its code or name.

    >>> kayles = Octal(".77")
    >>> kayles.nim_values(8)
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    >>> kayles.period()
    Period(preperiod=71, period=12, saltus=0, proof='Guy and Smith')
    >>> kayles.value(5, 6)
    Game('*7')
    """

    def __init__(self, code: str) -> None:
        self.code, self.name, self._rules = _native.octal_game(code)

    def values(self, last: int, first: int = 0) -> numpy.ndarray:
        """The nim-values of the heaps from ``first`` to ``last`` as an array of numpy.

        >>> Octal("Kayles").values(8).max()
        np.uint32(4)
        """
        import numpy

        numbers = numpy.frombuffer(self._values(first, last), dtype="<u4")
        return numbers.astype(numpy.uint32, copy=False)

    def nim_values(self, last: int, first: int = 0) -> list[int]:
        """The same as a list."""
        numbers = array.array("I", self._values(first, last))
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers.tolist()

    def _values(self, first: int, last: int) -> bytes:
        return _native.octal_values(self.code, first, last)

    def nim_value(self, *heaps: int) -> int:
        """The nim-value of a sum of heaps."""
        total = 0
        for heap in heaps:
            total ^= self.nim_values(heap, heap)[0]
        return total

    def value(self, *heaps: int) -> Game:
        """The value of a sum of heaps."""
        return nimber(self.nim_value(*heaps))

    def period(self, heaps: int = 100_000, *, seconds: float | None = None) -> Period | None:
        """The period, looked for among so many heaps; ``None`` when none is found."""
        found = _native.octal_period(self.code, heaps, seconds)
        return None if found is None else Period(*found)

    def misere_quotient(
        self, heaps: int = 1500, elements: int = 1000, *, seconds: float | None = None
    ) -> MisereQuotient:
        """The misère quotient, with which misère sums are decided.

        >>> quotient = Octal(".77").misere_quotient()
        >>> quotient.order, quotient.proved, quotient.wins([1, 1])
        (40, True, True)
        """
        return _native.misere_quotient(self.code, heaps, elements, seconds)

    def rules(self) -> str:
        """The rules in words."""
        return "\n".join(self._rules)

    def plot(self, last: int) -> Picture:
        """A picture of the nim-sequence."""
        return Picture(_native.sequence_svg(str(self), self.nim_values(last)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Octal) and self.code == other.code

    def __hash__(self) -> int:
        return hash((Octal, self.code))

    def __str__(self) -> str:
        return f"{self.code} ({self.name})" if self.name else self.code

    def __repr__(self) -> str:
        return f"Octal({self.code!r})"


class TriangularNim:
    """A position of Triangular Nim: the full board of so many layers, or one on it.

    >>> board = TriangularNim(3)
    >>> print(board.picture())
      x
     x x
    x x x
    >>> board.outcome(), board.value()
    (<Outcome.NEXT: 'first player win'>, Game('*'))
    """

    def __init__(self, layers: int, board: str | None = None) -> None:
        self.layers = layers
        self.board, self._picture = _native.trinim_board(layers, board)

    def picture(self) -> str:
        """The board as text, a row a line."""
        return self._picture.rstrip("\n")

    def value(self) -> Game:
        """The value in normal play."""
        return _native.call("trinim", self.layers, self.board)

    def _game_(self) -> Game:
        return self.value()

    def moves(self) -> list[TriangularNim]:
        """The positions after each move."""
        return [
            TriangularNim(self.layers, board)
            for board in _native.trinim_options(self.layers, self.board)
        ]

    def outcome(self, *, misere: bool = False, most: int = 1_000_000) -> Outcome:
        """Who wins. Boards of up to seven layers are solved at once, larger ones searched as
        far as ``most`` positions."""
        return Outcome.of(*2 * _native.trinim_wins(self.layers, [self.board], misere, most))

    def winning_moves(self, *, misere: bool = False, most: int = 1_000_000) -> list[TriangularNim]:
        """The positions after which the opponent loses."""
        boards = _native.trinim_options(self.layers, self.board)
        wins = _native.trinim_wins(self.layers, boards, misere, most)
        return [TriangularNim(self.layers, board) for board, win in zip(boards, wins) if not win]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TriangularNim) and self.board == other.board

    def __hash__(self) -> int:
        return hash((TriangularNim, self.board))

    def __str__(self) -> str:
        return self.board

    def __repr__(self) -> str:
        return f"TriangularNim({self.layers}, {self.board!r})"

"""Rulesets written in Python.

>>> from cg_calculator import rules
>>> @rules
... def toads(strip):
...     '''Toads move right and jump over a frog; frogs move left.'''
...     left = [strip[:at] + ".t" + strip[at + 2:]
...             for at in range(len(strip)) if strip[at:at + 2] == "t."]
...     left += [strip[:at] + ".ft" + strip[at + 3:]
...              for at in range(len(strip)) if strip[at:at + 3] == "tf."]
...     right = [strip[:at] + "f." + strip[at + 2:]
...              for at in range(len(strip)) if strip[at:at + 2] == ".f"]
...     right += [strip[:at] + "ft." + strip[at + 3:]
...               for at in range(len(strip)) if strip[at:at + 3] == ".tf"]
...     return left, right
>>> toads("tt..ff").value()
Game('*')
>>> toads("t.f").moves()[0]
Move(player='left', name='.tf', position=toads('.tf'))
"""

from __future__ import annotations

import functools
import inspect
import time
from collections.abc import Callable, Hashable, Iterable
from typing import Any, cast, overload

from . import _native
from ._boards import PLAYERS, Move, Terms
from ._games import Game, Outcome
from .errors import CalculatorError, MemoryLimitError, TimeLimitError

__all__ = ["LoopyError", "PythonPosition", "PythonRules", "PythonSum", "rules"]


class LoopyError(CalculatorError, ValueError):
    """A position comes back: only games that end have a value."""


class PythonRules:
    """Rules written in Python; see ``rules``. What was worked out is remembered."""

    __name__: str

    def __init__(self, function: Callable[..., Any], impartial: bool) -> None:
        self.function = function
        self.impartial = impartial
        self._options: dict[Hashable, tuple[tuple[Any, ...], tuple[Any, ...]]] = {}
        self._values: dict[Hashable, Game] = {}
        functools.update_wrapper(self, function)
        # A function of several parameters has tuples for positions.
        self._spread = _required(function) > 1

    def __call__(self, *arguments: Hashable) -> PythonPosition:
        return PythonPosition(self, arguments[0] if len(arguments) == 1 else arguments)

    def options(self, state: Hashable) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Left's and Right's options of a position as the function gives them: positions,
        each once, or sums of positions and games."""
        known = self._options.get(state)
        if known is None:
            given = self.function(*state) if self._spread else self.function(state)
            if self.impartial:
                both = tuple(dict.fromkeys(given))
                known = both, both
            else:
                try:
                    left, right = given
                except (TypeError, ValueError):
                    raise TypeError(
                        f"{self.__name__}({state!r}) gives {given!r}: rules give a pair, Left's "
                        "options and Right's, or with impartial=True one list of options"
                    ) from None
                known = tuple(dict.fromkeys(left)), tuple(dict.fromkeys(right))
            self._options[state] = known
        return known

    def clear(self) -> None:
        """Forgets what was worked out: after a change of what the function looks at."""
        self._options.clear()
        self._values.clear()

    def __repr__(self) -> str:
        return f"<rules {self.__name__}>"


@overload
def rules(function: Callable[..., Any]) -> PythonRules: ...
@overload
def rules(*, impartial: bool = False) -> Callable[[Callable[..., Any]], PythonRules]: ...
def rules(function: Any = None, *, impartial: bool = False) -> Any:
    """Makes rules of a function that takes a position, and gives Left's options and Right's.

    A position is anything that can be hashed; a function of several parameters has tuples for
    positions. An option is a position of the same rules, or
    a game, or a sum: ``rules(a) + rules(b)``, and so a game may fall apart. With
    ``impartial=True`` the function gives one list of options, which both players have.

    Nothing recurses: values are worked out on a stack of their own, however long the game is.

    >>> @rules(impartial=True)
    ... def kayles(n):
    ...     for taken in (1, 2):
    ...         for first in range((n - taken) // 2 + 1):
    ...             yield kayles(first) + kayles(n - taken - first)
    >>> [kayles(n).value() for n in range(5)]
    [Game('0'), Game('*'), Game('*2'), Game('*3'), Game('*')]
    """
    if function is None:
        return lambda function: PythonRules(function, impartial)
    return PythonRules(function, impartial)


def _required(function: Callable[..., Any]) -> int:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    return sum(one.kind in positional and one.default is one.empty for one in parameters)


class _Summable:
    """What has terms: pairs of a position or a game, and whether it is subtracted."""

    __slots__ = ()

    def _terms(self) -> tuple[tuple[Any, bool], ...]:
        raise NotImplementedError

    def __add__(self, other: object) -> PythonSum:
        return PythonSum(self._terms() + _terms(other))

    def __radd__(self, other: object) -> PythonSum:
        return PythonSum(_terms(other) + self._terms())

    def __neg__(self) -> PythonSum:
        return PythonSum((term, not minus) for term, minus in self._terms())

    def __sub__(self, other: object) -> PythonSum:
        return self + (-PythonSum(_terms(other)))

    def __rsub__(self, other: object) -> PythonSum:
        return PythonSum(_terms(other)) + (-self)

    def __mul__(self, count: int) -> PythonSum:
        if not isinstance(count, int):
            return NotImplemented
        terms = self._terms() if count >= 0 else (-self)._terms()
        return PythonSum(terms * abs(count))

    __rmul__ = __mul__

    def value(self) -> Game:
        """The value in canonical form."""
        return _sum([(_value(term), minus) for term, minus in self._terms()])

    def _game_(self) -> Game:
        return self.value()

    def outcome(self, *, misere: bool = False) -> Outcome:
        """Who wins. Misère play is searched, move by move; normal play decided by the value."""
        if not misere:
            return self.value().outcome()
        return Outcome.of(*(_misere_wins(self._terms(), player) for player in PLAYERS))

    def explore(self) -> Any:
        """A widget in which options open step by step. Needs anywidget."""
        from ._explore import Explorer

        return Explorer.of(self)


def _terms(other: object) -> tuple[tuple[Any, bool], ...]:
    if isinstance(other, _Summable):
        return other._terms()
    return ((other if isinstance(other, Game) else Game(cast(Any, other)), False),)


class PythonPosition(_Summable):
    """A position of rules written in Python."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: PythonRules, state: Hashable) -> None:
        self.rules = rules
        self.state = state

    def _terms(self) -> tuple[tuple[Any, bool], ...]:
        return ((self, False),)

    def _wrapped(self, option: Any) -> Any:
        if isinstance(option, (_Summable, Game)):
            return option
        return PythonPosition(self.rules, option)

    @property
    def left(self) -> tuple[Any, ...]:
        """Left's options."""
        return tuple(map(self._wrapped, self.rules.options(self.state)[0]))

    @property
    def right(self) -> tuple[Any, ...]:
        """Right's options."""
        return tuple(map(self._wrapped, self.rules.options(self.state)[1]))

    def moves(self, player: str | None = None) -> list[Move]:
        """The moves of a player ("left" or "right"), or of both."""
        if player is None and self.rules.impartial:
            return [Move("either", _name(option), option) for option in self.left]
        players = PLAYERS if player is None else (player,)
        return [
            Move(player, _name(option), option)
            for player in players
            for option in getattr(self, player)
        ]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PythonPosition)
            and self.rules is other.rules
            and self.state == other.state
        )

    def __hash__(self) -> int:
        return hash((id(self.rules), self.state))

    def __repr__(self) -> str:
        return f"{self.rules.__name__}({self.state!r})"


class PythonSum(Terms, _Summable):
    """A sum of positions of rules written in Python, and of games."""

    __slots__ = ()

    def _terms(self) -> tuple[tuple[Any, bool], ...]:
        return self.terms


def _name(option: Any) -> str:
    return str(option.state) if isinstance(option, PythonPosition) else str(option)


def _sum(values: list[tuple[Game, bool]]) -> Game:
    total = Game()
    for value, minus in values:
        total = total - value if minus else total + value
    return total


#: What a position, its options and what is known of it take in Python, roughly, in bytes.
_BYTES_OF_POSITION = 600


class _Watch:
    """The limits of ``settings``, for one question that is worked out in Python. They are looked
    at between two positions: what a rule itself does is not stopped."""

    def __init__(self) -> None:
        self.memory, self.seconds, _ = _native.limits()
        self.end = None if self.seconds is None else time.monotonic() + self.seconds
        self.held = _native.held()[0]
        self.positions = 0

    def look(self) -> None:
        """Counts a position that is kept."""
        self.positions += 1
        if self.end is not None and time.monotonic() > self.end:
            raise TimeLimitError(
                f"time limit of {self.seconds:g} s reached with {self.positions} positions: "
                "`settings.time` raises it"
            )
        if self.held + self.positions * _BYTES_OF_POSITION > self.memory:
            raise MemoryLimitError(
                f"memory limit of {self.memory} bytes reached with {self.positions} positions: "
                "`settings.memory` raises it"
            )


# Values, on a stack of our own: one frame for each position in work.


def _value(start: Any) -> Game:
    """The value of a position or a game."""
    if isinstance(start, Game):
        return start
    stack = [start]
    in_work = set()
    watch = _Watch()
    while stack:
        watch.look()
        position = stack[-1]
        values = position.rules._values
        if position.state in values:
            stack.pop()
            continue
        sides = position.left, position.right
        missing = [
            term
            for side in sides
            for option in side
            for term, _ in _terms(option)
            if not isinstance(term, Game) and term.state not in term.rules._values
        ]
        if missing:
            # What is needed and in work itself needs this position.
            in_work.add(position)
            for needed in missing:
                if needed in in_work:
                    raise LoopyError(
                        f"{needed!r} comes back: only games that end have a canonical form"
                    )
            stack.extend(missing)
            continue
        options = [
            [_sum([(_known(term), minus) for term, minus in _terms(option)]) for option in side]
            for side in sides
        ]
        values[position.state] = Game(*options)
        in_work.discard(position)
        stack.pop()
    return start.rules._values[start.state]


def _known(term: Any) -> Game:
    return term if isinstance(term, Game) else term.rules._values[term.state]


# Misère play, by search on a stack of our own.


def _misere_key(terms: Iterable[tuple[Any, bool]], player: str) -> tuple[Any, ...]:
    kept = []
    for term, minus in terms:
        if isinstance(term, Game):
            if term == 0:
                continue
            raise CalculatorError(
                f"the value {term} does not say who wins in misère play: give positions"
            )
        if term.left or term.right:
            kept.append((term, minus))
    kept.sort(key=lambda pair: (id(pair[0].rules), hash(pair[0].state), pair[1]))
    return (*kept, player)


def _misere_moves(key: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    *terms, player = key
    opponent = PLAYERS[1 - PLAYERS.index(player)]
    found: dict[tuple[Any, ...], None] = {}
    for at, (term, minus) in enumerate(terms):
        own = opponent if minus else player
        for option in getattr(term, own):
            after = [(part, minus != sign) for part, sign in _terms(option)]
            found[_misere_key([*terms[:at], *after, *terms[at + 1 :]], opponent)] = None
    return list(found)


def _misere_wins(terms: Iterable[tuple[Any, bool]], player: str) -> bool:
    """Whether a player wins moving first, when who cannot move wins."""
    start = _misere_key(terms, player)
    known: dict[tuple[Any, ...], bool] = {}
    stack = [start]
    moves_of: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    watch = _Watch()
    while stack:
        watch.look()
        key = stack[-1]
        if key in known:
            stack.pop()
            continue
        moves = moves_of.get(key)
        if moves is None:
            moves = moves_of[key] = _misere_moves(key)
        # Who cannot move wins.
        if not moves or any(known.get(move) is False for move in moves):
            known[key] = True
        else:
            needed = next((move for move in moves if move not in known), None)
            if needed is None:
                known[key] = False
            elif needed in moves_of:
                raise LoopyError("a position comes back: the search is for games that end")
            else:
                stack.append(needed)
                continue
        del moves_of[key]
        stack.pop()
    return known[start]

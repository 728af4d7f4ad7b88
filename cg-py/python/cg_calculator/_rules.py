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

import ctypes
import functools
import inspect
import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, cast, overload

from . import _native
from ._boards import PLAYERS, Move, Position, Sum, Terms
from ._games import Game, Outcome
from .errors import LoopyError, MemoryLimitError, TimeLimitError

__all__ = ["PythonPosition", "PythonRules", "PythonSum", "rules"]


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
        # The search forgets, too: it begins with another book.
        global _BOOK
        _BOOK = _Book()

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

    def wins(self, player: str, *, misere: bool = False) -> bool:
        """Whether a player ("left" or "right") wins moving first, by search or by the value."""
        return _wins(self._terms(), player, misere)

    def outcome(self, *, misere: bool = False) -> Outcome:
        """Who wins, by search or by the value; in misère play by search."""
        return Outcome.of(*(self.wins(player, misere=misere) for player in PLAYERS))

    def winning_moves(self, player: str, *, misere: bool = False) -> list[tuple[int, str, Any]]:
        """The moves after which the opponent, who moves next, loses: the number of the term, the
        name of the move, and the sum after it."""
        opponent = PLAYERS[1 - PLAYERS.index(player)]
        terms = self._terms()
        found = []
        for at, (term, minus) in enumerate(terms):
            own = opponent if minus else player
            for option in getattr(term, own):
                part = [(one, sign != minus) for one, sign in _terms(option)]
                after = PythonSum([*terms[:at], *part, *terms[at + 1 :]])
                if not after.wins(opponent, misere=misere):
                    found.append((at, _name(option), after))
        return found

    def explore(self) -> Any:
        """A widget in which options open step by step. Needs anywidget."""
        from ._explore import Explorer

        return Explorer.of(self)


def _terms(other: object) -> tuple[tuple[Any, bool], ...]:
    if isinstance(other, _Summable):
        return other._terms()
    if isinstance(other, Position):
        return ((other, False),)
    if isinstance(other, Sum):
        return other.terms
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

    def left(self) -> float | None:
        """The seconds that are left."""
        return None if self.end is None else max(self.end - time.monotonic(), 0.0)

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
    if isinstance(start, (Game, Position)):
        return Game(start)
    _valued_within(start, _Watch(), None)
    return start.rules._values[start.state]


def _valued_within(start: PythonPosition, watch: _Watch, most: int | None) -> bool:
    """Works out the value of a position; false when the watch has counted ``most`` before."""
    stack = [start]
    in_work = set()
    while stack:
        watch.look()
        if most is not None and watch.positions > most:
            return False
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
            if isinstance(term, PythonPosition) and term.state not in term.rules._values
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
    return True


def _known(term: Any) -> Game:
    if isinstance(term, PythonPosition):
        return term.rules._values[term.state]
    return Game(term)


# Who wins, by the solver, which numbers positions and asks for their moves.


class _Book:
    """The positions that the solver knows, and their numbers."""

    def __init__(self) -> None:
        self.positions: list[PythonPosition] = []
        self.numbers: dict[PythonPosition, int] = {}
        #: The thread in which a rule is asked now.
        self.thread: int | None = None

    def summand(self, term: Any) -> Any:
        """A term as the solver is told it."""
        if not isinstance(term, PythonPosition):
            return term
        number = self.numbers.get(term)
        if number is None:
            number = self.numbers[term] = len(self.positions)
            self.positions.append(term)
        return number

    def moves(self, number: int, player: int) -> list[list[tuple[Any, bool]]]:
        """The moves of Left (0) or Right (1)."""
        self.thread = threading.get_ident()
        try:
            options = self.positions[number].right if player else self.positions[number].left
        finally:
            self.thread = None
        return [
            [(self.summand(_valued(term)), minus) for term, minus in _terms(option)]
            for option in options
        ]


_BOOK = _Book()


def _valued(term: Any) -> Any:
    """A board among the options of a rule stands for its value."""
    return Game(term) if isinstance(term, Position) else term


def _interrupt() -> None:
    """Raises KeyboardInterrupt in the rule that is asked now."""
    thread = _BOOK.thread
    if thread is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt)
        )


#: Steps of the first search, and how many positions are valued when it does not end.
_STEPS = 20_000
_VALUED = 2_000


def _wins(terms: tuple[tuple[Any, bool], ...], player: str, misere: bool) -> bool:
    """Whether a player wins moving first."""
    global _BOOK
    watch = _Watch()
    if len(_BOOK.positions) * _BYTES_OF_POSITION > watch.memory // 4:
        _BOOK = _Book()
    book = _BOOK
    told = [(book.summand(term), minus) for term, minus in terms]
    if misere:
        return _native.rules_win(told, player, True, book, None, watch.left()) is True
    # Search and value take turns: the one ends soon where the other does not.
    steps, valued = _STEPS, _VALUED
    while True:
        found = _native.rules_win(told, player, False, book, min(steps, 2**31), watch.left())
        if found is not None:
            return found
        most = watch.positions + valued
        if all(_is_valued(term, watch, most) for term, _ in terms):
            outcome = _sum([(_value(term), minus) for term, minus in terms]).outcome()
            return outcome in (Outcome.NEXT, Outcome.LEFT if player == "left" else Outcome.RIGHT)
        steps, valued = 4 * steps, 4 * valued


def _is_valued(term: Any, watch: _Watch, most: int) -> bool:
    """Whether the value is known when the watch has counted so many positions."""
    return isinstance(term, (Game, Position)) or _valued_within(term, watch, most)

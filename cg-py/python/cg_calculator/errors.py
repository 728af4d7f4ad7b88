"""What goes wrong, as exceptions.

>>> from cg_calculator import Game, ProgramError
>>> try:
...     Game("1 + (2")
... except ProgramError as error:
...     print(error.code, error.line, error.column)
unclosed 1 5
"""

from __future__ import annotations

__all__ = [
    "BadTypeError",
    "BadValueError",
    "CalculatorError",
    "InternalError",
    "Interrupted",
    "LimitError",
    "LoopyError",
    "MemoryLimitError",
    "NotationError",
    "ProgramError",
    "TimeLimitError",
]


class Details:
    """What an error in a program has beside its message: see ``CalculatorError``."""

    code: str | None = None
    help: str | None = None
    source: str | None = None
    line: int | None = None
    column: int | None = None
    calls: list[str] | None = None
    shown: str | None = None
    answers: list | None = None


class CalculatorError(Details, Exception):
    """The calculator has no answer: all of its errors are of this kind.

    An error in a program of the language G has more than a message. ``code`` is a short,
    stable name of the kind of error, ``help`` says what to write instead where that is known,
    ``line`` and ``column`` are the place in ``source``, counted from 1, ``calls`` are the calls
    that were being computed, and ``shown`` is the error with its place drawn. Elsewhere
    they are ``None``.
    """

    def __str__(self) -> str:
        return self.shown or super().__str__()


class ProgramError(CalculatorError, ValueError):
    """A text of the language G is wrong, or fails while it is computed."""


class LoopyError(CalculatorError, ValueError):
    """A position comes back: only games that end have a value, and are searched."""


class NotationError(CalculatorError, ValueError):
    """The text of a position, or the code of a game, is wrong."""


class BadValueError(CalculatorError, ValueError):
    """A value does not fit, such as 1/3 where a game is wanted."""


class BadTypeError(CalculatorError, TypeError):
    """An object is of no type that the calculator knows."""


class LimitError(CalculatorError):
    """A limit was reached: a larger one could give an answer."""


class MemoryLimitError(LimitError, MemoryError):
    """The limit on memory was reached: see ``settings.memory``."""


class TimeLimitError(LimitError, TimeoutError):
    """The limit on time was reached: see ``settings.time``."""


class InternalError(CalculatorError, RuntimeError):
    """A fault of the calculator itself, which should be reported."""


class Interrupted(Details, KeyboardInterrupt):
    """Ctrl-C, or ``interrupt()`` from another thread, stopped the computation.

    As other interruptions it is no ``Exception``, so that ``except Exception`` lets it pass. What
    was computed before stays.
    """

"""Programs of the language G."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _native
from ._games import Game, Outcome

__all__ = ["Answer", "explain", "help_on", "run", "stream"]


_OUTCOMES = {outcome.value for outcome in Outcome}


class Answer:
    """What a statement gave.

    ``value`` is a game, a number, a truth value, a text or a list of them, or an ``Outcome``; who
    draws a ``LoopyGame`` is said in words. ``text`` the answer as it is printed, ``statement`` what was asked, ``seconds`` how long it
    took. ``kind`` is "value", "outcome", "moves", "why", "text", "note" or "error"; an error is
    in ``error``.
    """

    kind: str
    text: str
    latex: str | None
    statement: str | None
    seconds: float | None
    value: Any
    error: BaseException | Any

    __slots__ = ("error", "kind", "latex", "seconds", "statement", "text", "value")

    def __init__(self, fields: dict[str, Any]) -> None:
        for name in self.__slots__:
            setattr(self, name, fields[name])
        if self.kind in ("outcome", "moves") and self.value in _OUTCOMES:
            self.value = Outcome(self.value)
        if self.error is not None:
            self.text = self.error.shown or str(self.error)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Answer: {self.text}>"

    def _repr_latex_(self) -> str | None:
        return None if self.latex is None else f"${self.latex}$"


def stream(program: str, hear: Callable[[Answer], Any], *, name: str = "<program>") -> None:
    """Runs a program, and calls ``hear`` with each answer and each error, in order.

    Errors do not end it: it goes on with the next statement. What ``hear`` raises does.

    >>> stream("*2 + *3; ? ^", print)
    *
    left player win
    """
    _native.run(program, name, lambda fields: hear(Answer(fields)))


def run(program: str, *, name: str = "<program>") -> list[Answer]:
    """Runs a program of the language G, and gives its answers. What it defines stays.

    >>> nim = "impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }"
    >>> run(nim + " Nim(3) + Nim(5); ? Nim(3)")
    [<Answer: *6>, <Answer: first player win>]

    The first error is raised, when the program has run to its end; its ``answers`` are those
    that were given.
    """
    answers: list[Answer] = []
    stream(program, answers.append, name=name)
    for answer in answers:
        if answer.error is not None:
            answer.error.answers = [other for other in answers if other.error is None]
            raise answer.error
    return answers


def explain(expression: str | Game) -> str:
    """Why an expression has its value: which rule decided, or which options went and why.

    >>> print(explain("{0,1|2}"))
    {0,1|2} = 3/2
    Decided by the simplification rule of numbers:
      the simplest x with 1 < x < 2: no integer fits, and 3/2 has the least
        denominator (the simplest number theorem)
    """
    text = expression if isinstance(expression, str) else expression.text("standard")
    return run(f":why {' '.join(text.split())}")[0].text


def help_on(topic: str = "") -> str:
    """A topic of the language's help; without one, all that there are.

    >>> help_on("gcd").splitlines()[0]
    'gcd(a, b, ...)'
    """
    return _native.help_text(topic)

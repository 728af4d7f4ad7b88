"""Limits and notation."""

from __future__ import annotations

from . import _native

__all__ = ["interrupt", "settings"]

interrupt = _native.interrupt


class Settings:
    """The limits of the calculator, and how it writes games. There is one: ``settings``.

    ``memory`` is a number of bytes, ``time`` of seconds for one question (``None``: as long as it
    takes), ``games`` of games that are held. ``notation`` is "paper", "standard", "unicode" or
    "latex". With ``pictures`` notebooks also get each game's tree as SVG, which most converters
    prefer to LaTeX.

    >>> from cg_calculator import Game, settings
    >>> settings.notation
    'standard'
    >>> settings.notation = "unicode"
    >>> Game("^*")
    Game('↑∗')
    >>> settings.notation = "standard"
    >>> settings.time is None
    True
    """

    __slots__ = ("pictures",)

    def __init__(self) -> None:
        self.pictures = False

    @property
    def memory(self) -> int:
        return _native.limits()[0]

    @memory.setter
    def memory(self, bytes: int) -> None:
        _, time, games = _native.limits()
        _native.set_limits(bytes, time, games)

    @property
    def time(self) -> float | None:
        return _native.limits()[1]

    @time.setter
    def time(self, seconds: float | None) -> None:
        memory, _, games = _native.limits()
        _native.set_limits(memory, seconds, games)

    @property
    def games(self) -> int:
        return _native.limits()[2]

    @games.setter
    def games(self, games: int) -> None:
        memory, time, _ = _native.limits()
        _native.set_limits(memory, time, games)

    @property
    def notation(self) -> str:
        return _native.notation()

    @notation.setter
    def notation(self, name: str) -> None:
        _native.set_notation(name)

    @property
    def held(self) -> tuple[int, int]:
        """The bytes and the games that are held now."""
        return _native.held()

    def __repr__(self) -> str:
        return (
            f"<settings: memory={self.memory}, time={self.time}, games={self.games}, "
            f"notation={self.notation!r}>"
        )


settings = Settings()

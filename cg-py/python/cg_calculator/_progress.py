"""How far a computation is: a line in a notebook or on a terminal."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

from . import _native

__all__ = ["progress"]

#: Seconds until something is shown, and between two looks.
PATIENCE = 0.5
PACE = 0.2


def _words(games: int, bytes: int, seconds: float) -> str:
    return f"{games:,} games, {bytes / 1e6:,.0f} MB, {seconds:.0f} s"


class _Notebook:
    """A line below the cell, which goes when the computation ends."""

    def __init__(self) -> None:
        self._handle: Any = None

    def __call__(self, text: str) -> None:
        from IPython.display import display

        data = {"text/plain": text}
        if self._handle is None:
            self._handle = display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)


def _terminal(text: str) -> None:
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _sink() -> Callable[[str], Any] | None:
    """Where the line is shown; nowhere when nobody looks."""
    shell = sys.modules.get("IPython")
    shell = shell and shell.get_ipython()
    if shell is not None and hasattr(shell, "kernel"):
        return _Notebook()
    return _terminal if sys.stderr.isatty() else None


class progress:
    """Shows how far computations are, while they last: in a notebook below the cell, on a terminal
    in a line of its own. Elsewhere nothing is shown, unless ``show`` takes the text.

    >>> from cg_calculator import Domineering, progress
    >>> with progress():
    ...     Domineering(3, 3).value()
    Game('+-1')
    """

    def __init__(self, show: Callable[[str], Any] | None = None) -> None:
        self._show = show
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> progress:
        show = self._show or _sink()
        if show is not None:
            self._done.clear()
            self._thread = threading.Thread(target=self._watch, args=(show,), daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _watch(self, show: Callable[[str], Any]) -> None:
        start, shown = time.monotonic(), False
        while not self._done.wait(PACE):
            seconds = time.monotonic() - start
            figures = _native.progress()
            if figures is not None and seconds >= PATIENCE:
                show(_words(*figures, seconds))
                shown = True
        if shown:
            show("")

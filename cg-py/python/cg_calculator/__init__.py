"""A calculator for combinatorial games.

>>> from cg_calculator import *
>>> Game("{1|-1}") + 1
Game('{2|0}')
>>> Game([0], [star()])
Game('^')
>>> up() + star() > 0
False
>>> up() + star() == Game("^*")
True

Boards of the built-in rulesets are functions, and rules are written in Python:

>>> Clobber("xo|ox").value()
Game('*')
>>> @rules
... def subtraction(n):
...     options = [n - k for k in (1, 2) if k <= n]
...     return options, options
>>> subtraction(7).value()
Game('*')
"""

from __future__ import annotations

from . import functions
from ._boards import *
from ._boards import __all__ as _boards
from ._games import *
from ._games import __all__ as _games
from ._heaps import *
from ._heaps import __all__ as _heaps
from ._programs import *
from ._programs import __all__ as _programs
from ._progress import *
from ._progress import __all__ as _progress
from ._rules import *
from ._rules import __all__ as _rules
from ._rulesets import *
from ._rulesets import __all__ as _rulesets
from ._settings import *
from ._settings import __all__ as _settings
from .errors import *
from .errors import __all__ as _errors

__version__ = "0.2.0"
__all__ = [
    *_games,
    *_boards,
    *_rulesets,
    *_rules,
    *_heaps,
    *_programs,
    *_progress,
    *_settings,
    *_errors,
    "functions",
]

"""The rulesets of the table, by the names of their functions."""

from ._boards import _RULESETS

__all__ = list(_RULESETS)

globals().update(_RULESETS)

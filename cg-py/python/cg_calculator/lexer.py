"""A lexer of Pygments for the language G: the calculator's own lexer cuts the text.

>>> from pygments.token import Keyword
>>> [text for kind, text in GLexer().get_tokens("if 1 then *") if kind is Keyword]
['if', 'then']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)

from . import _native

__all__ = ["GLexer"]

KINDS = {
    "argument": String.Other,
    "bad": Error,
    "bar": Punctuation,
    "call": Name.Function,
    "close": Punctuation,
    "comment": Comment,
    "directive": Name.Decorator,
    "game": Name.Constant,
    "keyword": Keyword,
    "name": Name,
    "number": Number,
    "open": Punctuation,
    "sign": Operator,
    "text": String,
}

#: What a session shows before what is typed.
PROMPTS = ("cg> ", "... ")


class GLexer(Lexer):
    """Highlights programs of G, and sessions in which lines begin with ``cg>``."""

    name = "G (combinatorial games)"
    aliases = ["cg", "g"]
    filenames = ["*.g"]
    mimetypes = ["text/x-g"]
    url = "https://pypi.org/project/cg-calculator/"
    version_added = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        if not text.startswith(PROMPTS[0]):
            yield from _cut(text, 0)
            return
        at = 0
        for line in text.splitlines(keepends=True):
            if line.startswith(PROMPTS):
                yield at, Name.Tag, line[:4]
                yield from _cut(line[4:], at + 4)
            else:
                yield at, Text, line
            at += len(line)


def _cut(text: str, start: int) -> Iterator[tuple[int, Any, str]]:
    end = 0
    for first, last, kind in _native.pieces(text):
        if first > end:
            yield start + end, Text.Whitespace, text[end:first]
        yield start + first, KINDS[kind], text[first:last]
        end = last
    if end < len(text):
        yield start + end, Text.Whitespace, text[end:]

"""``mdbook-cg``, a preprocessor of mdBook: sessions of G in the guide have the colours of their words.

mdBook runs it by itself where the package is installed, and builds the guide without it elsewhere.

>>> print(coloured("A number:\\n\\n```\\ncg> 12\\n12\\n```\\n"))
A number:
<BLANKLINE>
<pre><code class="nohighlight hljs"><span class="hljs-meta">cg&gt; </span><span class="hljs-number">12</span>
12
</code></pre>
<BLANKLINE>
"""

from __future__ import annotations

import json
import re
import sys
from html import escape
from typing import Any

from pygments.token import Comment, Error, Keyword, Name, Number, String

from .lexer import PROMPTS, GLexer

__all__ = ["coloured", "main"]

#: The classes of the themes of mdBook, which are those of highlight.js.
CLASSES = {
    Comment: "comment",
    Error: "deletion",
    Keyword: "keyword",
    Name.Constant: "literal",
    Name.Decorator: "meta",
    Name.Function: "title",
    Name.Tag: "meta",
    Number: "number",
    String: "string",
}

BLOCK = re.compile(rf"^```\n(?={re.escape(PROMPTS[0])})(.*?)^```$", re.DOTALL | re.MULTILINE)


def coloured(page: str) -> str:
    """A page in Markdown, with its sessions of G as HTML."""
    return BLOCK.sub(lambda found: _html(found[1]), page)


def _html(session: str) -> str:
    words = []
    for kind, text in GLexer().get_tokens(session):
        name = next((name for parent, name in CLASSES.items() if kind in parent), None)
        words.append(f'<span class="hljs-{name}">{escape(text)}</span>' if name else escape(text))
    return f'<pre><code class="nohighlight hljs">{"".join(words)}</code></pre>'


def _colour(items: list[Any]) -> None:
    for item in items:
        if isinstance(item, dict) and (chapter := item.get("Chapter")):
            chapter["content"] = coloured(chapter["content"])
            _colour(chapter["sub_items"])


def main() -> None:
    """Reads the context and the book from standard input and writes the book, as mdBook asks."""
    if sys.argv[1:2] == ["supports"]:
        sys.exit(sys.argv[2:] != ["html"])
    _, book = json.load(sys.stdin)
    # The name that mdBook has had since 0.5, and the one before.
    _colour(book["items"] if "items" in book else book["sections"])
    json.dump(book, sys.stdout)

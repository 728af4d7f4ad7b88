"""The kernel: ipykernel's protocol, and the calculator behind it."""

from __future__ import annotations

import re
from typing import Any

from cg_calculator import Answer, Interrupted, __version__, _native, help_on, stream
from ipykernel.kernelbase import Kernel

#: A word of the language, or the name of a directive.
WORD = re.compile(r":?[^\W\d]\w*")


class GKernel(Kernel):
    """Runs cells of the language G. What one of them defines the next ones know."""

    implementation = "cg"
    implementation_version = __version__
    banner = "cg, a calculator for combinatorial games. `:help` explains the language."
    language_info = {
        "name": "g",
        "version": __version__,
        "mimetype": "text/x-g",
        "file_extension": ".g",
        "pygments_lexer": "cg",
        "codemirror_mode": "g",
    }
    help_links: list[dict[str, str]] = []

    async def do_execute(
        self,
        code: str,
        silent: bool,
        store_history: bool = True,
        user_expressions: dict[str, Any] | None = None,
        allow_stdin: bool = False,
        *,
        cell_meta: Any = None,
        cell_id: Any = None,
    ) -> dict[str, Any]:
        failed: list[BaseException] = []

        def hear(answer: Answer) -> None:
            if answer.error is not None:
                failed.append(answer.error)
            if not silent:
                self._show(answer)

        try:
            # A line such as `:plot tree G`, without a file, asks for a picture.
            for kind, text in _native.illustrated(code):
                if kind is None:
                    stream(text, hear, name="<cell>")
                elif not silent:
                    self._show_picture(kind, text)
        except Interrupted as error:
            failed.append(error)
            self._show_error("Interrupted", "interrupted: what was computed before stays")
        except Exception as error:  # whatever fails is the cell's, and the kernel lives on
            failed.append(error)
            self._show_error(type(error).__name__, str(error))
        if not failed:
            return {
                "status": "ok",
                "execution_count": self.execution_count,
                "payload": [],
                "user_expressions": {},
            }
        last = failed[-1]
        return {
            "status": "error",
            "execution_count": self.execution_count,
            "ename": type(last).__name__,
            "evalue": str(last),
            "traceback": [str(last)],
        }

    def _show(self, answer: Answer) -> None:
        if answer.error is not None:
            name = type(answer.error).__name__
            return self._show_error(name, answer.text)
        if answer.kind in ("note", "why", "text", "moves"):
            content = {"name": "stdout", "text": answer.text + "\n"}
            return self.send_response(self.iopub_socket, "stream", content)
        data = {"text/plain": answer.text}
        if answer.latex is not None:
            data["text/latex"] = f"${answer.latex}$"
        self._display(data)

    def _show_picture(self, kind: str, expression: str) -> None:
        svg, text = _native.picture(kind, expression)
        self._display({"image/svg+xml": svg, "text/plain": text})

    def _display(self, data: dict[str, str]) -> None:
        content = {
            "execution_count": self.execution_count,
            "data": data,
            "metadata": {},
        }
        # Each answer of a cell is shown, not only the last.
        self.send_response(self.iopub_socket, "execute_result", content)

    def _show_error(self, name: str, text: str) -> None:
        content = {"ename": name, "evalue": text, "traceback": text.splitlines()}
        self.send_response(self.iopub_socket, "error", content)

    def do_complete(self, code: str, cursor_pos: int) -> dict[str, Any]:
        start, found = _native.complete(code, cursor_pos)
        return {
            "status": "ok",
            "matches": [text for _, text in found],
            "cursor_start": start,
            "cursor_end": cursor_pos,
            "metadata": {
                "_jupyter_types_experimental": [
                    {
                        "text": text,
                        "start": start,
                        "end": cursor_pos,
                        "type": "function" if "(" in shown else "keyword",
                        "signature": shown,
                    }
                    for shown, text in found
                ]
            },
        }

    def do_inspect(
        self, code: str, cursor_pos: int, detail_level: int = 0, omit_sections: Any = ()
    ) -> dict[str, Any]:
        text = _explained(_word_at(code, cursor_pos))
        data = {} if text is None else {"text/plain": text}
        return {"status": "ok", "found": text is not None, "data": data, "metadata": {}}

    def do_is_complete(self, code: str) -> dict[str, Any]:
        if _native.is_unfinished(code):
            return {"status": "incomplete", "indent": "  "}
        return {"status": "complete"}


def _word_at(code: str, cursor: int) -> str:
    """The word under the cursor, or before the parenthesis that it stands in."""
    for found in WORD.finditer(code):
        if found.start() <= cursor <= found.end():
            return found[0]
    before = code[:cursor]
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        depth += (before[at] == ")") - (before[at] == "(")
        if depth < 0:
            words = WORD.findall(before[:at])
            return words[-1] if words else ""
    return ""


def _explained(word: str) -> str | None:
    """The help on a word, or how it is used."""
    name = word.lstrip(":")
    if not name:
        return None
    try:
        return help_on(name)
    except Exception:  # no topic: the session may know the word all the same
        return _native.usage(name)

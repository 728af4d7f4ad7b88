"""The grammar against the samples in `testdata/highlight`, which all highlighters of G share.

Usage: test.py FOLDER [PROGRAM...], with the folder of the samples; programs are only to be read without an error.
Needs the package `tree-sitter` and a C compiler.
"""

import ctypes
import pathlib
import subprocess
import sys
import tempfile

from tree_sitter import Language, Parser, Query, QueryCursor

HERE = pathlib.Path(__file__).parent

#: The classes of the calculator's lexer.
CLASSES = {
    "comment": "comment",
    "constant.builtin": "game",
    "function": "call",
    "keyword": "keyword",
    "keyword.directive": "directive",
    "number": "number",
    "operator": "sign",
    "punctuation.delimiter": "bar",
    "string": "text",
    "string.special": "argument",
    "variable": "name",
}


def language(folder: str) -> Language:
    """The grammar, compiled into a library in this folder."""
    library = f"{folder}/g.so"
    sources = [HERE / "src/parser.c", HERE / "src/scanner.c"]
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-I", HERE / "src", *sources, "-o", library], check=True)
    function = ctypes.CDLL(library).tree_sitter_g
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    capsule.restype = ctypes.py_object
    return Language(capsule(function(), b"tree_sitter.Language", None))


def tokens(query: Query, root, text: bytes) -> str:
    """A line for each token: its class, a tab, and its text without the ends of lines."""
    found = {}
    for _, captures in QueryCursor(query).matches(root):
        for name, nodes in captures.items():
            for node in nodes:
                assert (node.start_byte, node.end_byte) not in found, "two patterns fit"
                found[node.start_byte, node.end_byte] = name
    lines = []
    for (start, end), name in sorted(found.items()):
        token = text[start:end].decode()
        kind = CLASSES.get(name) or ("open" if token in "([{" else "close")
        shown = token.strip().replace("\\", "\\\\").replace("\n", "\\n")
        lines.append(f"{kind}\t{shown}\n")
    return "".join(lines)


def main() -> int:
    samples = sorted(pathlib.Path(sys.argv[1]).glob("*.g"))
    assert len(samples) >= 3, "there are samples"
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        g = language(folder)
        query = Query(g, (HERE / "queries/highlights.scm").read_text())
        for name in ["folds", "indents"]:
            Query(g, (HERE / f"queries/{name}.scm").read_text())
        for path in samples:
            text = path.read_bytes()
            root = Parser(g).parse(text).root_node
            expected = path.with_suffix(".tokens").read_text()
            found = tokens(query, root, text)
            if root.has_error or found != expected:
                wrong += 1
                print(f"{path}: {'it is not read' if root.has_error else 'other tokens'}")
                for own, other in zip(found.splitlines(), expected.splitlines()):
                    if own != other:
                        print(f"  {own!r} in place of {other!r}")
                        break
        for path in map(pathlib.Path, sys.argv[2:]):
            if Parser(g).parse(path.read_bytes()).root_node.has_error:
                wrong += 1
                print(f"{path}: it is not read")
    print(f"{len(samples)} samples and {len(sys.argv) - 2} programs, {wrong} wrong")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())

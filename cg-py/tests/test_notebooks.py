"""The kernel, as Jupyter sees it, and the notebooks of the examples."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("ipykernel")
pytest.importorskip("jupyter_client")
import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbconvert import HTMLExporter, MarkdownExporter

NOTEBOOKS = Path(__file__).parent.parent.parent / "examples" / "notebooks"


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory):
    """The kernel, installed in a folder of its own."""
    prefix = tmp_path_factory.mktemp("jupyter")
    command = [sys.executable, "-m", "cg_kernel", "install", "--prefix", str(prefix)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "installed in" in said
    before = {name: os.environ.get(name) for name in ("JUPYTER_PATH", "JUPYTER_PLATFORM_DIRS")}
    os.environ["JUPYTER_PATH"] = str(prefix / "share" / "jupyter")
    os.environ["JUPYTER_PLATFORM_DIRS"] = "1"
    yield
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture(scope="module")
def kernel(installed):
    manager = KernelManager(kernel_name="cg")
    manager.start_kernel()
    client = manager.blocking_client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    client.manager = manager  # pyright: ignore[reportAttributeAccessIssue]
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def execute(kernel, code, timeout=60):
    """The reply, and the messages on the way. After an error, Jupyter aborts the cells that wait in its
    queue (`stop_on_error`), and with them the next test's cell if it comes at once."""
    heard = []
    reply = kernel.execute_interactive(code, timeout=timeout, output_hook=heard.append, stop_on_error=False)
    return reply["content"], [(it["msg_type"], it["content"]) for it in heard]


def test_the_kernel_says_what_it_speaks(kernel):
    kernel.kernel_info()
    info = kernel.get_shell_msg(timeout=30)["content"]
    assert info["language_info"]["file_extension"] == ".g" and info["status"] == "ok"


def test_answers_are_shown_in_latex(kernel):
    reply, heard = execute(kernel, "{1|-1} + 1; ? *")
    assert reply["status"] == "ok"
    shown = [content["data"] for kind, content in heard if kind == "execute_result"]
    assert shown[0]["text/plain"] == "{2|0}" and shown[0]["text/latex"].startswith("$")
    assert shown[1] == {"text/plain": "first player win"}


def test_definitions_stay_between_cells(kernel):
    execute(kernel, "Twice(g) { default: g + g; }")
    _, heard = execute(kernel, "Twice(^)")
    assert heard[-1 if heard[-1][0] != "status" else -2][1]["data"]["text/plain"] == "^^"


def test_pictures(kernel):
    reply, heard = execute(kernel, "2 + 2\n:plot thermograph {3|1}\n5")
    shown = [content["data"] for kind, content in heard if kind == "execute_result"]
    assert reply["status"] == "ok" and shown[1]["image/svg+xml"].startswith("<svg")
    assert [data["text/plain"] for data in (shown[0], shown[2])] == ["4", "5"]
    reply, _ = execute(kernel, ":plot tree {3|")
    assert reply["status"] == "error"


def test_errors_have_their_place(kernel):
    reply, heard = execute(kernel, "1 +\ntempersture({3|1})\n7")
    assert reply["status"] == "error" and reply["ename"] == "ProgramError"
    errors = [content for kind, content in heard if kind == "error"]
    assert any("temperature" in error["evalue"] for error in errors)
    shown = [content["data"]["text/plain"] for kind, content in heard if kind == "execute_result"]
    assert shown == ["7"]


def test_completion_counts_characters(kernel):
    code = '"∗∗" + ther'
    kernel.complete(code, len(code))
    found = kernel.get_shell_msg(timeout=30)["content"]
    assert found["matches"] == ["thermograph("]
    assert code[found["cursor_start"] : found["cursor_end"]] == "ther"


def test_inspection(kernel):
    for code, cursor in [("temperature(2)", 3), ("temperature({1|0}", 17), (":plot tree 3", 3)]:
        kernel.inspect(code, cursor)
        found = kernel.get_shell_msg(timeout=30)["content"]
        assert found["found"] and len(found["data"]["text/plain"]) > 20
    kernel.inspect("+ -", 1)
    assert not kernel.get_shell_msg(timeout=30)["content"]["found"]


def test_unfinished_cells(kernel):
    for code, status in [("F(n) {", "incomplete"), ("1 + 2", "complete"), ("1 +", "incomplete")]:
        kernel.is_complete(code)
        assert kernel.get_shell_msg(timeout=30)["content"]["status"] == status


def test_interruption(kernel):
    number = kernel.execute('period(".007", 10000000); Domineering(9, 9)', stop_on_error=False)
    while kernel.get_iopub_msg(timeout=60)["msg_type"] != "execute_input":
        pass  # The messages of the tests before.
    time.sleep(0.5)
    kernel.manager.interrupt_kernel()
    started = time.monotonic()
    while True:
        reply = kernel.get_shell_msg(timeout=60)
        if reply["parent_header"]["msg_id"] == number:
            break
    assert reply["content"]["status"] == "error"
    assert time.monotonic() - started < 30
    assert execute(kernel, "1")[0]["status"] == "ok"


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run_and_are_converted(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "kept without outputs"
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    html, _ = HTMLExporter().from_notebook_node(notebook)
    assert notebook.cells[0].source.splitlines()[0][2:] in html
    if path.stem == "tour":
        # Highlighted by the lexer.
        assert '<span class="nf">' in html or '<span class="k">' in html
        assert html.count("image/svg+xml") >= 2 or html.count("<svg") >= 2
    assert MarkdownExporter().from_notebook_node(notebook)[0]


def test_there_are_three_notebooks():
    assert len(list(NOTEBOOKS.glob("*.ipynb"))) == 3


# The explorer.


def test_the_explorer_opens_and_closes():
    pytest.importorskip("anywidget")
    from cg_calculator import Clobber, Game, rules

    explorer = Game("{2|{1|0}}").explore()
    assert [row["value"] for row in explorer.rows] == ["{2||1|0}", "2", "{1|0}"]
    explorer._told({"toggle": 2})
    assert explorer.subject == Game("{1|0}")
    assert [row["depth"] for row in explorer.rows] == [0, 1, 1, 2, 2]
    explorer._told({"toggle": 0})
    assert len(explorer.rows) == 1
    for nonsense in [None, {}, {"toggle": 99}, {"toggle": "x"}, []]:
        explorer._told(nonsense)
    json.dumps(explorer.rows)

    board = Clobber("xo").explore()
    assert [row["move"] for row in board.rows] == ["", "a1-b1", "b1-a1"]
    assert all(row["wins"] for row in board.rows[1:])
    # What the board code of the worksheet gets: the drawing, and where each move is in it.
    drawing = json.loads(board.rows[0]["drawing"])
    owners = [cell["owner"] for cell in drawing["drawing"]["rows"][0]]
    assert owners == ["left", "right"] and len(drawing["scene"]["parts"]) > 2
    places = json.loads(board.rows[2]["spots"])
    assert places["named"] == [{"cell": [0, 1]}, {"cell": [0, 0]}] == places["touched"][::-1]
    board._told({"choose": 2})
    assert str(board.subject) == "O." and board.rows[2]["open"]
    board._told({"choose": 2})
    assert board.rows[2]["open"]

    @rules
    def subtraction(n):
        return range(n), range(n)

    own = (subtraction(2) + subtraction(1)).explore()
    assert len(own.rows) == 1 + 2 * 3


# Highlighting.


def test_the_lexer_keeps_every_character():
    pytest.importorskip("pygments")
    from cg_calculator.lexer import GLexer
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.token import Comment, Name

    lexer = GLexer(stripnl=False, ensurenl=False)
    for text in ['F(n) { case 0: ∗; } // é\n:why ↑"', "cg> 1 + *\n*\ncg> x\n", "", "\n\n", "\0?"]:
        assert "".join(piece for _, piece in lexer.get_tokens(text)) == text
    kinds = {piece: kind for kind, piece in lexer.get_tokens("Nim(3) // heap")}
    assert kinds["Nim"] is Name.Function and kinds["// heap"] is Comment
    assert "<span" in highlight("{0|*}", GLexer(), HtmlFormatter())


SAMPLES = Path(__file__).parents[2] / "testdata" / "highlight"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.g")), ids=lambda path: path.name)
def test_the_samples_of_all_highlighters(path):
    pytest.importorskip("pygments")
    from cg_calculator.lexer import KINDS, GLexer
    from pygments.token import Text

    tokens = GLexer(stripnl=False, ensurenl=False).get_tokens(path.read_text())
    found = [
        (kind, token.strip().replace("\\", "\\\\").replace("\n", "\\n"))
        for kind, token in tokens
        if kind not in Text
    ]
    lines = path.with_suffix(".tokens").read_text().splitlines()
    expected = [line.split("\t", 1) for line in lines]
    assert found == [(KINDS[kind], token) for kind, token in expected]


def test_the_extension_of_jupyterlab():
    import shutil

    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    folder = Path(__file__).parent.parent / "data/data/share/jupyter/labextensions/cg-calculator"
    described = json.loads((folder / "package.json").read_text())
    load = folder / described["jupyterlab"]["_build"]["load"]
    done = subprocess.run(
        [node, Path(__file__).with_name("extension.js"), load], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

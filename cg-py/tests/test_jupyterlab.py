"""JupyterLab in a real browser: a notebook of the kernel, highlighted and run, and a widget, clicked.

Skipped where JupyterLab, playwright or a Chromium of the system is missing. With CG_PICTURES=FOLDER
the screenshots are written there: the guide shows the widget.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from cg_calculator import Clobber

pytest.importorskip("jupyterlab")
nbformat = pytest.importorskip("nbformat")
playwright = pytest.importorskip("playwright.sync_api")

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CELLS = [
    "impartial Nim(n) {\n  case 0: 0;          // nothing is left\n  default: { Nim(k) : k = 0..n-1 };\n}",
    "[Nim(3) + Nim(5), {3|1} + ^*]",
    ":plot thermograph {5||3|0}",
]


pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab, and its folder of notebooks."""
    tmp_path = tmp_path_factory.mktemp("lab")
    command = [sys.executable, "-m", "cg_kernel", "install", "--prefix", str(tmp_path / "kernel")]
    subprocess.run(command, check=True, capture_output=True)
    (tmp_path / "work").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {
        "JUPYTER_PATH": tmp_path / "kernel" / "share" / "jupyter",
        "JUPYTER_CONFIG_DIR": tmp_path / "config",
        "JUPYTER_DATA_DIR": tmp_path / "data",
        "JUPYTER_RUNTIME_DIR": tmp_path / "runtime",
    }
    with open(tmp_path / "log", "w") as log:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                *(f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1"),
                *("--IdentityProvider.token=cg", f"--ServerApp.root_dir={tmp_path / 'work'}"),
            ],
            env={**os.environ, **{name: str(path) for name, path in own.items()}},
            stdout=log,
            stderr=log,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/api/status?token=cg").close()
                break
            except OSError:
                assert server.poll() is None, (tmp_path / "log").read_text()
                time.sleep(0.5)
        yield address, tmp_path / "work"
    finally:
        server.terminate()
        server.wait(60)


@contextmanager
def opened(lab, name, kernel, texts):
    """The page of a new notebook, and its cells."""
    address, folder = lab
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(text) for text in texts], metadata={"kernelspec": kernel}
    )
    nbformat.write(notebook, folder / f"{name}.ipynb")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.set_default_timeout(120_000)
        # A workspace of its own: another opens the notebooks that were open in it.
        page.goto(f"{address}/lab/workspaces/{name}/tree/{name}.ipynb?token=cg")
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        cells.nth(len(texts) - 1).wait_for()
        yield page, cells
        browser.close()


def run(page, cell):
    """Runs a cell. What is asked before the kernel is there is not run at all."""
    for _ in range(60):
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        page.wait_for_timeout(1000)
        if cell.locator(".jp-InputPrompt").inner_text() != "[ ]:":
            return
    raise AssertionError("the kernel does not run the cell")


def picture(shown, folder, name):
    """A screenshot, for the guide where one is wanted."""
    file = Path(os.environ.get("CG_PICTURES") or folder) / f"{name}.png"
    shown.screenshot(path=file)
    assert file.stat().st_size > 10_000


def test_a_notebook_is_highlighted_and_run(lab, tmp_path):
    kernel = {"name": "cg", "display_name": "G", "language": "g"}
    with opened(lab, "nim", kernel, CELLS) as (page, cells):
        # Words have the colours of the language's mode.
        page.locator(".cm-line span", has_text="case").first.wait_for()
        colour = "it => getComputedStyle(it).color"
        found = {
            word: page.locator(f'.cm-line span:text-is("{word}")').first.evaluate(colour)
            for word in ("case", "// nothing is left")
        }
        plain = page.locator(".cm-line").first.evaluate(colour)
        assert len({plain, *found.values()}) == 3, (plain, found)
        for at in range(len(CELLS)):
            run(page, cells.nth(at))
        cells.nth(1).locator("mjx-container").first.wait_for()
        cells.nth(2).locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").first.wait_for()
        picture(page, tmp_path, "jupyterlab")


def test_a_board_in_a_widget_is_played_by_clicks(lab, tmp_path):
    board = Clobber("xoxo")
    after = next(move.position for move in board.moves("left") if move.name == "a1-b1")
    assert str(after.value()) != str(board.value())
    kernel = {"name": "python3", "display_name": "Python", "language": "python"}
    texts = [f"from cg_calculator import *\nwidget = {board!r}.explore()\nwidget", "print(repr(widget.subject))"]
    with opened(lab, "clobber", kernel, texts) as (page, cells):
        run(page, cells.first)
        rows = cells.first.locator(".cg-explorer tbody tr")
        root = rows.first
        root.locator(".value", has_text=str(board.value())).wait_for()
        options = rows.count() - 1
        assert options == len(board.moves())
        # An option is opened by a click, and closed.
        rows.nth(1).locator(".value").click()
        rows.nth(1).and_(page.locator('[aria-expanded="true"]')).wait_for()
        assert rows.count() > options + 1
        rows.nth(1).locator(".value").click()
        rows.nth(1).and_(page.locator('[aria-expanded="false"]')).wait_for()
        assert rows.count() == options + 1
        # A stone of Left's is clicked on the board: its move is the row that is chosen.
        root.locator('.spot[aria-label^="a1"]').click()
        chosen = cells.first.locator(".cg-explorer tr.chosen")
        chosen.and_(page.locator('[aria-level="2"][aria-expanded="true"]')).wait_for()
        assert chosen.locator(".value").inner_text() == str(after.value())
        picture(cells.first, tmp_path, "widget")
        # What Python knows of it.
        run(page, cells.nth(1))
        cells.nth(1).locator(".jp-OutputArea-output", has_text=repr(after)).wait_for()

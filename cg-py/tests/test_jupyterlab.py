"""JupyterLab in a real browser: a notebook of the kernel, highlighted and run.

Skipped where JupyterLab, playwright or a Chromium of the system is missing. With CG_PICTURES=FOLDER
the screenshot for the guide is written there.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("jupyterlab")
nbformat = pytest.importorskip("nbformat")
playwright = pytest.importorskip("playwright.sync_api")

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CELLS = [
    "impartial Nim(n) {\n  case 0: 0;          // nothing is left\n  default: { Nim(k) : k = 0..n-1 };\n}",
    "[Nim(3) + Nim(5), {3|1} + ^*]",
    ":plot thermograph {5||3|0}",
]


@pytest.fixture
def lab(tmp_path):
    """The address of a JupyterLab with a notebook."""
    command = [sys.executable, "-m", "cg_kernel", "install", "--prefix", str(tmp_path / "kernel")]
    subprocess.run(command, check=True, capture_output=True)
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(text) for text in CELLS],
        metadata={"kernelspec": {"name": "cg", "display_name": "G", "language": "g"}},
    )
    (tmp_path / "work").mkdir()
    nbformat.write(notebook, tmp_path / "work" / "nim.ipynb")
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
        yield f"{address}/lab/tree/nim.ipynb?token=cg"
    finally:
        server.terminate()
        server.wait(60)


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")
def test_a_notebook_is_highlighted_and_run(lab, tmp_path):
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.set_default_timeout(120_000)
        page.goto(lab)
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        cells.nth(len(CELLS) - 1).wait_for()
        # Words have the colours of the language's mode.
        page.locator(".cm-line span", has_text="case").first.wait_for()
        colour = "it => getComputedStyle(it).color"
        found = {
            word: page.locator(f'.cm-line span:text-is("{word}")').first.evaluate(colour)
            for word in ("case", "// nothing is left")
        }
        plain = page.locator(".cm-line").first.evaluate(colour)
        assert len({plain, *found.values()}) == 3, (plain, found)
        cells.first.locator(".cm-content").click()
        for _ in CELLS:
            page.keyboard.press("Shift+Enter")
        cells.nth(1).locator("mjx-container").first.wait_for()
        cells.nth(2).locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").first.wait_for()
        folder = Path(os.environ.get("CG_PICTURES", tmp_path))
        page.screenshot(path=folder / "jupyterlab.png")
        assert (folder / "jupyterlab.png").stat().st_size > 20_000
        browser.close()

"""Docstrings and the guide are run; the type stubs are those of the table."""

import doctest
import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import cg_calculator
import pytest

FOLDER = Path(__file__).parent.parent
MODULES = ["cg_calculator"] + [
    f"cg_calculator.{module.name}" for module in pkgutil.iter_modules(cg_calculator.__path__)
]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("_native")])
def test_docstrings(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert not result.failed


@pytest.mark.parametrize("page", ["README.md", "../docs/python.md"])
def test_pages(page):
    result = doctest.testfile(
        str(FOLDER / page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert result.attempted > 3 and not result.failed


def test_stubs():
    subprocess.run([sys.executable, FOLDER / "scripts" / "stubs.py", "--check"], check=True)


def test_the_preprocessor_of_the_book():
    command = Path(sys.executable).with_name("mdbook-cg")
    assert subprocess.run([command, "supports", "html"]).returncode == 0
    assert subprocess.run([command, "supports", "tex"]).returncode == 1
    text = (FOLDER / "../docs/tutorial.md").read_text()
    inner = {"Chapter": {"name": "Tutorial", "content": text, "sub_items": []}}
    outer = {"Chapter": {"name": "Guide", "content": "# Guide", "sub_items": [inner]}}
    for items in ("items", "sections"):
        book = json.dumps([{}, {items: [outer, "Separator"]}])
        said = subprocess.run([command], input=book, capture_output=True, text=True, check=True)
        chapter = json.loads(said.stdout)[items][0]["Chapter"]
        assert chapter["content"] == "# Guide"
        page = chapter["sub_items"][0]["Chapter"]["content"]
        assert "```\ncg> " not in page
        assert '<span class="hljs-keyword">default</span>' in page

"""Docstrings and the guide are run; the type stubs are those of the table."""

import doctest
import importlib
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

"""The limits of the settings hold for rules in Python, and the stubs are Python."""

import ast
import time
from pathlib import Path

import cg_calculator
import pytest
from cg_calculator import BadTypeError, Game, MemoryLimitError, TimeLimitError, rules, settings


@rules
def slow(n):
    """A position of 2^n followers, each listed in a hundredth of a second."""
    time.sleep(0.01)
    if n[0] == 0:
        return [], []
    return [(n[0] - 1, n[1] * 2)], [(n[0] - 1, n[1] * 2 + 1)]


@rules(impartial=True)
def long(n):
    return [n - 1] if n else []


@pytest.fixture(autouse=True)
def restored():
    time_limit, memory = settings.time, settings.memory
    yield
    settings.time, settings.memory = time_limit, memory


def test_time_holds_for_rules_in_python():
    settings.time = 0.5
    for question in (lambda: slow((1000, 0)).value(), lambda: slow((1000, 0)).outcome(misere=True)):
        started = time.monotonic()
        with pytest.raises(TimeLimitError):
            question()
        assert time.monotonic() - started < 10


def test_memory_holds_for_rules_in_python():
    settings.memory = settings.held[0] + (8 << 20)
    with pytest.raises(MemoryLimitError):
        long(10**7).value()


def test_nothing_is_no_game():
    with pytest.raises(BadTypeError):
        Game(None)  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError):
        Game(1, 2, 3)  # pyright: ignore[reportCallIssue]
    assert Game() == 0 and Game([0], None) == 1


def test_the_stubs_parse():
    stubs = sorted(Path(cg_calculator.__file__).parent.glob("*.pyi"))
    assert len(stubs) >= 3
    for stub in stubs:
        ast.parse(stub.read_text(), str(stub))

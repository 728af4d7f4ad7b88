"""Octal games, misère quotients, Triangular Nim."""

import itertools

import numpy
import pytest
from cg_calculator import CalculatorError, LimitError, NotationError, Octal, Outcome, TriangularNim


def mex(values):
    return next(value for value in itertools.count() if value not in values)


def test_kayles_against_the_definition():
    values = [0]
    for heap in range(1, 60):
        options = {
            values[a] ^ values[heap - taken - a]
            for taken in (1, 2)
            for a in range(heap - taken + 1)
            if heap >= taken
        }
        values.append(mex(options))
    kayles = Octal(".77")
    assert kayles.nim_values(59) == values == kayles.values(59).tolist()
    assert kayles.values(59, 50).tolist() == values[50:]
    assert kayles.values(10).dtype == numpy.uint32
    assert kayles.nim_value(5, 9) == values[5] ^ values[9]
    assert kayles == Octal("Kayles") and str(kayles) == ".77 (Kayles)"
    assert kayles.values(4, 5).size == 0


def test_periods():
    found = Octal(".77").period()
    assert found is not None
    assert (found.preperiod, found.period, found.saltus) == (71, 12, 0) and found.proof
    values = Octal(".77").nim_values(1000)
    assert all(values[n] == values[n + 12] for n in range(71, 900))
    assert Octal(".6").period(2_000) is None
    assert Octal(".07").plot(50)._repr_svg_().startswith("<svg")
    assert "Kayles" in str(Octal(".77")) and Octal(".77").rules()


def test_bad_codes():
    with pytest.raises(NotationError, match="write for instance"):
        Octal(".7x")
    with pytest.raises(LimitError):
        Octal(".77").nim_values(10**10)
    with pytest.raises(ValueError):
        Octal(".77").period(seconds=-1)


def misere_wins(heaps, known):
    """Kayles in misère play, by search."""
    key = tuple(sorted(heap for heap in heaps if heap))
    if not key:
        return True
    if key not in known:
        known[key] = any(
            not misere_wins(key[:at] + key[at + 1 :] + (a, heap - taken - a), known)
            for at, heap in enumerate(key)
            for taken in (1, 2)
            if heap >= taken
            for a in range(heap - taken + 1)
        )
    return known[key]


def test_misere_quotients():
    quotient = Octal(".77").misere_quotient()
    assert quotient.order == 40 and quotient.proved and quotient.period == (71, 12)
    known = {}
    for heaps in itertools.combinations_with_replacement(range(6), 3):
        assert quotient.wins(list(heaps)) == misere_wins(heaps, known)
    for heap, left in quotient.winning_moves([3, 4, 5]):
        rest = [3, 4, 5]
        rest.remove(heap)
        assert not quotient.wins(rest + left)
    partial = Octal(".77").misere_quotient(heaps=20)
    assert not partial.proved and partial.ending == "heaps" and "20" in repr(partial)
    with pytest.raises(CalculatorError, match="beyond what is known"):
        partial.wins([1000])


def test_triangular_nim():
    board = TriangularNim(3)
    assert board.outcome() is Outcome.NEXT
    for after in board.moves():
        win = after in board.winning_moves()
        assert (after.outcome() is Outcome.PREVIOUS) == win == (after.value() == 0)
    assert TriangularNim(1).outcome(misere=True) is Outcome.PREVIOUS
    assert TriangularNim(3, "x/.x/xx.").layers == 3
    with pytest.raises(NotationError, match="3 layers"):
        TriangularNim(3, "x/xx")
    with pytest.raises(NotationError, match="1 to 10"):
        TriangularNim(99)

"""Games that may go on for ever, and games that are not short."""

import copy
import pickle

import pytest
from cg_calculator import (
    BadValueError,
    CalculatorError,
    Game,
    LoopyGame,
    Outcome,
    functions,
    run,
    star,
)

NAMES = ("on", "off", "over", "under", "upon", "dud", "upon + *")


def test_answers_have_a_type():
    upon, games, who, both = run("upon; [over, 1]; ? dud; ?? over")
    assert upon.value == LoopyGame("upon") and isinstance(upon.value, LoopyGame)
    assert games.value == [LoopyGame("over"), 1]
    assert who.value == "draw" and both.value is Outcome.LEFT
    assert upon.latex == LoopyGame("upon").text("latex")


def test_arithmetic_and_order_are_those_of_the_language():
    values = [LoopyGame(name) for name in NAMES] + [Game("0"), Game("^*"), Game("{1|-1}"), 2]
    for a in values:
        for b in values:
            if not isinstance(a, LoopyGame) and not isinstance(b, LoopyGame):
                continue
            for sign in "+-":
                text = f"({a}) {sign} ({b})"
                expected = run(text)[0].value
                found = a + b if sign == "+" else a - b
                assert found == expected and type(found) is type(expected), text
            at_most, at_least = run(f"({a}) <= ({b}); ({a}) >= ({b})")
            assert (a <= b, a >= b) == (at_most.value, at_least.value), (a, b)
            assert (a < b, a > b) == (at_most.value and not at_least.value, at_least.value and not at_most.value)
            assert (a == b) == (at_most.value and at_least.value), (a, b)
            if isinstance(a, LoopyGame):
                assert a.confused_with(b) == (not at_most.value and not at_least.value)
    assert 2 * LoopyGame("over") == LoopyGame("over") == +LoopyGame("over")
    assert -LoopyGame("over") == LoopyGame("under")


def test_outcomes_and_sides():
    assert LoopyGame("dud").outcome() == "draw" and LoopyGame("dud").winner("left") is None
    assert LoopyGame("on").winner("right") == "left"
    difference = LoopyGame("over") - LoopyGame("over")
    assert difference.onside() == LoopyGame("over") and difference.offside() == LoopyGame("under")
    assert functions.degree(3) == 0 and LoopyGame("upon").left() == [LoopyGame("upon")]
    with pytest.raises(ValueError):
        LoopyGame("on").winner("north")


def test_texts_hashes_and_copies():
    for name in NAMES:
        game = LoopyGame(name)
        assert repr(game) == f"LoopyGame('{game}')" and LoopyGame(str(game)) == game
        assert game._repr_latex_() == f"${game._latex_()}$"
        assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == game
        assert hash(LoopyGame(name)) == hash(game)
    assert len({LoopyGame(name) for name in NAMES * 2}) == len(NAMES)
    assert LoopyGame("on") != Game("1") and LoopyGame("on") != "on"


def test_what_ends_is_no_loopy_game():
    with pytest.raises(BadValueError, match="it is a Game"):
        LoopyGame("{1|-1}")
    with pytest.raises(BadValueError, match="text"):
        LoopyGame('"on"')
    with pytest.raises(CalculatorError, match="ends"):
        Game("over")
    with pytest.raises(CalculatorError):
        LoopyGame("over").mean()  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(TypeError):
        LoopyGame("on") + "1"  # pyright: ignore[reportOperatorIssue, reportUnusedExpression]
    with pytest.raises(TypeError):
        LoopyGame("on").confused_with("1")  # pyright: ignore[reportArgumentType]
    with pytest.raises(CalculatorError):
        LoopyGame("onn")


def test_transfinite_numbers_are_games():
    omega = Game("omega")
    assert run("omega")[0].value == omega and str(omega - 1 + star()) == str(Game("omega - 1 + *"))
    assert omega > 10**100 and 1 / 2 < omega and omega != 1 and bool(omega)
    assert hash(Game("omega")) == hash(omega) and len({omega, Game("omega"), Game("1")}) == 2
    assert pickle.loads(pickle.dumps(omega)) == omega and omega._repr_latex_()
    assert Game("*(omega)").outcome() is Outcome.NEXT
    for ask in (int, float, Game.as_number, Game.mean, lambda game: game.left):
        with pytest.raises(CalculatorError):
            ask(omega)

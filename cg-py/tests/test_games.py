"""Games: construction, arithmetic, order, numbers, texts."""

import copy
import itertools
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from cg_calculator import (
    BadTypeError,
    BadValueError,
    CalculatorError,
    Clobber,
    Game,
    MemoryLimitError,
    Outcome,
    ProgramError,
    down,
    explain,
    functions,
    nimber,
    settings,
    star,
    up,
)

DAY_2 = [
    Game(text)
    for text in ("0", "1", "-1", "2", "-2", "1/2", "-1/2", "*", "*2", "^", "v", "^*", "v*")
]
DAY_2 += [
    Game(text) for text in ("{1|-1}", "{1|0}", "{0|-1}", "{1|*}", "{*|-1}", "{1|0,*}", "{0,*|-1}")
]


@pytest.mark.parametrize(
    "made, text",
    [
        (Game(), "0"),
        (Game(3), "3"),
        (Game(-(10**40)), "-" + "1" + "0" * 40),
        (Game(Fraction(1, 2)), "1/2"),
        (Game(0.75), "3/4"),
        (Game(Decimal("-0.5")), "-1/2"),
        (Game("^*"), "^*"),
        (Game([0], [star()]), "^"),
        (Game([], []), "0"),
        (Game([1], []), "2"),
        (Game(1, -1), "+-1"),  # type: ignore[call-overload]
        (Game(Game(5)), "5"),
        (Game({0: "dict keys are iterated"}, [0]), "*"),
        (up(3), "^3"),
        (down(), "v"),
        (nimber(10**12), "*1000000000000"),
    ],
)
def test_construction(made, text):
    assert str(made) == text
    assert Game(text) == made


def test_what_is_no_game_is_said():
    with pytest.raises(BadValueError, match="1/3 is not a short game"):
        Game(Fraction(1, 3))
    with pytest.raises(BadTypeError, match="not NoneType"):
        Game([None], [])  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError):
        Game(object())  # pyright: ignore[reportArgumentType]
    with pytest.raises(ProgramError, match="unclosed") as caught:
        Game("{1|")
    assert (caught.value.line, caught.value.column) == (1, 1)
    with pytest.raises(ProgramError) as caught:
        Game("tempersture(1)")
    assert "temperature" in str(caught.value)
    with pytest.raises(TypeError):
        Game(1) + "^"  # pyright: ignore[reportOperatorIssue, reportUnusedExpression]
    with pytest.raises((ValueError, OverflowError)):
        Game(float("nan"))
    with pytest.raises((ValueError, OverflowError)):
        Game(float("inf"))
    with pytest.raises(BadTypeError):
        nimber(-1)
    with pytest.raises(BadTypeError):
        nimber("2")  # pyright: ignore[reportArgumentType]


def test_sums_of_small_games_against_the_options():
    """The sum of all pairs is the game of the sums of options."""
    for a, b in itertools.combinations_with_replacement(DAY_2, 2):
        left = [x + b for x in a.left] + [a + x for x in b.left]
        right = [x + b for x in a.right] + [a + x for x in b.right]
        assert Game(left, right) == a + b == b + a
        assert a + b - b == a
        assert Game([-x for x in a.right], [-x for x in a.left]) == -a


def wins_moving_first(game, player):
    """An oracle that looks at nothing but options."""
    options = game.left if player == "left" else game.right
    other = "right" if player == "left" else "left"
    return any(not wins_moving_first(option, other) for option in options)


def test_order_and_outcome_against_play():
    for a, b in itertools.product(DAY_2, repeat=2):
        difference = a - b
        left, right = (wins_moving_first(difference, player) for player in ("left", "right"))
        assert (a == b) == (not left and not right)
        assert (a > b) == (left and not right)
        assert (a < b) == (right and not left)
        assert (a >= b) == (not right)
        assert (a <= b) == (not left)
        assert a.confused_with(b) == (left and right)
        assert difference.outcome() is Outcome.of(left, right)
        assert (a != b) != (a == b)


def test_numbers_are_pythons_numbers():
    for number in [0, 1, -7, 2**200, Fraction(5, 8), -Fraction(1, 2**70), 0.5]:
        game = Game(number)
        assert game == number and number == game
        assert hash(game) == hash(number)
        assert {number: "found"}[game] == "found"
        assert game.as_number() == number
        assert float(game) == float(number)
        assert game.as_integer_ratio() == Fraction(number).as_integer_ratio()
    assert int(Game(-12)) == -12
    assert 1 + Game("^") - 1 == Game("^") and 1 - Game(3) == -2
    assert 3 * up() == up() * 3 == up(3) and -2 * Game(5) == -10
    assert Game(1) < 2 and 2 > Game(1) and Game(0.5) <= Fraction(1, 2)
    assert not Game() and star() and Game(-1)
    with pytest.raises(BadValueError):
        int(Game("1/2"))
    with pytest.raises(BadValueError):
        float(star())
    with pytest.raises(TypeError):
        Game("^") * 0.5  # pyright: ignore[reportOperatorIssue, reportUnusedExpression]
    position = Clobber("xo")
    assert star() != position and star() == position.value() and Game(position) == star()
    assert (star() + position).value() == 0 and not isinstance(star() + position, Game)
    assert Game(1) != "1" and Game(1) != None  # noqa: E711


def test_equal_games_have_equal_hashes():
    games = {Game("{1|-1}"): 1, star(): 2, Game("^*"): 3}
    assert games[Game([1], [-1])] == 1 and games[nimber(1)] == 2 and games[up() + star()] == 3
    # Python gives -1 and -2 the same hash.
    assert len({hash(game) for game in DAY_2}) == len(DAY_2) - 1


def test_texts():
    game = Game("{2||1|0}")
    assert game.text() == str(game) == "{2||1|0}"
    assert repr(game) == "Game('{2||1|0}')"
    assert game._repr_latex_() == f"${game._latex_()}$" == f"${game.text('latex')}$"
    assert up().text("unicode") == "↑"
    with pytest.raises(BadValueError, match="paper, standard, unicode and latex"):
        game.text("roman")
    settings.notation = "paper"
    assert str(Game("*2")) == "*(2)"
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)


def test_functions_are_methods_with_cgsuites_names():
    hot = Game("{5|-1}")
    assert hot.mean() == 2 and hot.temperature() == 3
    assert hot.left_stop() == hot.leftstop() == 5
    assert Game("{1|0}").mean() == Fraction(1, 2)
    assert isinstance(Game("{1|0}").mean(), Fraction)
    assert hot.cool(1) == Game("{4|0}") and hot.freeze() == Game("2*")
    assert Game("^^*").atomic_weight() == 2
    assert hot.is_switch() is True and hot.is_number() is False
    assert Game("*5").nim_value() == 5
    assert Game("{0||0|-2}").birthday() == 4
    assert hot.reduced_canonical_form() == hot
    assert functions.tiny(2) == Game("{0||0|-2}")
    assert functions.range(1, 3) == [1, 2, 3]
    assert functions.max(1, Fraction(5, 2)) == Fraction(5, 2)
    assert functions.contains([1, "a", True], "a") is True
    with pytest.raises(CalculatorError, match="no nim-value"):
        Game("^").nim_value()
    with pytest.raises(ProgramError, match="1 argument"):
        hot.mean(3)  # pyright: ignore[reportCallIssue]
    with pytest.raises(AttributeError, match="no function"):
        functions.nothing_of_the_kind


def test_every_name_of_cgsuite_is_of_a_function():
    from cg_calculator._functions import WORDS, table

    names = {row.name for row in table()}
    assert set(WORDS) <= names
    for row in table():
        assert callable(getattr(functions, row.name))
        if row.of_game and row.name.islower():
            assert hasattr(Game, row.name)


def test_thermographs():
    graph = Game("{3|1}").thermograph()
    assert (graph.mean, graph.temperature) == (2, 1)
    assert graph.left_wall == [(2, 1), (4, -1)] and graph.right_wall == [(2, 1), (0, -1)]
    assert graph._repr_svg_().startswith("<svg") and graph == Game("{3|1}").thermograph()
    assert Game("{3|1}").tree()._repr_svg_().startswith("<svg")


def test_pictures_of_games_are_asked_for():
    game = Game("{3|1}")
    assert game._repr_svg_() is None
    settings.pictures = True
    try:
        assert (game._repr_svg_() or "").startswith("<svg")
    finally:
        settings.pictures = False


def test_options_are_canonical():
    assert Game("{1,0|-1}").left == (1,)
    assert Game([star()], [star()]).left == ()
    assert nimber(3).options() == ((0, star(), nimber(2)), (0, star(), nimber(2)))
    with pytest.raises(CalculatorError, match="too many to list"):
        nimber(10**12).left


def test_limits_are_errors():
    settings.memory = settings.held[0] + 2_000_000
    with pytest.raises(MemoryLimitError, match="memory limit"):
        Game("len([k : k = 1..10000000])")
    with pytest.raises(MemoryError):
        functions.range(1, 10**9)


def test_explanations():
    assert "simplification rule of numbers" in explain("{0,\n1|2}")
    assert "No option is dominated" in explain(Game("{2||1|0}"))
    with pytest.raises(ProgramError):
        explain("{0")

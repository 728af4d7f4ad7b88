"""Boards, sums of them, and rules written in Python."""

import itertools
import pickle
from pathlib import Path

import cg_calculator as cg
import pytest
from cg_calculator import (
    Amazons,
    BadValueError,
    CalculatorError,
    Clobber,
    Domineering,
    Game,
    LoopyError,
    Move,
    NotationError,
    Outcome,
    Sum,
    nimber,
    rules,
    rulesets,
)


def test_every_ruleset_has_the_value_of_its_example():
    for ruleset in rulesets():
        position = ruleset(ruleset.example)
        assert position.value() == Game(ruleset.example_value), ruleset
        assert eval(repr(position), dict(vars(cg))) == position
        assert ruleset.title in (ruleset.__doc__ or "")
        assert position._repr_svg_().startswith("<svg")


ANSWERS = Path(__file__).parents[2] / "testdata" / "one_answer.tsv"


def test_the_answers_are_those_of_every_other_door():
    by_name = {ruleset.__name__: ruleset for ruleset in rulesets()}
    asked = 0
    for row in ANSWERS.read_text(encoding="utf-8").splitlines():
        kind, definition, text, normal, misere = row.split("\t")
        if kind == "definition":
            cg.run(definition)
            assert str(cg.run(f"? {text}")[0].value) == normal, row
            assert str(cg.run(f"outcome([{text}][0])")[0].value) == normal, row
        else:
            function, board = text.removesuffix('")').split('("', 1)
            position = by_name[function](board)
            for is_misere, wanted in [(False, normal), (True, misere)]:
                if wanted == "-":
                    continue
                assert str(position.outcome(misere=is_misere)) == wanted, row
                wins = {
                    "left": wanted in ("first player win", "left player win"),
                    "right": wanted in ("first player win", "right player win"),
                }
                total = Sum.of(position)
                for player, is_won in wins.items():
                    assert total.wins(player, misere=is_misere) == is_won, row
                    # Whoever cannot move wins in misère play, and has no winning move.
                    has_move = is_won and not (is_misere and not total.moves(player))
                    assert bool(total.winning_moves(player, misere=is_misere)) == has_move, row
        asked += 1
    assert asked >= 500, asked


def by_options(position, known):
    """The value, by the definition."""
    if position not in known:
        left = [by_options(option, known) for option in position.left]
        right = [by_options(option, known) for option in position.right]
        known[position] = Game(left, right)
    return known[position]


@pytest.mark.parametrize("ruleset", [Clobber, Domineering, cg.NoGo, cg.ToadsAndFrogs])
def test_values_against_the_definition(ruleset):
    known = {}
    for letters in itertools.product(ruleset_letters(ruleset), repeat=6):
        text = "".join(letters)
        if ruleset is not cg.ToadsAndFrogs:
            text = text[:3] + "|" + text[3:]
        try:
            position = ruleset(text)
        except NotationError:
            continue
        assert position.value() == by_options(position, known)


def ruleset_letters(ruleset):
    return {Clobber: ".xo", Domineering: ".#", cg.NoGo: ".xo", cg.ToadsAndFrogs: ".tf"}[ruleset]


def test_boards_are_given_in_many_ways():
    assert Clobber("xo|ox") == Clobber(["xo", "ox"]) == Clobber("xo", "ox")
    assert Domineering(2, 3) == Domineering("2x3") == Domineering("...|...")
    assert Domineering(4) == Domineering("....")
    assert cg.Wythoff(1, 2).value() == 0 == cg.Wythoff([1, 2]).value()
    assert Clobber("xo", variant="impartial").is_impartial
    assert repr(Sum.of(Clobber("xo")) - 1) == "<Sum: Clobber('XO') - Game('1')>"
    assert repr(-Sum.of(Clobber("xo"))) == "<Sum: -Clobber('XO')>"
    assert repr(nim(2) - nim(3)) == "<PythonSum: nim(2) - nim(3)>"
    for board in (Clobber("xo"), Clobber("xo", variant="twisted"), *Clobber("xo").left):
        assert pickle.loads(pickle.dumps(board)) == board
    assert hash(Clobber("xo")) == hash(Clobber("XO")) and Clobber("xo") != Clobber("ox")
    assert Clobber("xo") != Clobber("xo", variant="impartial")


def test_bad_boards_say_where():
    with pytest.raises(NotationError, match="sign 4"):
        Clobber("xo|?x")
    with pytest.raises(BadValueError, match="impartial, dicotic, twisted or xt"):
        Clobber("xo", variant="sideways")
    with pytest.raises(BadValueError, match="left"):
        Clobber("xo").moves("north")


def test_moves():
    assert Clobber("xo").moves() == [
        Move("left", "a1-b1", Clobber(".x")),
        Move("right", "b1-a1", Clobber("o.")),
    ]
    assert {move.player for move in cg.Cram(2, 2).moves()} == {"either"}
    assert Clobber("xo").left == (Clobber(".x"),)
    assert Clobber("..").moves() == []


def test_sums_are_solved_without_values():
    total = 20 * Clobber("xoxo") + Domineering(4, 4) - Game("{3|-1}")
    assert total.outcome() == total.value().outcome()
    assert Clobber("xo").outcome() is Outcome.NEXT
    assert (Clobber("xo") - Clobber("xo")).outcome() is Outcome.PREVIOUS
    assert (Amazons("x..o") + 1).value() == Amazons("x..o").value() + 1
    assert 1 - Clobber("xo") == Sum.of(Game(1)) - Clobber("xo")


def test_winning_moves_win():
    total = Clobber("xoxo|oxox") + Domineering(2, 3) - Game("^")
    for player in ("left", "right"):
        moves = total.moves(player)
        winning = total.winning_moves(player)
        assert bool(winning) == total.wins(player)
        for move in moves:
            value = move[2].value()
            loses = value >= 0 if player == "left" else value <= 0
            assert (move in winning) == loses
    assert [move.name for move in Clobber("xo").winning_moves("left")] == ["a1-b1"]


def misere_wins(position, player, other):
    """Who cannot move wins: by the definition."""
    options = getattr(position, player)
    return not options or any(not misere_wins(option, other, player) for option in options)


def test_misere_play():
    for ruleset, letters in [(Clobber, ".xo"), (Domineering, ".#")]:
        for text in map("".join, itertools.product(letters, repeat=5)):
            board = ruleset(text)
            left = misere_wins(board, "left", "right")
            right = misere_wins(board, "right", "left")
            assert board.outcome(misere=True) is Outcome.of(left, right)
    with pytest.raises(CalculatorError, match="values do not say"):
        (Clobber("xo") + 1).outcome(misere=True)
    # A sum of several rulesets: who makes the last of the two moves loses.
    assert (Clobber("xo") + cg.Cram(1, 2)).outcome(misere=True) is Outcome.NEXT


# Rules in Python.


@rules(impartial=True)
def nim(n):
    return range(n)


@rules
def clobber(strip):
    sides = []
    for own, other in ["xo", "ox"]:
        moves = []
        for at in range(1, len(strip)):
            for start, end in [(at - 1, at), (at, at - 1)]:
                if strip[start] + strip[end] == own + other:
                    after = list(strip)
                    after[start], after[end] = ".", own
                    moves.append("".join(after))
        sides.append(moves)
    return sides


def test_rules_agree_with_the_rulesets():
    for letters in itertools.product(".xo", repeat=6):
        strip = "".join(letters)
        assert clobber(strip).value() == Clobber(strip).value()
        assert clobber(strip).outcome() == Clobber(strip).outcome()
    for heaps in itertools.combinations_with_replacement(range(5), 3):
        total = Game() + nim(heaps[0]) + nim(heaps[1]) + nim(heaps[2])
        xor = heaps[0] ^ heaps[1] ^ heaps[2]
        assert total.value() == nimber(xor)
        wins = xor != 0 if max(heaps) > 1 else xor == 0
        assert total.outcome(misere=True) is Outcome.of(wins, wins)
    for letters in itertools.product(".xo", repeat=5):
        strip = "".join(letters)
        assert clobber(strip).outcome(misere=True) == Clobber(strip).outcome(misere=True)


def test_sums_with_rules_are_searched():
    for letters in itertools.product(".xo", repeat=4):
        strip = "".join(letters)
        for other in [Clobber("xxo"), cg.Domineering(2, 2), Clobber("xo") - cg.Domineering(1, 2)]:
            for misere in [False, True]:
                own = clobber(strip) + other
                assert own.outcome(misere=misere) == (Clobber(strip) + other).outcome(misere=misere)
                if not misere:
                    assert own.outcome() == own.value().outcome()
        assert (clobber(strip) - Game("{2|-1}")).outcome() == (clobber(strip).value() - Game("{2|-1}")).outcome()
    assert clobber("xoxoxoxoxo").outcome() is Outcome.NEXT
    moves = (clobber("xxo") + Clobber("xo")).winning_moves("left")
    assert moves and all(not after.wins("right") for _, _, after in moves)


def test_rules_are_searched_within_limits_and_errors_come_through():
    @rules
    def failing(n):
        return [n - 1] if n else [1 // n], []

    with pytest.raises(ZeroDivisionError):
        failing(3).outcome()

    @rules
    def loop(n):
        return [1 - n], [1 - n]

    with pytest.raises(LoopyError):
        loop(0).outcome()
    with pytest.raises(LoopyError):
        loop(0).outcome(misere=True)

    @rules
    def asking(n):
        return [n - 1] if n and asking(n - 1).outcome() else [], []

    with pytest.raises(CalculatorError, match="ask for the value"):
        asking(3).outcome(misere=True)
    assert nim(3).outcome() is Outcome.NEXT


def test_rules_do_not_recurse():
    @rules
    def walk(n):
        return ([n - 1], []) if n else ([], [])

    assert walk(20_000).value() == 20_000

    @rules(impartial=True)
    def steps(n):
        return [n - 1] if n else []

    assert steps(5_001).outcome(misere=True) is Outcome.PREVIOUS


def test_rules_of_several_parameters_and_with_sums():
    @rules
    def cutcake(rows, columns):
        left = [cutcake(rows, k) + cutcake(rows, columns - k) for k in range(1, columns)]
        right = [cutcake(k, columns) + cutcake(rows - k, columns) for k in range(1, rows)]
        return left, right

    assert [cutcake(1, n).value() for n in range(1, 6)] == [0, 1, 2, 3, 4]
    for rows, columns in itertools.product(range(1, 6), repeat=2):
        assert cutcake(rows, columns).value() == cg.Cutcake(rows, columns).value()

    @rules
    def with_values(n):
        return [Game("^"), nim(n) - nim(1)], [0] if n else []

    assert with_values(2).value() == Game([Game("^"), nimber(3)], [Game("{^,-*|}")])


def test_what_is_wrong_with_rules_is_said():
    @rules
    def loop(n):
        return [1 - n], []

    with pytest.raises(LoopyError, match=r"loop\(0\) comes back"):
        loop(0).value()

    @rules
    def lone(n):
        return 5

    with pytest.raises(TypeError, match="rules give a pair"):
        lone(3).value()

    @rules
    def failing(n):
        return [n // (n - 3)], []

    with pytest.raises(ZeroDivisionError):
        failing(3).value()
    assert nim(3).value() == nimber(3)

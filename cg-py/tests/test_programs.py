"""Programs of the language G, and what an editor asks."""

from fractions import Fraction

import pytest
from cg_calculator import (
    BadValueError,
    CalculatorError,
    Game,
    Outcome,
    ProgramError,
    _native,
    functions,
    help_on,
    run,
    stream,
)

KAYLES = """
impartial Kayles(n) {
  case 0: 0;
  default: { Kayles(a) + Kayles(n-t-a) : t = 1..2, if t <= n, a = 0..(n-t)/2 };
}
"""


def test_answers():
    answers = run('{1|-1} + 1; ? *; 1 < 2; [1, ^]; "ab"; ?? *')
    assert [answer.kind for answer in answers] == ["value", "outcome", *["value"] * 3, "moves"]
    assert answers[0].value == Game("{2|0}") and answers[0].text == "{2|0}"
    assert answers[0]._repr_latex_() == "$" + Game("{2|0}").text("latex") + "$"
    assert answers[1].value is Outcome.NEXT and answers[2].value is True
    assert answers[3].value == [1, Game("^")] and answers[4].value == "ab"
    assert answers[4].latex is None and answers[0].statement == "{1|-1} + 1"
    assert answers[0].seconds is not None and answers[0].seconds >= 0


def test_definitions_stay_and_can_be_called():
    run("Add(a, b) { default: a + b; }")
    assert run("Add(2, 3)")[0].value == 5
    assert functions.Add(2, Game("^")) == Game("2^")
    with pytest.raises(AttributeError):
        functions.Sub


def test_errors_have_their_place_and_the_rest_goes_on():
    with pytest.raises(ProgramError) as caught:
        run("1;\n2 + tinny(1);\n3", name="mine.g")
    error = caught.value
    assert (error.source, error.line) == ("mine.g", 2)
    assert error.answers and [answer.text for answer in error.answers] == ["1", "3"]
    assert error.code and "mine.g" in str(error)
    with pytest.raises(ProgramError, match="did you mean|temperature"):
        run("temprature(1)")


def test_a_listener_that_fails_ends_the_run():
    class Enough(Exception):
        pass

    heard = []

    def hear(answer):
        heard.append(answer.text)
        raise Enough

    with pytest.raises(Enough):
        stream("1; 2; 3", hear)
    assert heard == ["1"]
    assert run("4")[0].text == "4"


def test_places_are_characters():
    text = '"∗∗" + ↑ + thermo'
    start, found = _native.complete(text, len(text))
    assert text[start:] == "thermo" and ("thermograph(g)", "thermograph(") in found
    pieces = _native.pieces('"∗∗" + ↑ // up')
    assert pieces[0] == (0, 4, "text") and pieces[-1] == (9, 14, "comment")
    assert _native.complete("", 5)[0] == 0 and _native.complete("∗", 99)[0] in (0, 1)


def test_what_an_editor_asks():
    assert _native.is_unfinished("F(n) {") and not _native.is_unfinished("1 + 2")
    assert "temperature" in help_on("temperature")
    with pytest.raises(Exception, match="no help on"):
        help_on("temperatur")
    assert _native.usage("temperature") == "temperature(g)"
    assert _native.usage("no such word") is None


@pytest.mark.parametrize("text", ["", ";", "\0", "é" * 1000, "{" * 10_000, "((((", '"', ":nothing"])
def test_no_text_breaks_it(text):
    try:
        run(text)
    except ProgramError:
        pass
    assert run("1")[0].value == 1


def test_rational_numbers_are_fractions():
    answers = [answer.value for answer in run("1/3 + 1/3; 1/3 + 1/6; [1/3, 2]; 1/3 + 2/3")]
    assert answers == [Fraction(2, 3), Game("1/2"), [Fraction(1, 3), 2], 1]
    assert functions.max([Fraction(1, 3), Fraction(2, 5)]) == Fraction(2, 5)
    with pytest.raises(BadValueError, match="1/3 is not a short game"):
        functions.mean(Fraction(1, 3))


def test_families_are_dicts():
    found = functions.family([Game("^"), Game("*"), 2 * Game("^")])
    assert (found["group"], found["rank"], found["orders"]) == ("Z + Z2", 1, [2])
    assert [value["name"] for value in found["values"]] == ["*", "^", "^^"]
    assert found["rule"]["proved"] is True and found["rule"]["basis"] == ["^"]
    answer = run("family([^])")[0]
    assert answer.value["title"] == "^"
    with pytest.raises(CalculatorError, match="about games"):
        functions.family("a")

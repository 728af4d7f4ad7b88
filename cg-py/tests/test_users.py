"""What users of Python expect: examples in `help()`, names, arrays, data frames, progress."""

import doctest
import importlib.util
import inspect
import keyword
import pydoc
import re

import cg_calculator
import pytest
from cg_calculator import *
from cg_calculator import _examples, _functions, functions

NAMES = sorted(name for name in vars(functions) if not name.startswith("_"))


@pytest.mark.parametrize("name", NAMES)
def test_every_function_has_an_example(name):
    text = pydoc.plain(pydoc.render_doc(getattr(functions, name)))
    assert ">>> " in text or "cg> " in text


def test_the_examples_of_methods_are_what_happens():
    runner = doctest.DocTestRunner()
    for name, example in _examples.EXAMPLES.items():
        test = doctest.DocTestParser().get_doctest(example, {}, name, None, None)
        runner.run(test)
    assert runner.summarize().attempted > 100 and not runner.failures


def test_every_function_of_the_package_has_an_example():
    for name in cg_calculator.__all__:
        thing = getattr(cg_calculator, name)
        if inspect.isfunction(thing):
            assert ">>> " in (inspect.getdoc(thing) or ""), name
        if isinstance(thing, Ruleset):
            assert "Example: " in (inspect.getdoc(thing) or ""), name


def test_names_are_those_of_pep_8():
    for name in cg_calculator.__all__:
        thing = getattr(cg_calculator, name)
        if inspect.isclass(thing) and name != "progress" or isinstance(thing, Ruleset):
            assert re.fullmatch(r"([A-Z][a-z0-9]*)+|LoopyError|[A-Z]\w*", name), name
        elif callable(thing):
            assert re.fullmatch(r"[a-z]+(_[a-z]+)*", name), name
        assert not keyword.iskeyword(name)
    # Names of several words have their underscores, and each is there.
    for row in _functions.table():
        if row.of_game and row.name.islower():
            name = _functions.WORDS.get(row.name, row.name)
            assert hasattr(Game, name) and re.fullmatch(r"[a-z]+(_[a-z]+)*", name), name


def test_latex():
    assert Game("1/2").latex() == Game("1/2")._latex_() == Game("1/2").text("latex")
    assert "uparrow" in up().latex()
    assert LoopyGame("over").latex() == LoopyGame("over").text("latex")


def test_arrays_of_nim_values():
    numpy = pytest.importorskip("numpy")
    values = Octal(".77").values(1000)
    assert values.dtype == numpy.uint32 and values.shape == (1001,)
    assert values.tolist() == Octal(".77").nim_values(1000)


def test_boards_and_their_table():
    boards = Clobber.boards(2, 2)
    assert len({board.board for board in boards}) == len(boards) > 5
    assert len(Clobber.boards(2, 2, all=True)) == 81
    pandas = pytest.importorskip("pandas")
    table = Clobber.table(2, 2)
    assert isinstance(table, pandas.DataFrame) and len(table) == len(boards)
    for board, row in zip(boards, table.to_dict("records")):
        assert (row["board"], row["value"]) == (board.board, board.value())
        assert row["outcome"] == board.outcome() and row["mean"] == row["value"].mean()
    with pytest.raises(CalculatorError):
        Hackenbush.boards(2, 2)


def test_progress_is_shown_while_something_is_computed():
    shown = []
    settings.time = 2
    with pytest.raises(TimeLimitError), progress(shown.append):
        Amazons(6, 6).value()
    assert len(shown) >= 2 and shown[-1] == ""
    assert re.fullmatch(r"[\d,]+ games, [\d,]+ MB, \d+ s", shown[0])
    # Nothing is shown of what takes no time, nor where nobody looks.
    quick = []
    with progress(quick.append):
        star() + star()
    with progress():
        star() + star()
    assert quick == []


def test_progress_in_a_notebook():
    if importlib.util.find_spec("nbclient") is None or importlib.util.find_spec("ipykernel") is None:
        pytest.skip("nbclient or ipykernel is not installed")
    import nbclient
    import nbformat

    source = (
        "from cg_calculator import *\nsettings.time = 2\n"
        "try:\n    with progress():\n        Amazons(6, 6).value()\nexcept TimeLimitError:\n    print('stopped')"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    outputs = notebook.cells[0].outputs
    assert any(output.get("text") == "stopped\n" for output in outputs)
    lines = [output.data["text/plain"] for output in outputs if "data" in output]
    # The line was there, and has gone.
    assert lines == [""]

"""Students' files: right ones pass with full marks, each planted mistake is found, shown and named."""

import functools
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plywise.cli.main import app
from plywise.grading import Mark, StudentError, exercises
from plywise.grading.student import attempt, find_functions, load_student
from tests.grading.searches import grade_searches

STUDENTS = Path(__file__).parent / "students"


@functools.cache
def reports(name):
    return grade_searches(STUDENTS / f"{name}.py")


@pytest.mark.parametrize(
    ("name", "algorithm", "left_out"),
    [
        ("good_minimax", "minimax", False),
        ("good_alpha_beta", "alpha-beta", True),
        ("good_negamax", "minimax", True),
        ("good_expectiminimax", "expectiminimax", False),
    ],
)
def test_a_right_search_has_full_marks(name, algorithm, left_out):
    (report,) = reports(name)
    assert (report.algorithm, report.has_full_marks, report.left_out > 0) == (algorithm, True, left_out)
    assert (report.first_failure, report.diagnosis) == (None, None)


PLANTED = {
    "alpha_not_updated": ("alpha not updated", "figure 5.2", "c2", "visited, though it can't matter any more"),
    "wrong_viewpoint": ("wrong viewpoint", "one ply", "a1", "yours is -2, it should be 2"),
    "swapped": ("min and max swapped", "figure 5.2", "B", "yours is 12, it should be 3"),
    "cut_with_greater": ("cut with > for >=", "equal values", "c2", "visited, though it can't matter any more"),
    "depth_off_by_one": ("depth off by one", "estimates", "B", "yours is 3, it should be 1"),
    "terminal_ignored": ("terminal ignored", "figure 5.2", "b1", "yours is -inf, it should be 3"),
    "chance_averaged": ("outcomes taken for equally likely", "uneven odds", "B", "yours is 6, it should be 2"),
    "first_move_only": ("first move only", "figure 5.2", "b2", "not visited, though it matters"),
}
"""By file: the mistake, the exercise in which it first shows, the state there, and what is said of it."""


@pytest.mark.parametrize("name", PLANTED)
def test_each_planted_mistake_is_found_and_explained(name):
    (report,) = reports(name)
    mistake, title, state, what = PLANTED[name]
    assert report.diagnosis is not None
    assert (report.diagnosis.mistake.name, report.diagnosis.is_whole) == (mistake, True)
    first = report.first_failure
    assert first is not None
    assert first.place is not None
    assert first.exercise.title == title
    assert (first.exercise.game.state_name(first.place.state), first.place.what) == (state, what)


def run(*args):
    return CliRunner().invoke(app, ["grade", *map(str, args)])


def test_the_command_draws_the_first_place():
    shown = run(STUDENTS / "swapped.py")
    assert shown.exit_code == 1
    assert "✘  figure 5.2" in shown.output
    assert "6 not 3" in shown.output
    assert "├── a1 ▽ = 3 ◀  ✘ yours is 12, it should be 3" in shown.output
    assert "It looks like min and max swapped" in shown.output


def test_the_command_says_full_marks():
    shown = run(STUDENTS / "good_minimax.py")
    assert shown.exit_code == 0
    assert "✔ Full marks: all 31 exercises." in shown.output


def test_the_command_gives_data():
    shown = run(STUDENTS / "cut_with_greater.py", "--json", "--algorithm", "alpha-beta")
    data = json.loads(shown.output)["searches"][0]
    assert shown.exit_code == 1
    assert data["looks_like"]["mistake"] == "cut with > for >="
    assert (data["first_failure"]["state"], data["first_failure"]["line"]) == ("c2", "a2 c2")
    assert data["passed"] == sum(exercise["passed"] for exercise in data["exercises"])


ACCIDENTS = {
    "return minimax(game, state)": "RecursionError: it calls itself without end, at my_search.py:2.",
    "return 1 / 0": "ZeroDivisionError: division by zero, at my_search.py:2.",
    "raise SystemExit": "SystemExit, at my_search.py:2.",
    "return 'a1'": "No answer: it returned 'a1' instead of (value, action).",
    "return None": "No answer: it returned None instead of (value, action).",
    "return 3, 'z9'": "'z9' is not a legal action here: the best is a1.",
    "[[game.evaluate(n, 0) for n in (state, game.State(1))] for _ in range(10**6)]": (
        "No end: it visited more than 20,000 leaves, at my_search.py:2."
    ),
}


@pytest.mark.parametrize("body", ACCIDENTS)
def test_accidents_are_told_with_the_students_own_line(body, tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(f"def minimax(game, state):\n    {body}\n", encoding="utf-8")
    exercise = exercises("minimax")[0]
    mark = Mark("minimax", exercise, attempt(find_functions(load_student(file))["minimax"], exercise))
    assert not mark.is_passed
    assert mark.tell() == ACCIDENTS[body]


FATAL = {
    "while True: pass": "No end: it was stopped after 0.3 seconds, at my_search.py:2.",
    "import os; os._exit(0)": "No end: it ended its whole program.",
    "return [0] * (1 << 40)": "MemoryError, at my_search.py:2.",
}


@pytest.mark.parametrize("body", FATAL)
def test_nothing_that_a_student_does_harms_the_one_who_grades(body, tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(f"def minimax(game, state):\n    {body}\n", encoding="utf-8")
    (report,) = grade_searches(file, seconds=0.3)
    assert (report.passed, report.diagnosis) == (0, None)
    assert report.marks[0].tell() == FATAL[body]


def test_an_empty_choice_looks_like_a_terminal_ignored(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(
        "def minimax(game, state):\n"
        "    choose = max if game.to_move(state) == 0 else min\n"
        "    return choose((minimax(game, game.result(state, a))[0], a) for a in game.actions(state))\n",
        encoding="utf-8",
    )
    (report,) = grade_searches(file)
    assert report.diagnosis is not None
    assert report.diagnosis.mistake.name == "terminal ignored"
    assert "ValueError" in report.marks[0].tell()


def test_a_right_value_alone_is_enough_and_a_wrong_move_is_found(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(
        "def value(game, state):\n"
        "    if game.is_terminal(state):\n"
        "        return game.utility(state, 0)\n"
        "    choose = max if game.to_move(state) == 0 else min\n"
        "    return choose(value(game, game.result(state, a)) for a in game.actions(state))\n"
        "def minimax(game, state):\n"
        "    return value(game, state)\n"
        "def alpha_beta(game, state):\n"
        "    return value(game, state), list(game.actions(state))[-1]\n",
        encoding="utf-8",
    )
    plain, pruned = grade_searches(file)
    assert plain.has_full_marks
    assert pruned.marks[1].tell() == "The best action is a2, worth 5; yours, a3 is worth 3."
    assert pruned.marks[1].place is not None
    assert pruned.marks[1].place.what == "chosen, though it is worth 3"
    assert pruned.diagnosis is not None
    assert pruned.diagnosis.mistake.name == "nothing is cut off"


OWN_NUMBERS = """
class V(float):
    def __repr__(self):
        return "V"

def value(game, state):
    if game.is_terminal(state):
        return V(game.utility(state, 0))
    choose = max if game.to_move(state) == 0 else min
    return choose(value(game, game.result(state, a)) for a in game.actions(state))

def minimax(game, state):
    return V(value(game, state))
"""


@pytest.mark.parametrize("kind", ["float", "int", "Fraction"])
def test_numbers_of_the_students_own_class_are_numbers(tmp_path, kind):
    """The class is unknown to the process that grades."""
    file = tmp_path / "my_search.py"
    text = OWN_NUMBERS.replace("V(float)", f"V({kind})")
    file.write_text(f"from fractions import Fraction\n{text}", encoding="utf-8")
    (report,) = grade_searches(file)
    assert {type(mark.work.value) for mark in report.marks} <= {int, float}
    assert {type(value) for mark in report.marks for _, value in mark.work.values} <= {int, float}
    assert report.marks[0].is_passed
    assert report.has_full_marks == (kind != "int")  # whole numbers alone can't tell a draw worth 1/2


def test_states_of_the_students_own_class_are_refused(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(
        "def minimax(game, state):\n"
        "    class Own(type(state)):\n"
        "        pass\n"
        "    globals()['Own'], Own.__qualname__ = Own, 'Own'\n"
        "    return game.evaluate(Own(state.node), 0), None\n",
        encoding="utf-8",
    )
    (report,) = grade_searches(file)
    assert "is no state of" in report.marks[0].tell()
    assert report.marks[0].tell().endswith("ask about those that game.result gives, at my_search.py:5.")


SIGNATURES = {
    "def alpha_beta(game, state, depth, alpha, beta, maximizing_player)": (
        "alpha_beta requires maximizing_player, which this call doesn't pass: give it a default, "
        r"or wrap the function: def alpha_beta\(game, state, depth\): ..."
    ),
    "def minimax(game, state, is_max, *, ply)": "minimax requires is_max, ply, .* give them defaults, or wrap",
    "def minimax(state)": r"minimax can't be called as minimax\(game, state\): change its parameters, or wrap",
    "def minimax(game, state, depth, /)": "can't be called as minimax",
    "def minimax()": "can't be called as minimax",
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_function_that_nobody_can_call_is_refused(tmp_path, signature):
    file = tmp_path / "my_search.py"
    file.write_text(f"{signature}:\n    return 0, None\n", encoding="utf-8")
    with pytest.raises(StudentError, match=SIGNATURES[signature]):
        grade_searches(file)


WRONG_CALLS = ["return game.actions(state, 0)", "return [][0]", "return minimax(game)", "return max([])"]


@pytest.mark.parametrize("body", WRONG_CALLS)
def test_an_accident_before_any_end_is_no_ignored_terminal(tmp_path, body):
    file = tmp_path / "my_search.py"
    file.write_text(f"def minimax(game, state):\n    {body}\n", encoding="utf-8")
    (report,) = grade_searches(file)
    assert (report.passed, report.diagnosis) == (0, None)


PLAIN = (STUDENTS / "good_minimax.py").read_text(encoding="utf-8")
CALLABLES = {
    "cache": "import functools\nminimax = functools.cache(minimax)\n",
    "lru_cache": "import functools\nminimax = functools.lru_cache(maxsize=None)(minimax)\n",
    "partial": "import functools\nminimax = functools.partial(minimax)\n",
    "object": (
        "class Search:\n    search = staticmethod(minimax)\n"
        "    def __call__(self, game, state, depth):\n        return self.search(game, state, depth)\n"
        "minimax = Search()\n"
    ),
    "method": (
        "class Search:\n    def __init__(self, search):\n        self.search = search\n"
        "    def find(self, game, state, depth):\n        return self.search(game, state, depth)\n"
        "minimax = Search(minimax).find\n"
    ),
}


@pytest.mark.parametrize("kind", CALLABLES)
def test_whatever_can_be_called_is_a_search(tmp_path, kind):
    file = tmp_path / "my_search.py"
    file.write_text(f"{PLAIN}\n\n{CALLABLES[kind]}", encoding="utf-8")
    function = find_functions(load_student(file))["minimax"]
    for exercise in exercises("minimax")[:12]:
        work = attempt(function, exercise)
        assert Mark("minimax", exercise, work).is_passed
        assert work.came_to_end


def test_a_class_or_a_number_is_no_search(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text("class minimax:\n    pass\nalpha_beta = 3\n", encoding="utf-8")
    assert find_functions(load_student(file)) == {}


def test_what_rounding_leaves_of_nothing_is_nothing(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text("def minimax(game, state):\n    return 7.40149e-17, None\n", encoding="utf-8")
    shown = run(file)
    assert "e-17" not in shown.output
    assert "0 not 3" in shown.output
    assert "yours is 0." in shown.output


def test_files_that_hold_no_search(tmp_path):
    file = tmp_path / "my_search.py"
    for text, sentence in {
        "def minimax(game, state)\n": "my_search.py:1: expected ':': fix this.",
        "\nimport no_such_module\n": "my_search.py:2: ModuleNotFoundError",
        "raise SystemExit\n": "my_search.py:1: SystemExit",
    }.items():
        file.write_text(text, encoding="utf-8")
        with pytest.raises(StudentError, match=sentence):
            load_student(file)
    file.write_bytes(b"x = 1\0\n")
    with pytest.raises(StudentError, match=r"^my_search\.py: source code string cannot contain null bytes: fix this"):
        load_student(file)
    (tmp_path / "my_helper.py").write_text("\n\ndef f(\n", encoding="utf-8")
    file.write_text("import my_helper\n", encoding="utf-8")
    with pytest.raises(StudentError, match=r"^my_helper\.py:3: '\(' was never closed: fix this"):
        load_student(file)
    with pytest.raises(StudentError, match="There is no file"):
        grade_searches(tmp_path / "none.py")
    file.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(StudentError, match="defines nothing to grade: write a function minimax"):
        grade_searches(file)
    file.write_text("import os\nos._exit(1)\n", encoding="utf-8")
    with pytest.raises(StudentError, match="ended its whole program while it was imported"):
        grade_searches(file)


def test_a_function_may_insist_on_depth_alpha_and_beta(tmp_path):
    text = (STUDENTS / "cut_with_greater.py").read_text(encoding="utf-8")
    signature = "depth=math.inf, alpha=-math.inf, beta=math.inf"
    assert signature in text
    text = text.replace(signature, "max_depth, alpha, beta").replace("depth == 0", "max_depth == 0")
    text = text.replace("depth - 1", "max_depth - 1").replace("best > beta", "best >= beta")
    file = tmp_path / "my_search.py"
    file.write_text(text.replace("best < alpha", "best <= alpha"), encoding="utf-8")
    (report,) = grade_searches(file)
    assert (report.has_full_marks, report.left_out) == (True, 0)

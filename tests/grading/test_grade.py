"""Students' files: right ones pass with full marks, each planted mistake is found, shown and named."""

import functools
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plywise.cli.main import app
from plywise.grading import Mark, StudentError, exercises, grade
from plywise.grading.student import attempt, find_functions, load_student

STUDENTS = Path(__file__).parent / "students"


@functools.cache
def reports(name):
    return grade(STUDENTS / f"{name}.py")


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
    "chance_averaged": ("chance averaged wrongly", "uneven odds", "B", "yours is 6, it should be 2"),
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
    assert "✔ Full marks: all 29 exercises." in shown.output


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
    (report,) = grade(file, seconds=0.3)
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
    (report,) = grade(file)
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
    plain, pruned = grade(file)
    assert plain.has_full_marks
    assert pruned.marks[1].tell() == "The best action is a2, worth 5; yours, a3 is worth 3."
    assert pruned.marks[1].place is not None
    assert pruned.marks[1].place.what == "chosen, though it is worth 3"
    assert pruned.diagnosis is not None
    assert pruned.diagnosis.mistake.name == "nothing is cut off"


def test_files_that_hold_no_search(tmp_path):
    file = tmp_path / "my_search.py"
    for text, sentence in {
        "def minimax(game, state)\n": "my_search.py:1: expected ':': mend this.",
        "\nimport no_such_module\n": "my_search.py:2: ModuleNotFoundError",
        "raise SystemExit\n": "my_search.py:1: SystemExit",
    }.items():
        file.write_text(text, encoding="utf-8")
        with pytest.raises(StudentError, match=sentence):
            load_student(file)
    with pytest.raises(StudentError, match="There is no file"):
        grade(tmp_path / "none.py")
    file.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(StudentError, match="defines no search to grade: write a function minimax"):
        grade(file)
    file.write_text("import os\nos._exit(1)\n", encoding="utf-8")
    with pytest.raises(StudentError, match="ended its whole program while it was imported"):
        grade(file)


def test_a_function_may_insist_on_depth_alpha_and_beta(tmp_path):
    text = (STUDENTS / "cut_with_greater.py").read_text(encoding="utf-8")
    signature = "depth=math.inf, alpha=-math.inf, beta=math.inf"
    assert signature in text
    text = text.replace(signature, "max_depth, alpha, beta").replace("depth == 0", "max_depth == 0")
    text = text.replace("depth - 1", "max_depth - 1").replace("best > beta", "best >= beta")
    file = tmp_path / "my_search.py"
    file.write_text(text.replace("best < alpha", "best <= alpha"), encoding="utf-8")
    (report,) = grade(file)
    assert (report.has_full_marks, report.left_out) == (True, 0)

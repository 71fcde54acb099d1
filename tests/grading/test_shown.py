"""A student's recursion beside the reference: retold step by step, different where it should be and nowhere else."""

import json
import re

import pytest
from typer.testing import CliRunner

from plywise.cli.main import app
from plywise.grading import exercises
from plywise.grading.shown import put_beside, put_mark_beside, to_page
from plywise.grading.shown.beside import _Known, in_one_unit
from plywise.grading.student import attempt, find_functions, load_student
from tests.grading.planted import ALPHA_BETA, MINIMAX, NEGAMAX, PLANTED
from tests.grading.styles import STYLES
from tests.grading.test_planted import graded_here

FIRST = {
    "cut with v >= alpha": ("B", "b2 is left out, though it matters"),
    "a shared window": ("A", "a2 is left out, though it matters"),
    "a ply too far": ("b1", "the reference stops before this state"),
    "a ply too short": ("A", "yours ends the search here, the reference goes on"),
    "an action for a value": ("B", "yours is 0, it should be 3"),
    "alpha stays": ("c2", "the reference leaves this state out, because it can't matter any more"),
    "the wrong bound returned": ("C", "yours is +∞, it should be 2 or less"),
    "a leaf to the one to move": ("a1", "yours is −2, it should be 2"),
}
"""By what is wrong: the state at which the student's search first differs, and how."""


@pytest.mark.parametrize("wrong", FIRST)
def test_the_first_difference_is_at_the_right_state(wrong, tmp_path):
    mark = graded_here(tmp_path, PLANTED[wrong][0]).first_failure
    assert mark is not None
    beside = put_mark_beside(mark)
    step = beside.yours.steps[beside.after - 1]
    assert (mark.exercise.game.state_name(beside.yours.nodes[step.node].state), beside.what) == FIRST[wrong]
    assert step.text.endswith(f"✘ {beside.what}.")
    assert beside.reference.steps[: beside.reference_after]


@pytest.mark.parametrize("style", ["fail-hard", "generators", "classes", "numpy", "negamax", "alpha-beta"])
def test_right_searches_differ_nowhere(style, tmp_path):
    text = {**STYLES, "negamax": NEGAMAX, "alpha-beta": ALPHA_BETA}[style]
    for mark in graded_here(tmp_path, text).marks:
        beside = put_mark_beside(mark)
        assert (beside.what, beside.answer) == ("", "")
        if style == "negamax" and mark.exercise.game.utility_sum:
            continue  # -value is nobody's there, on the way up
        assert _Known(beside.reference).first_difference(beside.yours)[2] == "", mark.exercise.title


def test_what_is_shown_of_a_call(tmp_path):
    mark = graded_here(tmp_path, ALPHA_BETA).marks[0]
    texts = [step.text for step in put_mark_beside(mark).yours.steps]
    assert texts[1] == "B: MIN moves. Yours is called with alpha = −∞, beta = +∞."
    assert texts[2] == "b1: yours returns 3."
    assert "C: MIN moves. Yours is called with alpha = 3, beta = +∞." in texts
    assert texts[-1] == "A is done: yours returns 3."


def test_values_to_the_player_to_move_are_turned_around(tmp_path):
    mark = graded_here(tmp_path, NEGAMAX).marks[0]
    beside = put_mark_beside(mark)
    assert "as in negamax" in beside.yours.note
    assert "B is done: yours returns 3." in [step.text for step in beside.yours.steps]


def test_estimates_of_a_game_are_compared_as_they_are(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(MINIMAX, encoding="utf-8")
    exercise = exercises("minimax")[-3]
    assert not in_one_unit(exercise.game).evaluates_in_own_unit
    beside = put_beside("minimax", exercise, attempt(find_functions(load_student(file))["minimax"], exercise))
    assert beside.what == ""


def test_the_page_draws_it_and_holds_no_script(tmp_path):
    page = to_page("<my file>", [graded_here(tmp_path, PLANTED["a shared window"][0])])
    assert "<h1>&lt;my file&gt;</h1>" in page
    assert "It looks like <strong>shared window</strong>" in page
    assert len(re.findall('<img src="data:image/svg', page)) == 1
    assert "<script" not in page


def run(*args):
    return CliRunner().invoke(app, [str(each) for each in args])


def test_the_command_steps_through_a_students_own_search(tmp_path):
    file, html = tmp_path / "my_search.py", tmp_path / "page.html"
    file.write_text(PLANTED["cut with >"][0], encoding="utf-8")
    shown = run("explain", "--algorithm", f"{file}:alpha_beta", "cicirello-cutoff", "--html", html)
    assert shown.exit_code in (0, 1), shown.output
    assert "the reference" in shown.output
    data = json.loads(re.search(r'id="plywise-explanation">(.*?)</script>', html.read_text("utf-8")).group(1))  # type: ignore[union-attr]
    assert [pane["name"] for pane in data["panes"]] == ["alpha-beta", "yours"]


REFUSED = {
    "my_search.py": "Say which function",
    "my_search.py:best": "best is not named after an algorithm: call the function one of minimax",
    "my_search.py:minimax": "defines no minimax: write def minimax(game, state).",
    "none.py:minimax": "There is no file",
}


@pytest.mark.parametrize("algorithm", REFUSED)
def test_what_can_not_be_shown_is_refused_with_a_sentence(algorithm, tmp_path):
    (tmp_path / "my_search.py").write_text(ALPHA_BETA, encoding="utf-8")
    shown = run("explain", "--algorithm", tmp_path / algorithm, "figure-5.2")
    assert REFUSED[algorithm] in str(shown.exception)


def test_grade_writes_the_page(tmp_path):
    file, html = tmp_path / "my_search.py", tmp_path / "page.html"
    file.write_text(PLANTED["min for max"][0], encoding="utf-8")
    assert run("grade", file, "--html", html).exit_code == 1
    assert "min and max swapped" in html.read_text("utf-8")

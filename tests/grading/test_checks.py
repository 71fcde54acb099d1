"""What is graded by checks: right work has full marks, and each planted mistake is named."""

from functools import partial
from pathlib import Path

import pytest

import plywise.search.textbook
from plywise.grading import SUBJECTS, CheckReport, StudentError, grade
from plywise.grading.checks.simulation_variants import MISTAKES as SIMULATION_MISTAKES
from plywise.grading.checks.vector_variants import MISTAKES as VECTOR_MISTAKES
from plywise.grading.isolated import find_subjects
from plywise.grading.shown import grow_checked, to_page
from plywise.grading.student import answer_task, load_student
from tests.grading.checked import (
    BY_TURNS,
    EVALUATION,
    MAX_N,
    MCTS,
    MIXED,
    OWN_GAME,
    WRONG_EVALUATION,
    WRONG_GAMES,
    WRONG_MAX_N,
    WRONG_MCTS,
)

TEXTBOOK = Path(plywise.search.textbook.__file__).parent
RIGHT = {"max-n": MAX_N, "monte-carlo-tree-search": MCTS, "evaluation": EVALUATION, "game": OWN_GAME}
PLANTED = {
    **{("max-n", name): MAX_N.replace(*change) for name, change in WRONG_MAX_N.items()},
    ("max-n", "shares of different actions mixed"): MIXED,
    ("max-n", "turns taken for granted"): BY_TURNS,
    **{("monte-carlo-tree-search", name): MCTS.replace(*change) for name, change in WRONG_MCTS.items()},
    **{("evaluation", name): EVALUATION.replace(*change) for name, change in WRONG_EVALUATION.items()},
    **{("game", name): OWN_GAME.replace(*change) for name, change in WRONG_GAMES.items()},
}


def checked_here(folder, text):
    """Grade a file in this process, as a child would."""
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    ((name, (found, reference)),) = find_subjects(load_student(file), None, None, False).items()
    subject = SUBJECTS[name]
    tasks = subject.tasks(reference)
    answers = [answer_task(partial(subject.attempt, found, task), file, subject.is_search) for task in tasks]
    return subject.mark(answers, reference)


@pytest.mark.parametrize("subject", RIGHT)
def test_right_work_has_full_marks(subject, tmp_path):
    report = checked_here(tmp_path, RIGHT[subject])
    assert report.subject == subject
    assert report.has_full_marks, [check.what for check in report.checks if not check.is_passed]
    assert report.mistake is None


@pytest.mark.parametrize(("subject", "mistake"), PLANTED)
def test_a_planted_mistake_is_named(subject, mistake, tmp_path):
    text = PLANTED[subject, mistake]
    assert text != RIGHT[subject]
    report = checked_here(tmp_path, text)
    assert not report.has_full_marks
    assert report.mistake is not None
    assert report.mistake.name == mistake
    first = report.first_failure
    assert first is not None
    assert first.what.endswith(".")
    if subject in ("max-n", "monte-carlo-tree-search"):
        assert first.tree is not None
        assert grow_checked(first.tree).children
        assert first.tree.faulty is not None
    assert mistake.replace("'", "&#x27;") in to_page("mine.py", [report])


def test_every_mistake_of_several_players_is_planted():
    assert {mistake.name for mistake, _ in VECTOR_MISTAKES} == {name for kind, name in PLANTED if kind == "max-n"}


def test_mistakes_of_simulations_have_names_of_their_own():
    names = [mistake.name for mistake, _ in SIMULATION_MISTAKES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", ["max_n", "monte_carlo_tree_search"])
def test_the_textbooks_files_have_full_marks(name, tmp_path):
    assert checked_here(tmp_path, (TEXTBOOK / f"{name}.py").read_text(encoding="utf-8")).has_full_marks


def test_a_file_with_several_things_in_a_process_of_its_own(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MAX_N + MCTS + "\ndef evaluate(state): return 0\n", encoding="utf-8")
    reports = grade(file)
    assert [report.subject for report in reports if isinstance(report, CheckReport)] == [
        "max-n",
        "monte-carlo-tree-search",
    ]
    assert all(report.has_full_marks for report in reports)


def test_where_a_game_first_differs_is_said(tmp_path):
    report = checked_here(tmp_path, PLANTED["game", "an end is not seen"])
    assert report.first_failure.title == "after 5 plies"
    assert "First after" in report.first_failure.what
    assert "player 0 has won" in report.first_failure.what


REFUSED = {
    "def mcts(game, state): return 0": "takes no number of simulations",
    "def mcts(game, state, seconds): return 0": "takes no number of simulations",
    "def mcts(game, state, n, knob): return 0": "requires knob",
    "GAME = 'no such game'\ndef evaluate(game, state, player): return 0": "GAME is the name of an installed game",
    "GAME = 'three-kings'\ndef evaluate(game, state, player): return 0": "GAME is a game of two players|installed game",
    "def evaluate(a, b, c, d): return 0": "evaluate can't be called",
    "def max_n(game, state, player): return 0": "max_n requires player",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_can_not_be_asked_is_refused_in_one_sentence(text, tmp_path):
    with pytest.raises(StudentError, match=REFUSED[text]):
        checked_here(tmp_path, text)


WEIRD = {
    "def mcts(game, state, n): return 'left'": "'left', which is not an action here",
    "def mcts(game, state, n): return 1 / 0": "ZeroDivisionError: division by zero, at mine.py:1",
    "def max_n(game, state): return 3": "no vector of 3 numbers",
    "def evaluate(game, state, player): return None": "no finite number",
    "def evaluate(game, state, player): return float('nan')": "no finite number",
    "from plywise import Game\nclass Mine(Game): pass": "",
}


@pytest.mark.parametrize("text", WEIRD)
def test_whatever_comes_is_told(text, tmp_path):
    report = checked_here(tmp_path, text)
    assert not report.has_full_marks
    assert WEIRD[text] in report.first_failure.what


def test_importing_ours_is_refused(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def max_n(game, state):\n    from plywise.search import max_n\n    return max_n(game, state)\n")
    with pytest.raises(StudentError, match="would answer in your place"):
        grade(file)

"""Twenty mistakes and more are planted: each is named and found in the right state; right ones have full marks."""

import pytest

from plywise.games.tree import Tree
from plywise.grading import ALGORITHMS, exercises
from plywise.grading.calling import takes_depth
from plywise.grading.mistakes import mistakes_of, settled_by_source
from plywise.grading.report import report_works
from plywise.grading.shown import put_mark_beside
from plywise.grading.student import attempt, find_functions, load_student
from tests.grading.planted import LEFT_OVER, NEGAMAX, PLANTED
from tests.grading.searches import grade_searches
from tests.grading.styles import STYLES


def graded_here(folder, text):
    """Grade a file in this process, as a child would."""
    file = folder / "my_search.py"
    file.write_text(text, encoding="utf-8")
    ((name, function),) = find_functions(load_student(file)).items()
    asked = {number: each for number, each in enumerate(exercises(name)) if each.depth is None or takes_depth(function)}
    works = {(name, number): attempt(function, each) for number, each in asked.items()}
    return report_works(name, takes_depth(function), works)


def test_at_least_twenty_mistakes_are_known_and_planted():
    known = {mistake.name for algorithm in ALGORITHMS for mistake in mistakes_of(algorithm)}
    planted = {name for _, name, *_ in PLANTED.values()}
    assert len(planted) >= 30
    assert known <= planted


@pytest.mark.parametrize("wrong", PLANTED)
def test_a_planted_mistake_is_named_at_the_right_state(wrong, tmp_path):
    text, name, title, state, what = PLANTED[wrong]
    report = graded_here(tmp_path, text)
    found, first = settled_by_source(report.diagnosis, text), report.first_failure
    assert found is not None
    assert found.mistake.name == name
    assert found.alike >= 0.7 * found.failed
    assert first is not None
    assert first.place is not None
    assert (first.exercise.title, first.exercise.game.state_name(first.place.state)) == (title, state)
    assert first.place.what == what
    beside = put_mark_beside(first)
    assert beside.what or beside.answer == first.tell()
    assert beside.to_svg("drawn").count("<svg") == 1


def test_what_is_left_over_from_the_last_search_is_seen(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(LEFT_OVER, encoding="utf-8")
    (report,) = grade_searches(file)
    assert report.diagnosis is not None
    assert report.diagnosis.mistake.name == "left over from the last search"


@pytest.mark.parametrize("style", [*STYLES, "negamax by the leaf's player"])
def test_a_right_search_has_full_marks_whatever_its_style(style, tmp_path):
    report = graded_here(tmp_path, {**STYLES, "negamax by the leaf's player": NEGAMAX}[style])
    assert report.has_full_marks, [mark.tell() for mark in report.marks if not mark.is_passed]
    assert report.left_out == 0


def test_at_a_leaf_it_is_the_turn_of_whoever_did_not_move():
    for algorithm in ("minimax", "expectiminimax"):
        for game in (each.game for each in exercises(algorithm) if isinstance(each.game, Tree)):
            waiting = [(game.initial(), -1)]
            while waiting:
                state, mover = waiting.pop()
                if game.is_terminal(state):
                    assert mover == -1 or game.to_move(state) == 1 - mover
                else:
                    mover = mover if game.to_move(state) == -1 else game.to_move(state)
                    waiting += [(game.result(state, action), mover) for action in game.actions(state)]

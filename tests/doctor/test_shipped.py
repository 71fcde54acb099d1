"""Games that ship get no complaint, and the estimates agree with what is known of them."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from plywise.doctor import Report, check_rules
from plywise.doctor.case import Case
from plywise.doctor.checks.criteria import (
    check_evaluation_correlation,
    check_evaluation_cost,
    check_evaluation_order,
)
from plywise.doctor.watch import Watch
from plywise.games import catalog
from plywise.games.catalog import list_games, load_game
from tests.doctor.planted import Circle, Dice, JumpedOver, Race, Sound

PAGES = Path(__file__).parents[2] / "docs" / "games"
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))
SHIPPED = [
    "tic-tac-toe",
    "mnk:m=5,n=4,k=4",
    "mnk:m=3,n=3,k=3,players=3",
    "nim",
    "nim:misere=false",
    "ii-nim",
    "nim:piles=2-2,misere=false",
    "connect-four:width=4,height=4",
    "connect-four",
    "kalah",
    "kalah:pits=3,seeds=2,empty_capture=false",
    "othello",
    "othello:size=4,empties=winner",
    "dice-race",
    "pig:goal=10",
    "three-kings",
    "domineering:width=4,height=4",
    "clobber:width=3,height=3",
    "konane:width=4,height=4",
    "amazons:size=4",
    "ataxx:size=4",
    "oware:houses=3,seeds=3",
    "quoridor:size=3,walls=1",
    "abalone:size=3,goal=2",
    "chinese-checkers:size=1,moves=100",
    *(file.stem for file in sorted(catalog.TREES.glob("*.json"))),
    *map(str, EXAMPLES),
]


EXPLAINED = {
    "breakthrough": {"evaluation-order"},
    "clobber": {"evaluation-correlation"},
    "connect-four": {"evaluation-order"},
    "kalah": {"evaluation-order"},
    "konane": {"evaluation-correlation"},
    "three-mens-morris": {"evaluation-order"},
}
"""Evaluations that fall short of what the book asks, of games as they ship; the page of each game says why."""
SMALL = {"connect-four": {"evaluation-correlation"}, "ataxx": {"evaluation-correlation"}}
"""What boards of 4x4 add."""


def explained(spec: str) -> set[str]:
    name, _, parameters = spec.partition(":")
    return EXPLAINED.get(name, set()) | (SMALL.get(name, set()) if parameters else set())


@pytest.mark.parametrize("spec", SHIPPED)
def test_no_complaint(spec):
    report = check_rules(load_game(spec))
    complaints = [finding for finding in report.findings if finding.level != "note"]
    assert [finding for finding in complaints if finding.level != "warning"] == []
    assert {finding.check for finding in complaints} <= explained(spec)
    assert report.skipped == ()
    assert report.estimates


def test_what_connect_four_is_warned_of():
    warned = [found for found in check_rules(load_game("connect-four")).findings if found.level == "warning"]
    assert [found.check for found in warned] == ["evaluation-order"]
    assert "below 90%" in warned[0].what


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_page_of_a_game_explains_its_warning(name):
    page = (PAGES / f"{name.replace('three-mens-', '')}.md").read_text("utf-8")
    for check in EXPLAINED[name]:
        assert f"`{check}`" in page


@pytest.mark.slow
@pytest.mark.parametrize("name", list_games())
def test_every_evaluation_holds_or_is_explained(name):
    """Plays 200 random games of every game that ships: pytest tests/doctor/test_shipped.py -m slow"""
    game = load_game(name)
    case = Case(game, 0, Watch(game))
    checks = (check_evaluation_order, check_evaluation_correlation, check_evaluation_cost)
    found = {finding.check for check in checks for finding in check(case)}
    assert found <= EXPLAINED.get(name, set())


@pytest.mark.parametrize(
    ("spec", "states", "canonical"),
    [("tic-tac-toe", 5478, 765), ("ii-nim", 14, 9), ("figure-5.2", 13, None)],
)
def test_states_are_counted(spec, states, canonical):
    estimates = check_rules(load_game(spec)).estimates
    assert estimates
    assert estimates.states_complete
    assert (estimates.states, estimates.canonical_states) == (states, canonical)


def test_size_and_course_of_tic_tac_toe():
    estimates = check_rules(load_game("tic-tac-toe")).estimates
    assert estimates
    assert estimates.games == 200
    assert estimates.max_actions == 9
    assert (estimates.length_min, estimates.length_max) == (5, 9)
    assert estimates.tree_size_log10 == pytest.approx(math.log10(549_946), abs=0.05)
    assert sum(estimates.wins) + estimates.draws == pytest.approx(1)
    assert estimates.wins[0] > estimates.wins[1] > estimates.draws
    assert estimates.evaluation_order == 1
    assert estimates.evaluation_correlation
    assert estimates.evaluation_correlation > 0.1
    assert estimates.evaluation_cost


def test_large_games_are_sampled():
    estimates = check_rules(load_game("connect-four")).estimates
    assert estimates
    assert not estimates.states_complete
    assert estimates.states >= 20_000
    assert estimates.canonical_states is None
    assert estimates.tree_size_log10
    assert 20 < estimates.tree_size_log10 < 40


def test_the_size_of_a_uniform_tree_is_exact():
    estimates = check_rules(Race()).estimates
    assert estimates
    assert estimates.tree_size_log10 == pytest.approx(math.log10((3**9 - 1) / 2))


@pytest.mark.parametrize("repetition", [None, "draw", "illegal"])
def test_declared_cycles_are_no_complaint(repetition):
    class Declared(Circle):
        cyclic = True

        def canonical(self, state):
            return state

    Declared.repetition = repetition
    report = check_rules(Declared())
    assert report.findings == ()
    assert report.estimates
    assert report.estimates.length_mean


@pytest.mark.parametrize("repetition", ["draw", "illegal"])
def test_a_circle_that_repetition_ends_is_no_complaint(repetition):
    class Ended(JumpedOver):
        pass

    Ended.repetition = repetition
    report = check_rules(Ended())
    assert report.findings == ()
    assert report.estimates
    assert report.estimates.finished == report.estimates.games


@pytest.mark.parametrize("game", [Sound, Circle, Dice])
def test_a_seed_repeats_the_report(game):
    one, two = (check_rules(game(), seed=7) for _ in range(2))
    assert one.findings == two.findings
    if one.estimates and two.estimates:
        assert replace(one.estimates, evaluation_cost=None) == replace(two.estimates, evaluation_cost=None)


def test_a_report_travels_as_json():
    for game in (Sound(), Circle(), load_game("tic-tac-toe")):
        report = check_rules(game)
        assert Report.from_data(json.loads(json.dumps(report.to_data()))) == report

"""What `plywise check` prints of its estimates."""

import re
from dataclasses import replace

import pytest
from rich.console import Console

from plywise.cli.commands.rules.check import draw_report
from plywise.doctor import Report, check_rules
from plywise.games.catalog import load_game
from tests.doctor.planted import Dice, JumpedOver, Sound


def printed(report: Report) -> str:
    console = Console(width=200)
    with console.capture() as caught:
        console.print(draw_report(report))
    return caught.get()


def test_outcomes_of_chance_are_not_counted_as_actions():
    report = check_rules(Dice())
    assert report.estimates
    assert report.estimates.outcomes_mean == 2
    assert report.estimates.branching_mean <= report.estimates.max_actions
    text = printed(report)
    assert re.search(r"branching +\d\.\d actions on average, \d at most", text)
    assert re.search(r"chance +2\.0 outcomes on average", text)
    pig = check_rules(load_game("pig:goal=10")).estimates
    assert pig
    assert 1 < pig.branching_mean <= pig.max_actions == 2
    assert pig.outcomes_mean == 6
    assert "chance" not in printed(check_rules(Sound()))


@pytest.mark.parametrize(
    ("wins", "draws"),
    [((1 / 3, 1 / 3, 1 / 3), 0.0), ((0.265, 0.425, 0.31), 0.0), ((0.125, 0.125, 0.125), 0.625), ((0.0, 1.0), 0.0)],
)
def test_percentages_add_up_to_a_hundred(wins, draws):
    report = check_rules(Sound())
    assert report.estimates
    told = printed(replace(report, estimates=replace(report.estimates, wins=wins, draws=draws)))
    line = next(line for line in told.splitlines() if "random games" in line)
    assert sum(map(int, re.findall(r"(\d+)%", line))) == 100


def test_a_game_that_never_ends_has_no_percentages():
    told = printed(check_rules(JumpedOver()))
    assert "none came to an end" in told
    assert "%" not in told
    assert "✔" not in told


def test_utilities_that_are_reversed_show():
    class Reversed(Sound):
        def utility(self, state, player):
            return -super().utility(state, player)

        def evaluate(self, state, player):
            return -super().evaluate(state, player)

    fix = "If that is wrong, flip the sign of `utility`."
    assert f"The player who moves last never loses. {fix}" in printed(check_rules(Sound()))
    assert f"The player who moves last never wins. {fix}" in printed(check_rules(Reversed()))
    assert "moves last" not in printed(check_rules(load_game("kalah:pits=3,seeds=2")))

"""Levels are found by matches: on a planted game, where strength is known, and continued where it was stopped."""

import math
from dataclasses import replace

import pytest

from plywise import Agent, Game, Limit, PlywiseError
from plywise.calibration import Calibration, CalibrationOptions, CalibrationStep, StrengthCurve, make_axis
from plywise.knowledge.levels import LevelSettings, parse_levels, write_levels
from plywise.matches import MatchOptions, play_match
from plywise.matches.worker import MatchWorker
from plywise.rules import Lots

pytestmark = pytest.mark.filterwarnings("ignore::plywise.agents.PlainEngineWarning")
QUICK = CalibrationOptions(games=10, short_games=4, seconds=0.002, most=2, workers=1)


class Taking(Game):
    """Take 1 to 3 of 17 matches, and the last if you can; `evaluate` knows it all, so that only temperature matters."""

    name, max_actions = "taking", 3

    def initial(self):
        return ("matches", 17, 0)  # a text in the state: it runs on the plain engine, which is quickly there

    def to_move(self, state):
        return state[2]

    def actions(self, state):
        return range(1, min(3, state[1]) + 1)

    def result(self, state, action):
        return (state[0], state[1] - action, 1 - state[2])

    def is_terminal(self, state):
        return state[1] == 0

    def utility(self, state, player):
        return -1 if player == state[2] else 1

    def evaluate(self, state, player):
        lead = -10 if state[1] % 4 == 0 else 10
        return lead if player == state[2] else -lead


def score(game, upper, lower, games=20):
    options = MatchOptions(games=games, limit=Limit(time=60))
    return play_match(game, [upper, lower], options, workers=1).pairings[0, 1].estimate.score


def test_a_cooler_level_beats_a_warmer_one():
    assert score(Taking(), "level:depth=1,temperature=0.1", "level:depth=1,temperature=4") > 0.6


def test_the_novice_takes_what_looks_best():
    agent = Agent(Taking(), "novice")
    assert {agent.decide().action for _ in range(10)} == {1}
    assert agent.decide(("matches", 3, 0)).action == 3


def test_levels_are_found_stored_and_not_played_twice(tmp_path, monkeypatch):
    steps = list[CalibrationStep]()
    found = Calibration(Taking, tmp_path / "games", QUICK, steps.append).run()
    assert found.is_calibrated
    assert len(found.levels) == 2
    assert found.levels[0].score is None
    assert all(0.65 <= score.score <= 0.85 and score.low <= score.score <= score.high for _, score in found.steps)
    assert found.novice is not None
    assert found.novice.lost * 3 >= found.novice.games
    assert [step.number for step in steps].count(1) >= 1
    write_levels(found, tmp_path / "taking.levels")
    assert parse_levels(tmp_path / "taking.levels") == found

    monkeypatch.setattr(MatchWorker, "play", lambda *_: pytest.fail("this was played before"))
    again = Calibration(Taking, tmp_path / "games", QUICK).run()
    assert without_times(again) == without_times(found)


def without_times(found):
    return replace(found, levels=tuple(replace(level, seconds=None) for level in found.levels))


@pytest.mark.parametrize("wrong", [{"seconds": 0.3}, {"seconds": 0}, {"most": 11}, {"games": 0}])
def test_what_cannot_be_measured_is_refused(wrong):
    with pytest.raises(PlywiseError):
        CalibrationOptions(**wrong)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "uct", "star2"])
@pytest.mark.parametrize("top", [2, 100, 1_000_000])
def test_the_axis_goes_from_one_ply_to_the_top(algorithm, top):
    axis = make_axis(algorithm, 30, top)
    assert axis.places == sorted(axis.places)
    assert axis.settings(0).depth == 1
    highest = axis.settings(axis.end)
    assert (highest.nodes or highest.simulations) == top
    lots = Lots(1)
    assert all(isinstance(axis.settings(lots.fraction() * axis.end), LevelSettings) for _ in range(50))


def test_the_curve_finds_what_it_was_given():
    curve = StrengthCurve(0.2)
    for place, gap in ((0.5, 100), (0.75, -20), (1.0, 300)):
        curve.extend(place, gap)
    assert curve.find(0) == 0.2
    assert math.isclose(curve.find(250), 0.75)
    curve.correct(0.2, 0.5, 200)
    assert math.isclose(curve.elo(1.0), 500)
    assert curve.find(1e9) == 1.0
    curve.correct(0.5, 0.8, 400)
    assert [place for place, _ in curve.knots] == [0.2, 0.5, 0.8, 1.0]
    assert math.isclose(curve.elo(0.8), 600)

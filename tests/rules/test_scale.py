"""The line on which utilities and estimates are compared, and what a value on it proves."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import Bound, Choice, Game, RulesError, Status, Unit
from plywise.rules import Scale


class Sure(Game):
    """No estimates of its own; utilities from -9 to 9."""

    utility_range = (-9, 9)


class Estimated(Sure):
    evaluation_limit = 100

    def evaluate(self, state, player):
        return 0


class Chess(Estimated):
    """0, 1/2, 1."""

    utility_range = (0, 1)
    utility_sum = 1


class Dice(Estimated):
    def chances(self, state):
        return []


class Three(Estimated):
    players = 3


UTILITIES = st.integers(-9, 9)
ESTIMATES = st.floats(-100, 100, exclude_min=True, exclude_max=True)


@given(UTILITIES, UTILITIES)
def test_utilities_keep_their_order(left, right):
    for game in (Sure(), Estimated(), Dice(), Three()):
        place = Scale(game).of_utility
        assert (place(left) < place(right)) == (left < right)


@given(UTILITIES, ESTIMATES)
def test_every_loss_is_below_and_every_win_above_any_estimate(utility, estimate):
    line = Scale(Estimated())
    if utility > 0:
        assert line.of_evaluation(estimate) < line.of_utility(utility)
    elif utility < 0:
        assert line.of_utility(utility) < line.of_evaluation(estimate)
    else:
        assert line.of_utility(utility) == line.of_evaluation(0) == 0


@given(ESTIMATES)
def test_half_a_point_is_a_draw_where_the_sum_is_1(estimate):
    line = Scale(Chess())
    assert line.of_utility(0) < line.of_evaluation(estimate) < line.of_utility(1)
    assert line.of_utility(0.5) == line.of_evaluation(0)


@pytest.mark.parametrize("game", [Sure(), Dice(), Three()])
def test_nothing_is_moved_where_estimates_are_utilities(game):
    line = Scale(game)
    assert [line.of_utility(7), line.of_evaluation(2.5)] == [7, 2.5]
    with pytest.raises(RulesError, match=r"evaluate returned 9.5, outside utility_range \(-9, 9\)"):
        line.of_evaluation(9.5)


@pytest.mark.parametrize("utility", [-9.5, 10, float("nan"), float("inf")])
@pytest.mark.parametrize("game", [Sure(), Estimated(), Dice()])
def test_a_utility_out_of_range_is_refused(game, utility):
    with pytest.raises(RulesError, match="outside the declared utility_range"):
        Scale(game).of_utility(utility)


@pytest.mark.parametrize("estimate", [100, -100, float("nan"), 1e9])
def test_an_estimate_beyond_its_limit_is_refused(estimate):
    with pytest.raises(RulesError, match="beyond evaluation_limit 100: scale it down"):
        Scale(Estimated()).of_evaluation(estimate)


def test_choices_are_placed_by_their_unit():
    line = Scale(Estimated())
    lost, guess, won = (
        Choice("a", -1),
        Choice("a", 50, unit=Unit.EVALUATION),
        Choice("a", 1),
    )
    assert line.of_choice(lost) < line.of_choice(guess) < line.of_choice(won)
    assert Scale(Dice()).of_choice(Choice("a", 9.000001)) == 9.000001


EXACT, LOWER, UPPER = Bound.EXACT, Bound.LOWER, Bound.UPPER


@pytest.mark.parametrize(
    ("game", "value", "unit", "horizon", "standing"),
    [
        (Estimated(), 0, Unit.UTILITY, False, (Status.PROVEN, EXACT)),
        (Estimated(), 0, Unit.UTILITY, True, (Status.HEURISTIC, EXACT)),
        (Estimated(), 5, Unit.EVALUATION, True, (Status.HEURISTIC, EXACT)),
        (Estimated(), 9, Unit.EVALUATION, True, (Status.HEURISTIC, EXACT)),
        (Estimated(), 9, Unit.UTILITY, True, (Status.PROVEN, EXACT)),
        (Estimated(), -9, Unit.UTILITY, True, (Status.PROVEN, EXACT)),
        (Estimated(), 5, Unit.UTILITY, True, (Status.BOUNDED, LOWER)),
        (Estimated(), -5, Unit.UTILITY, True, (Status.BOUNDED, UPPER)),
        (Sure(), 5, Unit.UTILITY, True, (Status.BOUNDED, LOWER)),
        (Chess(), 0.5, Unit.UTILITY, True, (Status.HEURISTIC, EXACT)),
        (Chess(), 0, Unit.UTILITY, True, (Status.PROVEN, EXACT)),
        (Dice(), 9, Unit.UTILITY, True, (Status.HEURISTIC, EXACT)),
        (Dice(), 9, Unit.UTILITY, False, (Status.PROVEN, EXACT)),
        (Three(), 9, Unit.UTILITY, True, (Status.HEURISTIC, EXACT)),
    ],
)
def test_what_a_value_proves(game: Any, value, unit, horizon, standing):
    assert Scale(game).standing(value, unit, horizon) == standing

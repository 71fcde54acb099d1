"""Means, shares and their differences: bars that cover, tests that keep to their error rate."""

import math
from random import Random
from typing import Any

import pytest

from plywise.matches import statistics
from plywise.matches.statistics import adjust_chances, contrast_means, games_to_see

# Of games that there are: never None.
estimate_mean: Any = statistics.estimate_mean
estimate_points: Any = statistics.estimate_points
estimate_share: Any = statistics.estimate_share


def test_bars_cover_the_truth_as_often_as_they_say():
    lots = Random(1)
    shares = [estimate_share(sum(lots.random() < 0.3 for _ in range(50)), 50) for _ in range(1000)]
    means = [estimate_mean([lots.gauss(5, 2) for _ in range(20)]) for _ in range(1000)]
    assert 0.93 < sum(each.low <= 0.3 <= each.high for each in shares) / 1000 < 0.98
    assert 0.93 < sum(each.low <= 5 <= each.high for each in means) / 1000 < 0.97


def test_a_test_errs_as_often_as_it_says_and_has_the_power_it_promises():
    lots = Random(2)

    def share(truth, games):
        return estimate_share(sum(lots.random() < truth for _ in range(games)), games)

    wrong = sum(contrast_means(share(0.4, 100), share(0.4, 100)).chance < 0.05 for _ in range(1000))
    assert 25 < wrong < 75
    games = games_to_see(0.2, 0.4 * 0.6 + 0.6 * 0.4)
    right = sum(contrast_means(share(0.4, games), share(0.6, games)).chance < 0.05 for _ in range(1000))
    assert 750 < right < 850


def test_what_is_alike_in_few_games_is_not_certain():
    assert estimate_mean([9, 9, 9]).high > 9.5
    assert estimate_points([1.0, 1.0]).low < 0.5
    assert estimate_share(0, 10).high > 0.2
    assert estimate_mean([4.0]).high == math.inf
    assert estimate_mean([]) is estimate_share(0, 0) is estimate_points([]) is None


def test_many_tests_are_corrected():
    assert adjust_chances([]) == []
    assert adjust_chances([0.6, 0.7]) == [1.0, 1.0]
    assert adjust_chances([0.001, 0.5]) == [0.002, 0.5]


@pytest.mark.parametrize("tests", [1, 20])
def test_more_tests_take_more_games(tests):
    assert games_to_see(0.1, 0.5, tests) == {1: 393, 20: 747}[tests]

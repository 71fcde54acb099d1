"""The statistics of matches: against second formulas, and on simulated players whose strength is known."""

import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.matches.statistics import (
    NORMALISED,
    Comparison,
    SequentialTest,
    elo_of,
    estimate_score,
    expected_score,
    fit_ratings,
    likelihood_ratio,
    t_probability,
    t_quantile,
)
from plywise.rules import PlywiseError
from tests.matches.simulated import chances, draw_pairs, mean, pair_chances, strength_for, true_elo

FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)


def counts_of(*numbers: int) -> dict[float, int]:
    return dict(zip(FIVE, numbers, strict=True))


# Student's distribution


def test_students_distribution_is_scipys():
    stats = pytest.importorskip("scipy.stats")
    for freedom, x in itertools.product((1, 2, 3, 7, 30, 200, 4999, 5000), (-3.0, -0.5, 0.0, 0.1, 2.0, 9.0)):
        assert t_probability(x, freedom) == pytest.approx(stats.t.cdf(x, freedom), abs=5e-5)
        assert t_quantile(0.975, freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=5e-4)


# Elo and its error bar


@given(st.floats(-900, 900))
def test_elo_and_score_are_inverse(elo):
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-6)


def test_a_pentanomial_by_hand():
    counts = counts_of(10, 60, 150, 80, 20)
    values = [value for value, count in counts.items() for _ in range(count)]
    by_hand = sum(values) / 320
    variance = sum((value - by_hand) ** 2 for value in values) / 319
    found = estimate_score(counts)
    assert found.units == 320
    assert found.score == pytest.approx(by_hand)
    assert found.high - found.score == pytest.approx(1.967 * math.sqrt(variance / 320), rel=1e-3)
    assert found.elo == pytest.approx(-400 * math.log10(1 / by_hand - 1))
    assert found.elo_range[0] == pytest.approx(elo_of(found.low))
    assert found.normalised_elo(2) == pytest.approx(NORMALISED * (by_hand - 0.5) / math.sqrt(2 * variance))
    assert found.is_significant
    assert 0.99 < found.superiority < 0.995
    assert not estimate_score(counts_of(10, 70, 150, 80, 10)).is_significant


def test_pairs_and_not_games_are_the_unit():
    """The same wins and losses mean more where each opening was won by both, and less where one agent won twice."""
    balanced, lopsided = counts_of(0, 0, 100, 0, 0), counts_of(50, 0, 0, 0, 50)
    assert estimate_score(balanced).score == estimate_score(lopsided).score == 0.5
    games = estimate_score({0.0: 100, 1.0: 100})  # as if games were independent
    assert estimate_score(balanced).elo_error < 0.2 * games.elo_error
    assert estimate_score(lopsided).elo_error > 1.4 * games.elo_error


@pytest.mark.parametrize("counts", [{}, {1.0: 1}, {0.5: 1}])
def test_next_to_nothing_says_nothing(counts):
    found = estimate_score(counts)
    assert (found.low, found.high, found.superiority, found.is_significant) == (0.0, 1.0, 0.5, False)


def test_units_that_are_all_alike_prove_no_certainty():
    won = estimate_score({1.0: 10})
    assert won.elo == math.inf
    assert 100 < won.elo_range[0] < 400
    assert 0.99 < won.superiority < 1
    assert estimate_score({0.5: 10}).elo_error > 50
    assert estimate_score({1.0: 1000}).low > estimate_score({1.0: 100}).low > won.low


@pytest.mark.parametrize("elo", [0, 25, 150])
def test_the_error_bar_covers_the_truth_in_95_percent(elo):
    """Of correlated pairs, with error bars by pairs; bars by games, as in cutechess #636, would be too wide here."""
    shares = pair_chances(elo)
    truth = true_elo(shares)
    for pairs, least, most in ((20, 0.93, 0.975), (200, 0.935, 0.965)):
        covered = 0
        for seed in range(1500):
            low, high = estimate_score(Counter(draw_pairs(shares, pairs, seed))).elo_range
            covered += low <= truth <= high
        assert least < covered / 1500 < most


# The sequential test


def by_brute_force(counts: dict[float, int], score: float) -> float:
    """Return the largest log-likelihood among all shares with this mean: two of the shares follow from the others."""
    optimize = pytest.importorskip("scipy.optimize")
    values, seen = list(counts), list(counts.values())

    def loss(logs):
        weights = [math.exp(each) for each in logs]
        return -sum(count * math.log(weight / sum(weights)) for count, weight in zip(seen, weights, strict=True))

    def excess(logs):
        weights = [math.exp(each) for each in logs]
        return sum(weight * value for weight, value in zip(weights, values, strict=True)) / sum(weights) - score

    start = [math.log(max(count, 1e-3)) for count in seen]
    found = optimize.minimize(
        loss, start, constraints={"type": "eq", "fun": excess}, method="SLSQP", options={"maxiter": 500, "ftol": 1e-13}
    )
    assert found.success, found.message
    return -float(found.fun)


@pytest.mark.parametrize("numbers", [(10, 60, 150, 80, 20), (1, 2, 3, 4, 5), (40, 5, 1, 5, 60), (3, 100, 900, 120, 2)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-10, 20), (50, 100)])
def test_the_likelihood_ratio_is_that_of_a_second_formula(numbers, elo0, elo1):
    counts, scores = counts_of(*numbers), (expected_score(elo0), expected_score(elo1))
    second = by_brute_force(counts, scores[1]) - by_brute_force(counts, scores[0])
    assert likelihood_ratio(counts, *scores) == pytest.approx(second, abs=2e-3, rel=1e-3)


def test_the_likelihood_ratio_is_nearly_the_textbooks_for_small_differences():
    counts = counts_of(1000, 6000, 15000, 8000, 1200)
    found = estimate_score(counts)
    score0, score1 = expected_score(0), expected_score(2)
    brownian = (score1 - score0) * (2 * found.score - score0 - score1) / (2 * found.deviation**2) * found.units
    assert likelihood_ratio(counts, score0, score1) == pytest.approx(brownian, rel=0.03)


@pytest.mark.parametrize(
    ("numbers", "elos", "llr"),
    [
        ((0, 20, 50, 30, 0), (0, 5), 0.494047),
        ((0, 30, 50, 20, 0), (-10, 20), -4.403319),
        ((10, 60, 150, 80, 20), (50, 100), -29.748171),
        ((3, 100, 900, 120, 2), (0, 5), 0.243776),
        ((0, 0, 0, 12, 3), (50, 100), 1.700395),
    ],
)
def test_fishtests_figures(numbers, elos, llr):
    """As `LLR_logistic` in Fishtest's LLRcalc.py computes them, at commit b8eecff."""
    assert SequentialTest(*elos).llr(counts_of(*numbers)) == pytest.approx(llr, abs=1e-6)


def test_nothing_played_is_no_evidence():
    assert SequentialTest().llr({}) == 0


def run_test(test: SequentialTest, shares: dict[float, float], seed: int) -> tuple[str, int]:
    """Return a test's verdict on simulated pairs, and how many it took."""
    chooser, counts = random.Random(seed), Counter[float]()
    scores, weights = list(shares), list(shares.values())
    for pairs in itertools.count(1):
        counts[chooser.choices(scores, weights)[0]] += 1
        verdict = test.verdict(test.llr(counts))
        if verdict:
            return verdict, pairs
    raise AssertionError


def wrong_share(test: SequentialTest, elo: float, wrong: str, times: int) -> float:
    shares = pair_chances(strength_for(expected_score(elo)))
    assert mean(shares) == pytest.approx(expected_score(elo))
    return sum(run_test(test, shares, seed)[0] == wrong for seed in range(times)) / times


def test_a_sequential_test_is_seldom_wrong():
    test = SequentialTest(0, 60)
    assert wrong_share(test, 0, "elo1", 250) <= 0.08
    assert wrong_share(test, 60, "elo0", 250) <= 0.08
    assert wrong_share(test, 200, "elo0", 50) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (20, "elo0")])
def test_a_sequential_test_is_wrong_in_five_and_a_half_percent_at_most(elo, wrong):
    share = wrong_share(SequentialTest(0, 20), elo, wrong, 2000)
    print(f"\nwrong at {elo} Elo: {share:.2%} of 2,000")  # noqa: T201
    assert share <= 0.055


@pytest.mark.parametrize(
    "text", ["", "elo0", "elo0=1,elo1=1", "elo0=a", "elo2=3", "alpha=0.7", "elo0=0,elo0=1", "elo1=nan"]
)
def test_what_is_no_test_is_refused_in_a_sentence(text):
    with pytest.raises(PlywiseError, match=r"elo0|between"):
        SequentialTest.parse(text)


def test_a_test_is_read_as_it_is_written():
    test = SequentialTest.parse("elo0=-3, elo1=1,alpha=0.1")
    assert (test.elo0, test.elo1, test.alpha, test.beta) == (-3, 1, 0.1, 0.05)
    assert SequentialTest.parse(str(test)) == test
    assert test.upper == pytest.approx(math.log(9.5))
    assert test.lower == pytest.approx(math.log(0.05 / 0.9))


# Ratings


def simulated_tournament(strengths: list[float], rounds: int, seed: int) -> list[list[Comparison]]:
    chooser, units = random.Random(seed), []
    for _ in range(rounds):
        for first, second in itertools.combinations(range(len(strengths)), 2):
            shares = pair_chances(strengths[first] - strengths[second], (0.0,))
            score = chooser.choices(list(shares), list(shares.values()))[0]
            units.append([Comparison(first, second, score, 2)])
    return units


def test_planted_strengths_are_recovered_within_the_error_bars():
    planted = [0.0, 60.0, 120.0, 200.0]
    exact = fit_exactly(planted)
    inside = total = 0
    for seed in range(60):
        for rating in fit_ratings(simulated_tournament(planted, 60, seed), 4):
            inside += abs(rating.elo - exact[rating.agent]) <= rating.error
            total += 1
    assert 0.92 < inside / total < 0.985


def fit_exactly(strengths: list[float]) -> list[float]:
    """Return the ratings that endless play would give: draws bring players closer together than their strengths are."""
    units = []
    for first, second in itertools.combinations(range(len(strengths)), 2):
        loss, draw, win = chances(strengths[first] - strengths[second])
        assert loss + draw + win == pytest.approx(1)
        units.append([Comparison(first, second, win + draw / 2, 1e7)])
    return [each.elo for each in sorted(fit_ratings(units, len(strengths)), key=lambda each: each.agent)]


def test_two_agents_ratings_are_their_match():
    counts = counts_of(10, 60, 150, 80, 20)
    units = [[Comparison(0, 1, value, 2)] for value, count in counts.items() for _ in range(count)]
    found, (best, other) = estimate_score(counts), fit_ratings(units, 2)
    assert (best.agent, other.agent) == (0, 1)
    assert best.elo - other.elo == pytest.approx(found.elo, abs=0.1)
    assert 2 * best.error == pytest.approx(found.elo_error, rel=0.02)


def test_ratings_by_a_second_formula():
    """The maximum of the likelihood, searched for numerically."""
    optimize = pytest.importorskip("scipy.optimize")
    units = simulated_tournament([0, 50, 150], 40, 3)

    def loss(free):
        strengths = [0.0, *free]
        total = 0.0
        met = [[Comparison(*two, 0.5, 1)] for two in itertools.combinations(range(3), 2)]
        for ((first, second, score, games),) in [*units, *met]:
            expected = expected_score(strengths[first] - strengths[second])
            total -= games * (score * math.log(expected) + (1 - score) * math.log(1 - expected))
        return total

    second = [0.0, *optimize.minimize(loss, [0.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-9}).x]
    for rating in fit_ratings(units, 3):
        assert rating.elo == pytest.approx(second[rating.agent] - sum(second) / 3, abs=0.05)


def test_who_wins_all_or_never_plays_has_a_rating_too():
    ratings = fit_ratings([[Comparison(0, 1, 1.0, 2)]] * 20, 3)
    by_agent = {each.agent: each for each in ratings}
    assert ratings[0].agent == 0
    assert by_agent[0].elo - by_agent[1].elo > 300
    assert 100 < by_agent[0].error < 1000
    assert by_agent[2].error == math.inf
    assert all(each.error == math.inf for each in fit_ratings([], 2))

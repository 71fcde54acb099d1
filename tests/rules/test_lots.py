"""Lots: the published sequence of SplitMix64, evenly spread, in their range, the same from the same seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.rules import Lots


def test_the_published_sequence():
    """The figures are those of the reference implementation for the seed 1234567."""
    lots = Lots(1234567)
    assert [lots.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(), st.integers(1, (1 << 31) - 1))
def test_lots_stay_in_their_range_and_depend_on_the_seed_alone(seed, n):
    lots, again = Lots(seed), Lots(seed + (1 << 64))
    drawn = lots.below(n)
    assert 0 <= drawn < n
    assert drawn == again.below(n)
    fraction = lots.fraction()
    assert 0 <= fraction < 1
    assert fraction == again.fraction()


@pytest.mark.parametrize("n", [2, 3, 7, 10, 64, 100])
@pytest.mark.parametrize("seed", [0, 1, -1, 10**30])
def test_lots_are_evenly_spread(n, seed):
    """The chi-square statistic of n - 1 degrees of freedom has mean n - 1 and variance 2 (n - 1)."""
    lots, each = Lots(seed), 200
    counts = [0] * n
    for _ in range(n * each):
        counts[lots.below(n)] += 1
    statistic = sum((count - each) ** 2 for count in counts) / each
    assert statistic < n - 1 + 5 * (2 * (n - 1)) ** 0.5
    assert statistic > 0


def test_a_lot_says_nothing_of_the_next():
    lots, counts = Lots(7), [[0] * 4 for _ in range(4)]
    before = 0
    for _ in range(16_000):
        drawn = lots.below(4)
        counts[before][drawn] += 1
        before = drawn
    statistic = sum((count - 1_000) ** 2 / 1_000 for row in counts for count in row)
    assert statistic < 15 + 5 * 30**0.5


def test_fractions_are_evenly_spread():
    lots = Lots(3)
    fractions = [lots.fraction() for _ in range(10_000)]
    assert abs(sum(fractions) / 10_000 - 1 / 2) < 5 * (1 / 12 / 10_000) ** 0.5
    tenths = [sum(tenth / 10 <= fraction < (tenth + 1) / 10 for fraction in fractions) for tenth in range(10)]
    assert sum((count - 1_000) ** 2 for count in tenths) / 1_000 < 9 + 5 * 18**0.5

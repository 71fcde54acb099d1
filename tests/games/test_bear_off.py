"""Backgammon's bear-offs by tiers: a number for each state and back, where turns lead, names; rolls needed alone."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest

from plywise.games.backgammon import Backgammon, list_turns
from plywise.games.backgammon.steps import BAR, CHECKERS, START
from plywise.rules import RulesError

GAME = Backgammon()
Side = tuple[int, ...]


def side(*points: int) -> Side:
    """Return a side with so many checkers on the first point, the second, ..."""
    return (CHECKERS - sum(points), *points) + (0,) * (BAR - len(points))


def state_of(mine: Side, theirs: Side, turn: int = 0) -> Any:
    return GAME.State(mine, theirs, turn, left=0)


@pytest.mark.parametrize("name", ["1-1", "1-3", "3-1", "3-3", "2-6"])
def test_every_slot_holds_a_state(name):
    (tier,) = GAME.parse_tier(name)
    states = [GAME.unindex(tier, slot) for slot in range(GAME.tier_size(tier))]
    assert [(GAME.tier(state), GAME.index(state)) for state in states] == [(tier, slot) for slot in range(len(states))]
    assert len(set(states)) == len(states) == comb((tier >> 4) + 5, 5) * comb((tier & 15) + 5, 5)


def test_a_state_has_a_slot_whatever_the_number_of_checkers():
    random = Random(1)
    for _ in range(500):
        sides = []
        for _ in range(2):
            places = [0] * 26
            for _ in range(random.randint(1, CHECKERS)):
                places[random.randint(1, 6)] += 1
            sides.append((CHECKERS - sum(places), *places[1:]))
        state = state_of(sides[0], sides[1])
        assert GAME.unindex(GAME.tier(state), GAME.index(state)) == state
        assert GAME.index(state_of(sides[0], sides[1], turn=1)) == GAME.index(state)


def test_two_sides_of_up_to_six_checkers():
    assert sum(map(GAME.tier_size, GAME.parse_tier("bear-off 6"))) == (comb(12, 6) - 1) ** 2


def test_a_step_towards_home_lowers_the_number():
    for number in range(GAME.ways(5)):
        places = GAME.home_side(5, number)
        for place, target in product(range(2, 7), range(1, 6)):
            if places[place] and target < place:
                assert GAME.home_number(GAME.moved(places, place, target)) < number


@pytest.mark.parametrize(
    "state",
    [
        GAME.initial(),
        GAME.State(START, START, left=0),
        state_of(side(1), side(0, 0, 0, 0, 0, 0, 1)),
        state_of((14, *(0,) * 24, 1), side(1)),
        state_of(side(1), side()),
        GAME.State(side(1), side(1), high=2, low=1, left=2),
    ],
    ids=["opening", "start", "not home", "on the bar", "over", "dice cast"],
)
def test_other_states_have_no_number(state):
    assert GAME.index(state) == -1


def test_turns_lead_to_the_tiers_that_are_named():
    for tier in GAME.parse_tier("2"):
        reached = set()
        for slot in range(GAME.tier_size(tier)):
            state = GAME.unindex(tier, slot)
            for roll, _ in GAME.chances(state):
                reached |= {
                    after for after in list_turns(GAME, GAME.result(state, roll)) if not GAME.is_terminal(after)
                }
        assert all(GAME.index(after) >= 0 for after in reached)
        assert {GAME.tier(after) for after in reached} <= set(GAME.next_tiers(tier))


def test_four_checkers_are_borne_off_at_most():
    (tier,) = GAME.parse_tier("bear-off 6-3")
    assert [GAME.tier_name(after) for after in GAME.next_tiers(tier)] == [f"bear-off 3-{left}" for left in range(2, 7)]


def test_names_of_tiers():
    assert [GAME.tier_name(tier) for tier in GAME.parse_tier("Bearoff 12-3")] == ["bear-off 12-3"]
    assert GAME.parse_tier("bear-off 15") == GAME.parse_tier("15")
    assert len(GAME.parse_tier("15")) == 225


@pytest.mark.parametrize("text", ["", "bear-off", "16", "0", "0-3", "3-16", "KQvK", "bear-off 3-", "3-3-3"])
def test_other_names_are_refused(text):
    with pytest.raises(RulesError, match="such as bear-off 6-5"):
        GAME.parse_tier(text)


# Alone: how many rolls a side needs on average, if nothing else counts. Exact, computed for the purpose


@cache
def expected_rolls(mine: Side) -> Fraction:
    """Return the least expected number of rolls that bear a side off; the other side stands still."""
    if mine == side():
        return Fraction(0)
    state, rolls = state_of(mine, side(1)), Fraction(1)
    for roll, odds in GAME.chances(state):
        turns = list_turns(GAME, GAME.result(state, roll))
        rolls += Fraction(odds).limit_denominator(36) * min(expected_rolls(after.theirs) for after in turns)
    return rolls


@pytest.mark.parametrize(
    ("points", "rolls"),
    [
        ((1,), "1"),
        ((0, 0, 0, 0, 0, 1), "5/4"),
        ((2,), "1"),
        ((0, 0, 0, 0, 0, 2), "49213/23328"),
        ((0, 1, 0, 0, 1), "239/162"),
        ((0, 0, 1, 1), "124/81"),
        ((1, 1, 1), "67/36"),
        ((0, 0, 0, 0, 1, 1), "11431/5832"),
        ((4,), "11/6"),
        ((0, 0, 0, 0, 0, 4), "9087294539/2448880128"),
        ((10,), "5713/1296"),
    ],
)
def test_rolls_to_bear_off_alone(points, rolls):
    assert expected_rolls(side(*points)) == Fraction(rolls)

"""Draughts by tiers: numbers without gaps and back, published counts, steps back, solved endings."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from plywise.games.draughts import Draughts
from plywise.games.draughts.endings import turned
from plywise.games.draughts.squares import BIT_OF
from plywise.rules import RulesError

GAME = Draughts()
Slot = tuple[int, int]

ONE_EACH = ("KvK", "MvK", "KvM", "MvM")


def tier(name: str) -> int:
    (found,) = GAME.parse_tier(name)
    return found


def slot(state: Any) -> Slot:
    return GAME.tier(state), GAME.index(state)


def slots_of(*names: str) -> list[tuple[Slot, Any]]:
    """List the slots of some tiers, each with its state."""
    return [((t, i), GAME.unindex(t, i)) for t in map(tier, names) for i in range(GAME.tier_size(t))]


# Numbers


@pytest.mark.parametrize("name", [*ONE_EACH, "MMvM", "MvMM"])
def test_every_number_has_its_own_state(name):
    seen = set()
    for found, state in slots_of(name):
        assert slot(state) == found
        seen.add(state)
    assert len(seen) == GAME.tier_size(tier(name))


@pytest.mark.parametrize("name", ["KKKvKKK", "MMMMvMMMM", "MMKKvMMKK", "M" * 12 + "v" + "M" * 12, "MKvMMMMMKKKKKKK"])
def test_numbers_of_large_tiers(name):
    size, random = GAME.tier_size(tier(name)), Random(5)
    for index in [0, 1, size - 1, *(random.randrange(size) for _ in range(300))]:
        assert slot(GAME.unindex(tier(name), index)) == (tier(name), index)


def test_a_state_seen_from_both_sides_has_one_number():
    for found, state in slots_of("MKvK")[::10]:
        black, white, kings = (turned(board) for board in state[:3])
        assert slot(GAME.State(white, black, kings, 1, 17)) == found


def test_turned_is_by_180_degrees():
    for square, bit in BIT_OF.items():
        assert turned(1 << bit) == 1 << BIT_OF[33 - square]


@pytest.mark.parametrize("text", ["B:W:BK1", "W:WK32:B"])
def test_a_state_with_one_side_has_none(text):
    assert GAME.index(GAME.parse_state(text)) == -1


def test_men_that_should_be_crowned_and_too_many_pieces_have_none():
    bottom, top = 1 << BIT_OF[30], 1 << BIT_OF[2]
    for black, white in ((bottom, 1 << 14), (1 << 14, top)):
        for turn in (0, 1):
            assert GAME.index(GAME.State(black, white, 0, turn)) == -1
            assert GAME.index(GAME.State(black, white, black | white, turn)) >= 0
    thirteen = sum(1 << BIT_OF[square] for square in range(5, 18))
    assert GAME.index(GAME.State(thirteen, 1 << BIT_OF[30], 0, 0)) == -1


# Tiers


def test_counts_are_the_published_ones():
    published = [120, 6972, 261224, 7092774, 148688232, 2503611964, 34779531480, 406309208481]
    counts = [0, 120, *(GAME.count_states(str(pieces)) for pieces in range(2, 9))]
    assert [more - less for less, more in pairwise(counts)] == published
    assert GAME.count_states("8") == 443_748_401_247
    assert GAME.count_states("24") == 500_995_484_682_338_672_639
    assert [GAME.count_states(name) for name in ONE_EACH] == [992, 868, 868, 760]
    assert max(GAME.tier_size(t) for t in GAME.parse_tier("24")) < 1 << 63


def test_a_number_names_all_tiers_with_two_sides():
    two, four = GAME.parse_tier("2"), GAME.parse_tier(" 4 ")
    assert sorted(map(GAME.tier_name, two)) == sorted(ONE_EACH)
    assert len(set(four)) == len(four) == 4 + 2 * 6 + 2 * 8 + 9
    one_sided = 120 + 2 * (378 + 868 + 496)
    assert sum(map(GAME.tier_size, two)) + one_sided == GAME.count_states("2")


@pytest.mark.parametrize(("text", "name"), [("kmVk", "MKvK"), (" MMKvMKK ", "MMKvMKK"), ("KvM", "KvM")])
def test_tiers_have_names(text, name):
    assert GAME.tier_name(tier(text)) == name


@pytest.mark.parametrize("text", ["", "K", "vK", "KQvK", "1", "25", "K" * 13 + "vK", "4.5", "-3"])
def test_other_names_are_refused(text):
    with pytest.raises(RulesError, match=r"names no endings of draughts: write .* such as MKvK, or a number"):
        GAME.parse_tier(text)


def test_next_tiers():
    assert [GAME.tier_name(t) for t in GAME.next_tiers(tier("KvK"))] == ["KvK"]
    assert {GAME.tier_name(t) for t in GAME.next_tiers(tier("MvKK"))} == {"KKvM", "KKvK", "KvM", "KvK"}
    assert {GAME.tier_name(t) for t in GAME.next_tiers(tier("MvMK"))} == {
        *("MKvM", "MKvK", "KvM", "KvK"),
        *("MvM", "MvK"),
    }
    assert tier("KvM") not in GAME.next_tiers(tier("MvKKKKK"))  # a man takes three at most


# Steps back


@pytest.mark.parametrize(
    "names",
    [
        ("KvK",),
        ("MvM",),
        ("MvK", "KvM"),
        ("MMvM", "MvMM"),
        pytest.param(("MKvK", "KvMK"), marks=pytest.mark.slow),
        pytest.param(("KKvK", "KvKK"), marks=pytest.mark.slow),
    ],
)
def test_steps_back_are_the_steps_ahead(names):
    tiers = {tier(name) for name in names}
    ahead, back = set(), set()
    for here, state in slots_of(*names):
        after = {slot(GAME.result(state, action)) for action in GAME.actions(state)}
        assert {t for t, index in after if index >= 0} <= set(GAME.next_tiers(here[0]))
        ahead |= {(here, there) for there in after if there[0] in tiers}
        back |= {(slot(before), here) for before in GAME.predecessors(state)}
    assert ahead == back


def test_steps_back_from_states_of_white():
    for _, state in slots_of("MvK"):
        white = GAME.State(turned(state.white), turned(state.black), turned(state.kings), 1)
        assert sorted(map(slot, GAME.predecessors(white))) == sorted(map(slot, GAME.predecessors(state)))


# Solved


def solve(names: tuple[str, ...], known: dict[Slot, int]) -> dict[Slot, int]:
    """Look again until nothing changes: plies to the end, even where the mover loses; states left out are drawn."""
    ways = {
        here: [slot(GAME.result(state, action)) for action in GAME.actions(state)] for here, state in slots_of(*names)
    }
    found: dict[Slot, int] = {}
    for depth in range(30):
        plies = {**known, **found}
        for here, after in ways.items():
            ends = [0 if index < 0 else plies.get((t, index), -1) for t, index in after]
            if here in found or (any(end < 0 for end in ends) and depth % 2 == 0):
                continue
            lost = [end for end in ends if end >= 0 and end % 2 == 0]
            if depth % 2 and depth - 1 in lost and min(lost) == depth - 1:
                found[here] = depth
            if depth % 2 == 0 and not lost and max(ends, default=-1) == depth - 1:
                found[here] = depth
    return found


def test_one_against_one_is_solved_as_published():
    """Loss is to have no move or no piece; a game without an end is drawn; the longest win or loss in plies."""
    known: dict[Slot, int] = {}
    for names in (("KvK",), ("MvK", "KvM"), ("MvM",)):
        known |= solve(names, known)
    found = {}
    for name in ONE_EACH:
        plies = [end for (t, _), end in known.items() if t == tier(name)]
        wins = sum(end % 2 for end in plies)
        found[name] = wins, len(plies) - wins, GAME.tier_size(tier(name)) - len(plies), max(plies)
    assert found == {
        "KvK": (230, 108, 654, 11),
        "MvM": (102, 47, 611, 13),
        "MvK": (53, 241, 574, 12),
        "KvM": (331, 6, 531, 11),
    }

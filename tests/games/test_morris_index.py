"""Morris by tiers: one number for all images of a state and back, published counts, moves back, solved endings."""

from collections import Counter
from functools import cache
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest

from plywise import load_game
from plywise.games.morris import Morris
from plywise.games.morris.board import MorrisBoard
from plywise.rules import RulesError

NINE = Morris()
Slot = tuple[int, int]


def slot(game: Morris, state: Any) -> Slot:
    return game.tier(state), game.index(state)


def tier(game: Morris, name: str) -> int:
    (found,) = game.parse_tier(name)
    return found


def filled(game: Morris, *names: str) -> list[tuple[Slot, Any]]:
    """List the slots of some tiers that aren't empty, each with its state."""
    all_slots = [
        ((t, i), game.unindex(t, i)) for t in (tier(game, name) for name in names) for i in range(game.tier_size(t))
    ]
    return [(found, state) for found, state in all_slots if slot(game, state) == found]


def some(game: Morris, name: str, number: int, seed: int = 3) -> list[Any]:
    """Draw placements of as many stones as a tier has."""
    random, mine, others = Random(seed), tier(game, name) >> 4, tier(game, name) & 15
    drawn = [random.sample(range(len(game.board.places)), mine + others) for _ in range(number)]
    stones = [[1 << point for point in points] for points in drawn]
    return [game.State(sum(bits[:mine]), sum(bits[mine:]), 0) for bits in stones]


# Numbers


@pytest.mark.parametrize(("spec", "name"), [("morris:men=3", "3-3"), ("morris:men=6", "3-3")])
def test_every_placement_has_the_number_of_its_images(spec, name):
    game: Any = load_game(spec)
    states = {state for _, state in filled(game, name)}
    assert len({game.canonical(state) for state in states}) == len(states) == game.count_states(name)
    points, mine, others = len(game.board.places), tier(game, name) >> 4, tier(game, name) & 15
    images = Counter(image for state in states for image in set(images_of(game, state)))
    assert max(images.values()) == 1
    assert len(images) == comb(points, mine) * comb(points - mine, others)


@cache
def symmetries(squares: int) -> list[list[int]]:
    """List where the points of a board go when it is turned, mirrored and turned inside out, found by their places."""
    places, found = MorrisBoard(squares).places, []
    for turn, mirror, inside_out in product(range(4), (1, -1), (False, True)[: min(squares, 2)]):
        to = []
        for x, y in places:
            dx, dy = mirror * (x - squares), y - squares
            for _ in range(turn):
                dx, dy = -dy, dx
            reach = max(abs(dx), abs(dy), 1)
            further = squares + 1 - reach if inside_out else reach
            to.append(places.index((squares + dx * further // reach, squares + dy * further // reach)))
        found.append(to)
    return found


def images_of(game: Morris, state: Any) -> list[Any]:
    """List a state's images, some more than once where it has symmetries of its own."""
    me, other = ([p for p in range(len(game.board.places)) if stones >> p & 1] for stones in (state.me, state.other))
    return [
        game.State(sum(1 << to[p] for p in me), sum(1 << to[p] for p in other), 0)
        for to in symmetries(game.board.squares)
    ]


@pytest.mark.parametrize("name", [f"{mine}-{others}" for mine in range(3, 10) for others in range(3, 10)])
def test_numbers_of_nine_mens_morris(name):
    for state in some(NINE, name, 12):
        found = slot(NINE, state)
        assert found[0] == tier(NINE, name)
        assert 0 <= found[1] < NINE.tier_size(found[0])
        assert {slot(NINE, image) for image in images_of(NINE, state)} == {found}
        back = NINE.unindex(*found)
        assert slot(NINE, back) == found
        assert NINE.canonical(back) == NINE.canonical(state)


def test_numbers_that_none_has_are_states_all_the_same():
    size, random = NINE.tier_size(tier(NINE, "3-4")), Random(1)
    numbers = [0, size - 1, *(random.randrange(size) for _ in range(3000))]
    states = [NINE.unindex(tier(NINE, "3-4"), number) for number in numbers]
    assert all(state.me.bit_count() == 3 and state.other.bit_count() == 4 for state in states)
    share = sum(slot(NINE, state) == (0x34, number) for number, state in zip(numbers, states, strict=True)) / 3002
    assert 0.77 < share < 0.84


def test_states_without_a_number():
    assert NINE.index(NINE.initial()) == -1
    assert NINE.index(NINE.State(0b111, 0b111000, 1)) == -1
    assert NINE.index(NINE.State(0b11, 0b111000, 0)) == -1
    assert NINE.index(NINE.State(0b111, 0b11000, 0)) == -1
    assert NINE.index(NINE.State((1 << 10) - 1, 0b111 << 10, 0)) == -1
    six_and_seven = NINE.State(0b111111, 0b1111111000000, 0)
    assert NINE.index(six_and_seven) >= 0
    assert Morris(men=6).index(six_and_seven) == -1


@pytest.mark.parametrize("name", ["3-3", "3-9", "4-8", "5-5", "5-9", "6-6", "7-9", "9-9"])
def test_slots_drawn_at_random_are_as_full_as_counted(name):
    """Each holds the state that has its number, or one of a smaller number; states are counted without any index."""
    size, random = NINE.tier_size(tier(NINE, name)), Random(2)
    slots = [random.randrange(size) for _ in range(1500)]
    found = [NINE.index(NINE.unindex(tier(NINE, name), number)) for number in slots]
    assert all(0 <= index <= number for index, number in zip(found, slots, strict=True))
    share, expected = sum(map(int.__eq__, found, slots)) / len(slots), NINE.count_states(name) / size
    assert abs(share - expected) < 4 * (expected * (1 - expected) / len(slots)) ** 0.5 + 0.001


@pytest.mark.parametrize("stones", range(3, 10))
def test_classes_of_one_sides_stones_are_as_many_as_counted(stones):
    """No two are images of each other, and each is found again."""
    code, ways = tier(NINE, f"{stones}-{stones}"), comb(24 - stones, stones)
    count = NINE.tier_size(code) // ways
    numbers = range(count) if stones < 6 else [0, count - 1, *Random(stones).sample(range(count), 2500)]
    drawn = {number: NINE.slots.stones_of(code, number * ways) for number in numbers}
    assert len({NINE.canonical(NINE.State(me, 0, 0)) for me, _ in drawn.values()}) == len(drawn)
    assert all(NINE.slots.index_of(*placed) // ways == number for number, placed in drawn.items())


# Tiers


def test_counts_are_the_published_ones():
    published = {"3-3": 169_626, "4-3": 760_398, "4-4": 3_225_597, "5-3": 2_580_390, "5-5": 30_914_424}
    published |= {"6-6": 156_229_360, "9-3": 37_209_228, "8-7": 525_979_400, "9-9": 409_106_740}
    assert {name: NINE.count_states(name) for name in published} == published
    assert NINE.count_states("18") == 8_904_593_601
    assert NINE.tier_size(tier(NINE, "3-3")) == 158 * comb(21, 3)
    assert NINE.tier_size(tier(NINE, "9-8")) == NINE.tier_size(tier(NINE, "8-9"))


def test_names_of_tiers():
    assert NINE.tier_name(tier(NINE, " 3 - 4 ")) == "3-4"
    assert [NINE.tier_name(t) for t in NINE.parse_tier("8")] == ["3-3", "3-4", "4-3", "3-5", "4-4", "5-3"]
    assert len(NINE.parse_tier("18")) == 49
    assert [NINE.tier_name(t) for t in Morris(men=3).parse_tier("6")] == ["3-3"]


@pytest.mark.parametrize("text", ["", "2-3", "3-10", "7-3", "5", "13", "3v3", "three"])
def test_other_names_are_refused(text):
    with pytest.raises(RulesError, match=r"names no endings of this game: write .* 3 to 6 each, such as 3-3, or a"):
        Morris(men=6).parse_tier(text)


def test_next_tiers():
    def names(game: Morris, name: str) -> set[str]:
        return {game.tier_name(t) for t in game.next_tiers(tier(game, name))}

    assert names(NINE, "3-3") == {"3-3"}
    assert names(NINE, "3-5") == {"5-3", "4-3"}
    assert names(NINE, "5-3") == {"3-5"}


# Moves back


@pytest.mark.parametrize(
    ("spec", "names"),
    [
        ("morris:men=3", ("3-3",)),
        ("three-mens-morris", ("3-3",)),
        ("six-mens-morris", ("3-3",)),
        pytest.param("morris:men=6", ("3-3",), marks=pytest.mark.slow),
        pytest.param("six-mens-morris", ("3-4", "4-3"), marks=pytest.mark.slow),
    ],
)
def test_moves_back_are_the_moves_ahead(spec, names):
    game: Any = load_game(spec)
    tiers = {tier(game, name) for name in names}
    ahead, back = set(), set()
    for here, state in filled(game, *names):
        after = {slot(game, game.result(state, action)) for action in actions(game, state)}
        assert {t for t, index in after if index >= 0} <= set(game.next_tiers(here[0]))
        ahead |= {(here, there) for there in after if there[0] in tiers}
        back |= {(slot(game, before), here) for before in game.predecessors(state)}
    assert ahead == back


def actions(game: Morris, state: Any) -> list[int]:
    return [] if game.is_terminal(state) else list(game.actions(state))


@pytest.mark.parametrize("name", ["3-3", "3-4", "4-3", "5-4"])
def test_moves_back_in_nine_mens_morris(name):
    for state in some(NINE, name, 15):
        here = slot(NINE, state)
        for before in NINE.predecessors(state):
            assert here in {slot(NINE, NINE.result(before, action)) for action in actions(NINE, before)}
        for after in (NINE.result(state, action) for action in actions(NINE, state) if action < 1024):
            assert here in {slot(NINE, before) for before in NINE.predecessors(after)}


def test_who_closed_a_mill_took_a_stone():
    mill, beside = 0b111, 1 << 20
    assert list(NINE.predecessors(NINE.State(0b111 << 8, mill, 0))) == []
    before = list(NINE.predecessors(NINE.State(0b111 << 8, mill | beside, 0)))
    assert {state.me for state in before} == {mill | 1 << 19, mill | 1 << 21}


def test_no_move_led_to_a_state_with_stones_in_hand():
    assert list(NINE.predecessors(NINE.State(0b111, 0b111000, 2))) == []


# Solved


def test_three_mens_morris_is_solved_alike_by_numbers_and_by_states():
    """Look again until nothing changes, once over slots and once over every placement."""
    game: Any = load_game("morris:men=3")
    by_slot = settled(dict(filled(game, "3-3")), lambda state: slot(game, state), game)
    states = {image for _, state in filled(game, "3-3") for image in images_of(game, state)}
    by_state = settled({state: state for state in states}, lambda state: state._replace(turn=0), game)
    assert len(by_slot) < len(by_state) / 6
    assert {state: by_slot.get(slot(game, state)) for state in states} == {
        state: by_state.get(state) for state in states
    }


def settled(states: dict[Any, Any], name: Any, game: Morris) -> dict[Any, int]:
    """Find the plies to the end of all states that aren't drawn, by their names."""
    ways = {key: {name(game.result(state, action)) for action in actions(game, state)} for key, state in states.items()}
    found: dict[Any, int] = {}
    for depth in range(50):
        decided = {}
        for key, after in ways.items():
            ends = [found.get(there) for there in after]
            lost = any(end is not None and end % 2 == 0 for end in ends)
            if key not in found and (lost if depth % 2 else all(end is not None and end % 2 for end in ends)):
                decided[key] = depth
        found |= decided
    return found

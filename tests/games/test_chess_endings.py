"""Tables of chess endings: slots and states belong together, counts are the published ones, un-moves undo actions."""

from random import Random
from typing import Any

import pytest

from plywise.games.chess import Chess, State
from plywise.games.chess.board import CLOCK_AT, PASSING_AT
from plywise.games.chess.endings.king_pairs import KING_PLACES, PAIRS, PAWN_PAIRS
from plywise.games.chess.endings.states import set_up
from plywise.rules import RulesError
from plywise.solve.components import find_components
from tests.thinning import thinned

GAME = Chess()
BARE_KINGS = 0

MATERIALS = [
    *("KQvK", "KRvK", "KBvK", "KNvK", "KPvK"),
    *("KQQvK", "KQRvK", "KQBvK", "KQNvK", "KQPvK", "KRRvK", "KRBvK", "KRNvK", "KRPvK", "KBBvK", "KBNvK", "KBPvK"),
    *("KNNvK", "KNPvK", "KPPvK", "KQvKQ", "KQvKR", "KQvKB", "KQvKN", "KQvKP", "KRvKR", "KRvKB", "KRvKN", "KRvKP"),
    *("KBvKB", "KBvKN", "KBvKP", "KNvKN", "KNvKP", "KPvKP"),
]

LEGAL = {
    "KQvK": (18_081, 28_056),
    "KRvK": (21_959, 28_056),
    "KBvK": (24_178, 28_056),
    "KNvK": (25_750, 28_056),
    "KPvK": (81_664, 84_012),
}
"""Wins, draws and losses of the Syzygy statistics added up: the stronger side to move, then the weaker."""

Slot = tuple[int, int]


def tiers(text: str) -> tuple[int, ...]:
    return GAME.parse_tier(text)


def slot(state: State) -> Slot:
    return GAME.tier(state), GAME.index(state)


def found(tier: int, index: int) -> State | None:
    """Return the state of a slot, None where it is empty."""
    state = GAME.unindex(tier, index)
    return state if slot(state) == (tier, index) else None


def sample(tier: int, count: int) -> list[State]:
    """Return states of a table, each as it stands in its slot."""
    random, size = Random(tier), GAME.tier_size(tier)
    states = (found(tier, random.randrange(size)) for _ in range(count))
    return [state for state in states if state is not None]


def after(state: State) -> set[Slot]:
    """Return the slots that actions lead to within the material."""
    slots = {slot(GAME.result(state, action)) for action in GAME.actions(state)}
    men = GAME.tier(state) >> 2
    return {(tier, index) for tier, index in slots if tier >> 2 == men}


def before(state: State) -> set[Slot]:
    """Return the slots that un-moves lead to, without the empty ones."""
    slots = {slot(earlier) for earlier in GAME.predecessors(state)}
    return {place for place in slots if place[1] >= 0 and found(*place) is not None}


# Names


def test_up_to_four_men_there_are_the_35_materials_of_syzygy():
    names = [GAME.tier_name(tier) for tier in tiers("4")]
    assert list(dict.fromkeys(name.split()[0] for name in names)) == MATERIALS
    assert len(names) == 66
    assert names[-2:] == ["KPvKP w", "KPvKP w ep"]
    assert [GAME.tier_name(tier) for tier in tiers("3")] == names[:10]
    assert len({GAME.tier_name(tier).split()[0] for tier in tiers("5")}) == 145


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("KBNK", "KBNvK w, KBNvK b"),
        ("knbvk W", "KBNvK w"),
        ("KvKQ w", "KQvK b"),
        ("KBvKQ", "KQvKB b, KQvKB w"),
        ("KRvKR b", "KRvKR w"),
        ("KPvKP", "KPvKP w, KPvKP w ep"),
        ("KPvKP w", "KPvKP w"),
        ("KPvKP ep", "KPvKP w ep"),
        ("KPPvKP ep", "KPPvKP w ep, KPPvKP b ep"),
    ],
)
def test_texts_name_tables(text, names):
    assert ", ".join(GAME.tier_name(tier) for tier in tiers(text)) == names


@pytest.mark.parametrize(
    "text", ["", "2", "6", "KK", "KvK", "KQRBNvK", "QvK", "KQvK x", "KQvK w w", "9" * 5000, "KQvK ep"]
)
def test_other_texts_are_refused_in_one_sentence(text):
    with pytest.raises(RulesError) as error:
        tiers(text)
    assert str(error.value).count(".") == 1
    assert len(str(error.value)) < 200


def test_every_name_is_read_back():
    for tier in tiers("5"):
        assert tiers(GAME.tier_name(tier)) == (tier,)


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("KBNvK w", "KBNvK b"),
        ("KBNvK b", "KBvK w, KNvK w, KBNvK w"),
        ("KQvK b", "KQvK w"),
        ("KPvK w", "KPvK b, KBvK b, KRvK b, KNvK b, KQvK b"),
        ("KRvKR w", "KRvK b, KRvKR w"),
        ("KPvKP w ep", "KPvK b, KPvKP w, KBvKP b, KRvKP b, KNvKP b, KQvKP b"),
        ("KNvKP b", "KPvK b, KQvK b, KRvK b, KBvK b, KNvK b, KNvKP w, KBvKN b, KNvKN w, KRvKN b, KQvKN b"),
    ],
)
def test_next_tables(name, names):
    [tier] = tiers(name)
    assert {GAME.tier_name(after) for after in GAME.next_tiers(tier)} == set(names.split(", "))


# Slots


def test_sizes():
    assert (len(KING_PLACES), PAIRS, PAWN_PAIRS) == (462 + 1_806, 462, 1_806)
    sizes = {name: GAME.tier_size(tiers(name)[0]) for name in ("KBNvK w", "KQQvK b", "KPvK w", "KPvKP", "KPvKP ep")}
    assert sizes == {
        "KBNvK w": 462 * 62 * 61,
        "KQQvK b": 462 * 62 * 61 // 2,
        "KPvK w": 1_806 * 48,
        "KPvKP": 1_806 * 48 * 47,
        "KPvKP ep": 7 * 64 * 64,
    }


@pytest.mark.parametrize("name", thinned(LEGAL, 2))
def test_three_men_have_as_many_slots_filled_as_published(name):
    counts = [sum(found(tier, i) is not None for i in range(GAME.tier_size(tier))) for tier in tiers(name)]
    assert tuple(counts) == LEGAL[name]


def test_published_counts_have_two_alike_twice_unless_they_are_mirror_images():
    """Syzygy tells two alike apart: its count is twice ours, less the states that mirroring the board leaves."""
    swapped = {}
    for letter, code in (("Q", 10), ("R", 6), ("B", 4), ("N", 8)):
        for tier in tiers(f"K{letter}{letter}vK"):
            states = [
                set_up(places >> 6, places & 63, code << 6 | 8 * y + x, code << 6 | 8 * x + y, 0, tier & 1)
                for places in KING_PLACES[:PAIRS]
                for x in range(8)
                for y in range(x)
                if (places >> 6) % 9 == (places & 63) % 9 == 0
            ]
            kept = {GAME.index(state) for state in states if found(*slot(state)) is not None}
            swapped[GAME.tier_name(tier)] = len(kept)
    assert swapped == {
        "KQQvK w": 2 * 353_793 - 707_175,
        "KQQvK b": 2 * 854_238 - 1_707_888,
        "KRRvK w": 2 * 520_702 - 1_040_963,
        "KRRvK b": 2 * 854_238 - 1_707_888,
        "KBBvK w": 2 * 635_550 - 1_270_542,
        "KBBvK b": 2 * 854_238 - 1_707_888,
        "KNNvK w": 2 * 719_130 - 1_437_728,
        "KNNvK b": 2 * 854_238 - 1_707_888,
    }


def turned(state: State, square: Any, swap: bool) -> State:
    """Put every man on another square; with `swap`, men and the player to move change colours."""
    cells = GAME.state_name(state).split()
    rows = [_spread(row) for row in reversed(cells[0].split("/"))]
    moved = {square(8 * y + x): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    board = "/".join("".join(moved[8 * y + x] for x in range(8)) for y in reversed(range(8))).replace(".", "1")
    passing = cells[3]
    if passing != "-":
        to = square("abcdefgh".index(passing[0]) + 8 * int(passing[1]) - 8)
        passing = f"{'abcdefgh'[to % 8]}{to // 8 + 1}"
    if swap:
        return GAME.parse_state(f"{board.swapcase()} {'bw'[cells[1] == 'b']} - {passing}")
    return GAME.parse_state(f"{board} {cells[1]} - {passing}")


def _spread(row: str) -> str:
    return "".join("." * int(cell) if cell.isdigit() else cell for cell in row)


@pytest.mark.parametrize("name", [*MATERIALS, "KPvKP ep", "KQRBvK", "KBBBvK", "KPPvKP", "KPPvKP ep", "KRPvKP ep"])
def test_images_share_a_slot_and_states_are_sound(name):
    for tier in tiers(name):
        for state in sample(tier, 6):
            assert GAME.parse_state(GAME.state_name(state)) == state  # with score and hash, and nothing illegal
            images = [turned(state, lambda square: square ^ 7, False), turned(state, lambda square: square ^ 56, True)]
            if not state.pawns:
                images.append(turned(state, lambda square: square >> 3 | (square & 7) << 3, False))
                images.append(turned(state, lambda square: square ^ 56, False))
            colours = images[1]
            assert {slot(image) for image in images} == {slot(state)}
            assert slot(colours._replace(flags=colours.flags | 37 << CLOCK_AT)) == slot(state)


@pytest.mark.parametrize(
    "name", ["KPvK w", "KQQvK w", "KPPvK b", "KQvKP w", "KPvKP w", "KPvKP ep", "KPPPvK b", "KRPvKP ep"]
)
def test_every_slot_has_a_state_and_empty_ones_are_seen(name):
    for tier in tiers(name):
        size, random = GAME.tier_size(tier), Random(7)
        states = [GAME.unindex(tier, i) for i in (0, size - 1, *(random.randrange(size) for _ in range(300)))]
        assert all(GAME.index(state) < size for state in states)
        assert {GAME.tier(state) == tier for state in states} == {True, False}


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/QQQQ4/4K3 w - - 0 1",
    ],
)
def test_states_outside_all_tables(fen):
    assert GAME.index(GAME.parse_state(fen)) == -1


# Un-moves


@pytest.mark.parametrize("name", [*MATERIALS, "KPvKP w ep", "KPPvKP ep", "KQRBvK"])
def test_un_moves_undo_actions_and_nothing_else(name):
    for tier in tiers(name):
        for state in sample(tier, 3):
            place = slot(state)
            for later in after(state):
                assert place in before(GAME.unindex(*later))
            for earlier in before(state):
                assert place in after(GAME.unindex(*earlier))


@pytest.mark.parametrize("name", [*MATERIALS, "KRRvKR", "KPPvK", "KPPvKP w ep", "KQRBvK"])
def test_slots_beside_a_state_are_those_of_the_states_there(name):
    for tier in tiers(name):
        [component] = [found for found in find_components(GAME, [tier]) if tier in found.tiers]
        following = component.after(tier)
        for state in sample(tier, 6):
            if component.before(tier) >= 0:
                earlier = list(GAME.predecessors(state))
                assert {GAME.tier(each) for each in earlier} <= {component.before(tier)}
                assert {GAME.to_move(each) for each in earlier} <= {1 - GAME.to_move(state)}
                assert sorted(GAME.indexes_before(state)) == sorted(map(GAME.index, earlier))
            if following >= 0:
                later = [GAME.result(state, action) for action in GAME.actions(state)]
                inside = sorted(GAME.index(each) for each in later if GAME.tier(each) == following)
                assert sorted(GAME.indexes_after(state)) == inside


@pytest.mark.parametrize("name", [*MATERIALS, "KPPvKP ep", "KRPvKP"])
def test_actions_lead_to_next_tables(name):
    for tier in tiers(name):
        for state in sample(tier, 6):
            reached = {GAME.tier(GAME.result(state, action)) for action in GAME.actions(state)}
            assert reached - {BARE_KINGS} <= set(GAME.next_tiers(tier))


@pytest.mark.parametrize("name", [*MATERIALS, "KPPvKP ep", "KRPvKP"])
def test_actions_that_do_not_convert_keep_the_men(name):
    for tier in tiers(name):
        for state in sample(tier, 6):
            converting = set(GAME.converting_actions(state))
            assert converting <= set(GAME.actions(state))
            for action in GAME.actions(state):
                later = GAME.result(state, action)
                men = [sorted(filter(str.isalpha, GAME.state_name(each).split()[0])) for each in (state, later)]
                assert (action in converting) == (men[0] != men[1])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["KQvK", "KRvK", "KPvK"])
def test_un_moves_are_exactly_the_actions_of_whole_tables(name):
    places = [(tier, index) for tier in tiers(name) for index in range(GAME.tier_size(tier))]
    states = {place: state for place in places if (state := found(*place))}
    forward = {(place, later) for place, state in states.items() for later in after(state)}
    back = {(earlier, place) for place, state in states.items() for earlier in before(state)}
    assert forward == back


def test_a_pawn_that_may_be_taken_in_passing_has_just_gone_two_steps():
    state = GAME.parse_state("4k3/8/8/3pP3/8/8/8/4K3 w - d6")
    [earlier] = GAME.predecessors(state)
    assert GAME.state_name(earlier) == "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
    without = state._replace(flags=state.flags & ~(63 << PASSING_AT))
    assert slot(without) != slot(state)
    assert slot(earlier) not in before(without)


def test_a_state_may_follow_one_in_which_a_pawn_could_be_taken_in_passing():
    earlier = GAME.parse_state("4k3/8/8/3pP3/8/8/8/4K3 w - d6")
    king_steps_aside = 4 | 3 << 6
    state = GAME.result(earlier, king_steps_aside)
    assert {slot(earlier), slot(earlier._replace(flags=0))} <= before(state)

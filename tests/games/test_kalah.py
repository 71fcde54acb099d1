"""Kalah against sowing seed by seed on one list; its notation, its order of search and its board."""

from random import Random
from typing import Any

import pytest

from plywise import load_game
from plywise.explain.terminal import draw_board
from plywise.games.sowing.kalah import Kalah
from plywise.rules import CatalogError, NotationError, as_view
from tests.games.samples import playthrough

SIZES = [
    (6, 4, True),
    (6, 4, False),
    (6, 6, True),
    (3, 5, False),
    (2, 6, True),
    (2, 6, False),
    (1, 6, True),
    (4, 1, False),
]


# The rules once more, written differently: one ring of places, A's pits, A's store, B's pits, B's store


class Ring:
    """A board on which every seed is moved by itself."""

    def __init__(self, pits: int, seeds: int, empty_capture: bool) -> None:
        self.pits, self.empty_capture, self.turn = pits, empty_capture, "A"
        self.ring = ([seeds] * pits + [0]) * 2
        self.stores = {"A": pits, "B": 2 * pits + 1}

    def copy(self) -> "Ring":
        twin = Ring(self.pits, 0, self.empty_capture)
        twin.turn, twin.ring = self.turn, self.ring[:]
        return twin

    def row(self, player: str) -> range:
        return range(self.stores[player] - self.pits, self.stores[player])

    def over(self) -> bool:
        return any(sum(self.ring[place] for place in self.row(player)) == 0 for player in "AB")

    def moves(self) -> list[int]:
        return [number for number, place in enumerate(self.row(self.turn)) if self.ring[place]]

    def play(self, number: int) -> "Ring":
        after = self.copy()
        other = "B" if self.turn == "A" else "A"
        place = self.row(self.turn)[number]
        hand, after.ring[place] = after.ring[place], 0
        for _ in range(hand):
            place = (place + 1) % len(after.ring)
            while place == self.stores[other]:
                place = (place + 1) % len(after.ring)
            after.ring[place] += 1
        if place == self.stores[self.turn]:
            return after
        if place in self.row(self.turn) and after.ring[place] == 1:
            facing = list(self.row(other))[::-1][place - self.row(self.turn)[0]]
            if after.ring[facing] > 0 or self.empty_capture:
                after.ring[self.stores[self.turn]] += after.ring[facing] + after.ring[place]
                after.ring[facing] = after.ring[place] = 0
        after.turn = other
        return after

    def margin(self) -> int:
        """What A has more than B, each with what is left in the own row."""
        half = self.pits + 1
        return sum(self.ring[:half]) - sum(self.ring[half:])

    def name(self) -> str:
        half = self.pits + 1
        sides = [self.ring[:half], self.ring[half:]]
        return "/".join("-".join(map(str, side[:-1])) + f"+{side[-1]}" for side in sides) + f" {self.turn}"


def count(ring: Ring, depth: int) -> int:
    if depth == 0:
        return 1
    return 0 if ring.over() else sum(count(ring.play(number), depth - 1) for number in ring.moves())


def perft(game: Kalah, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return 0
    return sum(perft(game, game.result(state, action), depth - 1) for action in game.actions(state))


@pytest.mark.parametrize(("pits", "seeds", "empty_capture"), SIZES)
def test_lines_of_play_are_as_many_as_on_the_ring(pits, seeds, empty_capture):
    game = Kalah(pits, seeds, empty_capture)
    for depth in range(6):
        assert perft(game, game.initial(), depth) == count(Ring(pits, seeds, empty_capture), depth)


@pytest.mark.parametrize(("pits", "seeds", "empty_capture"), SIZES)
def test_random_games_go_as_on_the_ring(pits, seeds, empty_capture):
    """Whole games, in which pits fill up enough to be sown around the board more than once."""
    game, random = Kalah(pits, seeds, empty_capture), Random(f"{pits} {seeds}")
    for _ in range(40):
        state, ring = game.initial(), Ring(pits, seeds, empty_capture)
        while not ring.over():
            assert (game.state_name(state), list(game.actions(state))) == (ring.name(), ring.moves())
            assert not game.is_terminal(state)
            action = random.choice(ring.moves())
            state, ring = game.result(state, action), ring.play(action)
        assert game.is_terminal(state)
        assert game.state_name(state) == ring.name()
        assert (game.utility(state, 0), game.utility(state, 1)) == (ring.margin(), -ring.margin())


def test_lines_of_play_from_the_start():
    # counted by the ring above and by the compiled rules, which agree
    game = load_game("kalah")
    assert isinstance(game, Kalah)
    assert [perft(game, game.initial(), depth) for depth in range(7)] == PERFT


PERFT = [1, 6, 35, 185, 942, 4_685, 23_169]


# Single moves


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ("1-2-3+0/1-2-3+0 A", "3", "1-2-0+1/2-3-3+0 B"),
        ("1-2-1+2/1-2-3+0 A", "3", "1-2-0+3/1-2-3+0 A"),
        ("1-0-5+0/1-2-3+0 A", "1", "0-0-5+3/1-0-3+0 B"),
        ("1-0-5+0/2-0-4+0 B", "2", None),
        ("1-0-5+0/2-0-4+0 A", "1", "0-0-5+1/2-0-4+0 B"),
        ("0-0-7+0/2-2-1+0 A", "3", "1-1-0+5/0-3-2+0 B"),
        ("7-1-1+0/2-0-1+0 A", "1", "0-2-2+4/3-1-0+0 B"),
        ("8-1-1+0/1-0-1+0 A", "1", "1-3-2+1/2-1-2+0 B"),
        ("1-1-1+3/0-6-0+0 B", "2", "2-2-0+3/0-0-1+4 A"),
    ],
)
def test_one_move(before, action, after):
    game = Kalah(3, 2)
    state = game.parse_state(before)
    names = {game.action_name(state, action): action for action in game.actions(state)}
    if after is None:
        assert action not in names
    else:
        assert game.state_name(game.result(state, names[action])) == after


def test_an_empty_pit_opposite_keeps_the_seed_in_play_without_empty_capture():
    game = Kalah(3, 2, empty_capture=False)
    after = game.result(game.parse_state("1-0-5+0/2-0-4+0 A"), 0)
    assert game.state_name(after) == "0-1-5+0/2-0-4+0 B"


@pytest.mark.parametrize(
    ("name", "worth"), [("0-0-0+4/3-0-1+4 A", -4), ("0-0-0+4/3-0-1+4 B", -4), ("2-2-1+4/0-0-0+3 A", 6)]
)
def test_what_is_left_belongs_to_its_side(name, worth):
    game = Kalah(3, 2)
    state = game.parse_state(name)
    assert game.is_terminal(state)
    assert (game.utility(state, 0), game.utility(state, 1)) == (worth, -worth)


# Order and estimate


def test_the_order_is_store_then_capture_then_nearness():
    game = Kalah(6, 4)
    state = game.parse_state("1-0-4-2-2-1+10/1-1-1-5-1-1+18 A")
    order = sorted(game.actions(state), key=lambda action: -game.rank(state, action))
    assert [game.action_name(state, action) for action in order] == ["6", "5", "3", "1", "4"]


def test_a_lone_seed_opposite_nothing_ranks_as_a_capture_only_with_empty_capture():
    for empty_capture, rank in ((True, 3), (False, 0)):
        game = Kalah(3, 2, empty_capture)
        assert game.rank(game.parse_state("1-0-5+0/2-0-4+0 A"), 0) == rank


def test_the_estimate_is_the_margin_of_the_stores():
    game = Kalah(3, 2)
    for mover in "AB":
        state = game.parse_state(f"1-0-2+5/1-0-1+2 {mover}")
        assert (game.evaluate(state, 0), game.evaluate(state, 1)) == (3, -3)


def test_keys_differ_and_spread():
    """Many states, no two keys alike, and the low 16 bits as full as chance would have them."""
    game, random = Kalah(), Random(5)
    states = {state for _ in range(300) for state in playthrough(game, random).states}
    states |= {state._replace(turn=1 - state.turn) for state in states}
    keys = {game.key(state) for state in states}
    assert len(keys) == len(states)
    assert all(0 <= key < 1 << 64 for key in keys)
    for shift in (0, 48):
        distinct = len({key >> shift & 0xFFFF for key in keys})
        expected = 65536 * (1 - (1 - 1 / 65536) ** len(keys))
        assert distinct == pytest.approx(expected, rel=0.03)


# Sizes, notation, looks


@pytest.mark.parametrize(
    ("pits", "seeds", "reason"),
    [
        (0, 4, "Kalah has 1 to 11 pits a side, not 0."),
        (12, 1, "Kalah has 1 to 11 pits a side, not 12."),
        (6, 0, "Kalah with 6 pits a side has 1 to 40 seeds in each, not 0."),
        (6, 41, "Kalah with 6 pits a side has 1 to 40 seeds in each, not 41."),
        (8, 8, "Kalah with 8 pits a side has 1 to 7 seeds in each, not 8."),
    ],
)
def test_impossible_sizes_are_refused(pits, seeds, reason):
    with pytest.raises(CatalogError) as refused:
        Kalah(pits, seeds)
    assert str(refused.value) == reason


@pytest.mark.parametrize("pits", range(1, 12))
def test_the_largest_sizes_fit_63_bits(pits):
    most = max(seeds for seeds in range(1, 41) if (pits + 1) * (2 * pits * seeds).bit_length() <= 63)
    game = Kalah(pits, most)
    everything = game.pack([0] * pits + [game.total])
    assert everything < 1 << 63
    assert game.evaluate(game.State(everything, 0), 0) == game.total < game.evaluation_limit


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a state of this game: write it like 2-2+0/2-2+0 A."),
        ("2-2+0/2-2+0", "is not a state"),
        ("2-2+0/2-2+0 C", "is not a state"),
        ("2-2-0+0/2-2+0 A", "is not a state"),
        ("2-2+0 A", "is not a state"),
        ("2--2+0/2-2+0 A", "is not a state"),
        ("2-2+0/2-٢+0 A", "is not a state"),
        ("99999-2+0/2-2+0 A", "is not a state"),
        ("2-2+0/2-2+1 A", "can't come up: it has 9 seeds, and the game has 8."),
        ("0-0+0/0-0+0 B", "can't come up: it has 0 seeds, and the game has 8."),
    ],
)
def test_a_state_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError) as refused:
        Kalah(2, 2).parse_state(text)
    assert reason in str(refused.value)


def test_states_are_read_whatever_the_spacing():
    game = Kalah(2, 2)
    assert game.parse_state("  2-2+0/0-3+1   b ") == game.State(game.pack([0, 3, 1]), game.pack([2, 2, 0]), 1)


def test_the_board_looks_like_a_kalah_board():
    game = Kalah(3, 4)
    board = as_view(game.view(game.parse_state("1-0-11+3/2-0-4+3 B")))
    assert draw_board(board).plain.splitlines() == [
        "      4   ·   2",
        "  3               3",
        "      1   ·   11",
        "  North to move, pits 1 to 3 from the right",
    ]
    assert {cell.name: cell.action for cell in board.cells if cell.action} == {"B1": "1", "B3": "3"}
    assert {cell.name: cell.piece for cell in board.cells} == {
        "A1": "1", "A2": "", "A3": "11", "A": "3", "B1": "2", "B2": "", "B3": "4", "B": "3",
    }  # fmt: skip


def test_a_click_plays_nothing_when_the_game_is_over():
    game = Kalah(2, 2)
    board = as_view(game.view(game.parse_state("0-0+4/1-1+2 A")))
    assert board.caption == ""
    assert not any(cell.action for cell in board.cells)

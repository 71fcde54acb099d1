"""Breakthrough against OpenSpiel's, known small values, and its own notation, symmetry and features."""

from random import Random
from time import monotonic
from typing import Any

import pyspiel
import pytest

from plywise import IllegalActionError, Limit, Record, Status, load_game
from plywise.bits import MASK
from plywise.games.moving.breakthrough import Breakthrough
from plywise.kernel import Searcher, Switches, compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, NotationError, as_view
from plywise.search import alpha_beta
from tests.games.fuzzing import check_mutated
from tests.games.samples import sample
from tests.kernel.harness import perft

SPECS = [
    "breakthrough",
    "breakthrough:width=5,height=5",
    "breakthrough:width=3,height=7",
    "breakthrough:width=2,rows=1",
]

# OpenSpiel: its first player is black and goes down, so ranks are counted from the other end. Boards of fewer than six
# rows have one row of pawns there; ours have as many as are asked for.

BOARDS = [(8, 8, 2), (6, 6, 2), (5, 5, 1), (2, 8, 2), (4, 6, 2), (7, 9, 2)]


def as_theirs(game: Breakthrough, name: str) -> str:
    """Name an action as OpenSpiel does: a2xb3 on eight rows is a7b6*."""
    start, end = name.replace("x", "-").split("-")
    squares = (f"{square[0]}{game.height + 1 - int(square[1:])}" for square in (start, end))
    return "".join(squares) + "*" * ("x" in name)


def shown(game: Breakthrough, state: Any) -> list[str]:
    """Write a board as OpenSpiel does, without what stands around it."""
    return ["".join({"X": "b", "O": "w"}.get(piece, ".") for piece in row) for row in game.rows(state)[::-1]]


def compare_playings(random: Random, positions: int) -> int:
    """Play at random on all boards, side by side with OpenSpiel, and compare every position."""
    compared = 0
    while compared < positions:
        width, height, rows = random.choice(BOARDS)
        game = Breakthrough(width, height, rows)
        theirs = pyspiel.load_game(f"breakthrough(rows={height},columns={width})").new_initial_state()
        state = game.initial()
        while True:
            compared += 1
            assert [line[1:] for line in str(theirs).splitlines()[:height]] == shown(game, state)
            assert game.is_terminal(state) == theirs.is_terminal()
            if theirs.is_terminal():
                assert [game.utility(state, player) for player in (0, 1)] == theirs.returns()
                break
            assert game.to_move(state) == theirs.current_player()
            ours = {as_theirs(game, game.action_name(state, action)): action for action in game.actions(state)}
            options = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
            assert sorted(ours) == sorted(options)
            name = random.choice(sorted(options))
            state = game.result(state, ours[name])
            theirs.apply_action(options[name])
    return compared


def test_agrees_with_open_spiel():
    assert compare_playings(Random(6), 5_000) >= 5_000


@pytest.mark.slow
def test_agrees_with_open_spiel_on_many_positions():
    assert compare_playings(Random(60), 50_000) >= 50_000


# Counts: OpenSpiel's breakthrough to depth 5, counted in the same way

LINES = [1, 22, 484, 11_132, 256_036, 6_182_818]


def test_lines_of_play_as_open_spiel_counts_them():
    game = Breakthrough()
    assert [perft(game, game.initial(), depth) for depth in range(4)] == LINES[:4]
    rules = compile_rules(game)
    assert [rules.perft(game.initial(), depth) for depth in range(6)] == LINES
    assert compare(game, rules, seed=6, states=300) is None


def test_a_checked_build_meets_no_overflow():
    game = Breakthrough()
    assert compare(game, compile_rules(game, checked=True, keep=False), seed=2, states=150) is None


# Values: littlegolem.net, forum topic 19, for 5x5; a separate program in C for the others. Both sides fill two rows.

SMALL = {(2, 4): -1, (2, 5): -1, (2, 6): 1, (3, 4): -1}
MIDDLE = {(4, 5): -1}
LARGE = {(3, 6): 1, (4, 4): -1, (3, 5): -1, (5, 4): -1, (5, 5): -1}


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_small_boards(width, height):
    decision = alpha_beta(Breakthrough(width, height), known_extremes=True)
    assert (decision.value, decision.status) == (SMALL[width, height], Status.PROVEN)


def prove(width: int, height: int) -> int:
    searcher = Searcher(Breakthrough(width, height), Switches().without("distances"), table_mb=256)
    decision = searcher.decide(None, limit=Limit(depth=200), prove=True)
    assert decision.status is Status.PROVEN
    return int(decision.value)


@pytest.mark.parametrize(("width", "height"), MIDDLE)
def test_middling_boards(width, height):
    assert prove(width, height) == MIDDLE[width, height]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), LARGE)
def test_larger_boards(width, height):
    assert prove(width, height) == LARGE[width, height]


# The end


def test_who_takes_the_last_pawn_wins():
    game = Breakthrough()
    record = Record(game, game.parse_state("8/8/8/8/3O4/2X5/8/8 X"))
    record.play(record.find("c3xd4"))
    assert record.is_over
    assert record.utilities == (1, -1)


def test_the_first_on_the_last_row_wins():
    game = Breakthrough()
    for name, text in (("h7-h8", "O6./7X/8/8/8/8/o7/8 x"), ("a2-b1", "O7/7X/8/8/8/8/O7/8 O")):
        record = Record(game, game.parse_state(text))
        mover = game.to_move(record.state)
        record.play(record.find(name))
        assert record.is_over
        assert record.utilities == ((1, -1) if mover == 0 else (-1, 1))


def test_a_pawn_ahead_blocks_and_is_not_captured():
    game = Breakthrough(3, 4)
    state = game.parse_state("2O/1O1/1X1/3 X")
    assert [game.action_name(state, action) for action in game.actions(state)] == ["b2-a3", "b2-c3"]
    assert list(game.noisy_actions(state)) == []


# Notation


def test_the_start():
    game = Breakthrough()
    assert game.state_name(game.initial()) == "OOOOOOOO/OOOOOOOO/8/8/8/8/XXXXXXXX/XXXXXXXX X"
    assert len(list(game.actions(game.initial()))) == 22
    view = as_view(game.view(game.initial()))
    assert (view.turn, view.cells[0].name, view.cells[-1].name) == ("X (White) to move", "a8", "h1")
    assert game.clicks(game.initial(), 3 * 8 + 1) == ("a2", "a3")


@pytest.mark.parametrize("text", ["c3xd4", "c3-d4", "c3d4", "C3 D4", "c3:d4", "c3d4*", " c3xd4 "])
def test_actions_may_be_written_in_several_ways(text):
    game = Breakthrough()
    state = game.parse_state("8/8/8/8/3O4/2X5/8/8 X")
    assert game.action_name(state, game.parse_action(state, text)) == "c3xd4"
    assert game.clicks(state, game.parse_action(state, text)) == ("c3", "d4")


@pytest.mark.parametrize("text", ["", "a1", "a1-a2", "c3-c5", "c3xc4x", "c3d4e5", "ſ3-d4", "c٣-d4", "z99-z98"])
def test_other_actions_are_refused(text):
    game = Breakthrough()
    state = game.parse_state("8/8/8/8/3O4/2X5/8/8 X")
    with pytest.raises(IllegalActionError, match="choose one of c3-b4 c3-c4 c3xd4"):
        game.parse_action(state, text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must end with X or O to move, as in OOOO"),
        ("8/8/8/8/8/8/8/8", "must end with X or O"),
        ("8/8/8/8/8/8/8 X", "is not a board of 8 rows of 8 squares"),
        ("8/8/8/8/3W4/8/8/8 X", "has W on it: write X O and numbers"),
        ("8/8/XXXXXXXX/XXXXXXXX/X7/8/8/7O O", "X starts with 16 pawns and gets no more"),
        ("8/8/8/8/8/8/8/8 X", "X has won by the last move: write O to move"),
        ("7X/8/8/8/8/8/8/O7 X", "X has won by the last move: write O to move"),
        ("8/8/8/8/3O4/8/8/O7 O", "O has won by the last move: write X to move"),
    ],
)
def test_a_board_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason) as refused:
        Breakthrough().parse_state(text)
    assert "\n" not in str(refused.value)


SEEDS = ["OOOOOOOO/OOOOOOOO/8/8/8/8/XXXXXXXX/XXXXXXXX X", "8/8/1X6/8/5O2/8/2X5/1X6 X", "O7/7X/8/8/8/8/O7/8 O"]


def test_texts_that_are_nearly_right():
    random = Random("fuzz")
    assert sum(check_mutated(Breakthrough(), SEEDS, random) for _ in range(2_000)) > 10


@pytest.mark.slow
def test_texts_that_are_nearly_right_for_30_seconds():
    random, end = Random("long fuzz"), monotonic() + 30
    while monotonic() < end:
        check_mutated(Breakthrough(), SEEDS, random)


@pytest.mark.parametrize(("width", "height"), [(1, 8), (27, 2), (8, 1), (9, 8), (0, 0), (-2, 4)])
def test_boards_too_narrow_or_too_large_are_refused(width, height):
    with pytest.raises(CatalogError, match=f"2 to 26 columns.*not {width}x{height}"):
        Breakthrough(width, height)


@pytest.mark.parametrize("rows", [0, 4, -1])
def test_pawns_fill_no_more_than_half_the_board(rows):
    with pytest.raises(CatalogError, match=f"fills 1 to 3 with pawns, not {rows}"):
        load_game(f"breakthrough:height=7,rows={rows}")


# Symmetry, keys, order and features


@pytest.mark.parametrize("spec", SPECS)
def test_a_mirror_image_is_the_same(spec):
    game, states = sample(spec, playings=4)
    assert isinstance(game, Breakthrough)
    for state in states:
        board = "/".join("".join(row[::-1]) for row in game.rows(state))
        image = game.parse_state(f"{board} {'XO'[state.turn]}")
        assert game.canonical(image) == game.canonical(state)
        assert game.canonical(state) in (state, image)
        assert game.evaluate(image, 0) == game.evaluate(state, 0)
        ranks = [sorted(game.rank(one, action) for action in game.actions(one)) for one in (state, image)]
        assert ranks[0] == ranks[1]


@pytest.mark.parametrize("spec", SPECS)
def test_noisy_actions_are_captures_and_wins(spec):
    game, states = sample(spec, playings=4)
    for state in states:
        if game.is_terminal(state):
            continue
        expected = [
            action
            for action in game.actions(state)
            if "x" in game.action_name(state, action) or game.is_terminal(game.result(state, action))
        ]
        assert list(game.noisy_actions(state)) == expected  # type: ignore[attr-defined]


@pytest.mark.parametrize("spec", SPECS)
def test_features_add_up(spec):
    game, states = sample(spec, playings=4)
    for state in states:
        for player in (0, 1):
            assert sum(game.features(state, player).values()) == game.evaluate(state, player)


def test_features_name_what_counts():
    game = Breakthrough()
    state = game.parse_state("8/8/1X6/8/5O2/8/2X5/1X6 X")
    assert game.features(state, 0) == {"pawns": 200, "rows gone": 6, "guarded pawns": 8, "free pawns": 120}
    assert game.features(state, 1) == {name: -part for name, part in game.features(state, 0).items()}


def test_wins_come_before_captures_and_captures_before_steps():
    game = Breakthrough()
    state = game.parse_state("8/6X1/8/1O6/2X5/4O3/3X4/8 X")
    ordered = sorted(game.actions(state), key=lambda action: -game.rank(state, action))
    assert [game.action_name(state, action) for action in ordered] == [
        *("g7-f8", "g7-g8", "g7-h8", "d2xe3", "c4xb5", "c4-c5", "c4-d5", "d2-c3", "d2-d3"),
    ]


def test_keys_are_64_bits_and_apart():
    game = Breakthrough()
    states = set(sample("breakthrough", playings=100, most=10_000)[1])
    assert len(states) > 5_000
    for half in (0, 32):
        assert len({game.key(state) >> half & 0xFFFF_FFFF for state in states}) > len(states) - 3
    assert all(0 <= game.key(state) <= MASK for state in states)

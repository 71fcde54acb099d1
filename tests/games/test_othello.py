"""Othello against rules written square by square, published counts and optimal lines; notation, symmetry, order."""

from random import Random
from typing import Any

import pytest

from plywise import Record, load_game
from plywise.bits import MASK
from plywise.games.placing.othello import Othello
from plywise.games.shared.bitboard import precedes, swapped, transposing, upside_down
from plywise.kernel import compile_rules
from plywise.kernel.building import compare
from plywise.rules import CatalogError, NotationError, as_view
from tests.games.counting import levels
from tests.games.samples import playthrough, sample
from tests.kernel.harness import perft

SPECS = ["othello", "othello:size=6,empties=winner", "othello:size=4", "othello:size=4,empties=winner"]

# The rules once more, written differently: a dict of pieces, and a walk along each line


def turned_over(board: dict[tuple[int, int], str], place: tuple[int, int], piece: str) -> set[tuple[int, int]]:
    """Walk from a place in all directions; return the discs enclosed."""
    found = set()
    for dx, dy in [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]:
        line, x, y = set(), place[0] + dx, place[1] + dy
        while board.get((x, y), ".") not in (".", piece):
            line.add((x, y))
            x, y = x + dx, y + dy
        found |= line if board.get((x, y)) == piece else set()
    return found


def as_board(game: Othello, state: Any) -> dict[tuple[int, int], str]:
    return {(x, y): piece for y, row in enumerate(game.rows(state)) for x, piece in enumerate(row)}


def expected(game: Othello, state: Any) -> dict[str, dict[tuple[int, int], str]]:
    """Return each action's name and the board after it."""
    board, piece = as_board(game, state), "XO"[state.turn]
    after = {}
    for (x, y), there in sorted(board.items(), key=lambda cell: cell[0][::-1]):
        enclosed = turned_over(board, (x, y), piece) if there == "." else set()
        if enclosed:
            after[f"{'abcdefgh'[x]}{y + 1}"] = board | dict.fromkeys([*enclosed, (x, y)], piece)
    return after or {"pass": board}


@pytest.mark.parametrize("spec", SPECS)
def test_agrees_with_a_walk_along_each_line(spec):
    game, states = sample(spec)
    assert isinstance(game, Othello)
    for state in states:
        after = {
            game.action_name(state, action): as_board(game, game.result(state, action))
            for action in game.actions(state)
        }
        assert list(after.items()) == list(expected(game, state).items())
        passed = game.result(state, game.squares)
        assert game.is_terminal(state) == all("pass" in expected(game, one) for one in (state, passed))
        assert game.is_terminal(state) or all(
            game.to_move(game.result(state, action)) == 1 - state.turn for action in game.actions(state)
        )


# Counts: aartbik.blogspot.com/2009/02/perft-for-reversi.html, where a game that ends early counts as a line too

LINES = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636]
ENDED = {10: 228, 11: 584, 12: 6_968}
"""How many of so many plies' lines ended before the last ply; no game ends before the ninth.

The source lists these for 11, 12 and 13 plies: there the pass that leads nowhere is a ply too.
"""


def test_lines_of_play_as_published():
    game = Othello()
    assert [perft(game, game.initial(), depth) for depth in range(6)] == LINES[:6]


@pytest.mark.parametrize("spec", SPECS[:2])
def test_compiled_rules_agree(spec):
    game = load_game(spec)
    rules = compile_rules(game, keep=False)
    assert compare(game, rules, seed=11, states=300) is None
    for state in [game.initial(), *playthrough(game, Random(3)).states[20:-1:15]]:
        for action in game.actions(state):
            assert rules.rank(state, action) == game.rank(state, action)  # type: ignore[attr-defined]
    if spec == "othello":
        counted = [rules.perft(game.initial(), depth) for depth in range(11)]
        assert counted == [*LINES[:10], LINES[10] - ENDED[10]]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [11, 12])
def test_longer_lines_of_play_as_published(depth):
    game = Othello()
    assert compile_rules(game).perft(game.initial(), depth) == LINES[depth] - ENDED[depth]


def test_a_checked_build_meets_no_overflow():
    game = Othello()
    assert compare(game, compile_rules(game, checked=True, keep=False), seed=2, states=130) is None


# Optimal lines: H. Takizawa, Othello is Solved, arXiv:2310.19387; J. Feinstein 1993 (6x6, on squares b2 to g7)

TAKIZAWA = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
    "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
)
FEINSTEIN = "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7 f2 g2"


def replayed(game: Othello, names: list[str]) -> Record:
    """Play squares by name, passing where that is all one can do."""
    record = Record(game)
    for name in names:
        if record.options() == [game.squares]:
            record.play(game.squares)
        record.play(record.find(name))
    return record


def test_the_optimal_line_ends_in_a_draw():
    record = replayed(Othello(), [TAKIZAWA[i : i + 2] for i in range(0, len(TAKIZAWA), 2)])
    assert record.is_over
    assert list(record.utilities) == [0, 0]
    assert (record.state.me | record.state.other) == MASK


def test_the_optimal_line_on_6x6_ends_16_to_20():
    inner = [f"{chr(ord(name[0]) - 1)}{int(name[1]) - 1}" for name in FEINSTEIN.split()]
    record = replayed(Othello(6), inner)
    assert record.is_over
    assert list(record.utilities) == [-4, 4]
    assert record.actions.index(36) == 30  # the one pass
    assert (record.state.me.bit_count(), record.state.other.bit_count()) in ((16, 20), (20, 16))


# The end


def test_a_player_without_a_place_passes():
    game = Othello(4)
    state = game.parse_state("XO2/XXX1/XXXX/XXX1 O")
    assert list(game.actions(state)) == [16]
    assert game.action_name(state, 16) == "pass"
    assert game.parse_action(state, "Pass") == 16
    assert as_view(game.view(state)).turn == "O (White) must pass"
    after = game.result(state, 16)
    assert (after.me, after.other, after.turn) == (state.other, state.me, 0)
    assert [game.action_name(after, action) for action in game.actions(after)] == ["c1"]
    assert not game.is_terminal(state)
    assert game.rank(state, 16) == 0


@pytest.mark.parametrize(
    ("text", "none", "winner"),
    [
        ("XX2/XXX1/XXX1/4 O", 8, 16),
        ("XX2/XXX1/XXX1/4 X", 8, 16),
        ("OOOO/OOOO/XXXX/XXXX X", 0, 0),
        ("3O/XXX1/XXX1/XX2 X", 7, 14),
        ("OOO1/OOOO/OOOO/OOO1 X", -14, -16),
    ],
)
def test_empty_squares_may_be_the_winners(text, none, winner):
    for empties, lead in (("none", none), ("winner", winner)):
        game = Othello(4, empties)
        state = game.parse_state(text)
        assert game.is_terminal(state)
        assert (game.utility(state, 0), game.utility(state, 1)) == (lead, -lead)


# Notation


def test_the_start():
    game = Othello()
    assert game.state_name(game.initial()) == "8/8/8/3OX3/3XO3/8/8/8 X"
    assert [game.action_name(game.initial(), action) for action in game.actions(game.initial())] == [
        "d3", "c4", "f5", "e6",
    ]  # fmt: skip
    assert game.initial() == game.parse_state("-" * 27 + "OX------XO" + "-" * 27 + " X")
    for size in (4, 6, 8):
        assert Othello(size).initial()[:2] == Othello(size).parse_state(game_start(size))[:2]


def game_start(size: int) -> str:
    margin = str(size // 2 - 1)
    rows = [str(size)] * (size // 2 - 1)
    return "/".join([*rows, f"{margin}OX{margin}", f"{margin}XO{margin}", *rows]) + " X"


def test_a_line_of_an_obf_file_is_read():
    # the first of FForum's endgames, with the squares it lists
    game = Othello()
    board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
    state = game.parse_state(f"{board} X; A2:38; C7:36;")
    assert {game.action_name(state, action) for action in game.actions(state)} == {
        *("a2", "c7", "d8", "c1", "b1", "g7", "d7", "c6", "f7", "a6")
    }
    assert game.state_name(state) == "O2OOOOX/1OOOOOOX/OOXXOOOX/OOXOOOXX/OOOOOOXX/3OOOOX/4O2X/8 X"
    assert game.parse_state(f"{board.replace('X', '*').replace('-', '.')}  *") == state
    assert game.parse_state(f" {board.lower()}\tx ") == state
    assert game.parse_state(f"{board} O").turn == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must end with X or O to move, as in 8/8/8/3OX3/3XO3/8/8/8 X"),
        (";", "must end with X or O"),
        ("8/8/8/3OX3/3XO3/8/8/8", "must end with X or O"),
        ("8/8/8/3OX3/3XO3/8/8/8 XO", "must end with X or O"),
        ("8/8/8/3OX3/3XO3/8/8/8 X X", "must end with X or O"),
        ("8/8/8/3OX3/3XO3/8/8 X", "is not a board of 8 rows of 8 squares"),
        ("-" * 27 + "OX------XO" + "-" * 26 + " X", "is not a board of 8 rows of 8 squares"),
        ("-" * 27 + "OX------XO" + "-" * 26 + "? X", "has . on it: write X O and numbers"),
        ("8/8/8/3OX3/3X4/8/8/8 X", "can't come up: the four squares in the middle are never empty"),
    ],
)
def test_a_board_that_is_none_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason) as refused:
        Othello().parse_state(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("size", [-2, 0, 2, 3, 5, 7, 10])
def test_only_even_sizes_from_4_to_8(size):
    with pytest.raises(CatalogError, match=f"has 4, 6 or 8 columns and rows, not {size}"):
        Othello(size)


def test_empties_go_to_none_or_the_winner():
    with pytest.raises(CatalogError, match="write none or winner, not both"):
        load_game("othello:empties=both")


def test_a_click_on_a_place_lays_a_disc_there():
    game = Othello(4)
    view = as_view(game.view(game.initial()))
    assert [cell.name for cell in view.cells[:5]] == ["a1", "b1", "c1", "d1", "a2"]
    assert [cell.action for cell in view.cells if cell.action] == ["b1", "a2", "d3", "c4"]
    assert [(cell.piece, cell.player) for cell in view.cells[5:7]] == [("O", 1), ("X", 0)]
    assert view.turn == "X (Black) to move"
    assert as_view(game.view(game.parse_state("OOOO/OOOO/XXXX/XXXX X"))).caption == ""


# Symmetry, keys and order


def images(game: Othello, state: Any) -> list[Any]:
    """Return a state as it looks after each of the eight symmetries, by way of its rows."""
    found, rows = [], game.rows(state)
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        for turned in (rows, rows[::-1]):
            found.append(game.parse_state("".join(map("".join, turned)) + " " + "XO"[state.turn]))
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_all_images_are_one(spec):
    game, states = sample(spec, playings=4)
    assert isinstance(game, Othello)
    for state in states:
        alike = images(game, state)
        assert {game.canonical(image) for image in alike} == {game.canonical(state)}
        assert game.canonical(state) in alike
        assert {game.evaluate(image, 0) for image in alike} == {game.evaluate(state, 0)}
        assert len({tuple(sorted(game.rank(image, a) for a in game.actions(image))) for image in alike}) == 1


@pytest.mark.parametrize("size", [2, 4, 6, 8])
def test_swaps_move_every_square(size):
    for x in range(size):
        for y in range(size):
            square = 1 << (y * size + x)
            assert swapped(square, upside_down(size)) == 1 << ((size - 1 - y) * size + x)
            assert swapped(square, transposing(size)) == 1 << (x * size + y)


def test_one_board_precedes_another_by_the_first_square_apart():
    assert precedes(0b0110, 0b0101)
    assert not precedes(0b0101, 0b0110)
    assert not precedes(7, 7)
    assert precedes(0, 1 << 63)
    assert not precedes(1 << 63, 0)


def test_keys_do_not_collide_soon():
    game = Othello(4)
    states = set().union(*levels(game))
    assert len({game.key(state) for state in states}) == len(states) == 62_789
    for half in (0, 32):  # either half alone is as good as a random number: about 0.5 collisions are to be expected
        assert len({game.key(state) >> half & 0xFFFF_FFFF for state in states}) > len(states) - 5
    assert all(0 <= game.key(state) <= MASK for state in states)


@pytest.mark.parametrize("spec", SPECS)
def test_actions_that_leave_few_answers_come_first(spec):
    """The order is part of what a compiled search and its twin in C++ share, so it is pinned here."""
    game, states = sample(spec, playings=4)
    assert isinstance(game, Othello)
    worth = {(0, 0): 4, (0, 1): -2, (1, 1): -4}
    half, last = game.size // 2, "abcdefgh"[game.size - 1]
    corners = {"a1", f"a{game.size}", f"{last}1", f"{last}{game.size}"}
    for state in states:
        board = as_board(game, state)
        empty = [place for place, piece in board.items() if piece == "."]
        for action in game.actions(state):
            if action == game.squares:
                continue
            x, y = action % game.size, action // game.size
            nearest = (min(x, game.size - 1 - x), min(y, game.size - 1 - y))
            order = worth.get((min(nearest), max(nearest)), 0)
            order += 4 * (sum(x // half == i // half and y // half == j // half for i, j in empty) % 2)
            if len(empty) >= 5:
                answers = expected(game, game.result(state, action)).keys() - {"pass"}
                order -= 8 * (len(answers) + len(answers & corners))
            assert game.rank(state, action) == order

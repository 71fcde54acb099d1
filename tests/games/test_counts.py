"""How many states and playings there are, against published counts."""

from itertools import product

import pytest

from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.mnk import MNK
from plywise.games.placing.othello import Othello
from plywise.games.placing.tic_tac_toe import TicTacToe
from tests.games.counting import levels, playings

# Tic-tac-toe: sethcoulson.com/tic-tac-toe/counting; the UCI data set tic-tac-toe.names (958 final boards)


def test_tic_tac_toe_has_255168_playings():
    ended = playings(TicTacToe())
    assert ended.total() == 255_168
    by_winner = {
        utilities: sum(ways for (_, found), ways in ended.items() if found == utilities) for _, utilities in ended
    }
    assert by_winner == {(1, -1): 131_184, (-1, 1): 77_904, (0, 0): 46_080}
    by_length = {length: sum(ways for (found, _), ways in ended.items() if found == length) for length, _ in ended}
    assert by_length == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}


def test_tic_tac_toe_has_5478_states():
    game = TicTacToe()
    states = [state for level in levels(game) for state in level]
    assert len(states) == len({game.key(state) for state in states}) == 5_478
    assert sum(map(game.is_terminal, states)) == 958


def test_tic_tac_toe_has_765_states_up_to_symmetry():
    game = TicTacToe()
    states = [state for level in levels(game, game.canonical) for state in level]
    assert len(states) == 765
    assert sum(map(game.is_terminal, states)) == 138
    assert {game.canonical(state) for level in levels(game) for state in level} == set(states)


# II-Nim: Cicirello's lecture notes list 18 states and draw 12


def test_ii_nim_has_18_states_listed_and_12_canonical():
    game = Nim(piles=(2, 2))
    listed = [game.State(piles, turn) for piles in product(range(3), repeat=2) for turn in (0, 1)]
    assert len(listed) == 18
    assert len({game.canonical(state) for state in listed}) == 12


def test_ii_nim_reaches_14_states_and_9_canonical():
    game = Nim(piles=(2, 2))
    assert len(set().union(*levels(game))) == 14
    assert len(set().union(*levels(game, game.canonical))) == 9


# Connect Four: markus7800/Connect4-Strong-Solver, table of unique position counts (after J. Tromp), WIDTHxHEIGHT

POSITIONS = {
    (1, 1): 2, (2, 1): 5, (3, 1): 13, (4, 1): 35, (5, 1): 96, (6, 1): 267, (7, 1): 750, (8, 1): 2_118,
    (1, 2): 3, (2, 2): 18, (3, 2): 116, (4, 2): 741, (5, 2): 4_688, (6, 2): 29_737, (7, 2): 189_648,
    (1, 3): 4, (2, 3): 58, (3, 3): 869, (4, 3): 12_031, (5, 3): 158_911,
    (1, 4): 5, (2, 4): 179, (3, 4): 6_000, (4, 4): 161_029,
    (1, 5): 6, (2, 5): 537, (3, 5): 38_310,
    (1, 6): 7, (2, 6): 1_571, (3, 6): 235_781,
    (1, 13): 14, (2, 8): 13_343,
}  # fmt: skip


@pytest.mark.parametrize(
    ("width", "height"),
    [pytest.param(*size, marks=[pytest.mark.slow] if POSITIONS[size] > 100_000 else []) for size in POSITIONS],
)
def test_connect_four_positions(width, height):
    game = ConnectFour(width, height)
    found = sum(len({game.key(state) for state in level}) for level in levels(game))
    assert found == POSITIONS[width, height]


def test_connect_four_positions_ply_by_ply():
    # 4x4: a small program in C written for the purpose; their sum is the published 161,029
    plies = [1, 4, 16, 52, 160, 436, 1128, 2512, 5084, 9276, 14788, 21720, 26698, 28922, 24912, 18076, 7244]
    assert [len(level) for level in levels(ConnectFour(4, 4))] == plies
    assert sum(plies) == POSITIONS[4, 4]


def test_connect_four_opens_as_published():
    # 7x6, plies 0 to 5: the same source, table "7 x 6 Solution"; sequences: a measured research note
    game = ConnectFour()
    level, found, ways = {game.initial(): 1}, [], []
    for _ in range(6):
        found.append(len(level))
        ways.append(sum(level.values()))
        ahead: dict[object, int] = {}
        for state, number in level.items():
            for action in game.actions(state):
                child = game.result(state, action)
                ahead[child] = ahead.get(child, 0) + number
        level = ahead
    assert found == [1, 7, 49, 238, 1120, 4263]
    assert ways == [1, 7, 49, 343, 2401, 16807]


def test_mirror_images_halve_connect_four():
    # 7x6, plies 0 to 4, mirror images as one: the same research note
    game = ConnectFour()
    level = {game.initial()}
    found = []
    for _ in range(5):
        found.append(len(level))
        level = {game.canonical(game.result(state, action)) for state in level for action in game.actions(state)}
    assert found == [1, 4, 25, 121, 568]


@pytest.mark.parametrize(("m", "n", "k"), [(3, 3, 3), (4, 3, 3), (3, 4, 3), (5, 4, 4), (4, 5, 2), (6, 1, 4), (5, 5, 1)])
def test_lines_won_are_the_lines_listed(m, n, k):
    """Two ways to say k in a row: by shifts when playing, by listing the lines when estimating."""
    game = MNK(m, n, k)
    horizontal, vertical = max(m - k + 1, 0) * n, m * max(n - k + 1, 0)
    diagonal = 2 * max(m - k + 1, 0) * max(n - k + 1, 0)
    assert len(game.lines) == horizontal + vertical + diagonal
    for line in game.lines:
        assert game.has_line(line)
        assert line.bit_count() == k
        for square in game.squares:
            if line >> square & 1:
                without = line ^ 1 << square
                assert game.has_line(without) == any(without & other == other for other in game.lines)


def test_connect_four_lines_do_not_run_over_the_edge():
    game = ConnectFour()
    cells = [game.step * x + y for x in range(7) for y in range(6)]
    lines = 0
    for square in cells:
        for shift in (1, game.step - 1, game.step, game.step + 1):
            four = [square + i * shift for i in range(4)]
            stones = sum(1 << cell for cell in four)
            inside = all(cell in cells for cell in four)
            assert game.has_four(stones) or not inside
            lines += inside
    assert lines == 69


# Othello 4x4: a small program in Python written for the purpose; 8x8 is counted in test_othello.py


def test_othello_on_4x4_has_62789_states():
    game = Othello(4)
    assert len(set().union(*levels(game))) == 62_789

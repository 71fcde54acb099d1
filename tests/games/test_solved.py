"""What solved games are worth, found again by search."""

from functools import partial

import pytest

from plywise import Limit, Status, load_game
from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.mnk import MNK
from plywise.games.placing.othello import Othello
from plywise.games.sowing.kalah import Kalah
from plywise.kernel import Searcher, Switches
from plywise.search import alpha_beta, enhanced, iterative_deepening, max_n, minimax
from plywise.search.enhancements import StaticOrder, TranspositionTable

extremes = partial(alpha_beta, known_extremes=True)


def test_ii_nim_is_lost_for_who_starts():
    game = load_game("ii-nim")
    for algorithm in (minimax, alpha_beta, extremes, max_n):
        decision = algorithm(game)
        assert (decision.value, decision.player, decision.status) == (-1, 0, "proven")


@pytest.mark.parametrize("piles", [(1,), (3,), (1, 1), (2, 2), (1, 2), (1, 2, 3), (1, 1, 1), (2, 2, 1), (3, 3), (0, 3)])
@pytest.mark.parametrize("misere", [True, False])
def test_nim_is_won_as_bouton_said(piles, misere):
    """C. L. Bouton 1901: lost when the sizes' exclusive or is 0; misère, with piles of 1 alone, won."""
    balance = 0
    for size in piles:
        balance ^= size
    lost = balance == 0
    if misere and max(piles) <= 1:
        lost = not lost
    decision = extremes(Nim(piles, misere))
    assert decision.value == (-1 if lost else 1)


# m,n,k: Uiterwijk, Conference on Games 2019, and the table in Wikipedia's article on the m,n,k-game


def test_tic_tac_toe_is_a_draw():
    decision = extremes(load_game("tic-tac-toe"))
    assert (decision.value, decision.status) == (0, Status.PROVEN)


@pytest.mark.parametrize(("m", "n"), [(4, 3), (3, 4), (4, 4), (5, 5)])
def test_three_in_a_row_is_won_on_every_larger_board(m, n):
    decision = iterative_deepening(MNK(m, n, 3), limit=Limit(), algorithm=extremes)
    assert (decision.value, decision.player, decision.status) == (1, 0, Status.PROVEN)


# Connect Four: J. Tromp's table, in ChristopheSteininger/c4's readme; to the first player, WIDTHxHEIGHT


@pytest.mark.parametrize(
    ("width", "height", "nodes"),
    [(4, 4, 60_184), pytest.param(4, 5, 1_212_762, marks=pytest.mark.slow)],
)
def test_connect_four_on_small_boards(width, height, nodes):
    decision = extremes(ConnectFour(width, height))
    assert (decision.value, decision.status, decision.nodes) == (0, Status.PROVEN, nodes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "nodes"),
    [(5, 4, 17_915_470), (4, 6, 23_641_584)],
)
def test_connect_four_on_larger_boards(width, height, nodes):
    decision = extremes(ConnectFour(width, height))
    assert (decision.value, decision.status, decision.nodes) == (0, Status.PROVEN, nodes)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 3), (2, 3), (3, 1), (1, 9)])
def test_boards_too_small_to_win_are_drawn(width, height):
    """No four fits, or there is but one column, in which the stones alternate."""
    assert extremes(ConnectFour(width, height)).value == 0


@pytest.mark.parametrize(
    ("state", "column"),
    [("7/7/7/O6/O6/OXXX3", "5"), ("7/7/X6/XO5/XO5/XO5", None), ("7/7/7/1X1O3/1XOO3/1XXO3", "2")],
)
def test_a_win_in_one_is_seen(state, column):
    game = ConnectFour()
    start = game.parse_state(state)
    decision = iterative_deepening(game, start, limit=Limit(depth=2), algorithm=extremes)
    if column is None:
        assert (decision.action, decision.value) == (None, 1)
    else:
        assert game.action_name(start, decision.action or 0) == column
        assert (decision.value, decision.status, decision.depth) == (1, "proven", 1)


# Kalah: G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 2000 (6 pits); the others, and those
# without empty captures, by a program in C written for the purpose. Margins to the first player, by (pits, seeds).

MARGINS = {
    (1, 1): 0, (1, 2): -2, (1, 3): 6, (1, 4): -2, (1, 5): 2, (1, 6): 0,
    (2, 1): 2, (2, 2): -2, (2, 3): -2, (2, 4): -12, (2, 5): 6, (2, 6): 8,
    (3, 1): 0, (3, 2): 4, (3, 3): 2, (3, 4): 2, (4, 1): 2, (4, 2): 6, (5, 1): 0, (6, 1): 2,
}  # fmt: skip


@pytest.mark.parametrize(("pits", "seeds"), MARGINS)
def test_kalah_on_small_boards(pits, seeds):
    decision = alpha_beta(Kalah(pits, seeds))
    assert (decision.value, decision.status) == (MARGINS[pits, seeds], Status.PROVEN)


@pytest.mark.parametrize(("pits", "seeds"), [size for size in MARGINS if size not in ((3, 4), (4, 2), (6, 1))])
def test_kalah_without_empty_captures(pits, seeds):
    decision = alpha_beta(Kalah(pits, seeds, empty_capture=False))
    assert (decision.value, decision.status) == ({(2, 4): -10}.get((pits, seeds), MARGINS[pits, seeds]), Status.PROVEN)


@pytest.mark.parametrize(
    ("pits", "seeds", "empty_capture", "margin"),
    [
        (3, 4, False, 2),
        (3, 5, True, 6),
        pytest.param(3, 5, False, 6, marks=pytest.mark.slow),
        (4, 2, False, 6),
        pytest.param(4, 3, True, 8, marks=pytest.mark.slow),
        pytest.param(4, 3, False, 6, marks=pytest.mark.slow),
        (5, 2, True, 0),
        (5, 2, False, 2),
        (6, 1, False, 2),
        pytest.param(3, 6, True, -10, marks=pytest.mark.slow),
        pytest.param(3, 6, False, -8, marks=pytest.mark.slow),
    ],
)
def test_kalah_with_a_table_and_its_own_order(pits, seeds, empty_capture, margin):
    decision = enhanced(Kalah(pits, seeds, empty_capture), enhancements=[TranspositionTable(), StaticOrder()])
    assert (decision.value, decision.status) == (margin, Status.PROVEN)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pits", "seeds", "empty_capture", "margin"),
    [(4, 4, False, 2), (5, 3, True, 8), (5, 3, False, 6), (6, 3, False, 2)],
)
def test_kalah_compiled(pits, seeds, empty_capture, margin):
    searcher = Searcher(Kalah(pits, seeds, empty_capture), Switches().without("distances"), table_mb=512)
    decision = searcher.decide(limit=Limit(), prove=True)
    assert (decision.value, decision.status) == (margin, Status.PROVEN)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pits", "seeds", "empty_capture", "margin", "nodes"),
    [
        (3, 5, True, 6, 827_409),
        (3, 5, False, 6, 1_625_137),
        (3, 4, False, 2, 330_665),
        (4, 2, False, 6, 364_536),
    ],
)
def test_kalah_on_larger_boards(pits, seeds, empty_capture, margin, nodes):
    decision = alpha_beta(Kalah(pits, seeds, empty_capture))
    assert (decision.value, decision.status, decision.nodes) == (margin, Status.PROVEN, nodes)


# Othello 4x4: the second player wins, 11 to 3 with two squares empty, by a program written for the purpose; -10, where
# the winner takes these, is what this search found


@pytest.mark.parametrize(("empties", "value"), [("none", -8), ("winner", -10)])
def test_othello_on_4x4_is_lost_for_who_starts(empties, value):
    decision = alpha_beta(Othello(4, empties))
    assert (decision.value, decision.player, decision.status) == (value, 0, Status.PROVEN)

"""The node signature: how many states each search visits, exactly, so that no change of behaviour goes unseen."""

import pytest

from plywise import Limit, load_game
from plywise.search import alpha_beta, minimax

SIGNATURE = [
    # game, depth, minimax, alpha_beta, alpha_beta with known extremes, value to player 0
    ("figure-5.2", None, 13, 11, 11, 3),
    ("cicirello-cutoff", None, 11, 10, 10, 0.54),
    ("nau-figure-1", None, 7, 6, 6, 5),
    ("nau-n1", None, 15, 11, 11, 5),
    ("cicirello-14", None, 21, 16, 16, 10),
    ("ii-nim", None, 33, 25, 22, -1),
    ("nim:piles=2-2,misere=false", None, 33, 27, 25, -1),
    ("nim:piles=1-2-3", None, 447, 226, 203, -1),
    ("nim:piles=3-4,misere=false", None, 664, 426, 366, 1),
    ("tic-tac-toe", 4, 3_610, 630, 630, 0),
    ("mnk:m=3,n=2,k=2", None, 285, 53, 14, 1),
    ("mnk:m=4,n=2,k=3", None, 91_457, 5_887, 5_739, 0),
    ("mnk:m=4,n=4,k=4", 3, 3_617, 313, 313, 5),
    ("connect-four:width=3,height=3", None, 5_248, 271, 271, 0),
    ("connect-four:width=4,height=2", None, 7_341, 349, 349, 0),
    ("connect-four", 4, 2_801, 774, 774, 0),
    ("connect-four", 6, 137_257, 13_497, 13_497, 0),
]


LONG = pytest.param("tic-tac-toe", None, 549_946, 18_297, 16_811, 0, marks=pytest.mark.slow)


def test_node_signature_of_tic_tac_toe():
    """Without the half a million states of minimax, which take a while."""
    game = load_game("tic-tac-toe")
    assert [alpha_beta(game, known_extremes=known).nodes for known in (False, True)] == [18_297, 16_811]


@pytest.mark.parametrize(("spec", "depth", "full", "pruned", "extremes", "value"), [*SIGNATURE, LONG])
def test_node_signature(spec, depth, full, pruned, extremes, value):
    game = load_game(spec)
    limit = Limit(depth=depth)
    answers = [
        minimax(game, limit=limit),
        alpha_beta(game, limit=limit),
        alpha_beta(game, limit=limit, known_extremes=True),
    ]
    assert [answer.nodes for answer in answers] == [full, pruned, extremes]
    assert {answer.value if answer.player == 0 else -answer.value for answer in answers} == {value}
    assert {answer.status for answer in answers} == {"heuristic" if depth else "proven"}


def test_known_extremes_visit_fewer_states_where_a_game_is_won_or_lost():
    decided = [row for row in SIGNATURE if row[1] is None and row[5] in (-1, 1)]
    assert decided
    assert all(extremes < pruned < full for _, _, full, pruned, extremes, _ in decided)

"""OpenSpiel's CFR+ and ours: the same exploitability after the same rounds, on the same games."""

import pytest

from plywise.equilibrium import FastCfrPlus
from plywise.games.cards.goofspiel import Goofspiel
from plywise.games.cards.kuhn_poker import KuhnPoker
from plywise.games.cards.leduc_poker import LeducPoker
from plywise.games.cards.liars_dice import LiarsDice
from plywise.search.hidden import Cfr, exploitability, grow_tree, value_of

pyspiel = pytest.importorskip("pyspiel")

GOOFSPIEL = "goofspiel(imp_info=True,num_cards=4,points_order=descending)"
PAIRS = [
    ("kuhn_poker", KuhnPoker()),
    ("leduc_poker(suit_isomorphism=True)", LeducPoker()),
    ("leduc_poker", LeducPoker()),
    ("liars_dice(dice_sides=3)", LiarsDice(sides=3)),
    pytest.param("liars_dice", LiarsDice(), marks=pytest.mark.slow),
    (GOOFSPIEL, Goofspiel(cards=4)),
]


def load(name):
    return pyspiel.load_game_as_turn_based(name) if "goofspiel" in name else pyspiel.load_game(name)


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_exploitability_is_the_same_after_the_same_rounds(name, game):
    theirs, tree = load(name), grow_tree(game)
    reference, ours = pyspiel.CFRPlusSolver(theirs), FastCfrPlus(tree)
    for _ in range(3):
        for _ in range(7):
            reference.evaluate_and_update_policy()
        ours.run(7)
        policy = reference.average_policy()
        assert exploitability(tree, ours.average_policy()) == pytest.approx(
            pyspiel.exploitability(theirs, policy), abs=1e-9
        )
        mean = pyspiel.expected_returns(theirs.new_initial_state(), policy, -1, False)[0]
        assert value_of(tree, ours.average_policy()) == pytest.approx(mean, abs=1e-9)


def test_plain_cfr_is_the_same_too():
    theirs = load("kuhn_poker")
    reference, ours = pyspiel.CFRSolver(theirs), Cfr(KuhnPoker())
    for _ in range(50):
        reference.evaluate_and_update_policy()
    ours.run(50)
    expected = pyspiel.exploitability(theirs, reference.average_policy())
    assert exploitability(ours.tree, ours.average_policy()) == pytest.approx(expected, abs=1e-9)

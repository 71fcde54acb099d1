"""Every algorithm by its name: each answers for the games it is for, and refuses the others."""

import pytest

from plywise import Limit, PlywiseError, Status, decide, load_game
from plywise.agents import ALGORITHMS, choose_algorithm, find_algorithm
from plywise.rules import SearchError

NAMES = [algorithm.name for algorithm in ALGORITHMS]
EXACT = {"minimax", "alpha-beta", "expectiminimax", "star1", "star2", "max-n", "paranoid", "dynamic-programming"}
PROVING = EXACT | {"value-iteration", "proof-number", "uct"}


@pytest.mark.parametrize("name", NAMES)
def test_each_answers_the_books_first_tree(name):
    tree = load_game("figure-5.2")
    if not find_algorithm(name).kind.holds(tree):
        pytest.skip("for games with dice")
    decision = decide(tree, limit=Limit(simulations=500, nodes=50_000), algorithm=name, engine="plain")
    assert tree.action_name(tree.initial(), decision.action) == "a1"
    if name in PROVING:
        assert (decision.value, decision.status) == (3, Status.PROVEN)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", ["figure-5.4", "coin-toss", "cooperation"])
def test_each_answers_or_says_which_would(name, spec):
    game, algorithm = load_game(spec), find_algorithm(name)
    if algorithm.kind.holds(game):
        decision = decide(game, limit=Limit(simulations=200, nodes=50_000), algorithm=name, engine="plain")
        assert decision.action is not None
        return
    with pytest.raises(SearchError, match=rf"^{name} is for games with .*: for {spec} choose .*max-n"):
        decide(game, algorithm=name)


@pytest.mark.parametrize(("spec", "name"), [("nim", "alpha-beta"), ("coin-toss", "star2"), ("figure-5.4", "max-n")])
def test_the_one_that_fits_is_chosen(spec, name):
    assert choose_algorithm(load_game(spec)).name == name


def test_a_name_that_is_none_is_refused_with_the_nearest():
    with pytest.raises(PlywiseError, match=r"There is no algorithm 'alphabeta': .* as alpha-beta\.$"):
        decide(load_game("nim"), algorithm="alphabeta")


def test_an_algorithm_without_a_twin_is_not_compiled():
    with pytest.raises(PlywiseError, match="minimax has no compiled twin for nim: leave out the engine, or say plain"):
        decide(load_game("nim"), algorithm="minimax", engine="compiled")


def test_what_has_no_answer_in_time_says_so():
    with pytest.raises(SearchError, match="dynamic-programming has no answer until it is complete"):
        decide(load_game("tic-tac-toe"), algorithm="dynamic-programming", limit=Limit(nodes=100))


def test_only_alpha_beta_takes_enhancements():
    with pytest.raises(PlywiseError, match="minimax takes no enhancements: those are for alpha-beta"):
        decide(load_game("nim"), algorithm="minimax", enhancements=["killers"])

"""Every algorithm by its name: each answers for the games it is for, and refuses the others."""

import pytest

from plywise import Limit, PlywiseError, SearchOptions, Status, decide, load_game
from plywise.agents import ALGORITHMS, choose_algorithm, find_algorithm
from plywise.rules import SearchError
from plywise.search import monte_carlo_leaves

NAMES = [algorithm.name for algorithm in ALGORITHMS]
EXACT = {"minimax", "alpha-beta", "expectiminimax", "star1", "star2", "max-n", "paranoid", "dynamic-programming"}
PROVING = EXACT | {"value-iteration", "proof-number", "uct"}


@pytest.mark.parametrize("name", NAMES)
def test_each_answers_the_books_first_tree(name):
    tree = load_game("figure-5.2")
    if not find_algorithm(name).kind.holds(tree):
        pytest.skip("for games with dice")
    decision = decide(tree, limit=Limit(nodes=20_000), algorithm=name, options=SearchOptions(engine="plain"))
    assert tree.action_name(tree.initial(), decision.action) == "a1"
    if name in PROVING:
        assert (decision.value, decision.status) == (3, Status.PROVEN)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", ["figure-5.4", "coin-toss", "cooperation"])
def test_each_answers_or_says_which_would(name, spec):
    game, algorithm = load_game(spec), find_algorithm(name)
    if algorithm.kind.holds(game):
        decision = decide(game, limit=Limit(nodes=20_000), algorithm=name, options=SearchOptions(engine="plain"))
        assert decision.action is not None
        return
    with pytest.raises(SearchError, match=rf"^{name} is for games with .*{spec}.* choose .*max-n"):
        decide(game, algorithm=name)


@pytest.mark.parametrize(("spec", "name"), [("nim", "alpha-beta"), ("coin-toss", "star2"), ("figure-5.4", "max-n")])
def test_the_one_that_fits_is_chosen(spec, name):
    assert choose_algorithm(load_game(spec)).name == name


def test_a_name_that_is_none_is_refused_with_the_nearest():
    with pytest.raises(PlywiseError, match=r"There is no algorithm 'alphabeta': .* as alpha-beta\.$"):
        decide(load_game("nim"), algorithm="alphabeta")


def test_an_algorithm_without_a_twin_is_not_compiled():
    with pytest.raises(
        PlywiseError, match="minimax has no compiled twin for nim: leave out the engine, or ask for plain"
    ):
        decide(load_game("nim"), algorithm="minimax", options=SearchOptions(engine="compiled"))


def test_what_has_no_answer_in_time_says_so():
    with pytest.raises(SearchError, match="dynamic-programming has no answer until it is complete"):
        decide(load_game("tic-tac-toe"), algorithm="dynamic-programming", limit=Limit(nodes=100))


def test_only_alpha_beta_takes_enhancements():
    with pytest.raises(PlywiseError, match="minimax takes no enhancements: those are for alpha-beta"):
        decide(load_game("nim"), algorithm="minimax", options=SearchOptions(enhancements=["killers"]))


@pytest.mark.parametrize(("name", "limit"), [("uct", Limit(depth=30)), ("monte-carlo", Limit(depth=3))])
def test_a_limit_that_ends_nothing_gets_a_time(name, limit):
    assert find_algorithm(name).bounded(limit) == Limit(time=1.0, depth=limit.depth)
    assert find_algorithm(name).bounded(Limit(simulations=5)) == Limit(simulations=5)
    assert (
        decide(load_game("othello"), limit=limit, algorithm=name, options=SearchOptions(engine="plain")).simulations > 0
    )


def test_simulations_are_refused_where_there_are_none():
    with pytest.raises(PlywiseError, match="alpha-beta makes no simulations of its own: limit its time or nodes or de"):
        decide(load_game("nim"), limit=Limit(simulations=10), algorithm="alpha-beta")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"without": ["nonsense"]}, "There is no switch 'nonsense' to turn off"),
        ({"threads": 0}, "A search runs on 1 thread at least, not 0"),
        ({"prove": True}, "monte-carlo proves nothing, however long it takes"),
        ({"enhancements": ["beam=nan"]}, "'beam=nan' lacks a figure"),
        ({"enhancements": ["beam=2.5"]}, "beam takes a whole number"),
    ],
)
def test_options_that_mean_nothing_are_refused(options, sentence):
    algorithm = "monte-carlo" if "prove" in options else None
    with pytest.raises(PlywiseError, match=sentence):
        decide(load_game("nim"), algorithm=algorithm, options=SearchOptions(**options))


def test_dice_and_every_action_exact_is_expectiminimax():
    game = load_game("dice-race:squares=3,sides=2")
    state = game.result(game.initial(), 1)
    decision = decide(game, state, limit=Limit(depth=5), options=SearchOptions(all_exact=True, engine="plain"))
    assert {choice.bound.value for choice in decision.choices} == {"exact"}


def test_lots_of_the_leaves_are_drawn_from_the_seed():
    game, limit = load_game("tic-tac-toe"), Limit(depth=1)
    values = {
        decide(game, limit=limit, algorithm="monte-carlo-leaves", options=SearchOptions(seed=seed)).value
        for seed in range(6)
    }
    assert len(values) > 1


def test_simulations_are_the_playouts_of_a_leaf():
    game, name = load_game("tic-tac-toe"), "monte-carlo-leaves"
    for playouts in (1, 7, 30):
        decision = decide(game, limit=Limit(depth=2, simulations=playouts), algorithm=name)
        direct = monte_carlo_leaves(game, limit=Limit(depth=2), playouts=playouts)
        assert (decision.action, decision.value, decision.depth) == (direct.action, direct.value, 2)
    with pytest.raises(PlywiseError, match="makes no simulations of its own"):
        decide(game, limit=Limit(depth=1, simulations=5), algorithm="alpha-beta")

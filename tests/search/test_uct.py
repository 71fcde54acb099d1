"""UCT run to proof finds what minimax and max^n find; short of it, it prefers what is proven and says what isn't."""

from functools import partial
from random import Random

import pytest

from plywise import Limit, load_game
from plywise.games.tree import Tree
from plywise.rules import SearchError
from plywise.search import alpha_beta, max_n, minimax, uct
from tests.search.small_games import Circle, Corridor, Rho, Ring, Shuttle
from tests.search.trees import KINDS, random_root, random_vector_node, vector_worth

to_proof = partial(uct, limit=Limit(simulations=100_000))


def assert_proven_as(decision, reference):
    assert (decision.status, decision.value, decision.player) == ("proven", reference.value, reference.player)
    if reference.choices:
        worth = {choice.action: choice.value for choice in reference.choices}
        assert worth[decision.action] == reference.value
        for choice in decision.choices:
            if choice.status == "proven":
                assert choice.value == worth[choice.action]


@pytest.mark.parametrize("kind", KINDS)
def test_random_trees_are_proven_to_be_worth_what_minimax_says(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} for uct")
    for seed in range(150):
        game = Tree(random_root(random, leaf, random.randint(1, 5)), utility_sum=utility_sum)
        assert_proven_as(to_proof(game, seed=seed), minimax(game))


@pytest.mark.parametrize("chance", [0, 0.3])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_vectors_and_dice_are_proven_to_be_worth_what_max_n_says(players, chance):
    random = Random(f"{players} players, chance {chance}, uct")
    for seed in range(100):
        node = random_vector_node(random, players, random.randint(3, 5), chance)
        game = Tree(node, players=players, utility_sum=None)
        decision = to_proof(game, seed=seed)
        assert_proven_as(decision, max_n(game))
        assert decision.values == vector_worth(node)


def test_constant_sums_with_dice():
    random = Random("dice, uct")
    for seed in range(100):
        node = random_vector_node(random, 2, 4, chance=0.4, sum_zero=True)
        decision = to_proof(Tree(node), seed=seed)
        assert decision.values == vector_worth(node)
        assert decision.status == "proven"


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("ii-nim", None),
        ("nim:piles=3-2-1", None),
        ("tic-tac-toe", "X1O/3/3"),
        ("tic-tac-toe", "X2/1O1/3"),
        ("tic-tac-toe", "XO1/3/2X"),
        ("mnk:players=3", "XOZ/XOZ/3"),
        ("connect-four:width=4,height=4", "4/4/1XO1/OXXO"),
        ("connect-four:width=4,height=4", "4/O3/XOX1/OXXO"),
        *((spec, None) for spec in ("figure-5.2", "figure-5.4", "coin-toss", "cooperation", "nau-figure-1")),
    ],
)
def test_games_are_proven_to_be_worth_what_they_are(spec, name):
    game = load_game(spec)
    state = game.initial() if name is None else game.parse_state(name)
    for seed in range(3):
        decision = to_proof(game, state, seed=seed)
        assert_proven_as(decision, max_n(game, state))
        assert decision.simulations == sum(choice.visits for choice in decision.choices) or not decision.choices


def test_a_win_at_once_needs_no_simulation():
    game = load_game("tic-tac-toe")
    decision = to_proof(game, game.parse_state("XX1/OO1/3"))
    assert (decision.describe(game, game.parse_state("XX1/OO1/3")), decision.simulations) == (
        "c3: value 1 to player A, proven; line c3; 6 states, depth 1",
        0,
    )


def test_what_loses_at_once_is_known_from_one_visit():
    game = load_game("connect-four")
    state = game.parse_state("7/7/7/X6/X6/XOO4")
    decision = uct(game, state, limit=Limit(simulations=30))
    assert decision.action == 0
    lost = [choice.action for choice in decision.choices if choice.value == -1 and choice.status == "proven"]
    assert lost == [1, 2, 3, 4, 5, 6]


def deep(common, rare, height=7):
    """Return a tree of two actions in every state, nearly all of whose leaves are the same."""
    if height == 0:
        return common
    return [deep(common, rare, height - 1), rare if height == 1 else deep(common, common, height - 1)]


def test_an_action_proven_to_lose_is_not_taken_while_another_is_open():
    """The open one, last in order, has lost every simulation so far, but for all that is proven it may yet be saved."""
    for seed in range(20):
        decision = uct(Tree([-1, deep(-1, 1)]), seed=seed, limit=Limit(simulations=3))
        if decision.choices[1].value == -1:
            break
    assert (decision.choices[1].value, decision.choices[1].status) == (-1, "heuristic")
    assert decision.action == 1


def test_a_proven_draw_is_taken_rather_than_what_does_worse():
    decision = uct(Tree([deep(-1, 1), 0]), limit=Limit(simulations=6))
    assert (decision.action, decision.value, decision.status, decision.bound) == (1, 0, "bounded", "lower")


def test_a_favourite_is_taken_rather_than_a_proven_draw():
    decision = uct(Tree([deep(1, -1), 0]), limit=Limit(simulations=6))
    assert (decision.action, decision.status) == (0, "heuristic")
    assert decision.value > 0


def test_visits_go_to_the_better_action():
    game = load_game("connect-four:width=5,height=4")
    decision = uct(game, limit=Limit(simulations=400))
    best = max(decision.choices, key=lambda choice: choice.visits)
    assert decision.action == best.action
    assert decision.simulations == 400 == sum(choice.visits for choice in decision.choices)
    assert decision.nodes > decision.simulations


def test_without_exploration_only_the_favourite_is_tried():
    game = load_game("connect-four")
    greedy, curious = (uct(game, limit=Limit(simulations=200), exploration=weight) for weight in (0, 10))
    assert max(choice.visits for choice in greedy.choices) > max(choice.visits for choice in curious.choices)
    with pytest.raises(SearchError, match="give 0 or more"):
        uct(game, limit=Limit(simulations=1), exploration=-1)


def test_games_in_circles():
    with pytest.raises(SearchError, match="is cyclic"):
        uct(Circle(), limit=Limit())
    assert uct(Circle(), limit=Limit(simulations=50)).status == "heuristic"

    class DrawnRing(Ring):
        repetition = "draw"

    class Tolerant(Shuttle):
        repetition = "draw"
        repetition_count = 3

    assert_proven_as(to_proof(DrawnRing()), minimax(DrawnRing()))
    assert_proven_as(to_proof(Rho()), minimax(Rho()))
    assert to_proof(Shuttle(), limit=Limit(simulations=50)).action == "pass"
    decision = to_proof(Tolerant())
    assert (decision.action, decision.value, decision.status) == ("pass", 0, "heuristic"), "the third time counts"


def test_a_long_corridor_has_an_end():
    assert to_proof(Corridor(150)).value == 1


def test_a_depth_cuts_simulations_short():
    game = load_game("tic-tac-toe")
    decision = uct(game, limit=Limit(depth=2, simulations=10_000))
    assert (decision.value, decision.status, decision.depth) == (0, "heuristic", 2)
    assert decision.simulations < 200


@pytest.mark.slow
def test_all_of_tic_tac_toe():
    game = load_game("tic-tac-toe")
    assert_proven_as(to_proof(game), alpha_beta(game, all_exact=True))


def test_a_state_that_is_proven_as_it_joins_the_tree_is_not_searched():
    """Where a repetition is illegal and time is short, states join with all that follow them, which may prove them."""
    game = load_game("go:size=2,komi=0")
    decision = uct(game, limit=Limit(time=60, simulations=300))
    assert decision.simulations == 300

"""Star1 and Star2 against plain expectiminimax: the same values on thousands of random trees and dice games."""

import math
from random import Random
from typing import Any

import pytest

from plywise import Game, Limit, load_game
from plywise.games.tree import Tree
from plywise.rules import SearchError
from plywise.search import LimitReachedError, alpha_beta, expectiminimax, iterative_deepening, star1, star2
from tests.search.trees import random_vector_node, vector_worth

TREES = 2_000
STARS = [star1, star2]
SAVED = [
    # game, state, depth, states visited by expectiminimax, star1, star2
    ("dice-race:squares=4,sides=3", "1-3/1-2 A2", None, 555, 463, 467),
    ("dice-race", "2-5/3-4 A2", 6, 731, 666, 528),
    ("dice-race", "2-5/3-4 A2", 8, 4_371, 3_830, 3_366),
    ("dice-race:sides=6", "2-5/3-4 A2", 7, 4_503, 4_037, 3_687),
    ("dice-race", "4-7/3-6 A2", 8, 703, 79, 79),
    ("pig:goal=10", "0+2/0 A", 7, 1_147, 717, 706),
    ("pig:goal=20", "10+5/12 A", 8, 1_476, 828, 803),
]


class Estimated(Tree):
    """A tree with an estimate at every node, in units of utility."""

    def evaluate(self, state, player):
        low, high = self.utility_range
        guess = low + (high - low) * (state.node * 37 % 11) / 10
        return guess if player == 0 else (self.utility_sum or 0) - guess


def random_dice_node(random: Random, height: int, high: int) -> Any:
    """Return a node of irregular height and turns in which dice are as frequent as players, also twice in a row."""
    if height == 0 or random.random() < 0.1:
        return random.choice((-high, high, random.randint(-high, high)))
    count = random.randint(1, 4 if height < 4 else 3)
    children = [random_dice_node(random, height - 1, high) for _ in range(count)]
    if random.random() < 0.45:
        cuts = sorted(random.sample(range(1, 12), count - 1))
        odds = [(after - before) / 12 for before, after in zip([0, *cuts], [*cuts, 12], strict=True)]
        return {"chance": [[part, child] for part, child in zip(odds, children, strict=True)]}
    return {"player": random.randrange(2), "children": children}


def agree(game: Game, plain: Any, starred: Any) -> None:
    """The same value, an action as good, and bounds where the others are turned down."""
    assert starred.value == pytest.approx(plain.value, abs=1e-9)
    assert (starred.player, starred.unit) == (plain.player, plain.unit)
    truth = {choice.action: choice.value for choice in plain.choices}
    if plain.choices:
        assert truth[starred.action] == pytest.approx(plain.value, abs=1e-9)
    for choice in starred.choices:
        if choice.bound == "exact":
            assert choice.value == pytest.approx(truth[choice.action], abs=1e-9)
        else:
            assert choice.value >= truth[choice.action] - 1e-9


def test_stars_equal_expectiminimax_on_random_trees():
    random = Random("stars")
    nodes = dict.fromkeys((expectiminimax, *STARS), 0)
    for number in range(TREES):
        node = random_dice_node(random, random.randint(2, 5), random.choice((1, 3, 9)))
        game = (Estimated if number % 3 == 0 else Tree)(node)
        limit = Limit(depth=random.randint(1, 4)) if number % 3 == 0 else None
        plain = expectiminimax(game, limit=limit)
        nodes[expectiminimax] += plain.nodes
        for star in STARS:
            starred = star(game, limit=limit)
            agree(game, plain, starred)
            assert starred.nodes <= plain.nodes
            assert starred.status == "proven" or plain.status != "proven"
            if limit and starred.status == "proven":
                assert starred.value == pytest.approx(expectiminimax(game).value, abs=1e-9)
            nodes[star] += starred.nodes
    assert list(nodes.values()) == [53_599, 35_706, 35_635]


@pytest.mark.parametrize(("spec", "text", "depth", "full", "first", "second"), SAVED)
def test_stars_equal_expectiminimax_on_dice_games_and_save(spec, text, depth, full, first, second):
    game = load_game(spec)
    state, limit = game.parse_state(text), Limit(depth=depth)
    plain, *starred = (algorithm(game, state, limit=limit) for algorithm in (expectiminimax, *STARS))
    for decision in starred:
        agree(game, plain, decision)
    assert [plain.nodes, *(decision.nodes for decision in starred)] == [full, first, second]


def test_stars_equal_exact_fractions_and_choose_the_same_action():
    random = Random("stars in eighths")
    for _ in range(500):
        node = random_vector_node(random, 2, random.randint(3, 5), chance=0.4, sum_zero=True)
        plain = expectiminimax(Tree(node))
        for star in STARS:
            starred = star(Tree(node))
            assert starred.value == pytest.approx(float(vector_worth(node)[starred.player]), abs=1e-12)
            if plain.choices:
                best = max(choice.value for choice in plain.choices)
                firsts = [choice.action for choice in plain.choices if choice.value > best - 1e-12]
                assert starred.action in firsts


@pytest.mark.parametrize("star", STARS)
def test_a_bound_never_passes_for_a_better_action(star):
    """With thirds, means of equal actions differ in the last digit; the action taken must really be as good."""
    random = Random("ties")
    for _ in range(300):
        rolls = [
            {"chance": [[1 / 3, {"player": random.randrange(2), "children": random.choices((-1, 1), k=3)}]] * 3}
            for _ in range(4)
        ]
        game = Tree({"player": random.randrange(2), "children": rolls})
        agree(game, expectiminimax(game), star(game))


@pytest.mark.parametrize("star", STARS)
def test_without_dice_a_star_is_alpha_beta(star):
    for spec in ("ii-nim", "figure-5.2", "nau-figure-1", "cicirello-cutoff", "connect-four:width=3,height=3"):
        game = load_game(spec)
        ours, theirs = star(game), alpha_beta(game)
        assert (ours.choices, ours.nodes, ours.line) == (theirs.choices, theirs.nodes, theirs.line)
    game, limit = load_game("connect-four"), Limit(depth=4)
    assert star(game, limit=limit).choices == alpha_beta(game, limit=limit).choices


@pytest.mark.parametrize("star", STARS)
def test_where_nothing_is_open_nothing_is_searched(star):
    game = Tree([[2, 2], {"chance": [[0.5, [2, 2]], [0.5, 2]]}])
    decision = star(game)
    assert (decision.value, decision.status) == (2, "proven")
    assert expectiminimax(game).value == 2


def test_star1_stops_where_the_rest_cannot_matter():
    hopeless = {"chance": [[0.5, -4], [0.5, [9, 8]]]}
    decision = star1(Tree([3, hopeless, -9]))
    assert (decision.nodes, decision.choices[1].bound, decision.choices[1].value) == (5, "upper", 2.5)


def test_star2_sees_by_probes_what_star1_searches():
    wide = {"player": 1, "children": [-5, 0, 1, 2, 3]}
    game = Tree([3, {"chance": [[0.25, wide], [0.25, wide], [0.25, wide], [0.25, 9]]}, 9])
    assert (star1(game).nodes, star2(game).nodes, expectiminimax(game).nodes) == (12, 8, 23)


@pytest.mark.parametrize("star", STARS)
@pytest.mark.parametrize("spec", ["cooperation", "mnk:players=3"])
def test_a_star_wants_two_players_and_a_constant_sum(star, spec):
    with pytest.raises(SearchError, match="use max_n"):
        star(load_game(spec))


@pytest.mark.parametrize("star", STARS)
def test_a_star_wants_bounded_utilities(star):
    game = load_game("coin-toss")
    game.utility_range = (-math.inf, math.inf)
    with pytest.raises(SearchError, match="prunes by utility_range: declare a finite one for coin-toss"):
        star(game)


@pytest.mark.parametrize("star", STARS)
def test_a_star_keeps_to_its_limit_and_deepens(star):
    game = Tree([{"chance": [[0.5, [8, 0]], [0.5, [4, 6]]]}, -9])
    with pytest.raises(LimitReachedError):
        star(game, limit=Limit(nodes=3))
    decision = iterative_deepening(game, limit=Limit(nodes=1_000), algorithm=star)
    assert (decision.value, decision.status) == (7, "proven")


@pytest.mark.parametrize("star", STARS)
def test_dice_at_the_root(star):
    game = Tree({"chance": [[0.25, [0, 4]], [0.75, 8]]})
    decision = star(game)
    assert (decision.action, decision.value, decision.choices, decision.status) == (None, 6, (), "proven")

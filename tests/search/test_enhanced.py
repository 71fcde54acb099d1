"""Alpha-beta with enhancements: without any it is alpha-beta, and those that only order or remember change no value."""

import functools
import math
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import Game, Limit, Status, load_game
from plywise.rules import SearchError
from plywise.search import (
    EvaluationOrder,
    History,
    Killers,
    PreviousLine,
    StaticOrder,
    TranspositionTable,
    alpha_beta,
    enhanced,
    iterative_deepening,
)
from plywise.search.enhancements import Enhancement
from tests.kernel.search_games import DrawnRounds, Mirrors, Rounds, Thicket, random_rounds
from tests.search.test_ordering import Uniform
from tests.search.trees import KINDS, WHOLE, Guessed, height, nodes, random_root

PRESERVING: dict[str, Any] = {
    "table": TranspositionTable,
    "small table": functools.partial(TranspositionTable, places=3),
    "mirrors": functools.partial(TranspositionTable, symmetry=True),
    "evaluation": EvaluationOrder,
    "line": PreviousLine,
    "killers": Killers,
    "history": History,
}
SHIPPED = {
    "tic-tac-toe": 9,
    "connect-four:width=4,height=4": 6,
    "othello": 3,
    "kalah:pits=3,seeds=2": 6,
    "kalah": 3,
}


def made(names: Any) -> list[Enhancement]:
    return [PRESERVING[name]() for name in names]


def random_subset(random: Random) -> list[str]:
    return random.sample(list(PRESERVING), random.randint(1, len(PRESERVING)))


def check_values(game: Game, state: Any, depth: int, names: Any) -> None:
    """Each depth once, and once more by deepening with what was learnt before."""
    limit = Limit(depth=depth)
    plain = alpha_beta(game, state, limit=limit)
    once = enhanced(game, state, limit=limit, enhancements=made(names))
    again = iterative_deepening(
        game, state, limit=limit, algorithm=functools.partial(enhanced, enhancements=made(names))
    )
    for found in (once, again):
        if found.depth == depth:
            assert (found.value, found.unit) == (plain.value, plain.unit)
            assert value_of(game, state, found) == (found.value, found.unit)
        else:
            assert found.status is Status.PROVEN
    if plain.status is Status.PROVEN:
        assert once.status is Status.PROVEN


def value_of(game: Game, state: Any, decision: Any) -> tuple[float, Any]:
    """What the chosen action is worth by plain alpha-beta of all actions."""
    exact = alpha_beta(game, state, limit=Limit(depth=decision.depth), all_exact=True)
    choice = next(choice for choice in exact.choices if choice.action == decision.action)
    return choice.value, choice.unit


@pytest.mark.parametrize("kind", KINDS)
def test_without_enhancements_it_is_alpha_beta(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} without")
    for seed in range(200):
        node = random_root(random, leaf, random.randint(1, 5))
        game = Guessed(node, seed, utility_sum)
        for depth in (*range(1, height(node) + 2), None):
            for all_exact in (False, True):
                limit = None if depth is None else Limit(depth=depth)
                plain = alpha_beta(game, limit=limit, all_exact=all_exact)
                found = enhanced(game, limit=limit, all_exact=all_exact)
                assert (found.nodes, found.leaves, found.line) == (plain.nodes, plain.leaves, plain.line)
                assert (found.choices, found.status, found.bound) == (plain.choices, plain.status, plain.bound)


@pytest.mark.parametrize("name", SHIPPED)
def test_without_enhancements_the_same_states_of_games_are_visited(name):
    game = load_game(name)
    limit = Limit(depth=min(SHIPPED[name], 5))
    plain, found = alpha_beta(game, limit=limit), enhanced(game, limit=limit)
    assert (found.nodes, found.choices) == (plain.nodes, plain.choices)


def test_repetition_is_treated_as_in_alpha_beta():
    for game in (DrawnRounds(), Rounds()):
        for seed in range(20):
            state = random_rounds(game, seed)
            plain, found = (search(game, state, limit=Limit(depth=6)) for search in (alpha_beta, enhanced))
            assert (found.nodes, found.choices, found.status) == (plain.nodes, plain.choices, plain.status)


@pytest.mark.parametrize("kind", KINDS)
def test_values_stay_on_random_trees(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} values")
    for seed in range(60):
        node = random_root(random, leaf, random.randint(1, 5))
        check_values(Guessed(node, seed, utility_sum), None, random.randint(1, height(node) + 1), random_subset(random))


@given(nodes(WHOLE), st.integers(0, 1000), st.sets(st.sampled_from(sorted(PRESERVING)), min_size=1))
def test_values_stay_on_small_trees(node, seed, names):
    check_values(Guessed(node, seed), None, height(node), sorted(names))


@pytest.mark.parametrize("game", [Thicket(), Mirrors()], ids=["Thicket", "Mirrors"])
def test_values_stay_where_lines_meet_again(game):
    random = Random("lines meet")
    for seed in range(40):
        check_values(game, game.State(seed=seed), random.randint(2, 7), random_subset(random))


@pytest.mark.parametrize("name", SHIPPED)
def test_values_stay_in_games(name):
    game = load_game(name)
    check_values(game, None, SHIPPED[name], ["table", "line", "killers", "history"])
    extra = [StaticOrder()] if hasattr(game, "rank") else [EvaluationOrder()]
    limit = Limit(depth=min(SHIPPED[name], 5))
    found = enhanced(game, limit=limit, enhancements=[*extra, Killers(), History()])
    assert found.value == alpha_beta(game, limit=limit).value


# Ordering


class Hidden(Uniform):
    """A uniform tree whose best actions come last, though its rank and its estimates know them."""

    evaluation_limit = 2000

    def __init__(self, b: int, m: int) -> None:
        super().__init__(b, m, best_first=False)

    def rank(self, state, action):
        return -action

    def evaluate(self, state, player):
        return state.value if player == 0 else -state.value


@pytest.mark.parametrize("order", [StaticOrder, EvaluationOrder])
@pytest.mark.parametrize(("b", "m"), [(2, 7), (3, 5), (4, 4), (5, 3)])
def test_perfect_order_visits_the_least_leaves_there_can_be(b, m, order):
    ordered = enhanced(Hidden(b, m), enhancements=[order()])
    assert ordered.leaves == b ** math.ceil(m / 2) + b ** math.floor(m / 2) - 1 < alpha_beta(Hidden(b, m)).leaves


@pytest.mark.parametrize("learning", [TranspositionTable, PreviousLine, Killers, History])
def test_learning_visits_fewer_states(learning):
    """On a tree whose actions come worst first; perfect order is out of reach for what must learn."""
    game = Hidden(4, 4)
    quick = functools.partial(enhanced, enhancements=[learning()])
    plain = iterative_deepening(game, limit=Limit(depth=4))
    assert iterative_deepening(game, limit=Limit(depth=4), algorithm=quick).nodes < plain.nodes


def test_the_first_enhancement_has_the_last_word():
    game = Hidden(3, 3)
    first = enhanced(game, enhancements=[StaticOrder(), _Backwards()])
    assert first.leaves == enhanced(game, enhancements=[StaticOrder()]).leaves
    assert first.leaves < enhanced(game, enhancements=[_Backwards(), StaticOrder()]).leaves


class _Backwards(Enhancement):
    def order(self, search, visit, successors):
        return sorted(successors, key=lambda pair: -pair[0])


# The table


def test_a_small_table_keeps_the_deeper_search_and_the_later_one():
    game = load_game("tic-tac-toe")
    small, large = TranspositionTable(places=8), TranspositionTable()
    few, many = (enhanced(game, enhancements=[table]) for table in (small, large))
    assert len(small.entries) <= 16
    assert (few.value, many.value) == (0, 0)
    assert alpha_beta(game).nodes > few.nodes > many.nodes
    by_place: dict[int, list[float]] = {}
    for (place, _), entry in sorted(small.entries.items(), key=lambda item: item[0]):
        by_place.setdefault(place, []).append(entry.depth)
    assert all(len(depths) <= 2 for depths in by_place.values())


def test_mirror_images_are_searched_once():
    game = load_game("tic-tac-toe")
    apart, together = (
        enhanced(game, limit=Limit(depth=9), enhancements=[TranspositionTable(symmetry=symmetry)])
        for symmetry in (False, True)
    )
    assert together.value == apart.value
    assert together.nodes < apart.nodes / 3


def test_a_table_is_not_asked_about_another_game():
    table = TranspositionTable()
    enhanced(Thicket(), Thicket.State(seed=1), limit=Limit(depth=6), enhancements=[table])
    other = Mirrors()
    found = enhanced(other, other.State(seed=1), limit=Limit(depth=6), enhancements=[table])
    assert found.value == alpha_beta(other, other.State(seed=1), limit=Limit(depth=6)).value


def test_nothing_remembered_is_proven_where_the_path_counts():
    game = DrawnRounds()
    taken = 0
    for seed in range(60):
        state = random_rounds(game, seed)
        table = TranspositionTable()
        found = enhanced(game, state, limit=Limit(depth=6), enhancements=[table])
        assert not any(entry.is_complete for entry in table.entries.values())
        plain = alpha_beta(game, state, limit=Limit(depth=6))
        taken += found.nodes < plain.nodes
        if found.status is Status.PROVEN and plain.status is Status.PROVEN:
            assert found.value == plain.value
    assert taken > 5


def test_any_depth_knows_no_less():
    game = load_game("connect-four:width=4,height=4")
    table = TranspositionTable(any_depth=True)
    enhanced(game, limit=Limit(depth=7), enhancements=[table])
    shallow = enhanced(game, limit=Limit(depth=3), enhancements=[table])
    assert shallow.nodes < alpha_beta(game, limit=Limit(depth=3)).nodes


def test_a_missing_rule_is_named():
    with pytest.raises(SearchError, match="tic-tac-toe has no rank: write that rule, or leave StaticOrder out"):
        enhanced(load_game("tic-tac-toe"), limit=Limit(depth=2), enhancements=[StaticOrder()])

"""Compiled max^n and paranoid search against their readable twins: the same vectors, lines and states visited."""

import math
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import pytest

from plywise import CHANCE, Game, Limit, load_game
from plywise.kernel.twins import VectorSearcher
from plywise.rules import PlywiseError, RulesError, SearchError
from plywise.search import iterative_deepening, max_n, paranoid
from tests.kernel.dice_trees import inner_states, large_tree
from tests.search.small_games import Ring


def pruned(game: Any, state: Any = None, **options: Any) -> Any:
    return max_n(game, state, shallow_pruning=True, **options)


TWINS: list[tuple[Any, bool, Any]] = [("max_n", False, max_n), ("max_n", True, pruned), ("paranoid", False, paranoid)]


def same(ours: Any, theirs: Any) -> None:
    assert replace(ours, seconds=0) == replace(theirs, seconds=0)


@pytest.fixture(scope="module", params=TWINS, ids=["max_n", "shallow", "paranoid"])
def tree_pair(request):
    rule, shallow, twin = request.param
    return VectorSearcher(large_tree(3), rule, shallow), twin


@pytest.fixture(scope="module")
def kings():
    return VectorSearcher(load_game("three-kings:armies=30-31-60,strikes=8"))


def test_random_trees_of_three_players_from_every_node(tree_pair):
    searcher, twin = tree_pair
    game = searcher.game
    rolls = 0
    for state in inner_states(game):
        if game.state_name(state) in ("trap", "bad"):
            continue
        same(searcher.decide(state), twin(game, state))
        rolls += game.to_move(state) == CHANCE
        for depth in (1, 2, 3):
            if state.node:
                limit = Limit(depth=depth)
                same(searcher.decide(state, limit=limit), twin(game, state, limit=limit))
    assert rolls > 80


def test_a_rule_that_fails_is_named_as_the_twin_names_it(tree_pair):
    searcher, twin = tree_pair
    trap, limit = searcher.game.parse_state("trap"), Limit(depth=1)
    with pytest.raises(RulesError) as compiled:
        searcher.decide(trap, limit=limit)
    with pytest.raises(RulesError) as plain:
        twin(searcher.game, trap, limit=limit)
    assert str(compiled.value) == str(plain.value)


def test_three_kings(kings):
    game = kings.game
    same(kings.decide(), max_n(game))
    for depth in (1, 3, 5):
        same(kings.decide(limit=Limit(depth=depth)), max_n(game, limit=Limit(depth=depth)))
    over = game.parse_state("1-1-1/0 A")
    same(kings.decide(over), replace(max_n(game, over)))


def test_it_deepens_where_states_are_limited(kings):
    ours = kings.decide(limit=Limit(nodes=60))
    theirs = iterative_deepening(kings.game, limit=Limit(nodes=60), algorithm=max_n)
    assert (ours.depth, ours.values, ours.choices, ours.nodes) == (
        theirs.depth,
        theirs.values,
        theirs.choices,
        theirs.nodes,
    )


class Triangle(Ring):
    """Three players hand a token round a ring of six; no place may be visited twice, and who is stuck has lost."""

    repetition = "illegal"
    players = 3
    utility_range = (-2, 1)
    max_actions = 2

    def to_move(self, state):
        return state.place % 3

    def actions(self, state):
        yield 1
        yield 2

    def result(self, state, action):
        return self.State((state.place + action) % 6)

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return -2 if player == state.place % 3 else 1


def test_illegal_repetition_on_the_path_and_in_the_history():
    game: Any = Triangle()
    searcher = VectorSearcher(game)
    for place in range(6):
        state = game.State(place)
        for history in ((), (game.State((place + 1) % 6),), (game.State((place + 2) % 6), game.State((place + 5) % 6))):
            same(searcher.decide(state, history=history), max_n(game, state, history=history))


class Walk(Game):
    """Three players walk along a line; its length and how many ways there are to step stand in the state."""

    players = 3
    utility_range = (-math.inf, math.inf)
    max_actions = 256

    class State(NamedTuple):
        left: int = 3
        ways: int = 1

    def to_move(self, state):
        return state.left % 3

    def actions(self, state):
        yield from range(state.ways if state.left else 0)

    def result(self, state, action):
        return self.State(state.left - 1, state.ways)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return (5, -2, -3)[player]


@pytest.fixture(scope="module")
def walk():
    return VectorSearcher(Walk())


def test_utilities_may_be_without_bounds(walk):
    for depth in (None, 2):
        same(walk.decide(limit=Limit(depth=depth)), max_n(walk.game, limit=Limit(depth=depth)))
    with pytest.raises(SearchError, match="finite utility_range for walk, or leave shallow_pruning out"):
        VectorSearcher(Walk(), shallow_pruning=True)


def test_lines_grow_as_long_as_the_twins_and_no_longer(walk):
    longest = Walk.State(300)
    same(walk.decide(longest), max_n(walk.game, longest))
    for search in (walk.decide, partial(max_n, walk.game)):
        with pytest.raises(PlywiseError, match="longer than 300 plies: give the search a depth"):
            search(Walk.State(301))
    assert walk.decide(Walk.State(301), limit=Limit(depth=299)).status == "heuristic"
    with pytest.raises(RulesError, match="too long for the stack of actions: give the search a depth"):
        walk.decide(Walk.State(300, 250))


def test_what_does_not_fit_is_refused():
    with pytest.raises(SearchError, match="use the compiled alpha-beta"):
        VectorSearcher(load_game("nim"))
    with pytest.raises(SearchError, match="one of max_n, paranoid"):
        VectorSearcher(load_game("three-kings"), "trusting")  # type: ignore[arg-type]
    for spec, rule in (("three-kings", "paranoid"), ("figure-5.4", "max_n")):
        with pytest.raises(SearchError, match="shallow_pruning is for max_n and a constant utility_sum"):
            VectorSearcher(load_game(spec), rule, shallow_pruning=True)  # type: ignore[arg-type]

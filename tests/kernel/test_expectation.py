"""Compiled expectiminimax, Star1 and Star2 against their readable twins: the same values, lines and states visited."""

import time
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from plywise import CHANCE, Game, Limit, load_game
from plywise.kernel.twins import ExpectationSearcher
from plywise.rules import RulesError, SearchError
from plywise.search import expectiminimax, iterative_deepening, star1, star2
from tests.kernel.dice_trees import inner_states, large_tree

TWINS: dict[Any, Any] = {"none": expectiminimax, "star1": star1, "star2": star2}


def same(ours: Any, theirs: Any) -> None:
    """All but the clock: values, choices with bounds and lines, status, states and leaves, depth."""
    assert replace(ours, seconds=0) == replace(theirs, seconds=0)


@pytest.fixture(scope="module", params=TWINS)
def tree_searcher(request):
    return ExpectationSearcher(large_tree(2), request.param)


@pytest.fixture(scope="module")
def race():
    return ExpectationSearcher(load_game("dice-race"))


@pytest.fixture(scope="module")
def pig():
    return ExpectationSearcher(load_game("pig:goal=20"), "star1")


def test_random_trees_from_every_node(tree_searcher):
    game, twin = tree_searcher.game, TWINS[tree_searcher.pruning]
    states = inner_states(game)
    assert len(states) > 300
    rolls = 0
    for state in states:
        if game.state_name(state) in ("trap", "bad"):
            continue
        same(tree_searcher.decide(state), twin(game, state))
        rolls += game.to_move(state) == CHANCE
        for depth in (1, 2, 3):
            if state.node:
                limit = Limit(depth=depth)
                same(tree_searcher.decide(state, limit=limit), twin(game, state, limit=limit))
    assert rolls > 80


def test_a_rule_that_fails_is_named_as_the_twin_names_it(tree_searcher):
    game = tree_searcher.game
    trap, limit = game.parse_state("trap"), Limit(depth=1)
    with pytest.raises(RulesError) as compiled:
        tree_searcher.decide(trap, limit=limit)
    with pytest.raises(RulesError) as plain:
        TWINS[tree_searcher.pruning](game, trap, limit=limit)
    assert str(compiled.value) == str(plain.value)
    assert "evaluate returned 1000.0, outside utility_range (0, 12)" in str(compiled.value)


@pytest.mark.parametrize("text", ["0-0/0-0 A", "2-5/3-4 A2", "1-5/0-4 B3", "7-8/4-7 B", "6-7/5-6 A1"])
def test_dice_race(race, text):
    state = race.game.parse_state(text)
    for depth in (1, 2, 5, 6):
        limit = Limit(depth=depth)
        same(race.decide(state, limit=limit), star2(race.game, state, limit=limit))


def test_dice_race_to_the_end(race):
    state = race.game.parse_state("5-7/6-7 A2")
    same(race.decide(state), star2(race.game, state))
    over = race.game.parse_state("8-8/6-7 B")
    assert race.decide(over).value == 1


@pytest.mark.parametrize("text", ["0+0/0 A", "10+5/12 A", "3/11+4 B", "12+5/16 A?"])
def test_pig_to_a_depth(pig, text):
    state = pig.game.parse_state(text)
    for depth in (1, 4, 7):
        limit = Limit(depth=depth)
        same(pig.decide(state, limit=limit), star1(pig.game, state, limit=limit))


def test_it_deepens_where_time_or_states_are_limited(pig, race):
    state = pig.game.parse_state("10+5/12 A")
    seen: list[Any] = []
    decision = pig.decide(state, limit=Limit(nodes=3_000), on_depth=seen.append)
    twin = iterative_deepening(pig.game, state, limit=Limit(nodes=3_000), algorithm=star1)
    assert (decision.depth, decision.value, decision.choices) == (twin.depth, twin.value, twin.choices)
    assert [found.depth for found in seen] == list(range(1, decision.depth + 1))
    assert decision.nodes == twin.nodes == 3_000
    told: list[Any] = []
    started = time.perf_counter()
    decision = race.decide(race.game.parse_state("0-1/0-2 A2"), limit=Limit(time=1.6), on_progress=told.append)
    assert 1.5 < time.perf_counter() - started < 30  # a machine may be busy
    assert told
    assert decision.status == "heuristic"


def test_before_the_first_round_the_first_action_is_the_answer(race):
    decision = race.decide(race.game.parse_state("2-5/3-4 A2"), limit=Limit(nodes=1))
    assert (decision.action, decision.status, decision.nodes) == (0, "heuristic", 1)


def test_what_does_not_fit_is_refused(pig):
    with pytest.raises(SearchError, match="is cyclic"):
        pig.decide()
    with pytest.raises(SearchError, match="299 plies deep at most"):
        pig.decide(limit=Limit(depth=300))
    for spec in ("nim", "three-kings"):
        with pytest.raises(SearchError, match="two players, constant sum and dice"):
            ExpectationSearcher(load_game(spec))
    with pytest.raises(SearchError, match="one of none, star1, star2"):
        ExpectationSearcher(load_game("pig"), "star3")  # type: ignore[arg-type]


class Drift(Game):
    """A token on six places, moved by a coin or by choice; 0 is A's home, 5 is B's; a place seen before is a draw."""

    cyclic = True
    repetition = "draw"
    max_actions = 2

    class State(NamedTuple):
        place: int = 2
        turn: int = 0

    def to_move(self, state):
        return CHANCE if state.place == 3 else state.turn

    def actions(self, state):
        yield 0
        yield 1

    def chances(self, state):
        yield 0, 0.25
        yield 1, 0.75

    def result(self, state, action):
        return self.State(state.place - 1 if action == 0 else state.place + 1, 1 - state.turn)

    def is_terminal(self, state):
        return state.place in (0, 5)

    def utility(self, state, player):
        return 1 if (state.place == 0) == (player == 0) else -1


def test_repetition_is_a_draw_on_the_path_and_in_the_history():
    game = Drift()
    searcher = ExpectationSearcher(game)
    states = [game.State(place, turn) for place in (1, 2, 3, 4) for turn in (0, 1)]
    for state in states:
        for history in ((), (game.State(3, 1),), (game.State(2, 1), game.State(4, 0))):
            same(searcher.decide(state, history=history), star2(game, state, history=history))
            truth = expectiminimax(game, state, history=history)
            assert star2(game, state, history=history).value == star1(game, state, history=history).value == truth.value
            limit = Limit(depth=3)
            same(searcher.decide(state, limit=limit, history=history), star2(game, state, limit=limit, history=history))

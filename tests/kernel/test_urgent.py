"""Urgent states: one ply deeper, in both worlds alike."""

import functools
from typing import Any

import pytest

from plywise import Limit, Status, load_game
from plywise.kernel import Searcher, Switches, Tuning
from plywise.rules import SearchError
from plywise.search import Quiescence, UrgentExtension, alpha_beta, enhanced
from tests.search.capture_game import Skirmish, random_skirmish

DEPTHS = (1, 2)


class Threatened(Skirmish):
    """A state is urgent where a queen of the player to move can be taken."""

    def is_urgent(self, state):
        mine = state.white if state.turn == 0 else state.black
        return any((mine & state.queens) >> action % 16 & 1 for action in self.noisy_actions(self.pass_turn(state)))


class AlwaysUrgent(Skirmish):
    """A careless game: every state is urgent."""

    def is_urgent(self, state):
        return True


@functools.cache
def searcher(kind: type[Skirmish], switches: Switches) -> Searcher:
    return Searcher(kind(), switches, table_mb=1)


def answers(decision: Any) -> tuple[Any, ...]:
    return decision.nodes, decision.leaves, decision.action, decision.value, decision.line, decision.status


@pytest.mark.parametrize("plies", [0, 2, 4])
def test_visits_the_states_of_its_twin(plies):
    kernel = searcher(Threatened, Switches.none().having("urgent"))
    kernel.tune(Tuning(urgent_plies=plies))
    deeper = 0
    for seed in range(8):
        for depth in DEPTHS:
            state, limit = random_skirmish(seed), Limit(depth=depth)
            plain = enhanced(kernel.game, state, limit=limit, enhancements=[UrgentExtension(plies)])
            assert answers(kernel.decide(state, limit=limit)) == answers(plain)
            deeper += plain.nodes > alpha_beta(kernel.game, state, limit=limit).nodes
    assert (deeper > 5) == (plies > 0)


def test_goes_with_quiescence_as_its_twin_does():
    kernel = searcher(Threatened, Switches.none().having("urgent", "quiescence"))
    kernel.tune(Tuning(quiescence_plies=6, urgent_plies=3))
    for seed in range(8):
        for depth in DEPTHS:
            state, limit = random_skirmish(seed), Limit(depth=depth)
            both = [Quiescence(plies=6), UrgentExtension(3)]
            plain = enhanced(kernel.game, state, limit=limit, enhancements=both)
            assert answers(kernel.decide(state, limit=limit)) == answers(plain)


def test_a_careless_game_is_searched_to_its_end_and_no_further():
    """Where every state is urgent the depth is never spent, but for the plies that Tuning grants."""
    for last_ply in (3, 60):
        kernel = Searcher(AlwaysUrgent(last_ply), Switches().without("quiescence"), tuning=Tuning(urgent_plies=3))
        found = kernel.decide(random_skirmish(3), limit=Limit(depth=1))
        assert found.action is not None
        assert (found.status is Status.PROVEN) == (last_ply == 3)


def test_the_deepest_search_stays_within_its_memory():
    kernel = Searcher(AlwaysUrgent(400), tuning=Tuning(urgent_plies=1_000_000))
    assert kernel.decide(random_skirmish(3), limit=Limit(depth=250, nodes=30_000)).action is not None


def test_is_on_where_the_game_says_what_is_urgent():
    assert Switches().for_game(Threatened()).urgent
    assert not Switches().for_game(Skirmish()).urgent
    with pytest.raises(SearchError, match="tic-tac-toe has no is_urgent: write that rule, or leave Urg"):
        enhanced(load_game("tic-tac-toe"), limit=Limit(depth=2), enhancements=[UrgentExtension()])

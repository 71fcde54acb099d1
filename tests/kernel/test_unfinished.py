"""A round that was stopped: what it found counts if the best action so far was looked into, and proves nothing."""

from dataclasses import replace

import pytest

from plywise import Limit, load_game
from plywise.kernel import Searcher
from plywise.kernel.alpha_beta.verdict import DecisionBuilder
from plywise.rules import Bound, Status

GAME = load_game("draughts")


@pytest.fixture(scope="module")
def searcher():
    return Searcher(GAME)


@pytest.fixture(scope="module")
def complete(searcher):
    """A round to depth 4, and the root's actions as it left them, best first."""
    searcher.clear()
    decision = searcher.decide(limit=Limit(depth=4))
    rules = searcher.machine.rules
    builder = DecisionBuilder(GAME, GAME.initial(), searcher.switches.symmetry, searcher.steps, rules.decode)
    roots = [replace(root) for root in searcher.workers.first.order]
    assert roots[0].action == decision.action
    return builder, decision, roots


def looked_into(root, value, is_exact=True):
    return replace(root, value=value, is_exact=is_exact, has_estimates=True, depth=5, line=[])


def test_a_better_action_is_taken(complete):
    builder, decision, roots = complete
    found = [looked_into(roots[0], -30), looked_into(roots[1], 20), *roots[2:]]
    amended = builder.amend(decision, found, 5)
    assert (amended.action, amended.value) == (roots[1].action, builder.steps.estimate(20))
    assert (amended.status, amended.bound, amended.distance) == (Status.HEURISTIC, Bound.EXACT, None)
    assert amended.line == (roots[1].action,)
    assert amended.depth == decision.depth
    [choice] = [choice for choice in amended.choices if choice.action == roots[1].action]
    assert choice.value == amended.value
    assert len(amended.choices) == len(decision.choices)


def test_nothing_changes_without_something_better(complete):
    builder, decision, roots = complete
    best = looked_into(roots[0], 50)
    for found in (
        roots,  # none was looked into
        [best, *roots[1:]],
        [best, looked_into(roots[1], 20), *roots[2:]],
        [looked_into(roots[0], -30, is_exact=False), looked_into(roots[1], -10, is_exact=False), *roots[2:]],
        [roots[0], looked_into(roots[1], 500), *roots[2:]],  # the first may be better still
    ):
        assert builder.amend(decision, found, 5) == decision


def test_limits_in_states_end_well_wherever_they_fall(searcher):
    """Every limit gives a legal action; depth and status are those of a completed round."""
    depths = []
    for nodes in range(200, 6000, 211):
        searcher.clear()
        decision = searcher.decide(limit=Limit(nodes=nodes))
        assert decision.action in list(GAME.actions(GAME.initial()))
        assert decision.line[0] == decision.action
        assert decision.status is Status.HEURISTIC
        assert decision.nodes <= nodes
        depths.append(decision.depth)
    assert depths == sorted(depths)


def test_every_round_of_all_exact_values_is_complete(searcher):
    searcher.clear()
    decision = searcher.decide(limit=Limit(nodes=3000), all_exact=True)
    assert decision.value == max(choice.value for choice in decision.choices)


def test_a_glance_finds_what_a_search_finds(searcher):
    state = GAME.initial()
    for _ in range(6):
        searcher.clear()
        found = searcher.glance(state, 4)
        searcher.clear()
        decided = searcher.decide(state, limit=Limit(depth=4))
        assert (found.action, found.value, found.line) == (decided.action, decided.value, decided.line)
        state = GAME.result(state, found.action)

"""Iterative deepening keeps to its limit, always has an action, and answers as its deepest complete search."""

from dataclasses import replace
from functools import partial

import pytest

from plywise import Decision, Limit, SearchOptions, Status, decide, load_game
from plywise.search import LimitReachedError, alpha_beta, expectiminimax, iterative_deepening, max_n, minimax
from tests.thinning import thinned

CONNECT_FOUR = load_game("connect-four")


def untimed(decision: Decision) -> Decision:
    return replace(decision, seconds=0)


def without_effort(decision: Decision) -> Decision:
    return replace(decision, seconds=0, nodes=0, leaves=0)


@pytest.mark.parametrize("nodes", [1, 2, 7, 8, 9, 63, 64, 65, 500, 5000])
@pytest.mark.parametrize("algorithm", [alpha_beta, minimax, max_n, expectiminimax])
def test_a_limit_of_nodes_is_kept_to_the_node(nodes, algorithm):
    decision = iterative_deepening(CONNECT_FOUR, limit=Limit(nodes=nodes), algorithm=algorithm)
    assert decision.nodes == nodes
    assert decision.action in range(7)
    assert decision.status is Status.HEURISTIC


@pytest.mark.parametrize("spec", ["tic-tac-toe", "ii-nim", "mnk:players=3", "figure-5.4", "coin-toss", "cooperation"])
def test_one_node_is_enough_for_a_legal_action(spec):
    game = load_game(spec)
    decision = decide(game, limit=Limit(nodes=1))
    assert decision.action in list(game.actions(game.initial()))
    assert decision.line == (decision.action,)
    assert (decision.nodes, decision.status) == (1, "heuristic")


def test_a_limit_of_time_is_overshot_by_little():
    overshoots = []
    for _ in range(5):
        decision = iterative_deepening(CONNECT_FOUR, limit=Limit(time=0.1))
        assert decision.seconds >= 0.09
        overshoots.append(decision.seconds - 0.1)
    assert min(overshoots) < 0.05


def test_no_time_at_all_still_gives_an_action():
    decision = iterative_deepening(CONNECT_FOUR, limit=Limit(time=1e-9))
    assert (decision.nodes, decision.depth) == (0, 0)
    assert decision.action in range(7)
    assert not any(choice.is_tried for choice in decision.choices)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_limit_of_depth_is_kept(depth):
    decision = iterative_deepening(CONNECT_FOUR, limit=Limit(depth=depth))
    assert decision.depth == depth
    assert without_effort(decision) == without_effort(alpha_beta(CONNECT_FOUR, limit=Limit(depth=depth)))


def test_the_answer_is_that_of_the_deepest_complete_search():
    seen: list[Decision] = []
    for nodes in (10, 100, 1000, 10_000):
        seen.clear()
        decision = iterative_deepening(CONNECT_FOUR, limit=Limit(nodes=nodes), on_depth=seen.append)
        assert [found.depth for found in seen] == list(range(1, len(seen) + 1))
        assert without_effort(decision) == without_effort(seen[-1])
        assert without_effort(decision) == without_effort(alpha_beta(CONNECT_FOUR, limit=Limit(depth=len(seen))))
        assert decision.leaves == seen[-1].leaves
        assert [found.nodes for found in seen] == sorted({found.nodes for found in seen})


def test_nodes_add_up_over_the_depths():
    alone = [alpha_beta(CONNECT_FOUR, limit=Limit(depth=depth)).nodes for depth in (1, 2, 3)]
    assert iterative_deepening(CONNECT_FOUR, limit=Limit(depth=3)).nodes == sum(alone)


def test_it_ends_as_soon_as_the_value_is_proven():
    game = load_game("tic-tac-toe")
    state = game.parse_state("XX1/OO1/3")
    decision = iterative_deepening(game, state, limit=Limit(depth=9))
    assert (decision.depth, decision.value, decision.status) == (1, 1, "proven")


def test_without_a_limit_it_ends_with_a_proof():
    game = load_game("nim:piles=1-2-3")
    extremes = partial(alpha_beta, known_extremes=True)
    for algorithm in (alpha_beta, minimax, max_n, expectiminimax, extremes):
        decision = iterative_deepening(game, limit=Limit(), algorithm=algorithm)
        assert (decision.value, decision.status) == (-1, "proven")


@pytest.mark.parametrize("spec", thinned(["tic-tac-toe", "connect-four", "coin-toss", "mnk:players=3"], every=2))
def test_the_same_question_gets_the_same_answer(spec):
    answers = [untimed(decide(load_game(spec), limit=Limit(nodes=3000))) for _ in range(2)]
    assert answers[0] == answers[1]


def test_a_finished_game_is_answered_at_once():
    game = load_game("tic-tac-toe")
    won = game.parse_state("XXX/OO1/3")
    decision = decide(game, won, limit=Limit(nodes=1))
    assert (decision.action, decision.value, decision.player, decision.status) == (None, 1, 0, "proven")


def test_chance_at_the_root_has_an_expectation_and_no_action():
    game = load_game("coin-toss")
    coin = game.parse_state("coin")
    assert decide(game, coin).value == 3.5
    assert decide(game, coin, limit=Limit(nodes=1)).action is None


@pytest.mark.parametrize("algorithm", [alpha_beta, minimax, max_n, expectiminimax])
def test_a_single_search_says_when_its_limit_is_reached(algorithm):
    with pytest.raises(LimitReachedError, match="use iterative_deepening") as reached:
        algorithm(CONNECT_FOUR, limit=Limit(nodes=100))
    assert reached.value.nodes == 100
    with pytest.raises(LimitReachedError):
        algorithm(CONNECT_FOUR, limit=Limit(time=1e-9))


def test_decide_gives_every_choice_its_exact_value_when_asked():
    game = load_game("tic-tac-toe")
    state = game.parse_state("X2/1O1/3")
    exact = decide(game, state, limit=Limit(depth=9), options=SearchOptions(all_exact=True))
    assert [choice.value for choice in exact.choices] == [choice.value for choice in minimax(game, state).choices]
    assert {choice.bound for choice in exact.choices} == {"exact"}

"""The stream of decisions: each is better than the last, the last is the answer, and leaving it ends the search."""

import threading
import time

import pytest

import plywise
from plywise import Callbacks, Limit, SearchOptions, Status, load_game
from plywise.games.tree import Tree
from tests.search.test_enumeration import Chase

PLAIN = SearchOptions(engine="plain")


def test_the_last_decision_is_the_answer():
    game = load_game("connect-four")
    decisions = list(plywise.analyse(game, limit=Limit(nodes=3000), algorithm="alpha-beta", options=PLAIN))
    answer = plywise.decide(game, limit=Limit(nodes=3000), algorithm="alpha-beta", options=PLAIN)
    assert len(decisions) > 2
    depths = [each.depth for each in decisions]
    assert depths == sorted(depths)
    assert (decisions[-1].action, decisions[-1].value, decisions[-1].depth) == (
        answer.action,
        answer.value,
        answer.depth,
    )


@pytest.mark.parametrize("algorithm", ["uct", "monte-carlo", None])
def test_simulations_report_by_rounds(algorithm):
    game = load_game("breakthrough")
    decisions = list(plywise.analyse(game, limit=Limit(time=1.0), algorithm=algorithm, options=PLAIN))
    assert len(decisions) >= 3
    counts = [(each.simulations, each.depth) for each in decisions]
    assert counts[-1] >= counts[0]


def test_leaving_the_loop_ends_the_search():
    before = threading.active_count()
    for _ in plywise.analyse(load_game("breakthrough"), limit=Limit(time=60), algorithm="uct", options=PLAIN):
        break
    until = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.01)
    assert threading.active_count() <= before


def test_errors_reach_the_loop():
    game = Chase(repetition=None)
    game.cyclic = False
    with pytest.raises(plywise.RulesError, match="came back to the state"):
        list(plywise.analyse(game))


def test_choices_are_ranked_as_they_come():
    game = load_game("tic-tac-toe")
    state = game.parse_state("XX1/1O1/3")
    for decision in plywise.analyse(game, state, limit=Limit(time=2)):
        assert decision.choices[0].action == decision.action
    assert decision.status is Status.PROVEN


def test_a_named_algorithm_runs_once_under_a_default_limit():
    rounds = []
    decision = plywise.decide(
        load_game("figure-5.2"),
        algorithm="minimax",
        callbacks=Callbacks(on_depth=lambda each: rounds.append(each.depth)),
    )
    assert (decision.nodes, decision.leaves, rounds) == (13, 9, [2])


def test_a_search_that_is_stopped_at_once_says_what_it_did_not_try():
    decision = plywise.decide(load_game("connect-four"), limit=Limit(nodes=3), algorithm="minimax", options=PLAIN)
    assert any(not choice.is_tried for choice in decision.choices)
    assert decision.action in {choice.action for choice in decision.choices}


@pytest.mark.parametrize("seed", range(3))
def test_without_a_preference_the_seed_draws(seed):
    game = load_game("breakthrough:width=4,height=6") if seed < 0 else load_game("nim:piles=9-9-9-9")
    options = SearchOptions(engine="plain", seed=seed)
    one, two = (plywise.decide(game, limit=Limit(depth=1), options=options) for _ in range(2))
    assert not one.has_preference
    assert one.action == two.action
    assert "no preference" in str(one)


class Ask(plywise.Game):
    """Everything ends in a draw, though a win would be possible by the range of utilities."""

    def initial(self):
        return "start"

    def to_move(self, state):
        return 0 if state == "start" else 1

    def actions(self, state):
        return ["left", "right", "ask"] if state == "start" else ["yes", "no"]

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return state in ("left", "right", "yes", "no")

    def utility(self, state, player):
        return 0


@pytest.mark.parametrize("algorithm", ["df-pn", "proof-number"])
@pytest.mark.filterwarnings("ignore::plywise.PlainEngineWarning")
def test_a_proof_search_that_was_stopped_draws_among_bounds(algorithm):
    """All that is known is a bound on each action, so nothing distinguishes them."""
    decision = plywise.decide(Ask(), limit=Limit(nodes=3), algorithm=algorithm)
    assert decision.action in ("left", "right", "ask")
    assert decision.status is not Status.PROVEN
    assert not decision.has_preference


def test_what_leans_on_ties_says_so():
    """B doesn't care which of two actions it takes: max^n takes the first, and enumeration knows both."""
    tree = Tree([[(1, 5, 0), (7, 5, 0)], [(2, 0, 0)]], players=3, utility_sum=None)
    by_text = plywise.decide(tree, algorithm="max-n", options=PLAIN)
    assert by_text.note == "Proven for players who take the first of equal actions, as max^n does."
    listed = plywise.decide(tree)
    assert (listed.action, listed.value, listed.status, listed.note) == (1, 2, Status.BOUNDED, "")

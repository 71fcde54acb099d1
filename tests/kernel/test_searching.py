"""Limits, threads, stopping, history and failures of the compiled search."""

import threading
import time
from typing import NamedTuple

import pytest

from plywise import Limit, load_game
from plywise.kernel import Searcher, Switches
from plywise.rules import Game, NoActionError, RulesError, SearchError, Status
from plywise.search import alpha_beta
from tests.kernel.search_games import DrawnRounds, Mirrors, random_rounds


@pytest.fixture(scope="module")
def connect_four():
    return Searcher(load_game("connect-four"), table_mb=4)


def test_a_number_of_nodes_is_kept_exactly(connect_four):
    for nodes in (1, 2, 7, 1023, 1024, 1025, 5000, 123_457):
        connect_four.clear()
        assert connect_four.decide(limit=Limit(nodes=nodes)).nodes == nodes


def test_one_budget_gives_one_decision(connect_four):
    found = []
    for _ in range(2):
        connect_four.clear()
        found.append(connect_four.decide(limit=Limit(nodes=200_000)))
    assert found[0].line == found[1].line
    assert found[0].choices == found[1].choices


def test_a_time_is_kept(connect_four):
    overshoots = []
    for _ in range(10):
        started = time.perf_counter()
        connect_four.decide(limit=Limit(time=0.1))
        overshoots.append(time.perf_counter() - started - 0.1)
    assert sorted(overshoots)[5] < 0.05


def test_a_search_can_be_stopped_and_watched(connect_four):
    connect_four.clear()
    seen = []
    timer = threading.Timer(0.3, connect_four.stop)
    timer.start()
    decision = connect_four.decide(limit=Limit(time=60), on_depth=lambda best: seen.append((best.depth, best.nodes)))
    assert decision.seconds < 30
    assert seen == sorted(seen)
    assert decision.depth == seen[-1][0] >= 5
    assert connect_four.nodes == decision.nodes


def test_threads_find_the_same_value():
    game = load_game("connect-four:width=5,height=4")
    one, two = Searcher(game, table_mb=4), Searcher(game, table_mb=4, threads=2)
    alone, together = (searcher.decide(limit=Limit(depth=20)) for searcher in (one, two))
    assert (alone.value, alone.status) == (together.value, together.status) == (0, Status.PROVEN)


def test_wins_and_losses_have_distances():
    game = load_game("tic-tac-toe")
    searcher = Searcher(game, table_mb=1)
    decision = searcher.decide(game.parse_state("X2/1O1/3"), limit=Limit(depth=9))
    assert (decision.value, decision.distance) == (0, None)
    decision = searcher.decide(game.parse_state("XO1/3/3"), limit=Limit(depth=9))
    assert (decision.value, decision.status, decision.distance, len(decision.line)) == (1, Status.PROVEN, 5, 5)
    decision = searcher.decide(game.parse_state("XX1/O2/2O"), limit=Limit(depth=9))
    assert (decision.distance, decision.depth) == (1, 1)
    decision = searcher.decide(game.parse_state("XO1/1X1/3"), limit=Limit(depth=9))
    assert (decision.value, decision.player, decision.distance) == (-1, 1, 4)


def test_a_game_that_is_over():
    over = load_game("tic-tac-toe").parse_state("XXX/OO1/3")
    decision = Searcher(load_game("tic-tac-toe"), table_mb=1).decide(over, limit=Limit(depth=3))
    assert (decision.action, decision.value, decision.status) == (None, 1, Status.PROVEN)


def test_history_counts():
    game = DrawnRounds()
    searcher = Searcher(game, Switches.none())
    for seed in range(40):
        state = random_rounds(game, seed)
        history = [state._replace(node=node) for node in (2, 4)]
        for depth in (2, 5):
            plain = alpha_beta(game, state, limit=Limit(depth=depth), history=history)
            found = searcher.decide(state, limit=Limit(depth=depth), history=history)
            assert (found.value, found.nodes, found.status) == (plain.value, plain.nodes, plain.status)


def test_what_does_not_suit_is_refused():
    with pytest.raises(SearchError, match="two players, constant sum and no dice"):
        Searcher(load_game("coin-toss"))
    with pytest.raises(SearchError, match="1 to 256 threads"):
        Searcher(load_game("tic-tac-toe"), threads=0)
    with pytest.raises(SearchError, match=r"A table of 0 MB can't be"):
        Searcher(load_game("tic-tac-toe"), table_mb=0)
    with pytest.raises(SearchError, match="no switch 'speed'"):
        Switches().without("speed")


class Line(Game):
    """Walk along a line of ten places; each subclass breaks one rule at the ninth."""

    max_actions = 2
    evaluation_limit = 100

    class State(NamedTuple):
        at: int = 0

    def to_move(self, state):
        return state.at & 1

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        return self.State(state.at + 1)

    def is_terminal(self, state):
        return state.at == 10

    def utility(self, state, player):
        return 0

    def evaluate(self, state, player):
        return state.at if player == 0 else -state.at


class StrayAction(Line):
    def actions(self, state):
        yield 0
        yield -1 if state.at == 8 else 1


class Crowd(Line):
    def actions(self, state):
        yield from range(2 if state.at < 8 else 3)


class NoOne(Line):
    def to_move(self, state):
        return -1 if state.at == 8 else state.at & 1


class Outside(Line):
    cells = (1, 2, 3, 4, 5, 6, 7, 8, 9)

    def evaluate(self, state, player):
        return self.cells[state.at + 1]


class Stuck(Line):
    def actions(self, state):
        if state.at < 8:
            yield 0


class TooMuch(Line):
    def utility(self, state, player):
        return 5


class TooSure(Line):
    def evaluate(self, state, player):
        return state.at * 20 if player == 0 else -state.at * 20


class Divides(Line):
    def evaluate(self, state, player):
        return 10 // (8 - state.at)


class Passes(Game):
    """Walk along a line of ten places, or pass, after which nothing can be estimated."""

    max_actions = 2
    evaluation_limit = 100

    class State(NamedTuple):
        at: int = 0
        turn: int = 0
        passed: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        if state.at < 9:
            yield 0
            yield 1

    def result(self, state, action):
        return self.State(state.at + 1 + action, 1 - state.turn, state.passed)

    def pass_turn(self, state):
        return self.State(state.at, 1 - state.turn, 1)

    def utility(self, state, player):
        return 0

    def evaluate(self, state, player):
        return 10 // (1 - state.passed)


def test_a_failure_after_a_pass_is_found():
    searcher = Searcher(Passes(), Switches().having("null_move"), table_mb=1, keep=False)
    with pytest.raises(RulesError, match=r"in evaluate in the state .*passed=1.*: ZeroDivisionError"):
        searcher.decide(limit=Limit(depth=6))


@pytest.mark.parametrize(
    ("game", "kind", "words"),
    [
        (StrayAction, RulesError, r"offers the action -1: number actions from 0"),
        (Crowd, RulesError, r"offers 3 actions, more than max_actions = 2"),
        (NoOne, RulesError, r"to_move returned -1 in the state"),
        (Outside, RulesError, r"test_searching.py:\d+ in evaluate in the state .*IndexError"),
        (Stuck, NoActionError, r"offers no action"),
        (TooMuch, RulesError, r"utility returned 5, outside the declared utility_range"),
        (TooSure, RulesError, r"evaluate returned 100, beyond evaluation_limit 100"),
        (Divides, RulesError, r"test_searching.py:\d+ in evaluate in the state at=[78]: ZeroDivisionError"),
    ],
)
def test_a_broken_rule_is_found_and_never_crashes(game, kind, words):
    searcher = Searcher(game(), table_mb=1, keep=False)
    with pytest.raises(kind, match=words):
        searcher.decide(limit=Limit(depth=12))
    assert searcher.decide(limit=Limit(depth=2)).depth == 2


def test_estimates_are_those_of_the_plain_rules():
    searcher = Searcher(Mirrors(), table_mb=1)
    state = Mirrors.State(seed=3)
    decision = searcher.decide(state, limit=Limit(depth=3))
    for action in decision.line:
        state = searcher.game.result(state, action)
    if decision.unit == "evaluation":
        assert decision.value == searcher.game.evaluate(state, decision.player)

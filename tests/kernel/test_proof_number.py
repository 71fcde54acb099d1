"""The compiled proof-number search against its readable twin: the same answers after the same states."""

import functools
import itertools
import threading

import pytest

from plywise.games.catalog import load_game
from plywise.kernel.running import ThreadGroup
from plywise.kernel.twins import ProofSearcher
from plywise.rules import Limit, SearchError, Status
from plywise.search import LimitReachedError, alpha_beta, minimax, proof_number, prove_value
from tests.kernel.search_games import Thicket
from tests.search.small_games import Ring
from tests.search.states import played_states

GAMES = {
    "tic-tac-toe": (0, 4),
    "nim:piles=1-2-3": (0, 2),
    "connect-four:width=4,height=4": (6, 8),
    "connect-four:width=5,height=4": (10, 12),
    "figure-5.2": (0,),
}
"""Each game, and after how many random plies to ask."""


@functools.cache
def searcher(name):
    game = Thicket() if name == "thicket" else load_game(name)
    return ProofSearcher(game, tree_mb=64)


def told(decision):
    choices = [(c.action, c.value, c.status, c.bound, c.line) for c in decision.choices]
    answer = (decision.action, decision.value, decision.player, decision.status, decision.bound, decision.line)
    return *answer, choices, decision.nodes, decision.leaves, decision.depth


@pytest.mark.parametrize("name", GAMES)
def test_the_same_answers_after_the_same_states(name):
    kernel = searcher(name)
    game = kernel.game
    for plies in GAMES[name]:
        for state in played_states(game, 3, plies) if plies else [game.initial()]:
            for at_least in (None, 0, 3, 2.5, -1):
                limit = Limit(nodes=30_000)
                plain = proof_number(game, state, limit=limit, at_least=at_least)
                assert told(kernel.decide(state, limit=limit, at_least=at_least)) == told(plain)


def test_the_same_answers_on_random_trees():
    kernel = searcher("thicket")
    for seed in range(60):
        state = kernel.game.State(seed=seed)
        for at_least in (None, 0.5, 0.3):
            limit = Limit(nodes=3_000)
            plain = proof_number(kernel.game, state, limit=limit, at_least=at_least)
            assert told(kernel.decide(state, limit=limit, at_least=at_least)) == told(plain)


@pytest.mark.parametrize("name", ["tic-tac-toe", "nim:piles=1-2-3", "figure-5.2"])
def test_the_value_is_that_of_minimax(name):
    kernel = searcher(name)
    found = kernel.prove_value()
    assert told(found) == told(prove_value(kernel.game))
    truth = alpha_beta(kernel.game) if name == "tic-tac-toe" else minimax(kernel.game)
    assert (found.value, found.status) == (truth.value, Status.PROVEN)


def test_limits_are_kept_as_the_twin_keeps_them():
    kernel = searcher("tic-tac-toe")
    for nodes in (2, 5, 10, 11, 57, 1024, 1025, 5000):
        plain = proof_number(kernel.game, limit=Limit(nodes=nodes))
        assert told(kernel.decide(limit=Limit(nodes=nodes))) == told(plain)
    with pytest.raises(LimitReachedError):
        proof_number(kernel.game, limit=Limit(nodes=1))
    none = kernel.decide(limit=Limit(nodes=1))
    assert (none.status, none.nodes, none.action) == (Status.HEURISTIC, 1, 0)
    quick = searcher("connect-four:width=5,height=4").decide(limit=Limit(time=0.05))
    assert quick.status is Status.HEURISTIC
    assert quick.seconds < 30  # a machine may be busy; a limit that isn't kept takes until the tree is full


def test_ctrl_c_leaves_the_answer_so_far():
    kernel = ProofSearcher(load_game("connect-four"), tree_mb=2048)  # so large that it isn't full before the first tick

    def interrupt(progress):
        raise KeyboardInterrupt

    before = threading.active_count()
    for ask in (kernel.decide, kernel.prove_value):
        found = ask(on_progress=interrupt)
        assert (found.status, len(found.choices), kernel.was_interrupted) == (Status.HEURISTIC, 7, True)
        assert found.nodes == kernel.nodes > 1_000
    assert threading.active_count() == before


def test_a_no_is_kept_where_the_next_question_is_interrupted(monkeypatch):
    kernel = searcher("tic-tac-toe")
    first = kernel.decide()
    monkeypatch.setattr(ThreadGroup, "run", interrupted_after(1))
    assert told(kernel.prove_value()) == told(first)
    monkeypatch.setattr(ThreadGroup, "run", interrupted_after(0))
    with pytest.raises(KeyboardInterrupt):
        kernel.prove_value()


def interrupted_after(count):
    """Return a stand-in for ThreadGroup.run that is interrupted before it starts, after so many calls that go well."""
    run, calls = ThreadGroup.run, itertools.count()

    def stand_in(group, works, *arguments, **named):
        if next(calls) >= count:
            raise KeyboardInterrupt
        run(group, works, *arguments, **named)

    return stand_in


def test_connect_four_4x4_is_a_draw():
    """Farther than the twin gets in a test."""
    found = searcher("connect-four:width=4,height=4").prove_value()
    assert (found.value, found.status, found.nodes) == (0, Status.PROVEN, 227_551 + 103_583)


def test_a_full_tree_says_so():
    kernel = ProofSearcher(load_game("tic-tac-toe"), tree_mb=0.05)
    with pytest.warns(UserWarning, match=r"The tree of 1,638 states fills its 0\.05 MB, and the question is open"):
        found = kernel.decide()
    assert (found.status, len(found.choices)) == (Status.HEURISTIC, 9)
    assert found.nodes <= 1_638


def test_what_it_refuses():
    with pytest.raises(SearchError, match="no cycles: ring needs another one"):
        ProofSearcher(Ring())
    with pytest.raises(SearchError, match="leave the depth out"):
        searcher("tic-tac-toe").decide(limit=Limit(depth=3))
    with pytest.raises(SearchError, match="too small or too large"):
        ProofSearcher(load_game("tic-tac-toe"), tree_mb=0)
    over = searcher("nim:piles=1-2-3").decide(load_game("nim:piles=1-2-3").parse_state("A(0,0,0)"))
    assert (over.action, over.value, over.status) == (None, 1, Status.PROVEN)

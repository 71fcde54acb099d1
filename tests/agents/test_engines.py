"""The compiled engine where it fits, the plain one where it doesn't, and what is said about it."""

import sys
import warnings

import pytest

from plywise import Callbacks, Game, Limit, PlywiseError, SearchOptions, Status, decide, load_game
from plywise.agents import PlainEngineWarning
from plywise.kernel import LoweringError


class Worded(Game):
    """Count to thirty by ones, twos or threes; a state is a text, so it can't be compiled."""

    def initial(self):
        return "A0"

    def to_move(self, state):
        return "AB".index(state[0])

    def actions(self, state):
        return [step for step in (1, 2, 3) if int(state[1:]) + step <= 30]

    def result(self, state, action):
        return f"{'BA'[self.to_move(state)]}{int(state[1:]) + action}"

    def utility(self, state, player):
        return -1 if player == self.to_move(state) else 1


def test_both_engines_agree():
    game = load_game("connect-four:width=5,height=4")
    found = [
        decide(game, limit=Limit(depth=7), options=SearchOptions(engine=engine))
        for engine in ("plain", "compiled", "auto")
    ]
    assert len({(each.value, each.depth) for each in found}) == 1
    assert found[2].nodes >= found[1].nodes


def test_what_cannot_be_compiled_is_told_once():
    with pytest.warns(PlainEngineWarning, match="worded runs on the plain engine, since its rules can't be compiled"):
        first = decide(Worded(), limit=Limit(depth=10))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        second = decide(Worded(), limit=Limit(depth=10))
    assert first.nodes > 2000
    assert first.line == second.line
    with pytest.raises(LoweringError):
        decide(Worded(), limit=Limit(depth=10), options=SearchOptions(engine="compiled"))


def test_small_searches_compile_nothing(monkeypatch):
    monkeypatch.setattr(sys.modules["plywise.agents.algorithms.adapters"], "Searcher", None)
    assert decide(load_game("figure-5.2")).status is Status.PROVEN
    assert decide(load_game("connect-four"), limit=Limit(depth=3)).depth == 3


def test_an_interrupted_search_gives_the_best_so_far():
    def interrupt(decision):
        if decision.depth == 6:
            raise KeyboardInterrupt

    decision = decide(load_game("connect-four"), limit=Limit(time=60), callbacks=Callbacks(on_depth=interrupt))
    assert decision.depth == 6


def test_progress_is_told():
    seen = []
    decide(
        load_game("connect-four"),
        limit=Limit(time=1.5),
        options=SearchOptions(engine="compiled"),
        callbacks=Callbacks(on_progress=lambda now: seen.append(now.nodes)),
    )
    assert len(seen) >= 2
    assert seen == sorted(seen)


def test_a_proof_goes_to_the_end():
    decision = decide(load_game("connect-four:width=5,height=4"), options=SearchOptions(prove=True))
    assert (decision.value, decision.status) == (0, Status.PROVEN)


def test_an_unknown_engine_is_refused():
    with pytest.raises(PlywiseError, match="no engine 'fast': choose auto, compiled or plain"):
        decide(load_game("tic-tac-toe"), options=SearchOptions(engine="fast"))  # type: ignore[arg-type]

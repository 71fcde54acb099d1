"""Rules that look at the clock: they stop a search in time, and leave no wrong answer behind."""

import time

import pytest

from plywise import Cancellation, Game, Limit
from plywise.search import LimitReachedError, alpha_beta, guarded


class Careless(Game):
    """Rules that call each other, take their time, and catch every error."""

    State = tuple
    seconds = 0.002

    def to_move(self, state):
        return len(state) % 2

    def actions(self, state):
        until = time.perf_counter() + self.seconds
        while time.perf_counter() < until:
            pass
        return [1, 2, 3] if len(state) < 9 else []

    def result(self, state, action):
        return (*state, action)

    def is_terminal(self, state):
        try:
            return not self.actions(state)
        except Exception:
            return True

    def utility(self, state, player):
        return 0


def test_a_search_stops_between_two_calls():
    game = guarded(Careless(), Limit(time=0.05))
    began = time.perf_counter()
    with pytest.raises(LimitReachedError):
        alpha_beta(game)
    assert time.perf_counter() - began < 0.2


def test_rules_that_catch_errors_do_not_take_the_end_of_the_time_for_the_end_of_the_game():
    game = guarded(Careless(), Limit(time=0.001))
    game.to_move(())
    time.sleep(0.002)
    with pytest.raises(LimitReachedError):
        game.is_terminal(())
    late = guarded(Careless(), Limit(time=0.001), started=time.perf_counter())
    vars(late)["_guard"].is_inside = True
    time.sleep(0.002)
    with pytest.raises(BaseException) as stop:  # noqa: PT011 - it is no Exception, so that no rule catches it
        late.is_terminal(())
    assert not isinstance(stop.value, Exception)


def test_a_cancellation_stops_too():
    cancellation = Cancellation()
    game = guarded(Careless(), Limit(cancellation=cancellation))
    assert list(game.actions(())) == [1, 2, 3]
    cancellation.cancel()
    with pytest.raises(LimitReachedError):
        game.actions(())


def test_quick_rules_are_left_alone():
    class Quick(Careless):
        seconds = 0.0

    game = guarded(Quick(), Limit(time=60))
    assert type(game) is not Quick
    for _ in range(200):
        game.to_move(())
    assert type(game) is Quick


def test_no_limit_in_time_needs_no_guard():
    game = Careless()
    assert guarded(game, Limit(nodes=5)) is game

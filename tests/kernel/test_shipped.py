"""Every shipped game, compiled: the plain rules' counts, and no difference on random play."""

import functools

import pytest

from plywise import load_game
from plywise.games.placing.connect_four import ConnectFour
from plywise.kernel import CompiledRules, compile_rules
from plywise.kernel.building import compare
from tests.kernel.harness import perft

GAMES = {
    "tic-tac-toe": 6,
    "mnk:m=4,n=3,k=3,players=3": 4,
    "nim:piles=3-4-5": 4,
    "connect-four": 5,
    "connect-four:width=5,height=4": 6,
    "kalah": 5,
    "kalah:pits=3,seeds=5,empty_capture=false": 7,
    "othello": 5,
    "othello:size=4,empties=winner": 6,
    "dice-race": 6,
    "pig": 6,
    "three-kings": 6,
    "figure-5.2": 2,
    "cooperation": 3,
    "coin-toss": 3,
}
"""Each game, and a depth at which its lines of play are soon counted plainly too."""


@functools.cache
def compiled(spec: str) -> CompiledRules:
    return compile_rules(load_game(spec))


@pytest.mark.parametrize("spec", GAMES)
def test_counts_as_many_lines_of_play(spec):
    game = load_game(spec)
    rules = compiled(spec)
    for depth in range(GAMES[spec] + 1):
        assert rules.perft(game.initial(), depth) == perft(game, game.initial(), depth)


@pytest.mark.parametrize("spec", GAMES)
def test_agrees_on_random_play(spec):
    game = load_game(spec)
    assert compare(game, compiled(spec), seed=7, states=150) is None


def test_known_counts():
    assert compiled("connect-four").perft(load_game("connect-four").initial(), 8) == 5_673_234
    assert compiled("tic-tac-toe").perft(load_game("tic-tac-toe").initial(), 9) == 127_872


def test_a_difference_is_described():
    rules = compiled("connect-four:width=5,height=4")

    class Twisted(ConnectFour):
        def utility(self, state, player):
            return 0

    difference = compare(Twisted(width=5, height=4), rules, seed=1, states=200)
    assert difference is not None
    assert difference.rule == "utility to player 0"
    assert "utility to player 0 differs in State(" in str(difference)


def test_a_checked_build_agrees_too():
    game = load_game("connect-four:width=5,height=4")
    assert compare(game, compile_rules(game, checked=True), seed=3, states=60) is None

"""Backgammon against OpenSpiel's: the positions that a roll can be played to, chances and outcomes.

OpenSpiel's rules are the same; it writes them differently. A roll has 36 ordered outcomes instead of 21. A turn is one
action of two checkers, and a double two such actions: what is compared is the whole rest of a turn. After
500 turns of a player it calls the game a draw: no playing here takes so long.
"""

from fractions import Fraction
from random import Random
from typing import Any

import pyspiel
import pytest

from plywise.games.backgammon import Backgammon, list_turns
from plywise.games.backgammon.steps import BAR, OPENING

OPEN_SPIEL_BAR = 100


def side(position: Any, player: int) -> tuple[int, ...]:
    """Return a player's checkers as we count: off, points 1 to 24, bar. OpenSpiel's X runs up from 0, its O down."""
    points = [position.board(player, 24 - place if player == 0 else place - 1) for place in range(1, BAR)]
    counts = [*points, position.board(player, OPEN_SPIEL_BAR)]
    return (15 - sum(counts), *counts)


def dice(position: Any) -> tuple[int, int]:
    """Return the dice, the larger first."""
    line = next(line for line in str(position).splitlines() if line.startswith("Dice: "))
    shown = [(int(digit) - 1) % 6 + 1 for digit in line.removeprefix("Dice: ")]
    return max(shown), min(shown)


def as_state(position: Any) -> Backgammon.State:
    player = position.current_player()
    high, low = dice(position)
    left = 2 if high != low or "Extra turn: 1" in str(position) else 4
    return Backgammon.State(side(position, player), side(position, 1 - player), player, high, low, left)


def played_out(position: Any, player: int) -> set[Any]:
    """Return both sides after each way to play the rest of a turn, a double's second action included."""
    if position.current_player() != player:
        return {(side(position, player), side(position, 1 - player))}
    return set().union(*(played_out(position.child(action), player) for action in position.legal_actions()))


def compare_playings(positions: int, seed: int) -> None:
    peer, game, chooser = pyspiel.load_game("backgammon(scoring_type=full_scoring)"), Backgammon(), Random(seed)
    compared = 0
    while compared < positions:
        position = peer.new_initial_state()
        while not position.is_terminal():
            if position.is_chance_node():
                outcomes, odds = zip(*position.chance_outcomes(), strict=True)
                position.apply_action(chooser.choices(outcomes, odds)[0])
                continue
            state, player = as_state(position), position.current_player()
            turns = {(after.theirs, after.mine) for after in list_turns(game, state)}
            assert turns == played_out(position, player), game.state_name(state)
            compared += 1
            position.apply_action(chooser.choice(position.legal_actions()))
        winner = max((0, 1), key=position.player_return)
        end = Backgammon.State(side(position, 1 - winner), side(position, winner), 1 - winner, left=0)
        assert game.is_terminal(end)
        assert [game.utility(end, player) for player in (0, 1)] == position.returns()


def test_2000_positions_have_the_same_turns():
    compare_playings(2_000, seed=6)


@pytest.mark.slow
def test_50000_positions_have_the_same_turns():
    compare_playings(50_000, seed=7)


def test_the_opening_and_later_rolls_have_the_same_odds():
    peer, game = pyspiel.load_game("backgammon").new_initial_state(), Backgammon()
    openings: dict[Any, Fraction] = {}
    rolls: dict[Any, Fraction] = {}
    for outcome, odds in peer.chance_outcomes():
        child = peer.child(outcome)
        opening = (child.current_player(), *dice(child))
        openings[opening] = openings.get(opening, Fraction(0)) + Fraction(odds).limit_denominator(100)
    found: dict[Any, Fraction] = {}
    for number, odds in game.chances(game.initial()):
        after = game.result(game.initial(), number)
        opening = (after.turn, after.high, after.low)
        found[opening] = found.get(opening, Fraction(0)) + Fraction(odds).limit_denominator(100)
    assert found == openings
    assert game.initial().left == OPENING
    peer.apply_action(0)
    peer.apply_action(peer.legal_actions()[0])
    for outcome, odds in peer.chance_outcomes():
        roll = dice(peer.child(outcome))
        rolls[roll] = rolls.get(roll, Fraction(0)) + Fraction(odds).limit_denominator(100)
    later = game.initial()._replace(left=0)
    assert {divmod(number, 10): Fraction(odds).limit_denominator(100) for number, odds in game.chances(later)} == rolls

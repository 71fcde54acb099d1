"""Pig: a 1 takes the pot, holding banks it, and who could hold at the goal has won."""

import pytest

from plywise import load_game
from plywise.games.dice.pig import HOLD, ROLL, Pig
from plywise.rules import CatalogError, NotationError, RulesError


@pytest.mark.parametrize(
    ("state", "action", "then"),
    [
        ("3+4/5 A", ROLL, "3+4/5 A?"),
        ("3+4/5 A", HOLD, "7/5+0 B"),
        ("3/5+4 B", HOLD, "3+0/9 A"),
        ("3+4/5 A?", 1, "3/5+0 B"),
        ("3/5+4 B?", 1, "3+0/5 A"),
        ("3+4/5 A?", 6, "3+10/5 A"),
    ],
)
def test_rolls_and_holds(state, action, then):
    game = Pig(goal=20)
    assert game.state_name(game.result(game.parse_state(state), action)) == then


def test_a_turn_starts_with_a_roll():
    game = Pig()
    assert list(game.actions(game.initial())) == [ROLL]
    assert list(game.actions(game.parse_state("0+2/0 A"))) == [ROLL, HOLD]


def test_who_could_hold_at_the_goal_has_won():
    game = Pig(goal=20)
    state = game.parse_state("3/15+5 B")
    assert game.is_terminal(state)
    assert (game.utility(state, 0), game.utility(state, 1)) == (0, 1)
    assert not game.is_terminal(game.parse_state("3/15+4 B"))


def test_two_ones_bring_a_state_back():
    game = Pig()
    state = game.initial()
    for _ in range(2):
        state = game.result(game.result(state, ROLL), 1)
    assert state == game.initial()
    assert game.cyclic


@pytest.mark.parametrize(
    "text", ["", "3/5 A", "3+4/5 B", "3+4/5+0 A", "3+1/5 A", "20+0/5 A", "3+23/0 A", "3+17/0 A?", "-3+4/5 A"]
)
def test_states_that_cannot_be_are_refused(text):
    with pytest.raises(NotationError, match=r"write it like 0\+0/0 A"):
        Pig(goal=20).parse_state(text)


@pytest.mark.parametrize("parameters", ["goal=1", "goal=10001", "sides=1", "sides=101"])
def test_sizes_that_cannot_be_are_refused(parameters):
    with pytest.raises(CatalogError, match="Pig"):
        load_game(f"pig:{parameters}")


# Solved tables


def test_every_choice_has_a_number_of_its_own():
    game = Pig(goal=9)
    (tier,) = game.parse_tier("all")
    choices = {game.State((mine, theirs), pot) for mine in range(9) for theirs in range(9) for pot in range(9 - mine)}
    choices = {state for state in choices if state.pot != 1}
    slots = {game.index(state): state for state in choices}
    assert len(slots) == len(choices)
    for slot in range(game.tier_size(tier)):
        state = game.unindex(tier, slot)
        assert state == slots[slot] if game.index(state) == slot else slot not in slots


def test_both_players_choices_have_one_number():
    game = Pig()
    assert game.index(game.parse_state("31+12/40 A")) == game.index(game.parse_state("40/31+12 B"))


@pytest.mark.parametrize("text", ["31+12/40 A?", "98+2/40 A", "3+97/0 A"])
def test_rolls_and_ends_have_no_number(text):
    game = Pig()
    assert game.index(game.parse_state(text)) == -1


def test_there_is_one_tier():
    game = Pig()
    assert [game.tier_name(tier) for tier in game.next_tiers(0)] == ["all"]
    with pytest.raises(RulesError, match="in one tier, all"):
        game.parse_tier("3")

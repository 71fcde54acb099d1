"""Three kings: selfish play makes the two weak ones turn on the strong one; fear makes them fall on each other."""

import pytest

from plywise import Limit, load_game
from plywise.games.three_kings import ThreeKings
from plywise.rules import CatalogError, NotationError
from plywise.search import max_n, paranoid

A, B, C = 0, 1, 2


def test_both_weak_kings_strike_the_strong_one_without_a_treaty():
    game = ThreeKings()
    first = max_n(game)
    assert {choice.action: choice.value for choice in first.choices} == {B: 0, C: 3}
    second = max_n(game, game.result(game.initial(), C))
    assert second.player == B
    assert {choice.action: choice.value for choice in second.choices} == {A: 0, C: 3}
    assert first.values == second.values == (3, 3, 0)


def test_the_alliance_ends_when_the_strong_one_is_weak():
    game = load_game("three-kings")
    assert max_n(game).describe(game) == "C: value 3 to player A, proven; line C C A B C B; 25 states, depth 6"


def test_a_strong_king_left_alone_destroys_them_one_by_one():
    game = ThreeKings()
    state = game.result(game.initial(), B)
    values = max_n(game, state).values
    assert values
    assert values[A] == 0


def test_fear_finds_no_hope_and_strikes_the_friend():
    game = ThreeKings()
    decision = paranoid(game)
    assert [choice.value for choice in decision.choices] == [0, 0]
    assert decision.action == B


def test_shallow_pruning_agrees():
    for spec in ("three-kings", "three-kings:armies=4-4-11,strikes=9", "three-kings:armies=5-6-20,strikes=12"):
        game = load_game(spec)
        plain, pruned = max_n(game), max_n(game, shallow_pruning=True)
        assert (plain.values, plain.line) == (pruned.values, pruned.line)
        assert pruned.nodes < plain.nodes


def test_estimates_share_the_land_too():
    game = load_game("three-kings:armies=40-50-99,strikes=30")
    plain, pruned = (max_n(game, limit=Limit(depth=6), shallow_pruning=pruning) for pruning in (False, True))
    assert pruned.values == plain.values
    assert sum(plain.values or ()) == pytest.approx(6)


@pytest.mark.parametrize(
    ("state", "action", "then"),
    [
        ("3-3-8/6 A", C, "3-3-5/5 B"),
        ("1-2-5/3 C", A, "0-2-5/2 B"),
        ("0-2-5/2 B", C, "0-2-3/1 C"),
        ("0-2-3/1 C", B, "0-0-3/0 C"),
        ("3-0-5/2 A", C, "3-0-2/1 C"),
    ],
)
def test_strikes(state, action, then):
    game = ThreeKings()
    assert game.state_name(game.result(game.parse_state(state), action)) == then


def test_the_land_is_shared_among_those_who_stand():
    game = ThreeKings()
    for text, shares in (("1-1-1/0 A", [2, 2, 2]), ("1-0-1/0 A", [3, 0, 3]), ("0-0-1/4 C", [0, 0, 6])):
        state = game.parse_state(text)
        assert game.is_terminal(state)
        assert [game.utility(state, king) for king in range(3)] == shares


@pytest.mark.parametrize("text", ["", "3-3-8 A", "4-3-8/6 A", "3-3-8/7 A", "0-3-8/6 A", "3-3-8/6 D"])
def test_states_that_cannot_be_are_refused(text):
    with pytest.raises(NotationError, match="write it like 3-3-8/6 A"):
        ThreeKings().parse_state(text)


@pytest.mark.parametrize("parameters", ["armies=3-3", "armies=0-3-8", "armies=3-3-1001", "strikes=0", "strikes=101"])
def test_sizes_that_cannot_be_are_refused(parameters):
    with pytest.raises(CatalogError, match="not"):
        load_game(f"three-kings:{parameters}")

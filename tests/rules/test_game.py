"""What every Game is before its rules are written."""

import pytest

from plywise import CHANCE, Game, IllegalActionError, PlywiseError
from plywise.rules import CatalogError, NotationError, RecordError, RulesError, SearchError


class Bare(Game):
    """Nothing written yet."""

    State = int


class FourInARow4D(Bare):
    """A name with capitals and figures."""


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (lambda game: game.to_move(0), r"Bare has no to_move: write `def to_move\(self, state\)`"),
        (lambda game: game.actions(0), r"Bare has no actions: write `def actions\(self, state\)`"),
        (lambda game: game.result(0, 1), r"Bare has no result: write `def result\(self, state, action\)`"),
        (lambda game: game.utility(0, 1), r"Bare has no utility: write `def utility\(self, state, player\)`"),
        (lambda game: game.chances(0), r"Bare has no chances: write `def chances\(self, state\)`"),
        (lambda game: game.is_terminal(0), "Bare has no to_move"),
    ],
)
def test_an_unwritten_rule_says_what_to_write(call, advice):
    with pytest.raises(NotImplementedError, match=advice):
        call(Bare())


def test_defaults():
    game = Bare()
    assert game.initial() == 0
    assert (game.players, game.utility_range, game.utility_sum) == (2, (-1, 1), 0)
    assert (game.canonical(7), game.key(7), game.evaluate(7, 1)) == (7, 7, 0)
    assert (game.name, FourInARow4D().name) == ("bare", "four-in-arow4-d")


class Coin(Bare):
    """Chance at 0, A at 1 with nothing to do, B at 2 with something."""

    def to_move(self, state):
        return CHANCE if state == 0 else state - 1

    def actions(self, state):
        return iter(["on"] * (state == 2))

    def chances(self, state):
        return [("heads", 1)]


def test_a_game_is_over_when_there_is_no_action_unless_chance_moves():
    game = Coin()
    assert [game.is_terminal(state) for state in (0, 1, 2)] == [False, True, False]


def test_offers_tells_what_a_game_writes_itself():
    assert Coin().offers("chances")
    assert not Bare().offers("chances")
    assert not Bare().offers("no_such_method")

    class Child(Coin):
        def evaluate(self, state, player):
            return 0

    assert Child().offers("chances")
    assert Child().offers("evaluate")


@pytest.mark.parametrize(
    ("players", "total", "chance", "adversarial", "own_unit", "draw"),
    [
        (2, 0, False, True, True, 0),
        (2, 1, False, True, True, 0.5),
        (2, 1, True, True, False, 0.5),
        (2, None, False, False, False, 2),
        (3, 0, False, False, False, 0),
        (3, 3, False, False, False, 1),
    ],
)
def test_what_follows_from_the_declarations(players, total, chance, adversarial, own_unit, draw):
    game = Coin() if chance else Bare()
    game.players, game.utility_sum, game.utility_range = players, total, (-1, 5)
    assert (game.has_chance, game.is_adversarial, game.evaluates_in_own_unit) == (chance, adversarial, own_unit)
    assert game.draw_utility == game.evaluate(0, 0) == draw


@pytest.mark.parametrize(
    "error", [CatalogError, IllegalActionError, NotationError, RecordError, RulesError, SearchError]
)
def test_every_error_of_ours_has_one_root(error):
    assert issubclass(error, PlywiseError)
    assert error.__doc__

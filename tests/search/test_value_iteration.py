"""Value iteration: circles of chance against equations solved by hand, the literature, and depth-limited search."""

from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest

from plywise import CHANCE, Game, Limit, load_game
from plywise.games.dice.pig import Pig
from plywise.games.tree import Tree
from plywise.rules import SearchError
from plywise.search import LimitReachedError, expectiminimax, value_iteration
from plywise.search.shared import components
from tests.search.small_games import Circle, Rho, Ring
from tests.search.trees import random_vector_node, vector_worth


def pig_by_gauss_seidel(goal: int) -> float:
    """Return the first player's chance at Pig, by the equations of Neller and Presser, from their paper alone."""
    chance: dict[tuple[int, int, int], float] = {}

    def at(mine: int, theirs: int, pot: int) -> float:
        if mine + pot >= goal:
            return 1.0
        return chance.get((mine, theirs, pot), 0.0)

    keys = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for i, j, k in reversed(keys):
            roll = (1 - at(j, i, 0) + sum(at(i, j, k + face) for face in range(2, 7))) / 6
            hold = 1 - at(j, i + k, 0) if k else 0.0
            change = max(change, abs(max(roll, hold) - at(i, j, k)))
            chance[i, j, k] = max(roll, hold)
    return at(0, 0, 0)


def test_the_smallest_pig_is_two_thirds():
    """With a coin, 2 wins at once and 1 hands the coin over: p = 1/2 + 1/2 (1 - p)."""
    assert value_iteration(Pig(goal=2, sides=2)).value == pytest.approx(float(Fraction(2, 3)), abs=1e-9)


def test_pig_for_a_few_points_equals_the_equations():
    for goal in (5, 10, 13):
        decision = value_iteration(Pig(goal=goal))
        assert decision.value == pytest.approx(pig_by_gauss_seidel(goal), abs=2e-9)
        assert (decision.status, decision.action, decision.player) == ("proven", 1, 0)


def test_every_choice_is_valued_for_the_player_to_move():
    game = Pig(goal=10)
    state = game.parse_state("3/2+5 B")
    decision = value_iteration(game, state)
    roll, hold = decision.choices
    assert decision.player == 1
    after_hold = value_iteration(game, game.result(state, 0))
    assert hold.value == pytest.approx(1 - after_hold.value, abs=1e-9)
    rolling = value_iteration(game, game.result(state, 1))
    assert rolling.action is None
    assert roll.value == pytest.approx(1 - rolling.value, abs=1e-9)
    assert decision.value == max(roll.value, hold.value)


def test_a_deeper_and_deeper_search_comes_near():
    game = Pig(goal=4, sides=3)
    truth = value_iteration(game).value
    errors = [abs(expectiminimax(game, limit=Limit(depth=depth)).value - truth) for depth in (4, 8, 12)]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.02


def test_on_trees_it_is_expectiminimax():
    random = Random("no circles")
    for _ in range(200):
        node = random_vector_node(random, 2, random.randint(3, 5), chance=0.4, sum_zero=True)
        ours, theirs = value_iteration(Tree(node)), expectiminimax(Tree(node))
        assert ours.value == pytest.approx(float(vector_worth(node)[ours.player]), abs=1e-9)
        assert [choice.value for choice in ours.choices] == pytest.approx([choice.value for choice in theirs.choices])
        assert (ours.status, ours.player) == (theirs.status, theirs.player)


def test_where_players_can_always_win_a_circle_does_not_matter():
    decision = value_iteration(Ring())
    assert (decision.value, decision.player, decision.status) == (1, 1, "proven")
    with pytest.raises(SearchError, match="need never end"):
        value_iteration(Circle())


class Coin(Game):
    """Toss until it shows heads: A wins on an odd toss; nobody chooses anything."""

    cyclic = True

    class State(NamedTuple):
        tosses: int = 0
        over: int = 0

    def to_move(self, state):
        return CHANCE

    def chances(self, state):
        yield from ((0, 0.25), (1, 0.75))

    def result(self, state, action):
        return self.State(1 - state.tosses, action)

    def is_terminal(self, state):
        return state.over == 1

    def actions(self, state):
        return []

    def utility(self, state, player):
        return 1 if (state.tosses == 1) == (player == 0) else -1


def test_a_geometric_series():
    """A wins with 3/4 (1 + 1/16 + ...) = 4/5: worth 3/5."""
    assert value_iteration(Coin()).value == pytest.approx(0.6, abs=1e-9)


@pytest.mark.parametrize(
    ("make", "options", "reason"),
    [
        (lambda: load_game("three-kings"), {}, "use max_n"),
        (Rho, {}, "knows no history"),
        (Pig, {"limit": Limit(depth=3)}, "has no horizon"),
    ],
)
def test_what_it_does_not_fit_is_refused(make: Any, options: Any, reason: str):
    with pytest.raises(SearchError, match=reason):
        value_iteration(make(), **options)


def test_it_keeps_to_its_limit():
    with pytest.raises(LimitReachedError):
        value_iteration(Pig(), limit=Limit(nodes=1_000))
    with pytest.raises(LimitReachedError):
        value_iteration(Pig(), limit=Limit(time=0.05))


def test_components_are_those_of_a_brute_force():
    random = Random("circles")
    for _ in range(300):
        size = random.randint(1, 8)
        graph = [tuple(random.sample(range(size), random.randint(0, min(2, size)))) for _ in range(size)]
        reach = [{number} for number in range(size)]
        for _ in range(size):
            reach = [known.union(*(graph[other] for other in known)) for known in reach]
        found = components(graph)
        assert sorted(number for circle in found for number in circle) == sorted(reach[0])
        for place, circle in enumerate(found):
            assert set(circle) == {other for other in reach[circle[0]] if circle[0] in reach[other]}
            later = {number for after in found[place + 1 :] for number in after}
            assert not later & reach[circle[0]]


@pytest.mark.slow
def test_the_first_to_roll_wins_53_06_of_100_games_of_pig():
    """Neller and Presser, Optimal Play of the Dice Game Pig (2004): 0.5306, the other plays as well as can be."""
    assert value_iteration(Pig(), tolerance=1e-6).value == pytest.approx(0.5306, abs=5e-5)

"""Enumeration: every distinct state once, values backwards from the ends, and nothing claimed that isn't so."""

import time
from dataclasses import dataclass
from random import Random

import pytest

from plywise import Game, Limit, load_game
from plywise.games.tree import Tree
from plywise.rules import RulesError
from plywise.search import decide_by_enumeration, dynamic_programming, enumerate_states, max_n, minimax
from tests.search.trees import KINDS, random_root, random_vector_node


def enumerated(game, state=None, **options):
    return decide_by_enumeration(enumerate_states(game, state, **options))


@pytest.mark.parametrize("kind", KINDS)
def test_random_trees_are_worth_what_minimax_says(kind):
    leaf, utility_sum = KINDS[kind]
    random = Random(f"{kind} enumerated")
    for _ in range(100):
        game = Tree(random_root(random, leaf, random.randint(1, 5)), utility_sum=utility_sum)
        decision, reference = enumerated(game), minimax(game)
        assert (decision.value, decision.status) == (reference.value, "proven")
        worth = {choice.action: choice.value for choice in reference.choices}
        assert {choice.action: choice.value for choice in decision.choices} == worth
        assert worth.get(decision.action, decision.value) == reference.value


@pytest.mark.parametrize("chance", [0, 0.3])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_what_is_proven_of_vectors_is_what_max_n_says(players, chance):
    random = Random(f"{players} players, chance {chance}, enumerated")
    proven = 0
    for _ in range(100):
        game = Tree(
            random_vector_node(random, players, random.randint(2, 4), chance), players=players, utility_sum=None
        )
        decision, reference = enumerated(game), max_n(game)
        if decision.status == "proven":
            proven += 1
            assert decision.value == pytest.approx(reference.value)
        else:
            assert (decision.status, decision.bound) in (("bounded", "lower"), ("heuristic", "exact"))
            assert decision.value <= reference.value + 1e-9
    assert proven > 20


def test_a_tie_that_matters_to_another_player_leaves_a_bound():
    """B doesn't care which of two equal actions it takes, but A does."""
    game = Tree([[(1, 5, 0), (7, 5, 0)], [(2, 0, 0)]], players=3, utility_sum=None)
    decision = enumerated(game)
    assert (decision.action, decision.value, decision.status, decision.bound) == (1, 2, "bounded", "lower")


def test_tic_tac_toe_has_5478_states():
    graph = enumerate_states(load_game("tic-tac-toe"))
    assert (len(graph.states), graph.is_complete) == (5478, True)
    decision = decide_by_enumeration(graph)
    assert decision is not None
    assert decision.value == 0


@dataclass(frozen=True)
class Walk:
    cat: int = 0
    mouse: int = 3
    turn: str = "cat"


class Chase(Game):
    """A cat and a mouse on a ring with a hole that only the mouse fits through; whoever is caught has lost."""

    State = Walk
    cyclic = True

    def __init__(self, size=6, may_stay=True, repetition="draw"):
        self.size, self.may_stay, self.repetition = size, may_stay, repetition

    def to_move(self, state):
        return 0 if state.turn == "cat" else 1

    def actions(self, state):
        return (-1, 0, 1) if self.may_stay else (-1, 1)

    def result(self, state, action):
        if state.turn == "cat":
            return Walk((state.cat + action) % self.size, state.mouse, "mouse")
        return Walk(state.cat, (state.mouse + action) % self.size, "cat")

    def is_terminal(self, state):
        return state.cat == state.mouse

    def utility(self, state, player):
        return 1 if player == 0 else -1


def test_who_can_run_round_for_ever_draws():
    decision = enumerated(Chase())
    assert (decision.value, decision.status) == (0, "proven")


def test_who_must_move_is_caught():
    """On a ring of two the mouse can only step away, and the cat steps after it."""
    decision = enumerated(Chase(size=4, may_stay=False), Walk(0, 2, "mouse"))
    assert (decision.value, decision.status, decision.player) == (-1, "proven", 1)
    assert decision.distance == 2


def test_a_state_of_the_played_game_is_a_draw():
    """The cat's only way to catch the mouse at once leads through a state that came up before."""
    game, state = Chase(), Walk(0, 1, "cat")
    assert enumerated(game, state).value == 1
    assert enumerated(game, state, history=[Walk(1, 1, "mouse")]).value == 0


def test_an_undeclared_cycle_is_refused_with_two_of_its_states():
    game = Chase(repetition=None)
    game.cyclic = False
    with pytest.raises(RulesError, match=r"chase came back to the state .* by way of .*: declare cyclic = True"):
        enumerated(game)


def test_a_limit_ends_the_list():
    game = load_game("connect-four")
    assert len(enumerate_states(game, limit=Limit(nodes=500)).states) < 700
    began = time.process_time()  # not by the clock: another process may have the core
    graph = enumerate_states(game, limit=Limit(time=0.2))
    assert time.process_time() - began < 1
    assert not graph.is_complete
    assert decide_by_enumeration(graph) is None


def test_distances_are_those_of_best_play():
    game = load_game("tic-tac-toe")
    state = game.parse_state("XX1/OO1/3")
    decision = enumerated(game, state)
    assert (game.action_name(state, decision.action), decision.distance) == ("c3", 1)


@pytest.mark.parametrize(
    "spec", ["ii-nim", "nim:piles=3-2-1", "figure-5.2", "coin-toss", "connect-four:width=3,height=3"]
)
def test_games_are_worth_what_dynamic_programming_says(spec):
    game = load_game(spec)
    assert enumerated(game).value == dynamic_programming(game).value


class Web(Game):
    """States that lead to one another at random, and a few ends; a repetition is a draw."""

    cyclic = True
    repetition = "draw"
    utility_range = (-3, 3)

    def __init__(self, random, states=7):
        self.movers = [random.randrange(2) for _ in range(states)]
        self.after = [random.sample(range(states), random.randint(1, 3)) for _ in range(states)]
        self.payoffs = {number: random.choice((-3, -1, 1, 3)) for number in random.sample(range(1, states), 2)}

    def initial(self):
        return 0

    def to_move(self, state):
        return self.movers[state]

    def actions(self, state):
        return self.after[state]

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return state in self.payoffs

    def utility(self, state, player):
        return self.payoffs[state] if player == 0 else -self.payoffs[state]

    def worth(self, state, path):
        """Return what a state is worth to the first player after a path, by going through every line."""
        if state in path:
            return 0
        if state in self.payoffs:
            return self.payoffs[state]
        values = [self.worth(child, (*path, state)) for child in self.after[state]]
        return max(values) if self.movers[state] == 0 else min(values)


@pytest.mark.parametrize("seed", range(40))
def test_coming_back_to_the_root_is_a_draw_for_every_action(seed):
    """A win that leads through the root again is none: the second occurrence ends the game."""
    random = Random(f"web {seed}")
    for _ in range(10):
        game = Web(random)
        decision = enumerated(game)
        sign = 1 if game.to_move(0) == 0 else -1
        assert decision.value == sign * game.worth(0, ())
        for choice in decision.choices:
            assert (choice.value, choice.status) == (sign * game.worth(choice.action, (0,)), "proven"), choice


def test_the_last_occurrence_but_one_is_no_draw_yet():
    class Waiting(Web):
        repetition_count = 3

        def __init__(self):
            self.movers, self.after, self.payoffs = [0, 0], [[0, 1], [1]], {1: 3}

    worth = {choice.action: choice.value for choice in enumerated(Waiting()).choices}
    assert worth == {0: 3, 1: 3}
    worth = {choice.action: choice.value for choice in enumerated(Waiting(), history=[0]).choices}
    assert worth == {0: 0, 1: 3}

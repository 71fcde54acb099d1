"""Rules that are wrong, slow or unusual: a search refuses them kindly, or says honestly what it knows."""

import time
from typing import NamedTuple

import pytest

from plywise.explain import grow
from plywise.games.tree import Tree
from plywise.rules import CHANCE, Bound, Game, Limit, Record, RulesError, Status, Unit
from plywise.search import alpha_beta, expectiminimax, iterative_deepening, max_n, minimax

ALGORITHMS = [minimax, alpha_beta, max_n, expectiminimax]


class Stuck(Game):
    """From 0 to 1, where nothing may be done although the game goes on, or to 2 and a win."""

    State = int

    def to_move(self, state):
        return 0

    def actions(self, state):
        return {0: [1, 2], 1: [], 2: [3]}[state]

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return state == 3

    def utility(self, state, player):
        return 1 if player == 0 else -1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_state_that_goes_on_without_actions_is_refused(algorithm):
    with pytest.raises(RulesError, match="offers no action"):
        algorithm(Stuck())


def test_a_tree_of_such_rules_is_refused_too():
    with pytest.raises(RulesError, match="offers no action"):
        grow(Stuck(), 0, depth=3)


class Dice(Game):
    """Roll twice; it is still chance's turn when the game is over."""

    cyclic = False

    class State(NamedTuple):
        total: int = 0
        rolls: int = 0

    def to_move(self, state):
        return CHANCE

    def chances(self, state):
        yield 1, 0.5
        yield -1, 0.5

    def result(self, state, action):
        return self.State(state.total + action, state.rolls + 1)

    def is_terminal(self, state):
        return state.rolls == 2

    def utility(self, state, player):
        return (state.total > 1) * (1 if player == 0 else -1)


@pytest.mark.parametrize("algorithm", [max_n, expectiminimax])
def test_a_finished_game_of_dice_is_finished(algorithm):
    decision = algorithm(Dice(), Dice.State(2, 2))
    assert (decision.value, decision.status, decision.nodes) == (1, Status.PROVEN, 1)
    assert iterative_deepening(Dice(), Dice.State(2, 2), limit=Limit(nodes=50), algorithm=algorithm).nodes == 1
    assert algorithm(Dice()).value == 0.25


class Clock(Game):
    """Step to and fro; A wins when the clock has come to three, and the key leaves the clock out."""

    cyclic, repetition, repetition_count = True, "draw", 3

    class State(NamedTuple):
        place: int = 0
        clock: int = 0

    def to_move(self, state):
        return state.clock % 2

    def actions(self, state):
        yield 1 - state.place

    def result(self, state, action):
        return self.State(action, state.clock + 1)

    def is_terminal(self, state):
        return state.clock == 3

    def utility(self, state, player):
        return 1 if player == 0 else -1

    def key(self, state):
        return state.place * 2 + state.clock % 2


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_repetition_up_to_clocks_proves_nothing(algorithm):
    record = Record(Clock())
    while not record.is_over:
        record.play(record.options()[0])
    assert list(record.utilities) == [1, -1]
    decision = algorithm(Clock())
    assert decision.value == 1 or decision.status is not Status.PROVEN


def test_where_the_second_occurrence_draws_clocks_change_nothing():
    class Twice(Clock):
        repetition_count = 2

    decision = minimax(Twice())
    assert (decision.value, decision.status) == (0, Status.PROVEN)


class Flip(Game):
    """Flip a coin: A wins, or all begins again; a draw when the start comes up for the third time."""

    cyclic, repetition, repetition_count = True, "draw", 3
    State = int

    def to_move(self, state):
        return 0 if state == 0 else CHANCE

    def actions(self, state):
        yield 1

    def chances(self, state):
        yield 2, 0.5
        yield 0, 0.5

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return state == 2

    def utility(self, state, player):
        return 1 if player == 0 else -1


@pytest.mark.parametrize("algorithm", [max_n, expectiminimax])
def test_a_draw_that_a_played_game_would_not_give_yet_is_an_estimate(algorithm):
    decision = algorithm(Flip())  # 0.5 by the first repetition; 0.75 as it is played
    assert decision.status is Status.HEURISTIC
    assert not grow(Flip(), 0, depth=4).is_exact


class Long(Game):
    """One line of 400 plies, on which nothing may repeat."""

    cyclic, repetition = True, "illegal"
    State = int

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return state + 1

    def is_terminal(self, state):
        return state == 400

    def utility(self, state, player):
        return 0


def test_a_long_game_without_repetition_has_an_answer():
    assert iterative_deepening(Long(), limit=Limit(nodes=60_000)).depth == 300


def test_a_record_refuses_rules_without_actions_too():
    record = Record(Stuck())
    record.play(1)
    with pytest.raises(RulesError, match="offers no action"):
        record.play(1)


class Superko(Game):
    """Move a token or pass; the board may not repeat, and a pass repeats nothing."""

    cyclic, repetition = True, "illegal"

    class State(NamedTuple):
        board: int = 0
        passes: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        if action == 0:
            return self.State(state.board, state.passes + 1, 1 - state.turn)
        return self.State((state.board + 1) % 3, 0, 1 - state.turn)

    def is_terminal(self, state):
        return state.passes == 2

    def utility(self, state, player):
        return (state.board == 2) * (1 if player == 0 else -1)

    def repetition_key(self, state):
        return None if state.passes else state.board


def test_repetition_may_have_a_key_of_its_own():
    record = Record(Superko())
    for action in (1, 0, 1):
        record.play(action)
    assert record.options() == [0]  # moving on would repeat the empty board
    assert minimax(Superko()).status is Status.PROVEN
    assert minimax(Superko()).value == max_n(Superko()).value


class Slow(Tree):
    """A tree whose rules take 20 ms a step, and which notes when each began."""

    def __init__(self, tree):
        super().__init__(tree)
        self.begun: list[float] = []

    def result(self, state, action):
        self.begun.append(time.perf_counter())
        time.sleep(0.02)
        return super().result(state, action)


def test_a_deadline_is_kept_with_slow_rules():
    tree = Slow([[[1, 2], [3, 4]], [[5, 6], [7, 8]]] * 4)
    deadline = time.perf_counter() + 0.2
    iterative_deepening(tree, limit=Limit(time=0.2))
    assert sum(moment > deadline for moment in tree.begun) <= 3


class Low(Tree):
    """An evaluation that happens to equal the least utility."""

    def evaluate(self, state, player):
        worth = {1: 5, 2: 9}.get(state.node, -1)
        return worth if player == 0 else -worth


def test_an_evaluation_is_not_mistaken_for_the_least_utility():
    tree = Low([[1, 1], [1, -1], [1, 1]])
    choices = alpha_beta(tree, limit=Limit(depth=1)).choices
    assert [choice.unit for choice in choices] == [Unit.EVALUATION] * 3
    assert choices[2].bound is Bound.UPPER or choices[2].value > choices[1].value


def test_a_drawn_tree_knows_repetition():
    class Ring(Game):
        cyclic, repetition = True, "draw"
        State = int

        def to_move(self, state):
            return state % 2

        def actions(self, state):
            yield 1 - state

        def result(self, state, action):
            return action

        def utility(self, state, player):
            raise AssertionError("never over")

    root = grow(Ring(), 0, depth=6)
    assert (root.value, root.is_exact) == (0, True)

"""Games for the question of compiling: some can't be compiled, and some go wrong only once they are."""

from typing import Any, NamedTuple

from plywise.rules import CHANCE, Game


class Steps(Game):
    """Go two or three steps of eight in turn; who can't go further has lost."""

    class State(NamedTuple):
        at: int = 0
        turn: int = 0
        board: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [] if state.at >= 8 else [2, 3]

    def result(self, state, action):
        return self.State(state.at + action, 1 - state.turn, self.mark(state.at + action))

    def mark(self, at):
        return 1 << at

    def is_terminal(self, state):
        return state.at >= 8

    def utility(self, state, player):
        return -1 if player == state.turn else 1


# Games that run on the plain engine only


class StateOfItsOwn(Steps):
    class State:
        def __init__(self, at=0, turn=0, board=0):
            self.at, self.turn, self.board = at, turn, board

        def __eq__(self, other):
            return (self.at, self.turn) == (other.at, other.turn)

        def __hash__(self):
            return hash((self.at, self.turn))

        def __repr__(self):
            return f"at {self.at}, turn {self.turn}"


class Ragged(Steps):
    class State(NamedTuple):
        at: int = 0
        turn: int = 0
        board: Any = ((0, 0), (0,))

    def mark(self, at):
        return ((at, at), (0,))


class UsesDict(Steps):
    def mark(self, at):
        return {0: 1}.get(at, 0)


class HugeConstant(Steps):
    def mark(self, at):
        return at & (1 << 70)


class GrowingTuple(Steps):
    class State(NamedTuple):
        at: int = 0
        turn: int = 0
        board: Any = (0,)

    def result(self, state, action):
        return self.State(state.at + action, 1 - state.turn, (*state.board, action))


class HalfPoints(Steps):
    utility_range = (-0.5, 0.5)

    def utility(self, state, player):
        return -0.5 if player == state.turn else 0.5


# Games whose compiled rules would be other games


class ShiftsFar(Steps):
    def is_terminal(self, state):
        return state.at >= 8 or self.is_far(state.at * 10)

    def is_far(self, by):
        return by > 60 and 1 << by > 1 << 60


class StateBeyond(Steps):
    def mark(self, at):
        return 1 << at * 10


class ShiftsHighBit(Steps):
    def mark(self, at):
        return (at << 60) >> 58


class HighBitState(Steps):
    def result(self, state, action):
        return self.State(state.at + action, 1 - state.turn, (state.board >> 3) | self.top(state.at))

    def top(self, at):
        return 1 << 63 if at >= 2 else 0


class PowerBeyond(Steps):
    def mark(self, at):
        return 7**at % 1000 if at < 3 else 7 ** (at * 5) % 1000


class PowerKept(Steps):
    def mark(self, at):
        return 7 ** (at * 5)


class ManyActions(Steps):
    def actions(self, state):
        if state.at < 8:
            yield from range(2, 1100)

    def mark(self, at):
        return 0


class FarAction(Steps):
    def actions(self, state):
        return [] if state.at >= 8 else [2, 3_000_000]

    def mark(self, at):
        return 0


class NegativeAction(Steps):
    def actions(self, state):
        return [] if state.at >= 8 else [2, -1]

    def result(self, state, action):
        return self.State(state.at + abs(action), 1 - state.turn, 0)


class RankOutside(Steps):
    """A rule that no other check asks."""

    table = (1, 2, 3)

    def rank(self, state, action):
        return self.table[state.at]


# Games whose plain rules are wrong already


class ReadsOutside(Steps):
    table = (1, 2, 3)

    def mark(self, at):
        return self.table[at]


class NegativePlayer(Steps):
    def to_move(self, state):
        return -2 if state.at > 3 else state.turn


class NegativeShift(Steps):
    def mark(self, at):
        return 8 >> (4 - at)


class FewActions(Steps):
    max_actions = 1


# Games of other kinds that compile


class Throws(Steps):
    """Chance throws before each step."""

    has_chance = True

    class State(NamedTuple):
        at: int = 0
        turn: int = 0
        board: int = 0

    def to_move(self, state):
        return CHANCE if state.board == 0 else state.turn

    def chances(self, state):
        yield 1, 0.25
        yield 2, 0.75

    def result(self, state, action):
        if state.board == 0:
            return self.State(state.at, state.turn, action)
        return self.State(state.at + action, 1 - state.turn, 0)


class ThreeSteps(Steps):
    players = 3
    utility_sum = None

    def result(self, state, action):
        return self.State(state.at + action, (state.turn + 1) % 3, 0)

"""One sound little game, and many games each of which breaks one thing in it."""

# ruff: noqa: RET503 - a forgotten return is one of the defects

import itertools
import random
from enum import IntEnum
from typing import Any, NamedTuple

import numpy

from plywise.rules import CHANCE, Game, View


class Sound(Game):
    """Two piles; take one or two matches from one of them; who takes the last match wins."""

    class State(NamedTuple):
        left: int = 4
        right: int = 3
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for pile in (0, 1):
            for take in (1, 2):
                if take <= state[pile]:
                    yield pile, take

    def result(self, state, action):
        pile, take = action
        left, right = state.left, state.right
        if pile == 0:
            return self.State(left - take, right, 1 - state.turn)
        return self.State(left, right - take, 1 - state.turn)

    def is_terminal(self, state):
        return state.left + state.right == 0

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def evaluate(self, state, player):
        lead = 1 if (state.left + state.right) % 3 else -1
        return lead if player == state.turn else -lead

    def canonical(self, state):
        return state._replace(left=max(state[:2]), right=min(state[:2]))

    def key(self, state):
        return (state.left * 10 + state.right) * 2 + state.turn

    def action_name(self, state, action):
        return f"{'LR'[action[0]]}{action[1]}"

    def view(self, state):
        rows = ["|" * pile + "." * (4 - pile) for pile in state[:2]]
        return View.from_rows(rows, caption=f"player {state.turn} to move")


class Seat(IntEnum):
    LEFT = 0
    RIGHT = 1


class Members(Sound):
    """The same game, with members of an IntEnum in its states."""

    class State(NamedTuple):
        left: int = 4
        right: int = 3
        turn: Seat = Seat.LEFT

    def result(self, state, action):
        after = super().result(state, action)
        return after._replace(turn=Seat.RIGHT if state.turn == Seat.LEFT else Seat.LEFT)


# States


class MutatesInResult(Sound):
    class State:
        def __init__(self, left=4, right=3, turn=0):
            self.cells = [left, right, turn]

        def __eq__(self, other):
            return self.cells == other.cells

        def __hash__(self):
            return hash(tuple(self.cells))

        def __repr__(self):
            return repr(self.cells)

        def __getitem__(self, place):
            return self.cells[place]

        left = property(lambda self: self.cells[0])
        right = property(lambda self: self.cells[1])
        turn = property(lambda self: self.cells[2])

    def canonical(self, state):
        return state

    def result(self, state, action):
        state.cells[action[0]] -= action[1]
        state.cells[2] = 1 - state.cells[2]
        return state


class MutatesInActions(MutatesInResult):
    def result(self, state, action):
        return Sound.result(self, state, action)

    def actions(self, state):
        found = list(super().actions(state))
        state.cells[2] = 1 - state.cells[2]
        return found


class Lists(Sound):
    """Sound, with lists for states."""

    def initial(self):
        return [4, 3, 0]

    def to_move(self, state):
        return state[2]

    def result(self, state, action):
        after = [*state]
        after[action[0]] -= action[1]
        after[2] = 1 - after[2]
        return after

    def is_terminal(self, state):
        return state[0] + state[1] == 0

    def utility(self, state, player):
        return -1 if player == state[2] else 1

    def evaluate(self, state, player):
        return 0

    def canonical(self, state):
        return [max(state[:2]), min(state[:2]), state[2]]

    def key(self, state):
        return Game.key(self, state)

    def view(self, state):
        return str(state)


class Arrays(Lists):
    """Sound, with arrays for states."""

    def initial(self):
        return numpy.array([4, 3, 0])

    def to_move(self, state):
        return int(state[2])

    def result(self, state, action):
        return numpy.array(super().result(state, action))

    def canonical(self, state):
        return numpy.array(super().canonical(state))


class OwnClass(Sound):
    """Sound, with objects for states that their class compares by identity."""

    class State:
        def __init__(self, left=4, right=3, turn=0):
            self.left, self.right, self.turn = left, right, turn

        def __getitem__(self, place):
            return (self.left, self.right, self.turn)[place]

    canonical, key = Game.canonical, Game.key


class MutatesOwnClass(OwnClass):
    def result(self, state, action):
        if action[0]:
            state.right -= action[1]
        else:
            state.left -= action[1]
        state.turn = 1 - state.turn
        return state


class HashByIdentity(OwnClass):
    class State(OwnClass.State):
        def __eq__(self, other):
            return self[:] == other[:]

        def __hash__(self):
            return id(self)


class EqualityTooWide(OwnClass):
    class State(OwnClass.State):
        """Whose turn it is doesn't count."""

        def __eq__(self, other):
            return (self.left, self.right) == (other.left, other.right)

        def __hash__(self):
            return hash((self.left, self.right))


class MarkedByObjects(Sound):
    """A player is an object without fields, which only its identity tells from another."""

    PLAYERS = object(), object()

    class State(NamedTuple):
        left: int = 4
        right: int = 3
        turn: int = 0
        mark: object = None

    canonical, key = Game.canonical, Game.key

    def result(self, state, action):
        return super().result(state, action)._replace(mark=self.PLAYERS[state.turn])


class HoldsDice(OwnClass):
    class State(OwnClass.State):
        def __init__(self, left=4, right=3, turn=0):
            super().__init__(left, right, turn)
            self.dice = random.Random(1)


class UnequalResults(Sound):
    calls = 0

    def result(self, state, action):
        UnequalResults.calls += 1
        return super().result(state, action)._replace(turn=UnequalResults.calls % 2)


class MutatesInEvaluate(MutatesInActions):
    def actions(self, state):
        return Sound.actions(self, state)

    def evaluate(self, state, player):
        state.cells[0] = 1
        return 0


class KeyUnhashable(Sound):
    def key(self, state):
        return list(state)


class KeyClash(Sound):
    def key(self, state):
        return state.left + state.right


# Actions and players


class ActionsAtTerminal(Sound):
    def actions(self, state):
        yield from super().actions(state)
        if state.left + state.right == 0:
            yield 0, 0


class NoActions(Sound):
    def actions(self, state):
        if state.left + state.right > 2:
            yield from super().actions(state)


class DuplicateActions(Sound):
    def actions(self, state):
        yield from super().actions(state)
        if state.right == 2:
            yield 1, 1


class UnhashableActions(Sound):
    def actions(self, state):
        return [list(action) for action in super().actions(state)]


class ActionsForgotten(Sound):
    def actions(self, state):
        list(super().actions(state))


class EndlessActions(Sound):
    def actions(self, state):
        while True:
            yield 0, 1


class ManyActions(Sound):
    """The first player names a number: a finite choice, far too wide."""

    def actions(self, state):
        return range(658_008)

    def result(self, state, action):
        return self.State(0, 0, 1)


class RepeatedActions(ManyActions):
    """Finite, but the same three again and again."""

    def actions(self, state):
        return [0, 1, 2] * 40_000


class CountingActions(ManyActions):
    """The same, without an end."""

    def actions(self, state):
        return itertools.count()


class ChangingActions(Sound):
    calls = 0

    def actions(self, state):
        ChangingActions.calls += 1
        found = list(super().actions(state))
        return found if ChangingActions.calls % 2 else found[::-1]


class WrongPlayer(Sound):
    def to_move(self, state):
        return state.turn + 1


class PlayerForgotten(Sound):
    def to_move(self, state):
        if state.turn == 0:
            return 0


class ChangingPlayer(Sound):
    calls = 0

    def to_move(self, state):
        ChangingPlayer.calls += 1
        return ChangingPlayer.calls % 2


class ChangingTerminal(Sound):
    calls = 0

    def is_terminal(self, state):
        ChangingTerminal.calls += 1
        return super().is_terminal(state) or ChangingTerminal.calls % 7 == 0


class IdlePlayer(Sound):
    players = 3
    utility_sum = None


class TooManyActions(Sound):
    max_actions = 3


class PairsAreNoNumbers(Sound):
    distinct_actions = 4


class TerminalForgotten(Sound):
    def is_terminal(self, state):
        if state.left + state.right == 0:
            return True


# Utilities


class UtilityOutside(Sound):
    def utility(self, state, player):
        return 2 * super().utility(state, player)


class UtilitySum(Sound):
    def utility(self, state, player):
        return 1 if player != state.turn else 0


class UtilityForgotten(Sound):
    def utility(self, state, player):
        if player == state.turn:
            return -1


class UtilityScale(Sound):
    def utility(self, state, player):
        return super().utility(state, player) / 2


# Evaluations


class Race(Sound):
    """Each player adds 1 to 3 to its own total, four times; the greater total wins."""

    class State(NamedTuple):
        first: int = 0
        second: int = 0
        ply: int = 0

    def to_move(self, state):
        return state.ply % 2

    def actions(self, state):
        return [1, 2, 3] if state.ply < 8 else []

    def result(self, state, action):
        if state.ply % 2:
            return self.State(state.first, state.second + action, state.ply + 1)
        return self.State(state.first + action, state.second, state.ply + 1)

    def is_terminal(self, state):
        return state.ply == 8

    def utility(self, state, player):
        lead = state.first - state.second
        sign = (lead > 0) - (lead < 0)
        return sign if player == 0 else -sign

    def evaluate(self, state, player):
        return state.first - state.second if player == 0 else state.second - state.first

    def canonical(self, state):
        return state

    def key(self, state):
        return state

    def action_name(self, state, action):
        return str(action)

    def view(self, state):
        return f"{state.first} : {state.second}, ply {state.ply}"


class EvaluationTurned(Race):
    def evaluate(self, state, player):
        return -super().evaluate(state, player)


class EvaluationHalfRight(Race):
    """Counts only what the first player has, turned around in every other total."""

    def evaluate(self, state, player):
        seen = state.first if (state.first + state.second) % 3 else -state.first
        return seen if player == 0 else -seen


class EvaluationOfNoise(Race):
    def evaluate(self, state, player):
        noise = (state.first * 7 + state.second * 11 + state.ply * 5) % 13 - 6
        return noise if player == 0 else -noise


class EvaluationSlow(Race):
    def evaluate(self, state, player):
        return super().evaluate(state, player) + 0 * sum(range(2_000))


class EvaluationOfMover(Race):
    def evaluate(self, state, player):
        return super().evaluate(state, self.to_move(state))


class FeaturesDontAddUp(Race):
    def features(self, state, player):
        return {"lead": self.evaluate(state, player), "turn": 1}


class FeaturesNoNumbers(Race):
    def features(self, state, player):
        return {"lead": "much"}


class EvaluationLimit(Race):
    evaluation_limit = 3


class EvaluationRange(Race):
    utility_sum = None


class EvaluationForgotten(Race):
    def evaluate(self, state, player):
        if player == 0:
            return 0


# Symmetry


class CanonicalValue(Sound):
    def canonical(self, state):
        if (state.left, state.right) == (2, 1):
            return state._replace(left=3, right=0)
        return state


class CanonicalPlayer(Sound):
    def canonical(self, state):
        return state._replace(turn=0)


class CanonicalOther(Sound):
    def canonical(self, state):
        return sorted(state)


class CanonicalMovesOn(Sound):
    def canonical(self, state):
        return state._replace(left=state.right, right=state.left)


# Bounds


class BoundsTooNarrow(Sound):
    def value_bounds(self, state):
        return 0, 1


class RestOfNothing(Sound):
    def banked(self, state):
        return 1

    def rest(self, state):
        return state


# Selective search


class NoisyStranger(Sound):
    def noisy_actions(self, state):
        yield 0, state.left + 1


class NoisyTwice(Sound):
    def noisy_actions(self, state):
        yield from super().actions(state)
        yield from super().actions(state)


class PlayoutStranger(Sound):
    def playout_actions(self, state):
        yield 0, state.left + 1


class PassKeepsTurn(Sound):
    def pass_turn(self, state):
        return state


# Ends


class Circle(Sound):
    def actions(self, state):
        yield from super().actions(state)
        if state.left == 3 and state.right < 3:
            yield 1, -1


class StandingStill(Sound):
    def actions(self, state):
        yield from super().actions(state)
        yield 0, 0

    def result(self, state, action):
        return state if action == (0, 0) else super().result(state, action)


class JumpedOver(Game):
    """A race round a circle to a place that isn't on it."""

    cyclic = True
    goal = 21

    class State(NamedTuple):
        total: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [1, 2, 3]

    def result(self, state, action):
        return self.State((state.total + action) % 21, 1 - state.turn)

    def is_terminal(self, state):
        return state.total == self.goal

    def utility(self, state, player):
        return -1 if player == state.turn else 1


class JumpedOverMostly(JumpedOver):
    """Who steps from 19 to 20 can't get away from there any more."""

    goal = 7

    def result(self, state, action):
        return state._replace(turn=1 - state.turn) if state.total == 20 else super().result(state, action)


class JumpedOverFarAway(JumpedOver):
    """Too many states to see them all."""

    def result(self, state, action):
        total = (state.total * 31 + action * 1_000_003) % (1 << 40)
        return self.State(total - (total == self.goal), 1 - state.turn)


class NeverOver(Game):
    class State(NamedTuple):
        total: int = 0

    def to_move(self, state):
        return state.total % 2

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return self.State(state.total + 1)

    def utility(self, state, player):
        return 0


class RepetitionAlone(Sound):
    repetition = "draw"


class NeedlesslyCyclic(Sound):
    cyclic = True


# Notation and looks


class NameClash(Sound):
    def action_name(self, state, action):
        return f"take {action[1]}"


class NameOnTwoLines(Sound):
    def action_name(self, state, action):
        return f"{action[0]}\n{action[1]}"


class ParsesOther(Sound):
    def parse_action(self, state, text):
        return 0, int(text[1])


class StateNameLossy(Sound):
    def state_name(self, state):
        return f"left={state.left},right={state.right}"


class StateUnparsed(Sound):
    def state_name(self, state):
        return f"{state.left}+{state.right}:{state.turn}"

    def parse_state(self, text):
        piles, _, turn = text.partition(":")
        left, _, right = piles.partition("+")
        return self.State(int(right), int(left), int(turn))


class StateUnreadable(Sound):
    def state_name(self, state):
        return f"{state.left} and {state.right} for player {state.turn}"


class StateNameNoText(Sound):
    def state_name(self, state):
        return state.left


class ViewGenerated(Sound):
    def view(self, state):
        return ("|" * pile + "." * (4 - pile) for pile in (*state[:2], state.turn))


class ViewHides(Sound):
    def view(self, state):
        return ["|" * state.left + "." * (4 - state.left)]


class ViewRagged(Sound):
    def view(self, state):
        return ["|" * pile for pile in state[:2]]


class ViewRaises(Sound):
    def view(self, state):
        row = {4: "||||"}
        return [row[state.left]]


# Chance


class Dice(Sound):
    """Before each action a coin says from which pile to take."""

    class State(NamedTuple):
        left: int = 2
        right: int = 2
        turn: int = 0
        coin: int = -1

    ODDS: Any = ((0, 0.5), (1, 0.5))

    def to_move(self, state):
        return CHANCE if state.coin < 0 else state.turn

    def chances(self, state):
        yield from self.ODDS

    def actions(self, state):
        if state.coin < 0:
            return []
        return [1] if state[state.coin] else [0]

    def result(self, state, action):
        if state.coin < 0:
            return state._replace(coin=action)
        if state.coin:
            return self.State(state.left, max(0, state.right - action), 1 - state.turn)
        return self.State(max(0, state.left - action), state.right, 1 - state.turn)

    cyclic = True

    def canonical(self, state):
        return state

    def key(self, state):
        return state

    def action_name(self, state, action):
        return str(action)

    def view(self, state):
        return str(state)

    def evaluate(self, state, player):
        return 0


class Dealt(Sound):
    """Before the game each pile is dealt, and one hidden card that decides it."""

    class State(NamedTuple):
        left: int = 4
        right: int = 3
        turn: int = 0
        card: int = -1

    def to_move(self, state):
        return CHANCE if state.card < 0 else state.turn

    def chances(self, state):
        yield 0, 0.5
        yield 1, 0.5

    def result(self, state, action):
        if state.card < 0:
            return state._replace(card=action)
        pile, take = action
        return state._replace(**{("left", "right")[pile]: state[pile] - take}, turn=1 - state.turn)

    def utility(self, state, player):
        return 1 if player == state.card else -1

    def key(self, state):
        return state

    def evaluate(self, state, player):
        return 0

    def action_name(self, state, action):
        return str(action)

    def view(self, state):
        return ["|" * pile + "." * (4 - pile) for pile in state[:2]]


class ProbabilitySum(Dice):
    ODDS = ((0, 0.5), (1, 0.4))

    def chances(self, state):
        yield from self.ODDS


class ProbabilityZero(Dice):
    ODDS = ((0, 1.0), (1, 0.0))


class OutcomesTwice(Dice):
    ODDS = ((0, 0.25), (0, 0.25), (1, 0.5))


class NoPairs(Dice):
    ODDS = (0, 1)


class ChanceUnwritten(Sound):
    def to_move(self, state):
        return CHANCE


class MixedForms(Dice):
    ODDS = (((0,), 0.5), ((1,), 0.5))

    def result(self, state, action):
        return super().result(state, action[0] if isinstance(action, tuple) else action)


# Declarations and beginnings


class NoPlayers(Sound):
    players = 0


class RangeReversed(Sound):
    utility_range = (1, -1)


class SumImpossible(Sound):
    utility_sum = 5


class ScaleHalf(Sound):
    utility_scale: Any = 0.5


class LimitNegative(Sound):
    evaluation_limit = -1


class RepetitionWord(Sound):
    cyclic = True
    repetition: Any = "lost"


class NoState(Game):
    def to_move(self, state):
        return 0


class StateWithoutDefaults(Sound):
    class State(NamedTuple):
        left: int
        right: int
        turn: int


class UnwrittenRule(Game):
    class State(NamedTuple):
        total: int = 0

    def to_move(self, state):
        return 0


# Failures


class Raises(Sound):
    def result(self, state, action):
        table = {0: "left", 1: "right"}
        return state._replace(**{table[action[1]]: 0}, turn=1 - state.turn)


class Exits(Sound):
    def utility(self, state, player):
        raise SystemExit(3)


class EqualityRaises(Sound):
    class State(NamedTuple):  # noqa: PLW1641
        left: int = 4
        right: int = 3
        turn: int = 0

        def __eq__(self, other):
            raise ValueError("no comparing")

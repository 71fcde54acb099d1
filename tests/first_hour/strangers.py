"""Games as strangers write them on a first evening: text, sets and dicts, no evaluation, no view, no int alone."""

import copy
import itertools
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from plywise import CHANCE, Game


@dataclass(frozen=True)
class Sticks:
    left: str = "|" * 27
    turn: str = "Ann"


class TakeSticks(Game):
    """Take one to four sticks; whoever takes the last one wins."""

    State = Sticks

    def to_move(self, state):
        return ("Ann", "Bob").index(state.turn)

    def actions(self, state):
        return ["one", "two", "three", "four"][: len(state.left)]

    def result(self, state, action):
        taken = 1 + ["one", "two", "three", "four"].index(action)
        return Sticks(state.left[taken:], "Bob" if state.turn == "Ann" else "Ann")

    def is_terminal(self, state):
        return state.left == ""

    def utility(self, state, player):
        return -1 if self.to_move(state) == player else 1


LINES = [
    [(row + n * down, column + n * right) for n in range(4)]
    for row, column in itertools.product(range(5), repeat=2)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if 0 <= row + 3 * down < 5 and 0 <= column + 3 * right < 5
]


class Squares(NamedTuple):
    taken: frozenset[tuple[tuple[int, int], str]] = frozenset()
    turn: str = "x"


class FourOfFive(Game):
    """Four in a row on five by five."""

    State = Squares

    def to_move(self, state):
        return 0 if state.turn == "x" else 1

    def actions(self, state):
        board = dict(state.taken)
        return [cell for cell in itertools.product(range(5), repeat=2) if cell not in board]

    def result(self, state, action):
        return Squares(state.taken | {(action, state.turn)}, "o" if state.turn == "x" else "x")

    def winner(self, state):
        board = dict(state.taken)
        for line in LINES:
            marks = {board.get(cell) for cell in line}
            if len(marks) == 1 and None not in marks:
                return marks.pop()
        return None

    def is_terminal(self, state):
        return len(state.taken) == 25 or self.winner(state) is not None

    def utility(self, state, player):
        winner = self.winner(state)
        if winner is None:
            return 0
        return 1 if ("x", "o").index(winner) == player else -1


@dataclass(frozen=True)
class Track:
    places: tuple[int, int] = (0, 0)
    turn: int = 0
    dice: int | None = None


class Sprint(Game):
    """Choose one to three dice; throw more than seven, and you stay where you are. Whoever comes to 25 first wins."""

    State = Track

    def to_move(self, state):
        return state.turn if state.dice is None else CHANCE

    def actions(self, state):
        return [1, 2, 3]

    def chances(self, state):
        throws = [sum(dice) for dice in itertools.product(range(1, 5), repeat=state.dice)]
        return [(total, throws.count(total) / len(throws)) for total in sorted(set(throws))]

    def result(self, state, action):
        if state.dice is None:
            return replace(state, dice=action)
        places = list(state.places)
        places[state.turn] += action if action <= 7 else 1
        return Track(tuple(places), 1 - state.turn)

    def is_terminal(self, state):
        return max(state.places) >= 25

    def utility(self, state, player):
        return 1 if state.places[player] >= 25 else -1


class Heaps(NamedTuple):
    heaps: tuple[str, ...] = ("ooooo", "oooooo", "ooooooo")
    turn: int = 0


class ThreeHeaps(Game):
    """Nim for three: whoever takes the last counter wins, and the one before comes second."""

    State = Heaps
    players = 3
    utility_range = (0, 2)
    utility_sum = 3

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [(heap, count) for heap, each in enumerate(state.heaps) for count in range(1, len(each) + 1)]

    def result(self, state, action):
        heap, count = action
        heaps = list(state.heaps)
        heaps[heap] = heaps[heap][count:]
        return Heaps(tuple(heaps), (state.turn + 1) % 3)

    def is_terminal(self, state):
        return not any(state.heaps)

    def utility(self, state, player):
        return (0, 1, 2)[(player - state.turn) % 3]


class Ring(NamedTuple):
    at: tuple[int, int] = (0, 5)
    turn: int = 0


class RoundTheRing(Game):
    """Two walkers on a ring of eleven: step one or two places either way, and meet the other to win."""

    State = Ring
    cyclic = True
    repetition = "draw"

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return ["-2", "-1", "+1", "+2"]

    def result(self, state, action):
        at = list(state.at)
        at[state.turn] = (at[state.turn] + int(action)) % 11
        return Ring((at[0], at[1]), 1 - state.turn)

    def is_terminal(self, state):
        return state.at[0] == state.at[1]

    def utility(self, state, player):
        return 1 if player != state.turn else -1


@dataclass(frozen=True)
class Hands:
    cards: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


class HighCard(Game):
    """One card each of seven; bet or check, call or fold; the higher card wins."""

    State = Hands
    utility_range = (-2, 2)

    def to_move(self, state):
        return CHANCE if len(state.cards) < 2 else len(state.said) % 2

    def chances(self, state):
        left = [card for card in "789JQKA" if card not in state.cards]
        return [(card, 1 / len(left)) for card in left]

    def actions(self, state):
        return ["call", "fold"] if "bet" in state.said else ["bet", "check"]

    def result(self, state, action):
        if len(state.cards) < 2:
            return replace(state, cards=(*state.cards, action))
        return replace(state, said=(*state.said, action))

    def is_terminal(self, state):
        return state.said[-2:] == ("check", "check") or state.said[-1:] in (("call",), ("fold",))

    def utility(self, state, player):
        order = "789JQKA".index
        if state.said[-1] == "fold":
            winner, stake = (len(state.said)) % 2, 1
        else:
            winner = 0 if order(state.cards[0]) > order(state.cards[1]) else 1
            stake = 2 if state.said[-1] == "call" else 1
        return stake if winner == player else -stake

    def observe(self, state, player):
        seen = self.is_terminal(state) and state.said[-1] != "fold"
        return state.cards if seen else state.cards[player : player + 1], len(state.cards), state.said


class TextGomoku(Game):
    """Five in a row on nine by nine; the board is one text, and the counts say whose turn it is."""

    SIZE = 9

    def initial(self):
        return "." * self.SIZE**2

    def to_move(self, state):
        return (state.count("b") + state.count("w")) % 2

    def actions(self, state):
        return [f"{'abcdefghi'[n % 9]}{n // 9 + 1}" for n, cell in enumerate(state) if cell == "."]

    def result(self, state, action):
        n = "abcdefghi".index(action[0]) + 9 * (int(action[1]) - 1)
        return state[:n] + "bw"[self.to_move(state)] + state[n + 1 :]

    def winner(self, state):
        rows = [state[n : n + 9] for n in range(0, 81, 9)]
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        down, up = ([""] * 17 for _ in range(2))
        for r in range(9):
            for c in range(9):
                down[r + c] += rows[r][c]
                up[r - c + 8] += rows[r][c]
        for line in rows + columns + down + up:
            for player, stone in enumerate("bw"):
                if stone * 5 in line:
                    return player
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or "." not in state

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == player else -1


class Goban:
    """Stones by place. Nobody told its author of `__eq__` and `__hash__`."""

    def __init__(self, stones: dict[tuple[int, int], str], last: tuple[int, int] | None) -> None:
        self.stones = stones
        self.last = last


class DictGomoku(Game):
    """Five in a row on nine by nine; the board is a dict by coordinates inside a plain class."""

    def initial(self):
        return Goban({}, None)

    def to_move(self, state):
        return len(state.stones) % 2

    def actions(self, state):
        return [(r, c) for r in range(9) for c in range(9) if (r, c) not in state.stones]

    def result(self, state, action):
        stones = state.stones.copy()
        stones[action] = "black" if len(stones) % 2 == 0 else "white"
        return Goban(stones, action)

    def has_five(self, state):
        if state.last is None:
            return False
        colour = state.stones[state.last]
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                r, c = state.last
                while state.stones.get((r + sign * dr, c + sign * dc)) == colour:
                    length += 1
                    r, c = r + sign * dr, c + sign * dc
            if length >= 5:
                return True
        return False

    def is_terminal(self, state):
        return len(state.stones) == 81 or self.has_five(state)

    def utility(self, state, player):
        if not self.has_five(state):
            return 0
        return 1 if state.stones[state.last] == ("black", "white")[player] else -1


class Stones:
    def __init__(self) -> None:
        self.board = np.array([[(row + column) % 2 + 1 for column in range(4)] for row in range(3)])
        self.player = 0


class ArrayClobber(Game):
    """Move onto a neighbour of the other colour; nobody who can't do so wins. The board is a NumPy array."""

    def initial(self):
        return Stones()

    def to_move(self, state):
        return state.player

    def actions(self, state):
        moves = []
        for row, column in np.argwhere(state.board == state.player + 1):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = row + down, column + right
                if 0 <= r < 3 and 0 <= c < 4 and state.board[r, c] == 2 - state.player:
                    moves.append((int(row), int(column), int(r), int(c)))
        return moves

    def result(self, state, action):
        new = copy.deepcopy(state)
        row, column, r, c = action
        new.board[r, c] = new.board[row, column]
        new.board[row, column] = 0
        new.player = 1 - new.player
        return new

    def utility(self, state, player):
        return -1 if player == state.player else 1


@dataclass
class Lanes:
    runners: list[list[int]] = field(default_factory=lambda: [[0, 0], [0, 0]])
    die: int = 0
    turn: int = 0


class RunnersRace(Game):
    """Throw a die of three sides and move one of your two runners; both have to come home first. States are copied."""

    State = Lanes

    def to_move(self, state):
        return state.turn if state.die else CHANCE

    def chances(self, state):
        return [(side, 1 / 3) for side in (1, 2, 3)]

    def actions(self, state):
        return [number for number in (0, 1) if state.runners[state.turn][number] < 4]

    def result(self, state, action):
        state = copy.deepcopy(state)
        if not state.die:
            state.die = action
            return state
        runners = state.runners[state.turn]
        runners[action] = min(4, runners[action] + state.die)
        state.die, state.turn = 0, 1 - state.turn
        return state

    def is_terminal(self, state):
        return any(runners == [4, 4] for runners in state.runners)

    def utility(self, state, player):
        return 1 if state.runners[player] == [4, 4] else -1


class Line(NamedTuple):
    coins: int = 30
    turn: int = 0


class CopiedLine(Game):
    """Take one to three coins, and take the last. Its state could be compiled; what it copies and sorts can't."""

    State = Line

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return sorted(copy.deepcopy([1, 2, 3][: state.coins]), key=str)

    def result(self, state, action):
        return Line(copy.copy(state.coins) - action, 1 - state.turn)

    def is_terminal(self, state):
        return state.coins == 0

    def utility(self, state, player):
        return -1 if state.turn == player else 1


def first_decision(game: Game) -> Any:
    """Return the first state in which a player has to decide: what chance does before is its first outcome."""
    state = game.initial()
    while game.to_move(state) == CHANCE:
        outcome, _ = next(iter(game.chances(state)))
        state = game.result(state, outcome)
    return state

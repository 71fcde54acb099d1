"""Games with a known property: an advantage of the first player and its correction, pure luck and real choice."""

from typing import NamedTuple

from plywise import CHANCE, Game

ROWS = (
    (3, 1, 4, 1, 5, 9),
    (2, 6, 5, 3, 5, 8),
    (9, 7, 9, 3, 2, 3),
    (8, 4, 6, 2, 6, 4),
    (3, 3, 8, 3, 2, 7),
    (9, 5, 2, 8, 8, 4),
)


class Coins(Game):
    """A row of coins is dealt; players take one from either end, and the larger sum wins.

    With an even number of coins the first player never loses: a planted advantage. `bonus` corrects it: it is added to
    the second player's sum.
    """

    class State(NamedTuple):
        row: tuple[int, ...] = ()
        sums: tuple[int, int] = (0, 0)
        turn: int = -1

    def __init__(self, bonus: int = 0) -> None:
        self.bonus = bonus

    def to_move(self, state):
        return state.turn

    def chances(self, state):
        for number in range(len(ROWS)):
            yield number, 1 / len(ROWS)

    def actions(self, state):
        if state.row:
            yield "left"
        if len(state.row) > 1:
            yield "right"

    def result(self, state, action):
        if state.turn == CHANCE:
            return self.State(ROWS[action], (0, 0), 0)
        coin, rest = (state.row[0], state.row[1:]) if action == "left" else (state.row[-1], state.row[:-1])
        first, second = state.sums
        sums = (first + coin, second) if state.turn == 0 else (first, second + coin)
        return self.State(rest, sums, 1 - state.turn)

    def is_terminal(self, state):
        return state.turn != CHANCE and not state.row

    def utility(self, state, player):
        first, second = state.sums[0], state.sums[1] + self.bonus
        lead = (first > second) - (first < second)
        return lead if player == 0 else -lead


class Digits(Game):
    """Both players roll a die four times and write each number into a place of theirs; the larger number wins.

    With `free`, a player chooses the place: real choice. Without, places are filled from the right: pure luck.
    """

    class State(NamedTuple):
        numbers: tuple[tuple[int, ...], tuple[int, ...]] = ((0, 0, 0, 0), (0, 0, 0, 0))
        die: int = 0
        turn: int = 0

    def __init__(self, free: bool = True) -> None:
        self.free = free

    def to_move(self, state):
        return state.turn if state.die else CHANCE

    def chances(self, state):
        for die in range(1, 7):
            yield die, 1 / 6

    def actions(self, state):
        places = [place for place in (3, 2, 1, 0) if not state.numbers[state.turn][place]]
        return places if self.free else places[:1]

    def result(self, state, action):
        if not state.die:
            return state._replace(die=action)
        mine = list(state.numbers[state.turn])
        mine[action] = state.die
        numbers = (tuple(mine), state.numbers[1]) if state.turn == 0 else (state.numbers[0], tuple(mine))
        return self.State(numbers, 0, 1 - state.turn)

    def is_terminal(self, state):
        return not state.die and all(all(number) for number in state.numbers)

    def utility(self, state, player):
        first, second = state.numbers
        lead = (first > second) - (first < second)
        return lead if player == 0 else -lead

    def evaluate(self, state, player):
        """How much of what counts is there, in units of utility: high places count most."""
        first, second = (
            sum((die - 3.5) * weight for die, weight in zip(number, (216, 36, 6, 1), strict=True) if die)
            for number in state.numbers
        )
        return (first - second if player == 0 else second - first) / 1500

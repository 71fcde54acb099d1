"""Small games of the tests' own: a ring to go round in, a count without end, lines of one action."""

from typing import NamedTuple

from plywise import Game


class Ring(Game):
    """A token on a ring of four places; A exits at 0 and wins, B exits at 3 and wins, and both may walk on.

    0 -> 1 -> 2 -> 3 -> 0: A moves at 0 and 2, B at 1 and 3.
    """

    cyclic = True
    may_exit = True

    class State(NamedTuple):
        place: int = 1

    def to_move(self, state):
        return state.place % 2

    def actions(self, state):
        if state.place < 4:
            yield "walk"
            if self.may_exit and state.place in (0, 3):
                yield "exit"

    def result(self, state, action):
        if action == "exit":
            return self.State(4 + state.place % 2)
        return self.State((state.place + 1) % 4)

    def utility(self, state, player):
        return 1 if player == state.place % 2 else -1


class Circle(Ring):
    """The ring without exits: it never ends."""

    may_exit = False


class Shuttle(Game):
    """A at 0 and B at 1 hand the token to and fro; who gives up, at 2 or 3, has lost."""

    cyclic = True

    class State(NamedTuple):
        place: int = 0

    def to_move(self, state):
        return state.place % 2

    def actions(self, state):
        return ["pass", "resign"] if state.place < 2 else []

    def result(self, state, action):
        return self.State(1 - state.place if action == "pass" else 2 + state.place)

    def utility(self, state, player):
        return -1 if player == state.place % 2 else 1


class Rho(Game):
    """0 to 1 to 2 to 3 and back to 1, where no place may be visited twice: who can't move has lost."""

    cyclic = True
    repetition = "illegal"
    State = int

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        return ["on"]

    def result(self, state, action):
        return state % 3 + 1

    def utility(self, state, player):
        return -1 if player == state % 2 else 1


class Countless(Game):
    """A number that grows by 1 for ever: no state comes twice and nothing ends."""

    State = int

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        return ["more"]

    def result(self, state, action):
        return state + 1

    def utility(self, state, player):
        raise AssertionError("it never ends")


class Corridor(Countless):
    """As long as it is said to be: one action in every state but the last, where A wins."""

    def __init__(self, length: int) -> None:
        self.length = length

    def actions(self, state):
        return ["more"] if state < self.length else []

    def utility(self, state, player):
        return 1 if player == 0 else -1

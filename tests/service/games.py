"""Game files as a user writes them: a sound one, and one whose actions bring the rules down in different ways."""

NUMBERS = '''"""Take turns to name 1, 2 or 3; who makes the sum 10 wins."""

from plywise import Game, View


class ToTen(Game):
    """Add 1, 2 or 3; who comes to ten wins."""

    State = tuple

    def initial(self):
        return ("zero", 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [n for n in (1, 2, 3) if int(self.total(state)) + n <= 10]

    def result(self, state, action):
        return (str(self.total(state) + action), 1 - state[1])

    def utility(self, state, player):
        return -1 if player == state[1] else 1

    def total(self, state):
        return 0 if state[0] == "zero" else int(state[0])

    def action_name(self, state, action):
        return f"plus {action}"

    def view(self, state):
        return View.from_rows([[str(self.total(state))]], names=[["sum"]])
'''

TRAPS = '''"""What rules can do to a server."""

import ctypes
import itertools
import os
import subprocess
import time
from pathlib import Path

from plywise import Game

LOOPS = ("loop", "loop in C", "loop deaf", "loop with a child")
NAMES = ("pass", *LOOPS, "crash", "exit", "quit", "raise", "eat", "infinite", "print", "read")


class Traps(Game):
    """Each action but the first springs a trap."""

    State = str

    def to_move(self, state):
        match state:
            case "loop":
                while True:
                    pass
            case "loop with a child":
                child = subprocess.Popen(["sleep", "60"])
                Path(__file__).with_name("child").write_text(str(child.pid))
                while True:
                    pass
            case "loop in C":
                max(itertools.repeat(1))
            case "loop deaf":
                while True:
                    try:
                        time.sleep(0.01)
                    except BaseException:
                        continue
            case "crash":
                ctypes.string_at(0)
            case "exit":
                os._exit(3)
            case "quit":
                raise SystemExit(0)
            case "raise":
                return 1 / 0
            case "eat":
                hoard = []
                while True:
                    hoard.append(bytes(1 << 26))
            case "print":
                print("done {}")
            case "read":
                input()
        return 0 if state == "" else 1

    def actions(self, state):
        return list(NAMES) if state == "" else []

    def result(self, state, action):
        return action

    def utility(self, state, player):
        return float("inf") if state == "infinite" else 0


class Lazy(Game):
    """A search that never comes to its first answer: the evaluation takes forever."""

    State = int

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0

    def evaluate(self, state, player):
        Path(__file__).with_name("looping").touch()
        while True:
            try:
                time.sleep(0.01)
            except BaseException:
                continue


class Deaf(Lazy):
    """A search that answers at depth 1, and hears nothing beyond."""

    def evaluate(self, state, player):
        return 0 if state <= 2 else super().evaluate(state, player)
'''

MARKED = '''"""Marked cards: each is dealt two beasts, and plays one openly, then lays one aside face down."""

from typing import NamedTuple

from plywise import CHANCE, Game

BEASTS = ("aardvark", "basilisk", "chimaera", "dragonfly", "echidna", "falcon")


class MarkedCards(Game):
    """Two cards each; whoever plays the later letter wins a point."""

    class State(NamedTuple):
        hands: tuple = ()
        played: tuple = ()
        aside: tuple = ()

    def to_move(self, state):
        return CHANCE if len(state.hands) < 4 else len(state.played + state.aside) % 2

    def chances(self, state):
        left = [card for card in range(6) if card not in state.hands]
        for card in left:
            yield card, 1 / len(left)

    def own(self, state, player):
        cards = state.hands[:2] if player == 0 else state.hands[2:4]
        return [card for card in cards if card not in state.played]

    def actions(self, state):
        player = self.to_move(state)
        yield from self.own(state, player)
        if len(state.played) == 2:
            yield "spring" if player == 1 else "stay"

    def result(self, state, action):
        if len(state.hands) < 4:
            return state._replace(hands=(*state.hands, action))
        if action == "spring":
            raise ValueError(f"the trap is sprung in {self.state_name(state)}")
        if len(state.played) < 2:
            return state._replace(played=(*state.played, action))
        return state._replace(aside=(*state.aside, action))

    def is_terminal(self, state):
        return len(state.aside) == 2

    def utility(self, state, player):
        return 1 if (state.played[0] > state.played[1]) == (player == 0) else -1

    def observe(self, state, player):
        own = state.hands[:2] if player == 0 else state.hands[2:]
        return own, len(state.hands), state.played, len(state.aside), state.aside[player : player + 1]

    def card_name(self, card):
        return card if isinstance(card, str) else BEASTS[card]

    def action_name(self, state, action):
        return self.card_name(action)

    def state_name(self, state):
        return "/".join(" ".join(map(self.card_name, cards)) for cards in state)

    def view(self, state, player=None):
        hands = [" ".join(map(self.card_name, cards)) for cards in (state.hands[:2], state.hands[2:])]
        return "; ".join(hand if player in (None, seat) else "hidden" for seat, hand in enumerate(hands))
'''

"""Raffles whose odds are fractions: one in the open, one behind a curtain."""

from fractions import Fraction

from plywise import CHANCE, Game


class Raffle(Game):
    """A ticket is drawn; guess its colour."""

    def initial(self):
        return "start"

    def to_move(self, state):
        return CHANCE if state == "start" else 0

    def chances(self, state):
        return [("blue", Fraction(3, 10)), ("red", Fraction(7, 10))]

    def actions(self, state):
        return ["blue!", "red!"]

    def result(self, state, action):
        return f"{state} {action}"

    def is_terminal(self, state):
        return state.endswith("!")

    def utility(self, state, player):
        _, drawn, guess = state.split()
        return 1 if (guess == f"{drawn}!") == (player == 0) else -1


class TwoOdds(Raffle):
    """The same, and nobody sees what was drawn."""

    def observe(self, state, player):
        return state if self.is_terminal(state) else len(state.split())

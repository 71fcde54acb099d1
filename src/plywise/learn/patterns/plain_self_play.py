"""Self-play that learns patterns, in plain Python: what `kernel.patterns.SelfPlay` compiles, to be read and compared.

Each game is played by looking one ply ahead, with some random actions, and learned from afterwards:

    goal of the last state        what its best action promised
    goal of an earlier one        (1 - lambda) * what its best action promised + lambda * the goal of the next state,
                                  or the promise alone where a random action was played
    estimate                      moved by a share of (goal - estimate), spread over the weights of all images

>>> from plywise.games.tic_tac_toe import TicTacToe
>>> from plywise.learn.patterns.choosing import choose_layout
>>> play = PlainSelfPlay(TicTacToe(), choose_layout(TicTacToe()))
>>> play.learn(3, LearningRates())
>>> bool(play.table.any())
True
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.kernel import LearningRates
from plywise.knowledge.patterns import PatternLayout, read_cells
from plywise.rules import Game, Lots

LONGEST = 1_000
CERTAIN = 1000.0
"""The sum of a win: its tanh is 1."""


@dataclass(frozen=True, slots=True)
class Ply:
    """What is noted of a state in a game, to learn from it afterwards."""

    player: int
    places: list[int]
    guess: float
    promised: float
    """By the best action."""
    is_greedy: bool
    """Whether the best action was played."""


class PlainSelfPlay:
    """Plays a game against itself and learns; `table` has a weight, the sum of its errors and that of their sizes."""

    def __init__(self, game: Game, layout: PatternLayout, seed: int = 0) -> None:
        self.game, self.layout, self.random = game, layout, Lots(seed)
        self.table = np.zeros((layout.size, 3), np.float32)
        low, high = game.utility_bounds
        self.half_range = (high - low) / 2

    def learn(self, games: int, rates: LearningRates) -> None:
        """Play games and learn from each."""
        for _ in range(games):
            self.learn_from(self.play(rates), rates)

    def play(self, rates: LearningRates) -> list[Ply]:
        """Play one game; return what was noted in each state."""
        game, state, plies = self.game, self.game.initial(), list[Ply]()
        blind = self.random.below(rates.opening + 1)
        while len(plies) < LONGEST:
            player, actions, places = game.to_move(state), list(game.actions(state)), self.places(state)
            promises = [self.promise(game.result(state, action), player) for action in actions]
            best = choice = promises.index(max(promises))
            if len(plies) < blind or self.random.fraction() < rates.exploring:
                choice = self.random.below(len(actions))
            guess = math.tanh(self.weigh(places))
            plies.append(Ply(player, places, guess, math.tanh(promises[best]), choice == best))
            state = game.result(state, actions[choice])
            if game.is_terminal(state):
                break
        return plies

    def learn_from(self, plies: list[Ply], rates: LearningRates) -> None:
        """Move the estimates of a game towards what came out, from the end to the start."""
        goal, later = 0.0, None
        for ply in reversed(plies):
            if later is None or not ply.is_greedy:
                goal = ply.promised
            else:
                after = goal if ply.player == later.player else -goal
                goal = (1 - rates.trace) * ply.promised + rates.trace * after
            error = goal - ply.guess
            for place in ply.places:
                self.move_weight(place, rates.rate * error / len(ply.places), error)
            later = ply

    def move_weight(self, place: int, step: float, error: float) -> None:
        """Move one weight by a step, less where its errors have cancelled out so far."""
        weight, signed, sizes = map(float, self.table[place])
        rate = abs(signed) / sizes if sizes > 0 else 1.0
        self.table[place] = weight + step * rate, signed + error, sizes + abs(error)

    def promise(self, state: Any, player: int) -> float:
        """Return the sum, whose tanh is from -1 to 1, of a state's worth to a player, without looking further."""
        game = self.game
        if game.is_terminal(state):
            result = (float(game.utility(state, player)) - game.draw_utility) / self.half_range
            return math.copysign(CERTAIN, result) if abs(result) >= 1 else math.atanh(result)
        total = self.weigh(self.places(state))
        return total if game.to_move(state) == player else -total

    def places(self, state: Any) -> list[int]:
        """Return where the weights of a state are."""
        cells = read_cells(self.game, self.layout.readings, self.layout.values, state)
        return self.layout.places(cells, self.game.to_move(state))

    def weigh(self, places: list[int]) -> float:
        """Return the sum of weights."""
        return math.fsum(map(float, self.table[places, 0]))

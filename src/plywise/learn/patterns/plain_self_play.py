"""Self-play that learns patterns, in plain Python: what `kernel.patterns.SelfPlay` compiles, to be read and compared.

Each game is played by looking one ply ahead, with some random actions, and learned from afterwards:

    goal of the last state        what its best action promised
    goal of an earlier one        (1 - lambda) * what its best action promised + lambda * the goal of the next state,
                                  or the promise alone where a random action was played
    estimate                      moved by a share of (goal - estimate), spread over the weights of all images

Where dice fall before a decision, it is the state before them that is estimated: `base`.

>>> from plywise.games.placing.tic_tac_toe import TicTacToe
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
from plywise.rules import CHANCE, Game, Lots, estimate_scale, holder_of

LONGEST = 1_000
CERTAIN = 1000.0
"""The sum of a win: its tanh is 1."""


@dataclass(frozen=True, slots=True)
class Ply:
    """What is noted of a state in a game, to learn from it afterwards; a number for each seat that has estimates."""

    holder: int
    places: list[list[int]]
    guesses: list[float]
    promised: list[float]
    """By the best action."""
    is_greedy: bool
    """Whether the best action was played."""


class PlainSelfPlay:
    """Plays a game against itself and learns; `table` has a weight, the sum of its errors and that of their sizes."""

    def __init__(self, game: Game, layout: PatternLayout, seed: int = 0) -> None:
        self.game, self.layout, self.random = game, layout, Lots(seed)
        self.table = np.zeros((layout.size, 3), np.float32)
        self.middle, self.reach = estimate_scale(game)

    def learn(self, games: int, rates: LearningRates) -> None:
        """Play games and learn from each."""
        for _ in range(games):
            self.learn_from(self.play(rates), rates)

    def play(self, rates: LearningRates) -> list[Ply]:
        """Play one game; return what was noted in each state."""
        game, state, plies = self.game, self.game.initial(), list[Ply]()
        blind = self.random.below(rates.opening + 1)
        while len(plies) < LONGEST:
            base, state = self.roll(state)
            holder, places = holder_of(game, base), self.places(base)
            guesses = [math.tanh(self.weigh(each)) for each in places]
            if game.is_terminal(state):
                plies.append(Ply(holder, places, guesses, self.promises(state, holder), False))
                break
            player, afters = game.to_move(state), [game.result(state, action) for action in game.actions(state)]
            sums = [self.promise(after, player) for after in afters]
            best = choice = sums.index(max(sums))
            if len(plies) < blind or self.random.fraction() < rates.exploring:
                choice = self.random.below(len(afters))
            plies.append(Ply(holder, places, guesses, self.promises(afters[best], holder), choice == best))
            state = afters[choice]
            if game.is_terminal(state):
                break
        return plies

    def roll(self, state: Any) -> tuple[Any, Any]:
        """Let dice fall; return the state before the last of them, and the one after: the same where there are none."""
        game, base = self.game, state
        while game.to_move(state) == CHANCE and not game.is_terminal(state):
            base, state = state, game.result(state, self.random.draw(game.chances(state)))
        return base, state

    def learn_from(self, plies: list[Ply], rates: LearningRates) -> None:
        """Move the estimates of a game towards what came out, from the end to the start."""
        goals, later = list[float](), None
        for ply in reversed(plies):
            if later is None or not ply.is_greedy:
                goals = list(ply.promised)
            else:
                sign = -1 if self.layout.seats == 1 and ply.holder != later.holder else 1
                pairs = zip(ply.promised, goals, strict=True)
                goals = [(1 - rates.trace) * promised + rates.trace * sign * goal for promised, goal in pairs]
            for goal, guess, places in zip(goals, ply.guesses, ply.places, strict=True):
                error = goal - guess
                for place in places:
                    self.move_weight(place, rates.rate * error / len(places), error)
            later = ply

    def move_weight(self, place: int, step: float, error: float) -> None:
        """Move one weight by a step, less where its errors have cancelled out so far."""
        weight, signed, sizes = map(float, self.table[place])
        rate = abs(signed) / sizes if sizes > 0 else 1.0
        self.table[place] = weight + step * rate, signed + error, sizes + abs(error)

    def promises(self, state: Any, holder: int) -> list[float]:
        """Return what a state promises to each seat, from -1 to 1; where there is one estimate, to a player."""
        seats = [holder] if self.layout.seats == 1 else list(range(self.layout.seats))
        return [math.tanh(self.promise(state, seat)) for seat in seats]

    def promise(self, state: Any, player: int) -> float:
        """Return the sum, whose tanh is from -1 to 1, of a state's worth to a player, without looking further."""
        game = self.game
        if game.is_terminal(state):
            result = (float(game.utility(state, player)) - self.middle) / self.reach
            return math.copysign(CERTAIN, result) if abs(result) >= 1 else math.atanh(result)
        places = self.places(state)
        if self.layout.seats > 1:
            return self.weigh(places[player])
        total = self.weigh(places[0])
        return total if holder_of(game, state) == player else -total

    def places(self, state: Any) -> list[list[int]]:
        """Return where the weights of a state are, for each seat."""
        layout, holder = self.layout, holder_of(self.game, state)
        cells = read_cells(self.game, layout.readings, layout.values, state)
        return [layout.places(cells, holder, seat) for seat in range(layout.seats)]

    def weigh(self, places: list[int]) -> float:
        """Return the sum of weights."""
        return math.fsum(map(float, self.table[places, 0]))

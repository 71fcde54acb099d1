"""Self-play that teaches a network, in plain Python: what `kernel.NetworkSelfPlay` compiles, to be read and compared.

Each game is played by the turns that promise most, and learned from afterwards, from its end to its start:

    goal of the last state        the result
    goal of an earlier one        (1 - lambda) * what was said of the next state + lambda * the goal of that state
    weights                       moved along the gradient of the cross-entropy between outputs and goal

Goals change sides with the player whose turn it was. Tesauro (1995) moves the weights during the game, by eligibility
traces; moving them afterwards towards the same goals takes one step for each state, however many outputs there are.

>>> from plywise.games.backgammon import Backgammon
>>> from plywise.knowledge.network import layout_for
>>> layout = layout_for(Backgammon(), 4)
>>> play = PlainNetworkSelfPlay(Backgammon(), layout, np.zeros(layout.size, np.float32))
>>> play.learn(1, NetworkRates())
>>> bool(play.weights.any())
True
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.kernel import NetworkRates
from plywise.knowledge.network import NetworkLayout, hidden_and_outputs, turn_ends
from plywise.rules import CHANCE, Game, Lots

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Turn:
    """What is noted after a turn, to learn from it afterwards."""

    player: int
    inputs: list[tuple[int, float]]
    said: Floats


class PlainNetworkSelfPlay:
    """Plays a game against itself and teaches a network: `weights`."""

    def __init__(self, game: Game, layout: NetworkLayout, weights: NDArray[np.float32], seed: int = 0) -> None:
        self.game, self.layout, self.weights = game, layout, weights
        self.random, self.games = Lots(seed * 1_000_003), 0

    def learn(self, games: int, rates: NetworkRates) -> None:
        """Play games and learn from each."""
        for _ in range(games):
            turns, utility = self._play()
            self._learn_from(turns, utility, rates.rate * rates.settling / (rates.settling + self.games), rates.trace)
            self.games += 1

    def _play(self) -> tuple[list[Turn], float]:
        """Return the turns of a game, the last one aside, and what player 0 gets."""
        game, state, turns = self.game, self.game.initial(), []
        while not game.is_terminal(state):
            player = game.to_move(state)
            if player == CHANCE:
                state = game.result(state, self.random.draw(game.chances(state)))
                continue
            state = max(turn_ends(game, state, player), key=lambda end: self._promise(end, player))
            if not game.is_terminal(state):
                inputs = self._inputs(state, player)
                turns.append(Turn(player, inputs, self._outputs(inputs)))
        return turns, game.utility(state, 0)

    def _promise(self, state: Any, player: int) -> float:
        if self.game.is_terminal(state):
            return self.game.utility(state, player)
        return self.layout.lowest + self.layout.step * float(self._outputs(self._inputs(state, player)).sum())

    def _inputs(self, state: Any, player: int) -> list[tuple[int, float]]:
        rules: Any = self.game
        return list(rules.inputs(state, player))

    def _outputs(self, inputs: list[tuple[int, float]]) -> Floats:
        return hidden_and_outputs(self.layout, self.weights, inputs)[1].astype(np.float64)

    def _learn_from(self, turns: list[Turn], utility: float, rate: float, trace: float) -> None:
        """Move the estimates of a game towards what followed."""
        layout, viewer = self.layout, 0
        goal: Floats = np.clip((utility - layout.lowest) / layout.step - np.arange(layout.outputs), 0, 1)
        for turn, later in zip(reversed(turns), [None, *reversed(turns)], strict=False):
            goal = goal if turn.player == viewer else flipped(goal)
            viewer = turn.player
            if later:
                said = later.said if later.player == viewer else flipped(later.said)
                goal = trace * goal + (1 - trace) * said
            self._move(turn.inputs, goal, np.float32(rate))

    def _move(self, inputs: list[tuple[int, float]], goal: Floats, rate: np.float32) -> None:
        """Move the weights along the gradient at some inputs."""
        inner, bias, outer, outer_bias = self.layout.parts(self.weights)
        hidden, outputs = hidden_and_outputs(self.layout, self.weights, inputs)
        error = (goal - outputs).astype(np.float32)
        hidden_error = (outer @ error) * hidden * (1 - hidden)
        outer += rate * np.outer(hidden, error)
        outer_bias += rate * error
        bias += rate * hidden_error
        for number, value in inputs:
            inner[number] += rate * np.float32(value) * hidden_error


def flipped(outputs: Floats) -> Floats:
    """Return the outputs of the other player: what one doesn't get, the other does.

    >>> flipped(np.array([1.0, 0.75, 0.25])).tolist()
    [0.75, 0.25, 0.0]
    """
    turned: Floats = 1 - outputs[::-1]
    return turned

"""A small network as it is kept: how large it is, its weights, what it says of a state, and how it came about.

    inputs ----> hidden units ----> outputs       hidden = nearly sigmoid(bias + weights x inputs)
                                                  output = sigmoid(bias + weights x hidden)

    output k      the chance to get at least lowest + (k + 1) x step; step = (highest - lowest) / outputs
    expected      lowest + step x the sum of all outputs

In backgammon lowest is -3 and highest 3: the outputs are the chances to lose at most a gammon, to lose at most a single
game, not to lose (twice: no game ends with 0), to win a gammon at least and to win a backgammon. Without a doubling
cube. What a network says is an estimate and never a proof.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.knowledge.learned import KnowledgeError, Learned
from plywise.rules import Game

MOST_INPUTS, MOST_HIDDEN, MOST_OUTPUTS = 1 << 14, 1 << 10, 8
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class NetworkLayout:
    """How large a network is, and in what range its results are.

    >>> NetworkLayout(4, 2, 6, -3, 3).size
    28
    """

    inputs: int
    hidden: int
    outputs: int
    lowest: float
    highest: float

    def __post_init__(self) -> None:
        sizes = ((self.inputs, MOST_INPUTS), (self.hidden, MOST_HIDDEN), (self.outputs, MOST_OUTPUTS))
        is_sized = all(type(size) is int and 1 <= size <= most for size, most in sizes)
        if not is_sized or not -1e6 < self.lowest < self.highest < 1e6:
            raise KnowledgeError("A network of this size can't be used: learn it again.")

    @property
    def size(self) -> int:
        """How many weights there are in all, biases included."""
        return (self.inputs + 1) * self.hidden + (self.hidden + 1) * self.outputs

    @property
    def step(self) -> float:
        """The utility for which one output stands."""
        return (self.highest - self.lowest) / self.outputs

    def parts(self, weights: Array) -> tuple[Array, Array, Array, Array]:
        """Return views of all weights: of each input, biases of hidden units, of each hidden unit, biases of outputs.

        >>> [part.shape for part in NetworkLayout(4, 2, 6, -3, 3).parts(np.zeros(28, np.float32))]
        [(4, 2), (2,), (2, 6), (6,)]
        """
        bias = self.inputs * self.hidden
        outer = bias + self.hidden
        last = outer + self.hidden * self.outputs
        inner = weights[:bias].reshape(self.inputs, self.hidden)
        return inner, weights[bias:outer], weights[outer:last].reshape(self.hidden, self.outputs), weights[last:]


def layout_for(game: Game, hidden: int) -> NetworkLayout:
    """Return the layout of a new network for a game: an output for each step of a whole-numbered utility, if few."""
    low, high = game.utility_bounds
    steps = high - low
    outputs = int(steps) if steps == int(steps) and steps <= MOST_OUTPUTS else 1
    return NetworkLayout(game.input_count, hidden, outputs, float(low), float(high))


def hidden_and_outputs(layout: NetworkLayout, weights: Array, inputs: list[tuple[int, float]]) -> tuple[Array, Array]:
    """Return the hidden units and the outputs for some inputs; those that aren't named are 0."""
    inner, bias, outer, outer_bias = layout.parts(weights)
    total = bias.copy()
    for number, value in inputs:
        total += np.float32(value) * inner[number]
    hidden = _squash_units(total)
    return hidden, _squash(outer_bias + hidden @ outer)


def _squash(total: Array) -> Array:
    squashed: Array = np.float32(1) / (np.float32(1) + np.exp(-total))
    return squashed


def _squash_units(total: Array) -> Array:
    """Return nearly the sigmoids of sums: exp(-x) is taken to be (1 - x / 256) ** 256, which is fast when compiled."""
    power = np.float32(1) - total / np.float32(256)
    with np.errstate(over="ignore"):
        for _ in range(8):
            power = power * power
    squashed: Array = np.float32(1) / (np.float32(1) + power)
    return squashed


class LearnedNetwork(Learned[NetworkLayout]):
    """A network of one game; its weights are float32."""

    __slots__ = ()
    WIDTH = 4

    @property
    def numbers(self) -> Array:
        """The weights as an array that can't be changed."""
        return np.frombuffer(self.weights, "<f4").astype(np.float32, copy=False)

    def outputs(self, game: Game, state: Any, player: int) -> tuple[float, ...]:
        """Return what the network says of a state after a player's turn, to that player."""
        rules: Any = game
        _, outputs = hidden_and_outputs(self.layout, self.numbers, list(rules.inputs(state, player)))
        return tuple(map(float, outputs))

    def expect(self, game: Game, state: Any, player: int) -> float:
        """Return the utility that a player whose turn has ended may expect: exact where the game is over."""
        if game.is_terminal(state):
            return float(game.utility(state, player))
        return self.layout.lowest + self.layout.step * sum(self.outputs(game, state, player))

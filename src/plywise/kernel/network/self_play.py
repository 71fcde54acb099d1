"""Compiled self-play with a network: games from which it learns, and contests of weights. One thread, always the same.

The weights may be read at any time: a game is learned from as a whole, and every state of them can be played by.
"""

from dataclasses import dataclass

from plywise.kernel.building import OnCompile
from plywise.kernel.network.module import NetworkTable, network_machine
from plywise.kernel.network.shape import NetworkShape
from plywise.kernel.patterns import ContestScore
from plywise.kernel.running import ThreadGroup
from plywise.rules import Game, Limit


@dataclass(frozen=True, slots=True)
class NetworkRates:
    """How fast a network learns."""

    rate: float = 0.1
    """Of an error, what the weights take in at first."""
    settling: int = 50_000
    """After this many games the rate is half of that, after twice as many a third, and so on."""
    trace: float = 0.5
    """Lambda: how much the later course of the game counts, beside what is said of the next state."""


class NetworkSelfPlay:
    """One game's compiled self-play with a network; raises LoweringError where the rules can't be compiled."""

    def __init__(self, game: Game, shape: NetworkShape, *, seed: int = 0, on_step: OnCompile | None = None) -> None:
        self.game, self.shape = game, shape
        self.machine = network_machine(game, shape, on_step=on_step)
        self.table = NetworkTable(shape.size)
        self.block = self.machine.new_block()
        self.random = seed * 1_000_003

    @property
    def games(self) -> int:
        """How many games have been learned from; to be read at any time."""
        return int(self.block[self.machine.layout.DONE])

    @games.setter
    def games(self, count: int) -> None:
        """Go on from an earlier count, on which the rate depends."""
        self.block[self.machine.layout.DONE] = count

    @property
    def random(self) -> int:
        """The state of the random numbers."""
        return int(self.block[self.machine.layout.LOTS])

    @random.setter
    def random(self, counter: int) -> None:
        """Draw on from an earlier state."""
        self.block[self.machine.layout.LOTS] = (counter + (1 << 63)) % (1 << 64) - (1 << 63)

    def learn(self, games: int, rates: NetworkRates, limit: Limit | None = None) -> bool:
        """Play games and learn from each, until they are done or the limit's time is up; return whether Ctrl-C came."""
        layout, block = self.machine.layout, self.block
        self.machine.prepare(block, self.game.initial(), Limit())
        block[layout.NETWORK_AT] = self.table.address
        block.floats[layout.RATE], block.floats[layout.TRACE] = rates.rate, rates.trace
        block.floats[layout.SETTLING] = float(rates.settling)
        group = ThreadGroup(lambda: self.machine.stop(block), limit or Limit())
        return group.run_until_interrupted([lambda: self._learn(games)], None, lambda: True)

    def contest(self, rival: NetworkTable, pairs: int, seed: int) -> ContestScore:
        """Play pairs of games against other weights, by the best turn at first sight; learn nothing from it.

        The mean is in utility, less an equal share: points a game in backgammon.
        """
        layout, block = self.machine.layout, self.machine.new_block()
        self.machine.prepare(block, self.game.initial(), Limit())
        block[layout.NETWORK_AT], block[layout.RIVAL_AT] = self.table.address, rival.address
        block[layout.LOTS] = seed
        done = int(self.machine.call("contest", block, pairs))
        return ContestScore.of(block.floats[layout.POINTS], block.floats[layout.SQUARES], done, seats=2)

    def _learn(self, games: int) -> None:
        try:
            self.machine.call("learn", self.block, games)
        except Exception as error:
            raise self.machine.translated(error, self.game.initial(), (), False) from None

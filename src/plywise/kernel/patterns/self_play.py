"""Compiled self-play: games against oneself from which the weights of patterns are learned, and contests of weights.

block   | as in `splice`, counters | row of each ply (see `rows`) | where its tables begin | guesses | bests | greedy |
        | who | each player's row | the watched numbers of the state at hand | table of each image |

The weights themselves are elsewhere in memory, three float32 each: all threads learn the same ones. One thread alone
does the same every time; several may overwrite each other's last step, which costs a little precision.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from plywise.kernel.building import KernelKind, OnCompile, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.patterns.rows import RowPlan
from plywise.kernel.patterns.shape import PatternShape, describe_shape
from plywise.kernel.patterns.text import rows_text
from plywise.kernel.running import Block, Machine, ThreadGroup, useful_threads
from plywise.rules import MOST_ROLLS, Game, Limit, SearchError, estimate_scale

LONGEST = 1_000
"""Plies after which a game is cut short; what its last state promises counts then."""

ENTRY = 3
"""Numbers for each weight: itself, the sum of its errors, the sum of their sizes."""

CALLED = (
    "play_game",
    "learn_from",
    "contest_game",
    "choose",
    "promise",
    "changed_sum",
    "move_row",
    "roll",
    "holder_of",
)


@dataclass(frozen=True, slots=True)
class LearningRates:
    """How self-play explores, and how fast it learns."""

    rate: float = 1.0
    """Of an error, what the weights of a state take in together."""
    trace: float = 0.8
    """Lambda: how much the later course of the game counts, beside the best promise one ply on."""
    exploring: float = 0.1
    """How often a random action is played."""
    opening: int = 8
    """At most this many random plies come first."""


@dataclass(frozen=True, slots=True)
class ContestScore:
    """How weights did against others: the mean result of a game from -1 to 1, and its standard error."""

    mean: float
    error: float
    games: int

    @classmethod
    def of(cls, points: float, squares: float, rounds: int, seats: int) -> "ContestScore":
        """Return the score of rounds with a game from each seat, by the sums of their points and of the squares.

        >>> ContestScore.of(points=4, squares=8, rounds=4, seats=2)
        ContestScore(mean=0.5, error=0.28867513459481287, games=8)
        """
        mean = points / max(1, rounds)
        spread = math.sqrt(max(0.0, squares / max(1, rounds) - mean * mean) / max(1, rounds - 1))
        return cls(mean / seats, spread / seats, seats * rounds)


class WeightTable:
    """Weights that are being learned, in memory of their own: `numbers` are float32, three for each.

    The weights come first, then for each of them the sum of its errors and the sum of their sizes.
    """

    def __init__(self, size: int) -> None:
        self._memory = Block(-(-ENTRY * size * 4 // 8))
        self.address = self._memory.address
        self.numbers: Any = memoryview(self._memory.words).cast("B").cast("f")[: ENTRY * size]


class SelfPlay:
    """One game's compiled self-play; raises LoweringError where the rules can't be compiled."""

    PURPOSE = "self-play"
    SOURCE = "patterns.self_play"
    CALLED: tuple[str, ...] = CALLED
    ENTRIES: tuple[tuple[str, int], ...] = (("learn", 2), ("contest", 2))

    def __init__(
        self, game: Game, shape: PatternShape, *, threads: int = 1, seed: int = 0, on_step: OnCompile | None = None
    ) -> None:
        require_learnable(game)
        self.game, self.shape = game, shape
        options = [describe_shape(shape)]
        text = partial(_text, shape, self.SOURCE, self.CALLED)
        kind = KernelKind(self.PURPOSE, options, text, self.ENTRIES, patterned=True)
        self.machine = Machine(game, kind, on_step=on_step)
        self.table = WeightTable(shape.size)
        units = RowPlan(shape).units()
        self._units = Block(len(units) // 8)
        memoryview(self._units.words).cast("B")[:] = units
        self.blocks = [self.machine.new_block() for _ in range(useful_threads(threads))]
        for number, block in enumerate(self.blocks):
            block[self.machine.layout.LOTS] = (seed * 1_000_003 + number * 7_919) & (1 << 62) - 1

    @property
    def games(self) -> int:
        """How many games have been learned from; to be read at any time."""
        return sum(int(block[self.machine.layout.DONE]) for block in self.blocks)

    @property
    def random(self) -> tuple[int, ...]:
        """The state of each thread's random numbers."""
        return tuple(int(block[self.machine.layout.LOTS]) for block in self.blocks)

    @random.setter
    def random(self, counters: tuple[int, ...]) -> None:
        """Draw on from an earlier state; threads beyond those of that time keep their own."""
        for block, counter in zip(self.blocks, counters, strict=False):
            block[self.machine.layout.LOTS] = counter

    def learn(self, games: int, rates: LearningRates, limit: Limit | None = None) -> bool:
        """Play games and learn from each, until they are done or the limit's time is up; return whether Ctrl-C came."""
        layout = self.machine.layout
        works: list[Callable[[], None]] = []
        for number, block in enumerate(self.blocks):
            self._prepare(block, rates.opening)
            block.floats[layout.RATE], block.floats[layout.TRACE] = rates.rate, rates.trace
            block.floats[layout.EXPLORING] = rates.exploring
            share = games // len(self.blocks) + (number < games % len(self.blocks))
            works.append(partial(self._learn, block, share))
        return ThreadGroup(self._stop, limit or Limit()).run_until_interrupted(works, None, lambda: True)

    def contest(self, rival: WeightTable, rounds: int, opening: int, seed: int) -> ContestScore:
        """Play rounds, a game from each seat, against other weights, all looking one ply ahead; learn nothing."""
        layout, block = self.machine.layout, self.machine.new_block()
        self._prepare(block, opening)
        block[layout.RIVAL_AT], block[layout.LOTS] = rival.address, seed
        done = self._call("contest", block, rounds)
        return ContestScore.of(block.floats[layout.POINTS], block.floats[layout.SQUARES], done, self.game.players)

    def _prepare(self, block: Block, opening: int) -> None:
        layout, shape = self.machine.layout, self.shape
        self.machine.prepare(block, self.game.initial(), Limit())
        block[layout.PATTERNS_AT], block[layout.UNITS_AT] = self.table.address, self._units.address
        block[layout.OPENING] = opening
        tables = [pattern * shape.table_size for pattern, _ in shape.images]
        block[layout.TABLES_OF : layout.TABLES_OF + len(tables)] = tables

    def _learn(self, block: Block, games: int) -> None:
        self._call("learn", block, games)

    def _call(self, entry: str, block: Block, count: int) -> int:
        try:
            return int(self.machine.call(entry, block, count))
        except Exception as error:
            raise self.machine.translated(error, self.game.initial(), (), False) from None

    def _stop(self) -> None:
        for block in self.blocks:
            self.machine.stop(block)


def require_learnable(game: Game) -> None:
    """Refuse a game of another kind than can be learned."""
    low, high = game.utility_range
    if game.players < 2 or not (math.isfinite(low) and math.isfinite(high) and low < high):
        kind = "at least two players and a finite utility_range"
        raise SearchError(f"Patterns are learned for games with {kind}: {game.name} isn't like that.")


def _text(shape: PatternShape, source: str, called: tuple[str, ...], lowered: Lowered) -> str:
    """Return the source of the module that plays a game against itself."""
    game, rows = lowered.game, RowPlan(shape)
    middle, reach = estimate_scale(game)
    constants: dict[str, Any] = {
        **_words(shape, rows, game.players),
        **rows.constants,
        **{"IMAGES": len(shape.images), "WEIGHTS": shape.size, "LONGEST": LONGEST, "tanh": "np.tanh", "log": "np.log"},
        **{"PLAYERS": game.players, "SEATS": shape.seats},
        **{"ESTIMATE_MIDDLE": middle, "ESTIMATE_REACH": reach, "MOST_ROLLS": MOST_ROLLS},
    }
    extra = rows_text(rows, lowered, is_learning=True)
    return assemble(lowered, constants, source, called, extra=extra)


def _words(shape: PatternShape, rows: RowPlan, players: int) -> dict[str, Any]:
    """Return where in the block everything is."""
    single = ("LOTS", "PATTERNS_AT", "RIVAL_AT", "RATE", "TRACE", "EXPLORING", "OPENING", "DONE", "POINTS", "SQUARES")
    sizes: dict[str, int | str] = {
        "PLACES": (LONGEST + 1) * rows.words,
        **dict.fromkeys(("FIRSTS", "GREEDY", "WHO"), LONGEST + 2),
        **dict.fromkeys(("GUESSES", "BESTS"), (LONGEST + 2) * shape.seats),
        **{"GOALS": shape.seats, "ROLLS": "MAX_ACTIONS"},
        **{"ROWS": players * rows.words, "NOW": rows.room},
        "TABLES_OF": len(shape.images),
        **dict.fromkeys(("RECORD_AT", "RECORD_SIZE", "TEMPERATURE", "MOST_PLIES"), 1),
    }
    return lay_out((*single, "UNITS_AT"), sizes)

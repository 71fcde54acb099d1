"""Playing out, compiled: the words that playouts and trees share, and many playouts from one state.

block   | as in `splice` | random, counts | weights | outcome | sums | path | trail, known | first players | keys |
"""

import math
from dataclasses import dataclass
from typing import Any

from plywise.kernel.building import MAX_HISTORY, KernelKind, OnCompile, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.patterns import RowPlan
from plywise.kernel.running import Block, Machine, ThreadGroup
from plywise.rules import MOST_ROLLS, SUM_UNIT, Game, Limit, SearchError, estimate_scale, estimates_of

LONGEST = 1_000
"""Plies after which a simulation is cut short, as in the twin."""

FIRST_BITS = 11
"""The table of first players has 2 ** FIRST_BITS places, more than twice LONGEST."""

CALLED = ("play_out", "grow", "prove", "select", "back_up", "count_later_moves", "visit", "simulate", "pattern_sum")


def playout_text(lowered: Lowered) -> str:
    """Return the source of the module that plays a game out."""
    return assemble(lowered, {**constants(lowered), "DECISIVE": False}, "trees.playouts", CALLED)


PLAYOUTS = KernelKind("playouts", text=playout_text, entries=(("playouts", 3), ("repetition_key", 1)))


def constants(lowered: Lowered, rows: RowPlan | None = None) -> dict[str, Any]:
    """Return the words of the block, and the game's figures; `spliced.trees.records` draws a record.

    `rows` are those of learned patterns, where there are any.
    """
    game, plies = lowered.game, LONGEST + 2
    single = ("LOTS", "PLIES_PLAYED", "DEEPEST", "ESTIMATES", "SIMULATIONS", "TREE_AT", "TREE_SIZE", "USED", "SEEN")
    weights = ("WEIGHT", "RAVE", "FIRST_PLAY", "PRIOR", "MARGIN", "WIN", "LOSS")
    sizes: dict[str, int | str] = {
        **dict.fromkeys(("PLAYED", "SPARE", "SHARED", "FIRST_BLOCK", "BIAS", "PATTERNS_AT", "TRUST", *weights), 1),
        **{"OUTCOME": game.players, "SUMS": game.players, "RANKS": "MAX_ACTIONS", "ROLLS": "MAX_ACTIONS"},
        **{"PATH": plies, "MOVERS": plies, "TRAIL": plies, "KNOWN": plies},
        **{"FIRST_CODES": 1 << FIRST_BITS, "FIRST_PLAYERS": 1 << FIRST_BITS, "KEYS": MAX_HISTORY + plies},
        **{"ROWS": game.players * rows.words if rows else 0, "NOW": rows.room if rows else 0},
    }
    low, high = game.utility_range
    middle, reach = estimate_scale(game)
    values = estimates_of(game)
    share = 6 + values
    return {
        **lay_out(single, sizes),
        **{"LOW": float(low), "HIGH": float(high), "DRAW_UTILITY": float(game.draw_utility), "INFINITY": math.inf},
        "UTILITY_SUM": float(game.utility_sum or 0),
        "ADVERSARIAL": game.is_adversarial,
        "AVERAGED": not game.evaluates_in_own_unit,
        "SPREAD": not game.wins_are_equal,
        "VALUES": values,
        "SHARE": share,
        "GAINS": share + game.has_chance if not game.wins_are_equal else 2,
        "RECORD_WORDS": share + game.has_chance + (not game.wins_are_equal),
        **{"FIRST_SLOTS": 1 << FIRST_BITS, "FIRST_SHIFT": 64 - FIRST_BITS},
        **{"sqrt": "np.sqrt", "tanh": "np.tanh"},
        **{"PATTERNS": False, "SUM_UNIT": float(SUM_UNIT), "SEATS": values},
        **{"ESTIMATE_MIDDLE": middle, "ESTIMATE_REACH": reach, "MOST_ROLLS": MOST_ROLLS},
    }


@dataclass(frozen=True, slots=True)
class PlayoutSummary:
    """What many playouts came to: means to each player, plies they took, and how many were done a second."""

    playouts: int
    means: tuple[float, ...]
    length: float
    seconds: float

    @property
    def rate(self) -> float:
        """Playouts a second."""
        return self.playouts / self.seconds if self.seconds else 0.0


class Playouts:
    """One game's compiled playouts; raises LoweringError where the rules can't be compiled."""

    def __init__(self, game: Game, *, keep: bool = True, on_step: OnCompile | None = None) -> None:
        self.game = game
        self.machine = Machine(game, PLAYOUTS, keep=keep, on_step=on_step)
        self.block = self.machine.new_block()

    def run(self, state: Any = None, count: int = 1_000, seed: int = 0, *, depth: int = LONGEST) -> PlayoutSummary:
        """Play `count` times from a state to the end, or `depth` plies; Ctrl-C ends it with what was done so far."""
        game, machine, block = self.game, self.machine, self.block
        state = game.initial() if state is None else state
        if game.is_terminal(state):
            raise SearchError("There is nothing to play out: the game is over.")
        layout = machine.layout
        machine.prepare(block, state, Limit())
        block[layout.LOTS : layout.BLOCK_END] = 0
        block[layout.DEEPEST] = min(depth, LONGEST)
        group = ThreadGroup(lambda: machine.stop(block), Limit())
        done = 0

        def work() -> None:
            nonlocal done
            try:
                done = machine.call("playouts", block, count, signed(seed))
            except BaseException as error:
                raise translated(machine, block, state, error) from None

        group.run_until_interrupted([work], None, lambda: done > 0)
        sums = block.floats[layout.SUMS : layout.SUMS + layout.VALUES].tolist()
        means = tuple(total / done for total in sums) if done else (game.draw_utility,) * len(sums)
        if game.is_adversarial:
            means = (means[0], (game.utility_sum or 0) - means[0])
        return PlayoutSummary(done, means, int(block[layout.PLIES_PLAYED]) / max(1, done), group.seconds)


def signed(seed: int) -> int:
    """Return a seed as 64 bits with a sign."""
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >> 63 else seed


def translated(machine: Machine, block: Block, state: Any, error: BaseException) -> BaseException:
    """Return an error of the rules as one that says where, along the line that was being played."""
    layout = machine.layout
    path = [machine.rules.decode(code) for code in block[layout.PATH : layout.MOVERS]]
    return machine.translated(error, state, path, False)

"""The text and the memory of a compiled network: the game's own rules, layers, whole turns and self-play in one module.

block   | as in `splice`, counters | inputs of each turn: numbers | values | how many | who | what was said of them |
        | goal | outputs | hidden units | their errors | sums | two states | one more | counters | values of actions |

The weights are elsewhere in memory, as float32.
"""

import math
from functools import partial
from typing import Any

from plywise.kernel.building import DEFAULT_MAX_ACTIONS, KernelKind, OnCompile, assemble, lay_out
from plywise.kernel.lowering import Lowered
from plywise.kernel.network.shape import NetworkShape, describe_network
from plywise.kernel.running import Block, Machine
from plywise.rules import Game, SearchError

LONGEST = 1_000
"""Turns after which a game is cut short; nothing is learned from it then."""

CALLED = ("best_turn", "best_deep", "average_reply", "estimate", "move_weights", "play_game", "learn_from", "promise")
ENTRIES = (("learn", 2), ("contest", 2), ("look_ahead", 1), ("look_deeper", 1))


class NetworkTable:
    """Weights of a network in memory of their own: `numbers` are float32."""

    def __init__(self, size: int, weights: bytes | None = None) -> None:
        self._memory = Block(-(-size // 2))
        self.address = self._memory.address
        self.numbers: Any = memoryview(self._memory.words).cast("B").cast("f")[:size]
        if weights is not None:
            self.numbers[:] = memoryview(weights).cast("f")


def network_machine(game: Game, shape: NetworkShape, *, wait: bool = True, on_step: OnCompile | None = None) -> Machine:
    """Return the kernel of a game with a network; raises LoweringError where the rules can't be compiled."""
    require_network(game)
    if shape.inputs != game.input_count:
        raise SearchError(f"{game.name} has {game.input_count} inputs, this network {shape.inputs}: learn it again.")
    kind = KernelKind("network", [describe_network(shape)], partial(_text, shape), ENTRIES, patterned=True)
    return Machine(game, kind, wait=wait, on_step=on_step)


def require_network(game: Game) -> None:
    """Refuse a game that a network can't learn: it needs two players, a constant sum, dice, and the rule `inputs`."""
    if not game.is_adversarial or not game.has_chance or not all(map(math.isfinite, game.utility_range)):
        raise SearchError(f"A network is for two players, a constant sum and dice: {game.name} isn't like that.")
    if game.repetition is not None:
        raise SearchError(f"A network can't learn {game.name}, where repeated states count: it knows no history.")
    if not game.offers("inputs") or game.input_count < 1:
        raise SearchError(f"{game.name} has no rule `inputs` with an `input_count`: write both, as backgammon does.")


def _text(shape: NetworkShape, lowered: Lowered) -> str:
    """Return the source of the module that plays by a network and learns."""
    game, rows = lowered.game, (LONGEST + 1) * shape.inputs
    single = ("LOTS", "NETWORK_AT", "RIVAL_AT", "RATE", "TRACE", "SETTLING", "DONE", "POINTS", "SQUARES", "RESULT")
    sizes: dict[str, int | str] = {"NUMBERS": rows, "VALUES_IN": rows}
    sizes |= dict.fromkeys(("INPUT_COUNTS", "WHO"), LONGEST + 1)
    sizes |= {"SAID": (LONGEST + 1) * shape.outputs, "GOAL": shape.outputs, "OUTS": shape.outputs}
    sizes |= dict.fromkeys(("HIDDEN_UNITS", "HIDDEN_ERRORS", "OUTER_SUMS"), shape.hidden + shape.outputs)
    sizes |= {"SLOT": 2 * lowered.shape.size, "AFTER": lowered.shape.size, "SEEN_STATES": 1, "ENDED": 1, "MARGIN": 1}
    sizes["CHOICES"] = game.max_actions or DEFAULT_MAX_ACTIONS
    bias = shape.inputs * shape.hidden
    outer = bias + shape.hidden
    constants: dict[str, Any] = {
        **lay_out(single, sizes),
        **{"HIDDEN": shape.hidden, "OUTPUTS": shape.outputs, "HIDDEN_BIAS": bias, "OUTER": outer},
        **{"OUTER_BIAS": outer + shape.hidden * shape.outputs, "LONGEST": LONGEST, "SPARE_ROW": LONGEST},
        **{"STATE_WORDS": lowered.shape.size, "UTILITY_SUM": float(game.utility_sum or 0)},
        **{"LOWEST": float(shape.lowest), "HIGHEST": float(shape.highest)},
        "LEVEL": (shape.highest - shape.lowest) / shape.outputs,
        **{"float32": "np.float32", "exp": "np.exp"},
    }
    return assemble(lowered, constants, "network.self_play", CALLED)

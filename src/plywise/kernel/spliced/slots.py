"""What a generated module supplies to the kernels spliced into it; here only so that they can be read and checked.

Constants are words of the block (ALL_CAPS), switches and figures of the game; `rule_...` are the user's rules.
"""

from collections.abc import Callable
from typing import Any

# Words of the block: see `search_module`
LEFT = QUANTUM = SPENT = MAX_NODES = STOP = STOPPED = INNER = HORIZON = LEANS = TABLE_AT = SHIFT = AGE = SEEN = 0
KILLERS = HISTORY = COUNTERS = PATH = KEYS = LENGTHS = LINES = SCORES = ACTIONS = NEXT = 0

# The game's figures
STACK = MAX_ACTIONS = TOP = ROOM = BEST = MIDDLE = LOWEST = HIGHEST = LIMIT = PER_UNIT = SCALE = SYMMETRY_DEPTH = 0
SLOTS = LINE = 1
DRAW_REPEATS = ILLEGAL_REPEATS = DRAW_UNCERTAIN = OWN_TERMINAL = OWN_EVALUATION = TUPLE_ACTIONS = False

# Switches
TABLE = ANY_DEPTH = PVS = KILLER_MOVES = HISTORY_HEURISTIC = COUNTER_MOVES = RANK = SYMMETRY = EXTREMES = DISTANCES = (
    False
)


class ply_RulesError(Exception):  # noqa: N801 (its name in generated modules)
    """The rules do what they may not."""


def _supplied(*_: Any) -> Any:
    raise NotImplementedError("The generated module supplies this.")


int64: Callable[..., int] = _supplied
load: Callable[..., int] = _supplied
store: Callable[..., None] = _supplied
prefetch: Callable[..., None] = _supplied
logical_shift: Callable[..., int] = _supplied
state_hash: Callable[..., int] = _supplied
repetition_hash: Callable[..., int] = _supplied
rank_steps: Callable[..., int] = _supplied
estimate_steps: Callable[..., int] = _supplied
ply_scaled: Callable[..., int] = _supplied
ply_who: Callable[..., int] = _supplied
rule_actions: Callable[..., int] = _supplied
rule_actions_count: Callable[..., int] = _supplied
rule_is_terminal: Callable[..., bool] = _supplied
ply_load_state = ply_save_state = ply_decode = _supplied
rule_result = rule_utility = rule_evaluate = rule_rank = rule_canonical = _supplied

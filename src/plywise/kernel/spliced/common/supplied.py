"""What a generated module supplies to the kernels spliced into it; here only so that they can be read and checked.

Constants are words of the block (ALL_CAPS), switches and figures of the game; `rule_...` are the user's rules.
"""

from collections.abc import Callable
from typing import Any

# Words of the block: see `splice` and what each kernel adds
LEFT = QUANTUM = SPENT = MAX_NODES = STOP = STOPPED = DEADLINE = INNER = HORIZON = LEANS = TABLE_AT = SHIFT = AGE = (
    SEEN
) = 0
KILLERS = HISTORY = COUNTERS = PATH = KEYS = LENGTHS = LINES = SCORES = ACTIONS = 0
TRUST = TREE_AT = TREE_NODES = USED = ENDS = ENOUGH = TOO_LITTLE = STATES = 0
BIAS = RANKS = SHARED = FIRST_BLOCK = LOSS = RAVE = FIRST_PLAY = PRIOR = MARGIN = WIN = PLAYED = MOVERS = SPARE = (
    FIRST_CODES
) = FIRST_PLAYERS = 0
LOTS = OUTCOME = SUMS = PLIES_PLAYED = DEEPEST = ESTIMATES = SIMULATIONS = TREE_SIZE = TRAIL = KNOWN = WEIGHT = ODDS = 0
PROBED = OWN = ALPHA = BETA = WEIGHTS = LEASTS = MOSTS = LEASTS_AFTER = MOSTS_AFTER = TRIED = VECTORS = RIVAL = (
    RIVAL_HAS
) = 0
SINGULAR = MODELS = PROBING = PASSED_AT = QUIET_PLIES = SINGULAR_MARGIN = SINGULAR_DEPTH = SINGULAR_PLIES = 0
LATE_FROM = LATE_DEPTH = LATE_LESS = LATE_GROWTH = LATE_RANK = PASS_DEPTH = PASS_LESS = PASS_GROWTH = 0
PATTERNS_AT = RIVAL_AT = PLACES = FIRSTS = GUESSES = BESTS = GREEDY = WHO = RATE = TRACE = EXPLORING = OPENING = 0
ROLLS = GOALS = DONE = POINTS = SQUARES = UNITS_AT = NOW = TABLES_OF = 0
RECORD_AT = RECORD_SIZE = TEMPERATURE = MOST_PLIES = 0
NETWORK_AT = NUMBERS = VALUES_IN = INPUT_COUNTS = SAID = GOAL = OUTS = HIDDEN_UNITS = HIDDEN_ERRORS = OUTER_SUMS = 0
SETTLING = ENDED = RESULT = SLOT = AFTER = CHOICES = SEEN_STATES = 0
FILLED = BUCKETS = HASHES = KIDS = ASKER = WANTED = DRAWN = REPEATED = ROOT_COUNT = ROOT_NUMBERS = TOO_DEEP = 0
FUTILE_DEPTH = FUTILE_MARGIN = BEAM_WIDTH = URGENT_PLIES = PARITY_BIAS = ROWS = REPETITIONS = 0

TIER_COUNT = TIERS = CODES_AT = COUNTS_AT = DUE_AT = BY_CONVERSION = FOUND = BEFORE = TIER_BEFORE = TAKEN = HINTS = (
    HITS
) = 0
LEASTS_AT = MOSTS_AT = NEW_LEASTS_AT = NEW_MOSTS_AT = FRESH_FROM = FRESH_TO = SHARD_FIRST = SHARD_LAST = 0
KEYS_AT = KEY_COUNT = KEY = CODE_WIDTH = AT_ONCE = MISSED = 0

# The game's figures
LOW = HIGH = DRAW_UTILITY = UTILITY_SUM = MOST = ADDS_UP = INFINITY = 0.0
PLAYERS = 2
RADIX = 1
VALUES = RECORD_WORDS = SHARE = GAINS = FIRST_SLOTS = FIRST_SHIFT = 1
ADVERSARIAL = AVERAGED = DECISIVE = SPREAD = OWN_PLAYOUTS = OWN_RANK = False
SIZE = PLIES = 0
STACK = MAX_ACTIONS = MAX_STATES = WORDS = TOP = ROOM = BEST = MIDDLE = LOWEST = HIGHEST = LIMIT = PER_UNIT = SCALE = (
    SYMMETRY_DEPTH
) = 0
IMAGES = LONGEST = SEAT_STRIDE = SEATS = PATTERN_MOVERS = MOST_ROLLS = 1
ROW_CHUNKS = ROW_BYTES = ROW_WORDS = UNITS = WATCHED = CELL_COUNT = PHASES = PATTERN_SEATS = 1
ROW_SHORTS = BIT_CELLS = False
ESTIMATE_MIDDLE = ESTIMATE_REACH = SUM_UNIT = ROUNDER = 1.0
HIDDEN = HIDDEN_BIAS = OUTER = OUTER_BIAS = OUTPUTS = INPUT_COUNT = SPARE_ROW = STATE_WORDS = 1
LEVEL = 1.0
ENTRY_WORDS = 2
LOOK_DEPTH = SLOTS = SINGULAR_STATES = LINE = GRANT = LAST_PLY = MODEL_DEPTHS = MODEL = 1
DRAW_REPEATS = ILLEGAL_REPEATS = DRAW_UNCERTAIN = OWN_TERMINAL = OWN_EVALUATION = TUPLE_ACTIONS = HAS_CHANCE = False
KNOWS_CONVERSIONS = KNOWS_BEFORE = KNOWS_AFTER = SHARDED = CYCLIC = False

# Switches
WINDOWS = STARS = PROBES = SHALLOW = False
TABLE = ANY_DEPTH = PVS = KILLER_MOVES = HISTORY_HEURISTIC = COUNTER_MOVES = RANK = SYMMETRY = EXTREMES = DISTANCES = (
    False
)
BOUNDS = BANKED = QUIESCENCE = URGENT = SINGULAR_EXTENSION = PARITY = REDUCTIONS = NULL_MOVE = FUTILITY = PROB_CUT = (
    BEAM
) = False
SYMMETRIC = VALUED = TABLES = SETTLES = PATTERNS = LOOKS = False
FLAT = True
"""Whether the search ends where the depth is spent: neither quiescence nor singular extension."""
SELECTIVE = False
"""Whether something may be left out, so that nothing is proven by a value alone."""


class ply_RulesError(Exception):  # noqa: N801 (its name in generated modules)
    """The rules do what they may not."""


def _supplied(*_: Any) -> Any:
    raise NotImplementedError("The generated module supplies this.")


int64: Callable[..., int] = _supplied
load: Callable[..., int] = _supplied
store: Callable[..., None] = _supplied
load_float: Callable[..., float] = _supplied
clock: Callable[[], int] = _supplied
log: Callable[[float], float] = _supplied
sqrt: Callable[[float], float] = _supplied
store_float: Callable[..., None] = _supplied
prefetch: Callable[..., None] = _supplied
load_acquire: Callable[..., int] = _supplied
atomic_add: Callable[..., int] = _supplied
atomic_add_float: Callable[..., float] = _supplied
atomic_or: Callable[..., int] = _supplied
set_if: Callable[..., bool] = _supplied
logical_shift: Callable[..., int] = _supplied
state_hash: Callable[..., int] = _supplied
repetition_hash: Callable[..., int] = _supplied
ply_rank: Callable[..., int] = _supplied
ply_estimate: Callable[..., int] = _supplied
ply_scaled: Callable[..., int] = _supplied
ply_who: Callable[..., int] = _supplied
rule_actions: Callable[..., int] = _supplied
rule_actions_count: Callable[..., int] = _supplied
rule_noisy_actions: Callable[..., int] = _supplied
rule_playout_actions: Callable[..., int] = _supplied
rule_converting_actions: Callable[..., int] = _supplied
rule_chances: Callable[..., int] = _supplied
rule_is_terminal: Callable[..., bool] = _supplied
rule_index: Callable[..., int] = _supplied
rule_tier: Callable[..., int] = _supplied
rule_plies_left: Callable[..., int] = _supplied
rule_predecessors: Callable[..., int] = _supplied
rule_indexes_before: Callable[..., int] = _supplied
rule_indexes_after: Callable[..., int] = _supplied
load_byte: Callable[..., int] = _supplied
load_short: Callable[..., int] = _supplied
load_int: Callable[..., int] = _supplied
load_single: Callable[..., float] = _supplied
store_single: Callable[..., None] = _supplied
load_float32: Callable[..., float] = _supplied
store_float32: Callable[..., None] = _supplied
float32: Callable[[float], float] = _supplied
exp: Callable[[float], float] = _supplied
rule_inputs: Callable[..., int] = _supplied
tanh: Callable[[float], float] = _supplied
natural_log: Callable[[int], float] = _supplied
watch_state: Callable[..., int] = _supplied
row_sum: Callable[..., int] = _supplied
add_shorts: Callable[..., None] = _supplied
add_ints: Callable[..., None] = _supplied
load_unsigned_short: Callable[..., int] = _supplied
ones: Callable[[int], int] = _supplied
zeros_below: Callable[[int], int] = _supplied
store_short: Callable[..., None] = _supplied
store_int: Callable[..., None] = _supplied
rule_unindex = state_at = put_key = _supplied
rule_is_urgent: Callable[..., bool] = _supplied
ply_load_state = ply_save_state = ply_decode = _supplied
rule_value_bounds = rule_banked = rule_rest = rule_result = rule_utility = rule_evaluate = rule_rank = (
    rule_canonical
) = rule_pass_turn = _supplied

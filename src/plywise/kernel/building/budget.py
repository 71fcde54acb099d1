"""The first words of every kernel's block, and other figures that Python and compiled code share."""

GRANT = 1024
"""After this many states the compiled code looks whether it must stop."""

BUDGET = ("LEFT", "QUANTUM", "SPENT", "MAX_NODES", "STOP", "STOPPED", "DEADLINE")
"""The first words of every kernel, as `spliced.common.budget` uses them."""

COUNTERS = 24
"""How many single words there are, those of the budget included."""

MAX_HISTORY = 4096
"""How many states of the played game may still be repeated; KEYS has room for them before those of the path."""

DEFAULT_MAX_ACTIONS = 1024
"""How many actions a state may offer where the game doesn't declare max_actions."""

MAX_STATES = 1024
"""How many predecessors a state may have."""

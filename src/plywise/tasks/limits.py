"""How much a front end may ask for at once."""

MOST_ACTIONS = 1_000
LONGEST_NAME = 100
LONGEST_STATE = 1_000
MOST_NODES = 20_000
"""Of all games in a text."""
MOST_PROBED = 100
"""States that solved tables are asked for in one request."""

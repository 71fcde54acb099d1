"""The figures by which a table's codes hold what every player of a game gets."""

import math

from plywise.rules import Game, SearchError

MOST_VECTORS = 65_534
"""The codes of 16 bits that name a vector and who moves."""

MOST_ACTIONS = 65_535
"""The number of an action stands beside the code in 32 bits."""


def vector_figures(game: Game) -> tuple[int, int]:
    """Return the least utility, scaled, and how many different ones there may be; refuses what codes can't hold.

    >>> from plywise import load_game
    >>> vector_figures(load_game("three-kings"))
    (0, 7)
    """
    if game.has_chance or game.cyclic:
        raise SearchError(
            f"No table can hold {game.name} yet: for more than two players, or where their gains don't add up, solving "
            "takes no dice and no cycles; `plywise analyse` searches it instead."
        )
    low, high = game.utility_range
    if not math.isfinite(high - low):
        raise SearchError(f"Tables go by utility_range: declare a finite one for {game.name}.")
    lowest, highest = math.ceil(low * game.utility_scale - 1e-9), math.floor(high * game.utility_scale + 1e-9)
    radix = highest - lowest + 1
    codes = game.players * radix**game.players
    if codes > MOST_VECTORS:
        raise SearchError(
            f"No table can hold {game.name}: {radix:,} utilities to the power of {game.players} players, times as "
            f"many who may move, are {codes:,} codes, and there are {MOST_VECTORS:,}: declare a narrower utility_range "
            "or a smaller utility_scale if that is true."
        )
    if (game.max_actions or 0) > MOST_ACTIONS:
        raise SearchError(f"Tables of more than two players take at most {MOST_ACTIONS:,} actions in a state.")
    return lowest, radix

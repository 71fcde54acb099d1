"""The front door: hand it a game and a state, and it chooses the algorithm that fits.

| the game | the algorithm |
|---|---|
| two players, constant sum, no chance | alpha-beta |
| two players, constant sum, chance | expectiminimax |
| everything else | max^n |

each deepened step by step until the limit is spent or the value is proven.

>>> from plywise.games.nim import Nim
>>> game = Nim(piles=(2, 2))
>>> decide(game).describe(game)
'A1: value -1 to player A, proven; line A1 B2 A1; 37 states, depth 3'
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from plywise.rules import Decision, Game, Limit, PlywiseError
from plywise.search import Algorithm, alpha_beta, expectiminimax, iterative_deepening, max_n

DEFAULT_LIMIT = Limit(time=1)


def decide(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    all_exact: bool = False,
    on_depth: Callable[[Decision], None] | None = None,
) -> Decision:
    """Return the best action found within a limit (one second unless told), its value and how sure that is.

    `history` holds the states before this one, for games that declare repetition. With `all_exact` every root action
    is given its exact value. `on_depth` is handed each deeper answer as it comes.
    """
    if isinstance(state, str) and not isinstance(game.initial(), str):
        raise PlywiseError(f"'{state}' is the name of a state: hand over game.parse_state({state!r}).")
    return iterative_deepening(
        game,
        state,
        limit=limit or DEFAULT_LIMIT,
        history=history,
        algorithm=choose_algorithm(game, all_exact),
        on_depth=on_depth,
    )


def choose_algorithm(game: Game, all_exact: bool = False) -> Algorithm:
    """Return the search that fits a game's players, utilities and dice."""
    if not game.is_adversarial:
        return max_n
    if game.has_chance:
        return expectiminimax
    return partial(alpha_beta, known_extremes=True, all_exact=all_exact)

"""Alpha-beta with Monte Carlo at the leaves: where the depth is spent, play on at random instead of evaluating.

Nothing of alpha-beta changes: it is handed the same game with another `evaluate`, the mean of some playouts. That is
an estimate like any other, so wins found in the tree rank above it.

>>> from plywise.games.placing.tic_tac_toe import TicTacToe
>>> from plywise.rules import Limit
>>> game = TicTacToe()
>>> decision = monte_carlo_leaves(game, limit=Limit(depth=1), playouts=200)
>>> decision.describe(game)
'b2: evaluation 0.635 to player A, heuristic; line b2; 10 states, depth 1'
"""

from collections.abc import Hashable, Sequence
from copy import copy
from typing import Any

from plywise.rules import Decision, Game, Limit, SearchError, state_key
from plywise.search.alpha_beta import alpha_beta
from plywise.search.shared import PlayoutSearch, require_adversarial


def monte_carlo_leaves(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    seed: int = 0,
    playouts: int = 20,
    known_extremes: bool = False,
) -> Decision:
    """Return what `alpha_beta` does when a state at the horizon is worth the mean of its playouts.

    Requires `limit.depth`; without it there are no such leaves. An evaluation is the lead over a draw, in units of
    utility. Each state is sampled once, so the search is one of a fixed tree. The states of playouts aren't counted
    in nodes, but in time.
    """
    require_adversarial(game, "monte_carlo_leaves")
    if limit is None or limit.depth is None:
        raise SearchError("monte_carlo_leaves samples where the depth is spent: give it a limit with a depth.")
    if playouts < 1:
        raise SearchError(f"monte_carlo_leaves with playouts={playouts} learns nothing: give it 1 or more.")
    return alpha_beta(
        sampled(game, history, seed, playouts), state, limit=limit, history=history, known_extremes=known_extremes
    )


class Sampled(Game):
    """What `sampled` changes of a game."""

    playouts: PlayoutSearch
    count: int
    found: dict[Hashable, float]

    def evaluate(self, state: Any, player: int) -> float:
        """Return the mean lead over a draw, the same whenever it is asked."""
        key = state_key(state)
        if key not in self.found:
            self.found[key] = sum(self._play(state) for _ in range(self.count)) / self.count - self.draw_utility
        return self.found[key] if player == 0 else -self.found[key]

    def _play(self, state: Any) -> float:
        """Play on at random once; of the path only the played game counts."""
        self.playouts.start()
        return self.playouts.play_out(state, 0)[0]


def sampled(game: Game, history: Sequence[Any], seed: int, playouts: int) -> Game:
    """Return a game with the same rules that evaluates states by playouts."""
    low, high = game.utility_range
    twin: Any = copy(game)
    twin.__class__ = type(type(game).__name__, (Sampled, type(game)), {})
    twin.playouts, twin.count, twin.found = PlayoutSearch(game, None, history, seed), playouts, {}
    twin.evaluation_limit = high - low + 1
    return twin  # type: ignore[no-any-return]

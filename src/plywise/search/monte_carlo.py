"""Pure Monte Carlo: play on at random from each action, and take the one that did best on average.

No tree, no evaluation: only the rules, and what happens when everyone plays at random. Opponents do think, so
the favourite can be a blunder that few replies punish: `uct` fixes that.

>>> from plywise.games.tree import Tree
>>> from plywise.rules import Limit
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> decision = monte_carlo(tree, playouts=1000)
>>> decision.action, decision.status
(0, <Status.HEURISTIC: 'heuristic'>)
"""

from collections.abc import Sequence
from typing import Any

from plywise.rules import MAX, Choice, Decision, Game, Limit, SearchError, Status
from plywise.search.shared import PlayoutSearch


def monte_carlo(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    seed: int = 0,
    playouts: int = 100,
) -> Decision:
    """Return the action with the best mean over `playouts` simulations from each; every choice says its mean.

    Works for every game. Actions take turns, so where a limit ends the search sooner, all have had about as many.
    A playout of more than 1,000 plies, or of more than `limit.depth`, is cut short and counts for what `evaluate`
    estimates, or as a draw in two-player games without chance, whose estimates can't be averaged. Nothing is proven.
    """
    if playouts < 1:
        raise SearchError(f"monte_carlo with playouts={playouts} learns nothing: give it 1 or more.")
    search = PlayoutSearch(game, limit, history, seed)
    state = game.initial() if state is None else state
    search.count()
    if search.is_terminal(state):
        return search.terminal_decision(state)
    if search.is_chance(state):
        return _expect(search, state, playouts)
    search.step_into(state)
    player, options = game.to_move(state), search.options(state)
    totals, visits = [0.0] * len(options), [0] * len(options)
    try:
        for number in range(playouts * len(options)):
            if search.is_spent():
                break
            i = number % len(options)
            totals[i] += sample(search, state, options[i][1])[player]
            visits[i] += 1
    except KeyboardInterrupt:  # there is an answer once something was played out
        if not any(visits):
            raise
    choices = [
        Choice(action, total / count if count else game.draw_utility, line=(action,), visits=count)
        for (action, _, _), total, count in zip(options, totals, visits, strict=True)
    ]
    best = max(choices, key=lambda choice: (choice.visits > 0, choice.value))
    effort = search.effort(best.line)
    found = Decision(
        best.action, best.value, player, Status.HEURISTIC, line=best.line, choices=tuple(choices), **effort
    )
    return found.about(game, state)


def sample(search: PlayoutSearch, root: Any, child: Any) -> tuple[float, ...]:
    """Play on at random from a state after the root; return what each player gets."""
    search.start()
    search.step_into(root)
    leaf = search.leaf(child, search.longest - 1)
    return search.play_out(child, 1) if leaf is None else search.utilities(child, leaf)


def _expect(search: PlayoutSearch, state: Any, playouts: int) -> Decision:
    """Report a root where chance moves: nothing to choose, only what MAX got on average."""
    total = 0.0
    while search.simulations < playouts and not search.is_spent():
        search.start()
        total += search.play_out(state, 0)[MAX]
    value = total / search.simulations if search.simulations else search.game.draw_utility
    return Decision(None, value, MAX, Status.HEURISTIC, **search.effort(()))

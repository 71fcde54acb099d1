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

from collections.abc import Callable, Sequence
from typing import Any

from plywise.rules import MAX, Choice, Decision, Game, Limit, SearchError, Status
from plywise.search.shared import LimitReachedError, PlayoutSearch


def monte_carlo(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    seed: int = 0,
    playouts: int = 100,
    on_round: Callable[[Decision], None] | None = None,
) -> Decision:
    """Return the action with the best mean over `playouts` simulations from each; every choice says its mean.

    Works for every game. Actions take turns, so where a limit ends the search sooner, all have had about as many.
    A playout of more than 1,000 plies, or of more than `limit.depth`, is cut short and counts for what `evaluate`
    estimates, or as a draw in two-player games without chance, whose estimates can't be averaged. Nothing is proven.
    `on_round` is handed what would be decided by now, now and then.
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
    samples = _Samples(search, state)
    try:
        for number in range(playouts * len(samples.options)):
            if search.is_spent():
                break
            samples.add(number % len(samples.options))
            if on_round and search.reports_now():
                on_round(samples.decision())
    except LimitReachedError:
        search.simulations -= 1  # in the middle of a simulation, which doesn't count
    except KeyboardInterrupt:  # there is an answer once something was played out
        if not any(samples.visits):
            raise
    return samples.decision()


class _Samples:
    """The playouts of each root action: how many there were, and what they brought the player to move."""

    def __init__(self, search: PlayoutSearch, state: Any) -> None:
        self.search, self.state = search, state
        self.player, self.options = search.game.to_move(state), search.options(state)
        self.totals, self.visits = [0.0] * len(self.options), [0] * len(self.options)

    def add(self, number: int) -> None:
        """Play one more game that begins with an action."""
        self.totals[number] += sample(self.search, self.state, self.options[number][1])[self.player]
        self.visits[number] += 1

    def decision(self) -> Decision:
        """Return the action with the best mean so far."""
        game, choices = self.search.game, []
        for (action, _, _), total, count in zip(self.options, self.totals, self.visits, strict=True):
            mean = total / count if count else game.draw_utility
            choices.append(Choice(action, mean, line=(action,), visits=count, is_tried=count > 0))
        best = max(choices, key=lambda choice: (choice.visits > 0, choice.value))
        effort = self.search.effort(best.line)
        return Decision(
            best.action, best.value, self.player, Status.HEURISTIC, line=best.line, choices=tuple(choices), **effort
        ).about(game, self.state)


def sample(search: PlayoutSearch, root: Any, child: Any) -> tuple[float, ...]:
    """Play on at random from a state after the root; return what each player gets."""
    search.start()
    search.step_into(root)
    leaf = search.leaf(child, search.longest - 1)
    return search.play_out(child, 1) if leaf is None else search.utilities(child, leaf)


def _expect(search: PlayoutSearch, state: Any, playouts: int) -> Decision:
    """Report a root where chance moves: nothing to choose, only what MAX got on average."""
    total = 0.0
    try:
        while search.simulations < playouts and not search.is_spent():
            search.start()
            total += search.play_out(state, 0)[MAX]
    except LimitReachedError:
        search.simulations -= 1  # in the middle of a simulation, which doesn't count
    value = total / search.simulations if search.simulations else search.game.draw_utility
    return Decision(None, value, MAX, Status.HEURISTIC, **search.effort(()))

"""Iterative deepening: search one ply deep, then two, then three, until the limit is spent (section 5.4.2).

The answer is that of the deepest search that was completed, so there is one at any moment. Each round costs a
multiple of the one before, so all the earlier ones together add only a constant fraction.

>>> from plywise.games.tree import Tree
>>> from plywise.rules import Limit
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> iterative_deepening(tree, limit=Limit(nodes=100)).describe(tree)
'a1: value 3 to player A, proven; line a1 b1; 15 states, depth 2'
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from plywise.rules import CHANCE, MAX, Action, Bound, Choice, Decision, Game, Limit, Lots, Scale, SearchError, Status
from plywise.search.alpha_beta import alpha_beta
from plywise.search.shared import MAX_PLIES, LimitReachedError


class SearchFunction(Protocol):
    """Anything that answers like `minimax`."""

    def __call__(self, game: Game, state: Any = None, *, limit: Limit | None, history: Sequence[Any]) -> Decision:
        """Return the Decision of one search within a limit."""


def iterative_deepening(
    game: Game,
    state: Any = None,
    *,
    limit: Limit,
    history: Sequence[Any] = (),
    algorithm: SearchFunction = alpha_beta,
    on_depth: Callable[[Decision], None] | None = None,
    seed: int = 0,
    blank: Decision | None = None,
) -> Decision:
    """Return the Decision of the deepest search completed within the limit; it ends early where that is proven.

    `on_depth` is handed each completed search's Decision. Nodes and seconds count all rounds together, the
    unfinished one included; leaves those of the completed ones. Where not even the first round is completed, the
    answer is the best of the actions that it came to; where it came to none, it is drawn by the seed, or is `blank`,
    what the caller would answer without any search.
    """
    if limit.is_open and game.cyclic and game.repetition is None:
        raise SearchError(f"{game.name} is cyclic: give the search a time, a number of nodes or a depth.")
    state = game.initial() if state is None else state
    started = time.perf_counter()
    best = blank or blank_decision(game, state, seed)
    for depth in range(1, MAX_PLIES + 1):
        try:
            rest = limit.after(best.nodes, time.perf_counter() - started)
            if rest is None:
                raise LimitReachedError(0)
            found = algorithm(game, state, limit=replace(rest, depth=depth), history=history)
        except LimitReachedError as reached:
            if best.depth == 0:
                best = partial_decision(game, best, reached.choices)
            return replace(best, nodes=best.nodes + reached.nodes, seconds=time.perf_counter() - started)
        best = replace(
            found,
            nodes=best.nodes + found.nodes,
            leaves=best.leaves + found.leaves,
            seconds=time.perf_counter() - started,
        )
        if on_depth:
            on_depth(best)
        if best.status is Status.PROVEN or depth == limit.depth:
            return best
    if limit.is_open:
        raise SearchError(f"{game.name} is not decided within {MAX_PLIES} plies: give the search a limit.")
    return best


def blank_decision(game: Game, state: Any, seed: int = 0) -> Decision:
    """Return the answer to give before anything has been searched: any action, and all of them untried."""
    try:
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            return Decision(None, game.draw_utility, MAX, Status.HEURISTIC)
        actions, player = list(game.actions(state)), game.to_move(state)
    except LimitReachedError:
        return Decision(None, game.draw_utility, MAX, Status.HEURISTIC)
    if not actions:
        return Decision(None, game.draw_utility, player, Status.HEURISTIC)
    return blank_choice(game, player, actions, seed)


def blank_choice(game: Game, player: int, actions: Sequence[Action], seed: int = 0) -> Decision:
    """Return any of a player's actions, none of which was tried."""
    choices = tuple(Choice(action, game.draw_utility, line=(action,), is_tried=False) for action in actions)
    action = actions[Lots(seed).below(len(actions))]
    return Decision(action, game.draw_utility, player, Status.HEURISTIC, line=(action,), choices=choices)


def partial_decision(game: Game, blank: Decision, choices: Sequence[Choice]) -> Decision:
    """Return the best of the root actions that an unfinished search is done with; the others are untried."""
    if not choices:
        return blank
    scale, values = Scale(game), {choice.action: choice for choice in choices}
    known = tuple(values.get(choice.action, choice) for choice in blank.choices)
    exact = [choice for choice in choices if choice.bound is not Bound.UPPER] or choices
    best = max(exact, key=scale.of_choice)
    status, bound = scale.verdict(best, known)
    return replace(blank.choosing(best), status=status, bound=bound, choices=known)

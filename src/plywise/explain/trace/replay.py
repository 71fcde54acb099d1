"""The first plies of a compiled search, done again readably so that they can be shown.

A search of d plies is a search of its first k, whose leaves are searched d - k plies further. The first k are done by
the readable alpha-beta, with a recorder listening; each leaf's value is asked of whoever searches fast.

     ▲        readable, k plies, every window and cutoff shown
   ▽   ▽
  ░░   ░░     compiled, d - k plies: one number each

A state that the search looks into a ply deeper when it comes to it isn't extended where it is asked about alone, so
its leaf is searched a ply further; likewise below it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from plywise.explain.trace.recorder import Recorder
from plywise.explain.trace.trace import Trace
from plywise.rules import MAX, Action, Choice, Decision, Game, Limit, Scale, Status
from plywise.search import Leaf, LimitReachedError, alpha_beta, watched
from plywise.search.alpha_beta import AlphaBeta

Ask: TypeAlias = Callable[[Any, Sequence[Any], int], Decision]
"""Decides a state after a history, looking a given number of plies ahead."""

MOST_REPLAYED, MOST_PLIES = 150, 5
"""How many states, and plies, are shown where the whole search is too long."""


def looking(ask: Callable[..., Decision], states: int | None) -> Ask:
    """Return how leaves are searched: some states for all of them, then LimitReachedError is raised."""
    left = states

    def look(state: Any, history: Sequence[Any], depth: int) -> Decision:
        nonlocal left
        found = ask(state, history=history, limit=Limit(depth=depth, nodes=left))
        if left is not None:
            left -= found.nodes
            if left <= 0 or (found.depth < depth and found.status is not Status.PROVEN):
                raise LimitReachedError(found.nodes)
        return found

    return look


def never(state: Any) -> bool:
    """Say of every state that the search looks no deeper into it than into others."""
    return False


def replay(
    game: Game,
    state: Any,
    decision: Decision,
    ask: Ask,
    *,
    history: Sequence[Any] = (),
    extends: Callable[[Any], bool] = never,
    reason: str = "",
) -> Trace:
    """Show the first plies of the search that led to a decision; requires a depth of two plies or more.

    `extends` says which states that search looked into a ply deeper. `reason` is said of each leaf; by default, that
    the engine looked further from there.
    """
    plies = choose_plies(game, state, decision.depth - 1, history)
    rest = decision.depth - plies
    recorder = Recorder(game, Trace(game, "alpha-beta", "range", plies=plies, decision=decision), history)
    further = f"the engine looked {rest} {'ply' if rest == 1 else 'plies'} further from here"
    recorder.reasons[Leaf.HORIZON] = reason or further
    recorder.asks_at_horizon = True
    search = watched(Replay, recorder)(game, Limit(depth=plies), history)
    search.first = [choice.action for choice in ranked(game, decision)]

    def look(leaf: Any) -> float:
        way = [recorder.tree.nodes[number].state for number in recorder.tree.way[:-1]]
        extended = sum(extends(each) for each in [*way[1:], leaf])
        answer = ask(leaf, [*history, *way], rest + extended)
        if answer.status is not Status.PROVEN:
            recorder.note_guess()
        return placed(game, search.scale, answer)

    search.look = look
    search.value(state, plies, *search.widest_window(known_extremes=False))
    return recorder.finish()


class Replay(AlphaBeta):
    """Alpha-beta that asks what its leaves are worth, and tries the root's actions in the order it is given."""

    look: Callable[[Any], float]
    first: Sequence[Action] = ()

    def leaf_value(self, state: Any, leaf: Leaf, player: int) -> float:
        """Ask at the horizon."""
        return self.look(state) if leaf is Leaf.HORIZON else super().leaf_value(state, leaf, player)

    def successors(self, state: Any) -> Iterator[tuple[Action, Any]]:
        """Yield the actions of the root in order, those of other states as the rules do."""
        found = super().successors(state)
        if len(self.path.added) > 1:
            return found
        rank = {action: place for place, action in enumerate(self.first)}
        return iter(sorted(found, key=lambda pair: rank.get(pair[0], len(rank))))


def choose_plies(game: Game, state: Any, most: int, history: Sequence[Any] = ()) -> int:
    """Return how many plies can be shown: at least one."""
    plies = 1
    for depth in range(2, min(most, MOST_PLIES) + 1):
        try:
            alpha_beta(game, state, limit=Limit(depth=depth, nodes=MOST_REPLAYED), history=history)
        except LimitReachedError:
            break
        plies = depth
    return plies


def ranked(game: Game, decision: Decision) -> Sequence[Any]:
    """Return the choices of a decision, the chosen one first and then the best."""
    scale = Scale(game)
    return sorted(
        decision.choices, key=lambda choice: (choice.action == decision.action, scale.of_choice(choice)), reverse=True
    )


def placed(game: Game, scale: Scale, decision: Decision) -> float:
    """Place what a decision is worth to MAX on the line where utilities and evaluations are compared."""
    mine = scale.of_choice(Choice(decision.action, decision.value, unit=decision.unit))
    if decision.player == MAX:
        return mine
    return -mine if scale.stretched else game.value_to(1, mine)

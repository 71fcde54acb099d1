"""Retrograde analysis: mark the ends, then work backwards until every state is a win, a loss or a draw.

Russell & Norvig, section 5.4.4, go from state to state by unmoves; Cicirello's notes ("DP for Chess Endgames") look
through all states again and again. Both mark a state W if MAX can force a win and B if MIN can; what keeps its "?" is a
draw. Every state that an action leads to must be among `states`.
"""

from collections.abc import Hashable, Sequence
from typing import Any

from plywise.rules import MAX, Game

Marks = dict[Hashable, str]


def by_unmoves(game: Game, states: Sequence[Any]) -> Marks:
    """Return the mark of every state; after a state is marked, only those before it are looked at again."""
    marks = {game.key(state): "?" for state in states}
    waiting = list(states)
    while waiting:
        state = waiting.pop()
        if marks.get(game.key(state)) == "?":
            marks[game.key(state)] = mark(game, state, marks)
            if marks[game.key(state)] != "?":
                waiting += game.predecessors(state)
    return marks


def by_fix_point(game: Game, states: Sequence[Any]) -> Marks:
    """Return the mark of every state; all that still have "?" are looked at until a pass changes nothing."""
    marks = {game.key(state): "?" for state in states}
    has_changed = True
    while has_changed:
        before = dict(marks)
        for state in states:
            if marks[game.key(state)] == "?":
                marks[game.key(state)] = mark(game, state, marks)
        has_changed = marks != before
    return marks


def mark(game: Game, state: Any, marks: Marks) -> str:
    """Return what the rules or the marks of the successors say of a state: W, B, or ? while that is open."""
    if game.is_terminal(state):
        lead = game.utility(state, MAX) - game.draw_utility
        return "W" if lead > 0 else "B" if lead < 0 else "?"
    after = {marks[game.key(game.result(state, action))] for action in game.actions(state)}
    win, loss = ("W", "B") if game.to_move(state) == MAX else ("B", "W")
    return win if win in after else loss if after == {loss} else "?"

"""The tree that a search has seen so far, with the range of values still possible at every node, as in figure 5.5.

leaf        what it is worth            MAX     [highest low end, highest high end] of its successors
not seen    anything                    MIN     [lowest low end, lowest high end]
left        what the window promises    chance  the weighted means of the ends
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plywise.explain.trace.options import list_options
from plywise.explain.trace.trace import UNKNOWN, Change, Range, Step, Trace, TraceNode
from plywise.rules import CHANCE, MAX, Action, Game, fatal_states, same_state


@dataclass(slots=True)
class Known:
    """What is known of a node while the search runs."""

    range: Range
    window: Range | None = None
    depth: float = 0
    children: list[int] = field(default_factory=list)
    tried: list[int] = field(default_factory=list)
    """The children in the order in which they were visited, the last time."""
    reason: str = ""
    """Why the search goes no further here."""
    visited: int = 0
    """When it was first visited; 0 for never."""
    counts: tuple[int, int, int] = (0, 0, 0)
    """States, leaves and pruned branches when it was entered."""
    is_guess: bool = False
    """Whether estimates take part in what is known of it."""


class SeenTree:
    """Nodes, what is known of each, and the way from the root to where the search is."""

    def __init__(self, game: Game, history: Sequence[Any] = (), start: Range = UNKNOWN) -> None:
        self.game, self.start = game, start
        self.nodes: list[TraceNode] = []
        self.known: list[Known] = []
        self.way: list[int] = []
        self.maximiser = MAX
        """Whose values these are: this player wants them large, any other small."""
        self.fatal = set(fatal_states(game, history))

    # Growing

    def add(self, parent: int | None, action: str, state: Any, odds: float | None = None) -> int:
        """Add a node and return its number."""
        player = None if self.game.is_terminal(state) else self.game.to_move(state)
        self.nodes.append(TraceNode(parent, action, player, state, odds))
        self.known.append(Known(self.start))
        return len(self.nodes) - 1

    def open(self, number: int) -> None:
        """Add every successor of a state."""
        state = self.nodes[number].state
        taken = self.fatal | {self.game.repetition_key(self.nodes[each].state) for each in self.way}
        for action, child, odds in list_options(self.game, state):
            if self.game.repetition == "illegal" and self.game.repetition_key(child) in taken - {None}:
                continue
            self.known[number].children.append(self.add(number, self.game.action_name(state, action), child, odds))

    def successor(self, parent: int, state: Any) -> int | None:
        """Return the successor that a state is, one not tried yet if there is a choice; None where it isn't one."""
        known = self.known[parent]
        if not known.children:
            self.open(parent)
        fitting = [child for child in known.children if same_state(self.nodes[child].state, state)]
        fresh = [child for child in fitting if child not in known.tried]
        return next(iter(fresh or fitting), None)

    def child_by(self, number: int, action: Action) -> int | None:
        """Return the successor that an action leads to."""
        name = self.game.action_name(self.nodes[number].state, action)
        return next((child for child in self.known[number].children if self.nodes[child].action == name), None)

    def forget(self, number: int) -> list[int]:
        """Know nothing of a node and of what is below it; return them."""
        known = self.known[number]
        known.range, known.tried, known.is_guess = self.start, [], False
        return [number, *(each for child in known.children for each in self.forget(child))]

    # Ranges

    def maximises(self, number: int) -> bool:
        """Whether the player to move wants the value to be large."""
        return self.nodes[number].player == self.maximiser

    def narrow(self, number: int, range_: Range) -> bool:
        """Take what a node's range and another have in common; return whether that is news."""
        known = self.known[number]
        low, high = known.range
        known.range = max(low, range_[0]), min(high, range_[1])
        return known.range != (low, high)

    def combined(self, number: int) -> Range:
        """Return the range that a state's successors leave it."""
        children = self.known[number].children
        ranges = [self.known[child].range for child in children]
        if self.nodes[number].player == CHANCE:
            odds = [self.nodes[child].probability or 0.0 for child in children]
            low, high = (sum(odd * range_[end] for odd, range_ in zip(odds, ranges, strict=True)) for end in (0, 1))
            return low, high
        pick = max if self.maximises(number) else min
        return pick(low for low, _ in ranges), pick(high for _, high in ranges)

    def window(self, number: int) -> Range | None:
        """Return the window as it is now: what the player to move has found here counts too."""
        known = self.known[number]
        if known.window is None or not known.tried or self.nodes[number].player == CHANCE:
            return known.window
        (alpha, beta), (low, high) = known.window, known.range
        return (max(alpha, low), beta) if self.maximises(number) else (alpha, min(beta, high))

    def better_behind(self, number: int) -> int | None:
        """Return the best state beside the way that its chooser likes at least as well as this one, the nearest such.

        Above a roll of the dice nobody chooses between this state and another: there is none then.
        """
        low, high = self.known[number].range
        for below, above in zip(self.way[::-1], self.way[-2::-1], strict=False):
            if self.nodes[above].player == CHANCE:
                return None
            others = [other for other in self.known[above].tried if other != below]
            if self.maximises(above):
                best = max(others, key=lambda other: self.known[other].range[0], default=None)
                is_enough = best is not None and self.known[best].range[0] >= high
            else:
                best = min(others, key=lambda other: self.known[other].range[1], default=None)
                is_enough = best is not None and self.known[best].range[1] <= low
            if is_enough:
                return best
        return None

    # At the end

    def ordered(self, trace: Trace) -> Trace:
        """Give the nodes their final numbers: parents first, siblings in the order in which they were tried."""
        order: list[int] = []
        waiting = [0] if self.nodes else []
        while waiting:
            number = waiting.pop()
            order.append(number)
            children = self.known[number].children
            waiting += sorted(children, key=lambda child: self.known[child].visited or math.inf)[::-1]
        place = {number: rank for rank, number in enumerate(order)}
        trace.nodes = [_moved_node(self.nodes[number], place) for number in order]
        trace.steps = [_moved_step(step, place) for step in trace.steps]
        return trace


def _moved_node(node: TraceNode, place: dict[int, int]) -> TraceNode:
    return replace(node, parent=None if node.parent is None else place[node.parent])


def _moved_step(step: Step, place: dict[int, int]) -> Step:
    changes = tuple(_moved_change(change, place) for change in step.changes)
    because = None if step.because is None else place[step.because]
    return replace(step, node=place[step.node], because=because, changes=changes)


def _moved_change(change: Change, place: dict[int, int]) -> Change:
    return replace(change, node=place[change.node])


def promised(window: Range | None, found: float) -> Range:
    """Return the range that a search with this window promises for what it found."""
    if window is None or window[0] < found < window[1]:
        return found, found
    return (-math.inf, found) if found <= window[0] else (found, math.inf)

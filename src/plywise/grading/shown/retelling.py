"""A student's recursion as a trace, step by step: made of what their functions were handed and returned.

call with a state       the search comes to it (a helper called with the same state is no step of its own)
leaf                    the rules are asked what a state is worth, which ends the search there
return                  what the student's function says it is worth; what it hasn't looked at was left out

>>> from plywise.games.tree import Tree
>>> from plywise.grading.listening import HeardEvent
>>> tree = Tree([3, 12])
>>> root = tree.initial()
>>> heard = [HeardEvent("call", root), HeardEvent("leaf", tree.State(1)), HeardEvent("return", root, 3)]
>>> [step.text for step in retell(tree, root, heard, "yours").steps]
['A: MAX moves.', 'a1 is worth 3: the rules say so.', 'a2 is not looked at.', 'A is done: yours returns 3.']
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.explain.prose import tell_names
from plywise.explain.trace import Change, Narrator, SeenTree, Step, Trace
from plywise.grading.listening import HeardEvent
from plywise.rules import MAX, Game, same_state

MOST_STATES = 5_000
"""States that are shown; a longer search is cut short."""


def retell(game: Game, root: Any, events: Sequence[HeardEvent], name: str) -> Trace:
    """Return the trace of what was heard."""
    return _Retelling(game, root, name).tell(events)


def turned(game: Game, events: Sequence[HeardEvent]) -> list[HeardEvent]:
    """Return values to the player to move as values to MAX, as negamax has them."""
    total = game.utility_sum or 0
    return [
        event if event.value is None or game.to_move(event.state) == MAX else event._replace(value=total - event.value)
        for event in events
    ]


class _Retelling:
    """A trace that is being made."""

    def __init__(self, game: Game, root: Any, name: str) -> None:
        self.game, self.narrator = game, Narrator(game)
        self.tree = SeenTree(game)
        self.trace = Trace(game, name, "value")
        self.tree.add(None, "", root)
        self.under_way: list[int | None] = []
        """Of each call that hasn't returned its node; None where it is none of the tree."""
        self.states = self.leaves = self.pruned = 0

    def tell(self, events: Sequence[HeardEvent]) -> Trace:
        for event in events:
            if self.states > MOST_STATES:
                self.trace.note = f"Only the first {MOST_STATES:,} states are shown."
                break
            {"call": self.call, "leaf": self.leaf, "return": self.leave}[event.kind](event)
        return self.tree.ordered(self.trace)

    # What was heard

    def call(self, event: HeardEvent) -> None:
        """Come to a state, unless the same call is only handed on."""
        here = self.here
        is_same = here is not None and same_state(self.tree.nodes[here].state, event.state)
        number = here if is_same else self.node_of(event.state)
        self.under_way.append(number)
        if number is None or is_same:
            return
        self.enter(number)
        if self.tree.nodes[number].player is not None:
            role = self.narrator.role(self.tree.nodes[number].player)
            self.add("enter", number, f"{self.place(number)}: {role} moves.{_tell_handed(event)}", event, "open", "")

    def leaf(self, event: HeardEvent) -> None:
        """Ask the rules about a state: where the search is, or one that it doesn't go to by a call."""
        self.leaves += 1
        here = self.here
        if here is not None and same_state(self.tree.nodes[here].state, event.state):
            return
        number = self.node_of(event.state)
        if number is not None:
            self.enter(number)
            over = self.game.is_terminal(event.state)
            worth = self.game.utility(event.state, MAX) if over else self.game.evaluate(event.state, MAX)
            label = self.narrator.value(worth)
            self.add("enter", number, f"{self.place(number)} is worth {label}: the rules say so.", event, "done", label)

    def leave(self, event: HeardEvent) -> None:
        """Take what a function returns; what it left out is known then."""
        number = self.under_way.pop() if self.under_way else None
        if number is None or self.here == number or event.value is None:
            return
        label = self.narrator.value(event.value)
        if not self.tree.known[number].tried:
            self.add("enter", number, f"{self.place(number)}: yours returns {label}.", event, "done", label)
            return
        missed = [each for each in self.tree.known[number].children if each not in self.tree.known[number].tried]
        if missed:
            self.pruned += len(missed)
            names = tell_names([self.tree.nodes[each].action for each in missed])
            text = f"{names} {'is' if len(missed) == 1 else 'are'} not looked at."
            self.step("cutoff", number, text, event, [Change(each, "pruned") for each in missed])
        self.add("leave", number, f"{self.place(number)} is done: yours returns {label}.", event, "done", label)

    # Small parts

    @property
    def here(self) -> int | None:
        """The node that the search is at."""
        return self.under_way[-1] if self.under_way else None

    def node_of(self, state: Any) -> int | None:
        """Return the node that a state is: the root, or a successor of where the search is, or else the next one."""
        if not self.states and same_state(state, self.tree.nodes[0].state):
            return 0
        here = self.here
        if here is not None:
            return None if self.game.is_terminal(self.tree.nodes[here].state) else self.tree.successor(here, state)
        return self.search_for(state) if not self.under_way else None

    def search_for(self, state: Any) -> int | None:
        """Find a state that isn't reached by calls, one that wasn't visited first, and open the way to it."""
        waiting, found = [0], []
        while waiting and len(self.tree.nodes) < MOST_STATES:
            number = waiting.pop()
            if same_state(self.tree.nodes[number].state, state):
                found.append(number)
            elif self.tree.nodes[number].player is not None:
                if not self.tree.known[number].children:
                    self.tree.open(number)
                waiting += self.tree.known[number].children[::-1]
        return next((each for each in found if not self.tree.known[each].visited), None)

    def enter(self, number: int) -> None:
        """Count a state, and note that it was tried above."""
        self.states += 1
        at: int | None = number
        while at is not None:
            known, parent = self.tree.known[at], self.tree.nodes[at].parent
            known.visited = known.visited or self.states
            if parent is not None and at not in self.tree.known[parent].tried:
                self.tree.known[parent].tried.append(at)
            at = parent

    def place(self, number: int) -> str:
        return self.narrator.place(self.tree.nodes, number)

    def add(self, kind: Any, number: int, text: str, event: HeardEvent, status: Any, label: str) -> None:
        """Add a step that changes the node where it happens."""
        value = event.value
        range_ = (value, value) if value is not None else None
        self.step(kind, number, text, event, [Change(number, status, label, range_)])

    def step(self, kind: Any, number: int, text: str, event: HeardEvent, changes: Sequence[Change]) -> None:
        text = text[0].upper() + text[1:] if text.startswith("the ") else text
        counts = self.states, self.leaves, self.pruned
        self.trace.steps.append(Step(kind, number, text, None, event.depth, None, *counts, tuple(changes)))


def _tell_handed(event: HeardEvent) -> str:
    """Say with which window and depth a function was called."""
    handed = {"alpha": event.alpha, "beta": event.beta, "depth": event.depth}
    told = [f"{name} = {_number(value)}" for name, value in handed.items() if value is not None]
    told = told if event.depth is None or math.isfinite(event.depth) else told[:-1]
    return f" Yours is called with {', '.join(told)}." if told else ""


def _number(value: float) -> str:
    return ("+∞" if value > 0 else "−∞") if math.isinf(value) else f"{value:g}".replace("-", "−")

"""Records what a readable search does, step by step, while it runs.

The recorder hears where the search goes, with which window, and what it finds (`search.Watcher`). From the rules it
knows what else could have been played there, so that what is left out can be shown, and why.
"""

import math
from collections.abc import Sequence
from typing import Any

from plywise.explain.prose import tell_names
from plywise.explain.trace.lecture import tell_working
from plywise.explain.trace.narration import Narrator, begin_sentence, credit
from plywise.explain.trace.seen_tree import SeenTree, promised
from plywise.explain.trace.trace import UNKNOWN, Change, Kind, Range, Step, Trace
from plywise.rules import CHANCE, MAX, Decision, Game, SearchError
from plywise.search import Leaf, Line, LongLineError, Vector, Watcher, Window

MOST_STATES = 50_000
"""A longer search is neither recorded nor drawn."""

LONGEST_LINE = 60
"""Plies of a line that a search without a depth may follow: a picture has no room for more, nor a browser's stack."""

REASONS = {
    Leaf.TERMINAL: "the game is over here",
    Leaf.HORIZON: "the depth is spent, so this is an estimate",
    Leaf.REPEATED: "this came up before, so it is a draw",
}


class TooManyStatesError(SearchError):
    """A search has more states than can be recorded."""

    def __init__(self) -> None:
        super().__init__(f"This search has more than {MOST_STATES:,} states, too many to show: give it a depth.")


class Recorder(Watcher):
    """Records what a search does."""

    def __init__(self, game: Game, trace: Trace, history: Sequence[Any] = (), start: Range = UNKNOWN) -> None:
        self.game, self.trace, self.narrator = game, trace, Narrator(game, trace.viewpoint)
        self.tree = SeenTree(game, history, start)
        self.reasons = dict(REASONS)
        if game.repetition_count > 2:
            self.reasons[Leaf.REPEATED] = "this came up before, which counts as a draw"
        self.has_ranges = trace.marks == "range"
        self.aside = 0
        """How deep the search is in states that are no successors: a null move's, a shallow search's."""
        self.has_guesses = False
        """Whether an estimate has been met."""
        self.asks_at_horizon = False
        """Whether somebody else says what the leaves are worth, and whether that is an estimate."""
        self.states = self.leaves = self.pruned = 0
        self.vectors: dict[int, str] = {}

    # What the search reports

    def enter(self, state: Any, depth: float, window: Window | None) -> None:
        """Go down to a successor, or begin at the root."""
        self.states += 1
        if self.states > MOST_STATES:
            raise TooManyStatesError
        if self.aside or not self._go_to(state):
            self.aside += 1
            return
        if depth == math.inf and len(self.tree.way) > LONGEST_LINE:
            raise LongLineError(self.game, LONGEST_LINE)
        known = self.tree.known[self.tree.way[-1]]
        known.window, known.depth, known.reason = window, depth, ""
        known.counts = self.states, self.leaves, self.pruned
        known.visited = known.visited or self.states

    def end_at(self, leaf: Leaf) -> None:
        """Note why this state is a leaf."""
        self.leaves += 1
        if not self.aside:
            known = self.tree.known[self.tree.way[-1]]
            known.reason = self.reasons[leaf]
            is_open = leaf is Leaf.HORIZON and not self.asks_at_horizon
            if is_open or (leaf is Leaf.REPEATED and self.game.repetition_count > 2):
                self.note_guess()

    def answer(self, name: str) -> None:
        """Note which enhancement answers; what it knows may lean on estimates."""
        if not self.aside:
            self.tree.known[self.tree.way[-1]].reason = name
            if self.has_guesses:
                self.note_guess()

    def note_guess(self) -> None:
        """Note that what is known of the present state, and of those above it, leans on estimates."""
        self.has_guesses = True
        for number in self.tree.way:
            self.tree.known[number].is_guess = True

    def leave(self, found: float | Vector, line: Line) -> None:
        """Write down what was found, and what follows from it above."""
        if self.aside:
            self.aside -= 1
            return
        number = self.tree.way[-1]
        known = self.tree.known[number]
        if isinstance(found, tuple):
            self.vectors[number] = self.narrator.vector(found)
        else:
            is_end = not known.tried and known.reason in self.reasons.values()
            self.tree.narrow(number, (found, found) if is_end else promised(known.window, found))
        self._tell_end(number, line)
        if not isinstance(found, tuple):
            self._narrow_above()
        self.tree.way.pop()

    def end(self, decision: Decision) -> None:
        """Leave the root."""
        self.trace.decision = decision
        if not self.tree.way:
            return
        if not self.tree.known[0].tried:
            self._end_at_once()
        best = self.tree.child_by(0, decision.line[0]) if decision.line else None
        if best in self.vectors:
            self.vectors[0] = self.vectors[best]
        self._tell_end(0, decision.line)
        self.tree.way.pop()

    def _end_at_once(self) -> None:
        """Know what a root is worth at which the game is over."""
        root, known = self.tree.nodes[0].state, self.tree.known[0]
        known.reason = self.reasons[Leaf.TERMINAL]
        utilities = [self.game.utility(root, player) for player in range(self.game.players)]
        if self.trace.marks == "vector":
            self.vectors[0] = self.narrator.vector(utilities)
        own = self.narrator.scale.of_utility(utilities[self.tree.maximiser])
        known.range = own, own

    def finish(self) -> Trace:
        """Return the story, siblings in the order in which they were tried."""
        return self.tree.ordered(self.trace)

    # Going down

    def _go_to(self, state: Any) -> bool:
        """Move to the root or to the successor that this state is; False where it isn't one."""
        tree = self.tree
        if not tree.way:
            self._begin(state)
            return True
        parent = tree.way[-1]
        child = tree.successor(parent, state)
        if child is None:
            return False
        again = tree.forget(child)[1:] if tree.known[child].visited else []
        if not tree.known[parent].tried:
            self._tell_start(parent)
        tree.known[parent].tried.append(child)
        tree.way.append(child)
        if any(tree.known[each].visited for each in again):
            changes = [Change(each, "unseen", "", tree.start, best=False) for each in again]
            self._tell("enter", child, f"{self._place(child)} is searched once more.", changes)
        return True

    def _begin(self, state: Any) -> None:
        tree = self.tree
        if tree.nodes:
            changes = [Change(number, "unseen", "", tree.start, best=False) for number in tree.forget(0)]
            self._tell("deepen", 0, "Once more from the root, one ply deeper.", changes)
        else:
            tree.add(None, "", state)
            tree.maximiser = self.trace.viewpoint or MAX
        tree.way.append(0)

    def _tell_start(self, number: int) -> None:
        """Record that a state is being searched; once its first successor is entered, it is no leaf."""
        known = self.tree.known[number]
        text = f"{self._place(number)}: {self.narrator.role(self.tree.nodes[number].player)} moves."
        is_beyond = known.depth <= 0
        if is_beyond:
            text += " The depth is spent, but some actions are looked at all the same."
        elif self.has_ranges and known.window is not None:
            text += self.narrator.window(known.window, self.tree.start, self.has_guesses)
        label = self.narrator.range(known.range) if self.has_ranges else ""
        kind: Kind = "extend" if is_beyond else "enter"
        change = Change(number, "open", label, known.range, window=self._window(number))
        self._tell(kind, number, text, [change], counts=known.counts)

    # Going back

    def _worth(self, number: int) -> str:
        """Say what a state was found to be worth."""
        range_, is_guess = self.tree.known[number].range, self.tree.known[number].is_guess
        if range_[0] == range_[1]:
            return self.narrator.value(range_[0], is_guess)
        return self.narrator.bounds(range_, is_guess)

    def _tell_end(self, number: int, line: Line) -> None:
        """Record what was found of a state: of a leaf why, of another what was left out and which action is best."""
        known, place = self.tree.known[number], self._place(number)
        range_ = None if number in self.vectors else known.range
        worth = self.vectors[number] if range_ is None else self._worth(number)
        if not known.tried:
            is_end = known.reason in self.reasons.values()
            label = worth if range_ is None or range_[0] == range_[1] else self.narrator.range(range_, known.is_guess)
            text = f"{place} is worth {worth}: {known.reason if is_end else credit(known.reason)}."
            self._tell("enter" if is_end else "hit", number, text, [Change(number, "done", label, range_)])
            return
        self._tell_cutoff(number)
        is_bound = range_ is not None and range_[0] != range_[1]
        label = self.narrator.range(range_, known.is_guess) if self.has_ranges and range_ is not None else worth
        changes = [Change(number, "done", label, range_)]
        best = self.tree.child_by(number, line[0]) if line else None
        if best is not None:
            changes.append(Change(best, best=True))
        by = f", by {self.tree.nodes[best].action}" if best is not None and not is_bound else ""
        enough = ", which is enough to turn it down" if is_bound else ""
        self._tell("leave", number, f"{place} is done: {worth}{by}{enough}.", changes)

    def _tell_cutoff(self, number: int) -> None:
        """Record which successors were left out, and why."""
        known = self.tree.known[number]
        missed = [child for child in known.children if child not in known.tried]
        if not missed:
            return
        because, why = self._reason(number)
        self.pruned += len(missed)
        names = tell_names([self.tree.nodes[child].action for child in missed])
        mean = [Change(number, range=known.range)] if self.tree.nodes[number].player == CHANCE else []
        changes = [*(Change(child, "pruned") for child in missed), *mean]
        text = f"{why}: {names} {'is' if len(missed) == 1 else 'are'} not looked at."
        self._tell("cutoff", number, text, changes, because)

    def _reason(self, number: int) -> tuple[int | None, str]:
        """Find the better alternative that somebody above has, and say it."""
        tree = self.tree
        known, player = tree.known[number], tree.nodes[number].player
        place = f"At {self._place(number)}"
        role = self.narrator.role(player)
        if not self.has_ranges:
            return None, f"{place}, {role} already has so much that the player before won't come here"
        because = tree.better_behind(number)
        maximises = tree.maximises(number)
        low, high = known.range
        guess = known.is_guess
        has = (
            f"{self.narrator.value(low, guess)} or more" if maximises else f"{self.narrator.value(high, guess)} or less"
        )
        has = (
            f"the mean is {self.narrator.bounds(known.range, guess)}"
            if player == CHANCE
            else f"{role} can make it {has}"
        )
        if because is not None:
            other = tree.nodes[because]
            rival = self.narrator.role(tree.nodes[other.parent or 0].player)
            held = self.narrator.value(tree.known[because].range[1 if maximises else 0], tree.known[because].is_guess)
            return because, f"{place} {has}, and {rival} already has {held} by {other.action}"
        window = tree.window(number)
        if window is not None and window[0] >= window[1] and self.game.has_chance:
            missing = (
                f"less than {self.narrator.value(window[1], guess)}"
                if maximises
                else f"more than {self.narrator.value(window[0], guess)}"
            )
            return None, f"{place} {has}, and only {missing} would make a difference"
        if window is not None and window[0] >= window[1]:
            return None, f"{place} {has}, and nothing is better than that"
        return None, f"{place} only the most promising actions are kept"

    def _narrow_above(self) -> None:
        """Update the ranges above the present state, and record those that have become narrower."""
        tree, changed = self.tree, []
        for parent in tree.way[-2::-1]:
            if not tree.narrow(parent, tree.combined(parent)):
                break
            changed.append(parent)
        if changed and self.has_ranges:
            known = [(each, tree.known[each].range, tree.known[each].is_guess) for each in changed]
            told = [
                f"{self._place(each)} is {self.narrator.bounds(range_, guess)}" for each, range_, guess in known[:3]
            ]
            changes = [
                Change(each, None, self.narrator.range(range_, guess), range_, window=self._window(each))
                for each, range_, guess in known
            ]
            self._tell("narrow", changed[0], f"So {', and '.join(told)}.", changes)

    # Small parts

    def _window(self, number: int) -> str | None:
        window = self.tree.window(number) if self.has_ranges else None
        return None if window is None else "α {}  β {}".format(*map(self.narrator.value, window))

    def _place(self, number: int) -> str:
        return self.narrator.place(self.tree.nodes, number)

    def _tell(
        self,
        kind: Kind,
        node: int,
        text: str,
        changes: Sequence[Change] = (),
        because: int | None = None,
        counts: tuple[int, int, int] | None = None,
    ) -> None:
        window, depth = self.tree.window(node) if self.has_ranges else None, self.tree.known[node].depth
        counts = counts or (self.states, self.leaves, self.pruned)
        worked = {"narrow": [change.node for change in changes], "leave": [node]}.get(kind, [])
        working = tell_working(self.narrator, self.tree, worked, self.vectors)
        self.trace.steps.append(
            Step(kind, node, begin_sentence(text), window, depth, because, *counts, tuple(changes), working)
        )

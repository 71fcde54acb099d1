"""The story of UCT, each simulation in its four phases: select, expand, simulate, back up.

>>> from plywise.games.tree import Tree
>>> trace = record_uct(Tree([[3, 12], [2, 4]]), limit=Limit(simulations=20))
>>> [step.kind for step in trace.steps[:3]], trace.at()[0].label
(['expand', 'simulate', 'back-up'], '3 proven')
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from plywise.explain.prose import write_number
from plywise.explain.trace.growing.proofs import GrowingTree
from plywise.explain.trace.narration import begin_sentence
from plywise.explain.trace.trace import Change, Kind, Step, Trace
from plywise.rules import CHANCE, Game, Limit, TreeOptions
from plywise.search import SimulatedBranch, uct

MOST_SUMS = 6
"""How many candidates' sums are written out; of more, the greatest."""


def record_uct(
    game: Game, state: Any = None, *, limit: Limit, history: Sequence[Any] = (), seed: int = 0, note: str = ""
) -> Trace:
    """Run UCT and return its story; a node's label is its mean to whoever chooses it, and its visits."""
    grown = GrowingTree(game, Trace(game, "uct", "visits", note), game.initial() if state is None else state)
    phases = _Phases(grown, TreeOptions().weigh(game).bonus)
    decision = uct(game, state, limit=limit, history=history, seed=seed, on_simulation=phases.tell)
    return grown.finish(decision)


@dataclass(slots=True)
class _Phases:
    """Tells simulations phase by phase. It hears of each when it is over, so it remembers how things stood before."""

    grown: GrowingTree
    bonus: float
    simulations: int = 0
    before: dict[int, tuple[int, float, float]] = field(default_factory=dict)
    """Visits, total and gain of each branch after the last simulation through it."""

    def tell(self, trail: list[SimulatedBranch]) -> None:
        """Tell one simulation, given its way through the tree."""
        self.simulations += 1
        grown, number = self.grown, 0
        numbers = [grown.node(id(trail[0]), None, None)]
        for above, branch in pairwise(trail):
            is_new = id(branch) not in grown.numbers
            number = grown.node(id(branch), numbers[-1], branch.action, branch.odds)
            if is_new:
                self.tell_expansion(above, branch, numbers[-1], number)
            else:
                self.tell_selection(above, branch, numbers[-1], number)
            numbers.append(number)
        self.tell_playout(trail[-1], number)
        self.tell_back_up(trail, numbers)

    def visits(self, branch: SimulatedBranch) -> tuple[int, float, float]:
        """Return a branch's visits, total and gain before this simulation."""
        return self.before.get(id(branch), (0, 0.0, 0.0))

    def tell_selection(self, above: SimulatedBranch, branch: SimulatedBranch, parent: int, number: int) -> None:
        """Say why an action was followed: its sum of mean and bonus is the greatest."""
        name = self.grown.trace.nodes[number].action
        if above.player == CHANCE:
            self.add("select", number, f"Select: chance leads to {name}.")
            return
        total = max(1, self.visits(above)[0])
        rivals = [each for each in above.branches if each is branch or each.proven is None]
        sums = sorted(((self.bound(each, total), each) for each in rivals), key=lambda pair: pair[0], reverse=True)
        lines = [self.write_sum(each, total, parent) for _, each in sums[:MOST_SUMS] if each is not branch]
        place, who = self.place(parent), self.grown.narrator.role(above.player)
        text = f"Select: at {place} {who} follows {name}, whose sum of mean and bonus is the greatest."
        self.add("select", number, text, working=(f"{self.write_sum(branch, total, parent)}  ◀", *lines))

    def bound(self, branch: SimulatedBranch, total: int) -> float:
        """Return the upper confidence bound of a branch as it was."""
        visits, gained, _ = self.visits(branch)
        if not visits:
            return math.inf
        return gained / visits + self.bonus * math.sqrt(math.log(total) / visits)

    def write_sum(self, branch: SimulatedBranch, total: int, parent: int) -> str:
        """Write out the upper confidence bound of a branch."""
        game, state = self.grown.game, self.grown.trace.nodes[parent].state
        name, (visits, gained, _) = game.action_name(state, branch.action), self.visits(branch)
        if not visits:
            return f"{name}: not tried yet"
        return (
            f"{name}: {_short(gained / visits)} + {_short(self.bonus)}·√(ln {total} / {visits}) "
            f"= {_short(self.bound(branch, total))}"
        )

    def tell_expansion(self, above: SimulatedBranch, branch: SimulatedBranch, parent: int, number: int) -> None:
        """Say which state joins the tree."""
        name = self.grown.trace.nodes[number].action
        why = "chance leads there" if above.player == CHANCE else "it has not been tried yet"
        text = f"Expand: {name} at {self.place(parent)} joins the tree; {why}."
        self.add("expand", number, text, [Change(number, "open", "new")])

    def tell_playout(self, leaf: SimulatedBranch, number: int) -> None:
        """Say how the game went on from the new state."""
        _, _, gained = self.visits(leaf)
        outcome, who = _short(leaf.gained - gained), self.grown.narrator.role(leaf.chooser)
        if leaf.proven is not None:
            text = f"Simulate: nothing has to be played, the rules prove that this is worth {outcome} to {who}."
        else:
            text = f"Simulate: from here on both sides play at random, and it ends with {outcome} for {who}."
        self.add("simulate", number, text)

    def tell_back_up(self, trail: list[SimulatedBranch], numbers: list[int]) -> None:
        """Count the visit at every state on the way."""
        lines, changes = [], []
        for branch, number in zip(trail[::-1], numbers[::-1], strict=True):
            visits, total, _ = self.visits(branch)
            before = f"{_short(total / visits)} in {visits}" if visits else "nothing"
            lines.append(f"{begin_sentence(self.place(number))}: {before} → {_short(branch.mean)} in {branch.visits}")
            changes.append(Change(number, "done" if branch.proven else "open", _label(branch)))
            self.before[id(branch)] = branch.visits, branch.total, branch.gained
        text = f"Back up: the outcome counts at every state on the way, {len(trail)} in all."
        self.grown.states += len(trail)
        self.add("back-up", 0, text, changes, tuple(lines))

    def place(self, number: int) -> str:
        """Say where a node is."""
        return self.grown.narrator.place(self.grown.trace.nodes, number)

    def add(
        self, kind: Kind, node: int, text: str, changes: Sequence[Change] = (), working: tuple[str, ...] = ()
    ) -> None:
        """Add a step; the first of a simulation says which it is."""
        steps = self.grown.trace.steps
        if not steps or steps[-1].kind == "back-up":
            text = f"Simulation {self.simulations}. {text}"
        self.grown.tell(Step(kind, node, text, changes=tuple(changes), working=working), 0)


def _short(number: float) -> str:
    return write_number(float(f"{number:.3g}"))


def _label(branch: SimulatedBranch) -> str:
    if branch.proven is not None:
        return f"{write_number(branch.proven[branch.chooser])} proven"
    return f"{write_number(float(f'{branch.mean:.2g}'))} ({branch.visits})"

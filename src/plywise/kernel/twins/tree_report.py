"""What compiled UCT trees say of their root: read off the records, in the terms of `plywise.search.uct`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from plywise.kernel.running import Block, Machine, Records
from plywise.rules import CHANCE, MAX, Action, Bound, Choice, Decision, Game, Scale, Status, TreeWeights, Unit


class Reader:
    """One thread's tree; records are known by their numbers, the root being 0."""

    def __init__(self, machine: Machine, block: Block, tree: Records, weights: TreeWeights) -> None:
        self.game, self.layout, self.rules = machine.game, machine.layout, machine.rules
        self.block, self.tree, self.weights = block, tree, weights

    @property
    def estimates(self) -> int:
        """How many leaves of the tree count for what the rules alone don't say."""
        return int(self.block[self.layout.ESTIMATES])

    def action(self, record: int) -> Action:
        """Return the action that leads to a record."""
        return self.rules.decode(self.tree.word(record, self.layout.CODE))  # type: ignore[no-any-return]

    def visits(self, record: int) -> int:
        """Return how often a record was visited."""
        return self.tree.word(record, self.layout.VISITS)

    def total(self, record: int) -> float:
        """Return what all visits counted for, to the chooser."""
        return self.tree.floats(record, self.layout.TOTAL)[0]

    def gained(self, record: int) -> float:
        """Return what the chooser got in all visits, in utility."""
        return self.tree.floats(record, self.layout.GAINS)[0]

    def player(self, record: int) -> int:
        """Return who moves; requires children."""
        return (self.tree.word(record, self.layout.LINKS) >> 1 & 127) - 1

    def children(self, record: int) -> range:
        """Return a record's children."""
        links = self.tree.word(record, self.layout.LINKS)
        return range(links >> 24, (links >> 24) + (links >> 8 & 0xFFFF))

    def proven(self, record: int) -> tuple[float, ...] | None:
        """Return the proven utilities to every player, or None."""
        if not self.tree.word(record, self.layout.LINKS) & 1:
            return None
        place = self.layout.PROOF
        values = self.tree.floats(record, place, self.layout.VALUES)
        return (values[0], (self.game.utility_sum or 0) - values[0]) if self.layout.ADVERSARIAL else tuple(values)

    def line(self, record: int, state: Any) -> tuple[Action, ...]:
        """Return the best actions from a record on, whose state is given: as far as known, or to the first roll."""
        line: list[Action] = []
        while not self.game.is_terminal(state) and self.game.to_move(state) != CHANCE:
            branches = [self.branch(child, self.game.to_move(state)) for child in self.children(record)]
            best = best_branch(branches, self.weights, self.game.utility_range[0])
            if best is None:
                return (*line, *self.last_action(record, state))
            line.append(best.action)
            record, state = best.record, self.game.result(state, best.action)
        return tuple(line)

    def last_action(self, record: int, state: Any) -> tuple[Action, ...]:
        """Return the action that ends the game as proven, of a record whose children weren't kept; else none."""
        player, proven = self.game.to_move(state), self.proven(record)
        for action in self.game.actions(state) if proven else ():
            child = self.game.result(state, action)
            if self.game.is_terminal(child) and proven and self.game.utility(child, player) == proven[player]:
                return (action,)
        return ()

    def branch(self, record: int, chooser: int) -> "Branch":
        """Return what a record holds for whoever chooses it."""
        proven = self.proven(record)
        total, gained = (self.total(record), self.gained(record)) if proven is None else (0.0, 0.0)
        visits = self.visits(record)
        return Branch(self.action(record), max(chooser, MAX), visits, total, gained, proven, record, self)


@dataclass(frozen=True, slots=True)
class Branch:
    """An action, what its simulations came to and what is proven of it, in one tree or in several added up."""

    action: Action
    chooser: int
    visits: int
    total: float
    gained: float
    proven: tuple[float, ...] | None
    record: int
    reader: Reader

    @property
    def worth(self) -> float:
        """What is proven for the chooser, or the mean, or nothing known."""
        if self.proven is not None:
            return self.proven[self.chooser]
        return self.gained / self.visits if self.visits else self.reader.game.draw_utility

    @property
    def mean(self) -> float:
        """What a visit counted for on average; requires a visit."""
        return self.total / self.visits


def best_branch(branches: Sequence[Branch], weights: TreeWeights, lowest: float) -> Branch | None:
    """Return the branch proven best if it is as good as the mean of the one visited most, otherwise that one."""
    known = [each for each in branches if each.proven is not None]
    tried = [each for each in branches if each.proven is None and each.visits]
    best = max(known, key=lambda each: each.worth, default=None)
    favourite = max(tried, key=lambda each: (each.visits, each.mean), default=None)
    if best is None or favourite is None:
        return best or favourite
    return best if weights.score(best.worth) >= favourite.mean and best.worth > lowest else favourite


def report(game: Game, state: Any, readers: Sequence[Reader], weights: TreeWeights) -> Decision:
    """Return what the trees together say of their root."""
    proven = next((values for reader in readers if (values := reader.proven(0)) is not None), None)
    estimates = sum(reader.estimates for reader in readers)
    if game.to_move(state) == CHANCE:
        visits = sum(reader.visits(0) for reader in readers)
        mean = sum(reader.gained(0) for reader in readers) / visits if visits else game.draw_utility
        value = mean if proven is None else proven[MAX]
        status = Status.HEURISTIC if estimates or proven is None else Status.PROVEN
        return Decision(None, value, MAX, status, values=proven)
    player, scale = game.to_move(state), Scale(game)
    per_tree = [[reader.branch(child, player) for child in reader.children(0)] for reader in readers]
    branches = [_added(each) for each in zip(*(tree for tree in per_tree if tree), strict=True)]
    choices = tuple(_choice(scale, each, state, estimates) for each in branches)
    best = choices[branches.index(best_branch(branches, weights, scale.low) or branches[0])]
    status, bound = scale.verdict(best, choices)
    return Decision(best.action, best.value, player, status, bound, line=best.line, choices=choices, values=proven)


def _added(same: Sequence[Branch]) -> Branch:
    """Add up what several trees hold of one action; the line is that of the tree that proves it or visited it most."""
    first = max(same, key=lambda each: (each.proven is not None, each.visits))
    visits, total = sum(each.visits for each in same), sum(each.total for each in same)
    return replace(first, visits=visits, total=total, gained=sum(each.gained for each in same))


def _choice(scale: Scale, branch: Branch, state: Any, estimates: int) -> Choice:
    line = (branch.action, *branch.reader.line(branch.record, branch.reader.game.result(state, branch.action)))
    if branch.proven is None:
        return Choice(branch.action, branch.worth, line=line, visits=branch.visits)
    told = scale.choice(line, branch.worth, Unit.UTILITY, Bound.EXACT, horizon=estimates > 0)
    return replace(told, visits=branch.visits)

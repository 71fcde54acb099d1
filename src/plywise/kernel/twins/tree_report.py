"""What a compiled UCT tree says of its root: read off the records, in the terms of `plywise.search.uct`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from plywise.kernel.running import Block, Machine, Records
from plywise.rules import CHANCE, MAX, Action, Bound, Choice, Decision, Game, Scale, Status, TreeWeights, Unit


class Reader:
    """A tree; records are known by their numbers, the root being 0."""

    def __init__(self, machine: Machine, block: Block, tree: Records, weights: TreeWeights) -> None:
        self.machine, self.game, self.layout, self.rules = machine, machine.game, machine.layout, machine.rules
        self.block, self.tree, self.weights = block, tree, weights

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
        length = self.machine.call("best_line", self.block, record)
        line = tuple(map(self.rules.decode, self.block[self.layout.PATH : self.layout.PATH + length]))
        end = self.block[self.layout.KNOWN]
        if self.children(end) or self.proven(end) is None:
            return line
        for action in line:
            state = self.game.result(state, action)
        if self.game.is_terminal(state) or self.game.to_move(state) == CHANCE:
            return line
        return (*line, *self.last_action(end, state))

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
    """An action, what its simulations came to and what is proven of it."""

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


def report(game: Game, state: Any, reader: Reader, estimates: int) -> Decision:
    """Return what a tree says of its root, where `estimates` leaves count for what the rules alone don't say."""
    proven = reader.proven(0)
    if game.to_move(state) == CHANCE:
        visits = reader.visits(0)
        mean = reader.gained(0) / visits if visits else game.draw_utility
        value = mean if proven is None else proven[MAX]
        status = Status.HEURISTIC if estimates or proven is None else Status.PROVEN
        return Decision(None, value, MAX, status, values=proven)
    player, scale = game.to_move(state), Scale(game)
    branches = [reader.branch(child, player) for child in reader.children(0)]
    choices = tuple(_choice(scale, each, state, estimates) for each in branches)
    best = choices[branches.index(best_branch(branches, reader.weights, scale.low) or branches[0])]
    status, bound = scale.verdict(best, choices)
    return Decision(best.action, best.value, player, status, bound, line=best.line, choices=choices, values=proven)


def sketch(game: Game, state: Any, reader: Reader) -> Decision | None:
    """Return what a tree says of its root while threads are at work on it: visits and means, and nothing of proofs.

    None where chance moves at the root, or nothing has been tried yet.
    """
    player = game.to_move(state)
    records = reader.children(0)
    visits = {record: reader.visits(record) for record in records}
    if player == CHANCE or not any(visits.values()):
        return None
    choices = []
    for record, count in visits.items():
        action, mean = reader.action(record), reader.gained(record) / count if count else game.draw_utility
        choices.append(Choice(action, mean, line=(action,), visits=count, is_tried=count > 0))
    best = max(choices, key=lambda choice: choice.visits)
    return Decision(best.action, best.value, player, Status.HEURISTIC, line=best.line, choices=tuple(choices))


def _choice(scale: Scale, branch: Branch, state: Any, estimates: int) -> Choice:
    line = (branch.action, *branch.reader.line(branch.record, branch.reader.game.result(state, branch.action)))
    if branch.proven is None:
        return Choice(branch.action, branch.worth, line=line, visits=branch.visits, is_tried=branch.visits > 0)
    told = scale.choice(line, branch.worth, Unit.UTILITY, Bound.EXACT, horizon=estimates > 0)
    return replace(told, visits=branch.visits)

"""The workers of a search, and what they share."""

from collections.abc import Sequence
from typing import Any

from plywise.kernel.alpha_beta.probing import Probing
from plywise.kernel.alpha_beta.switches import Switches
from plywise.kernel.alpha_beta.table import Table
from plywise.kernel.alpha_beta.tuning import Tuning
from plywise.kernel.alpha_beta.value_scale import ValueScale
from plywise.kernel.alpha_beta.worker import Worker
from plywise.kernel.patterns import PatternWeights
from plywise.kernel.running import UNLIMITED, Machine, RootAction
from plywise.rules import Game, Limit


class WorkerGroup:
    """A search's threads: their rules and table, and the solved tables and learned patterns that they ask, if any."""

    def __init__(
        self,
        game: Game,
        machine: Machine,
        switches: Switches,
        steps: ValueScale,
        table: Table,
        *,
        probing: Probing | None,
        patterns: PatternWeights | None,
        tuning: Tuning,
        threads: int,
    ) -> None:
        self.game, self.machine, self.switches, self.steps, self.table = game, machine, switches, steps, table
        self.probing, self.patterns = probing, patterns
        self.members = [Worker(machine, switches, steps, tuning) for _ in range(threads)]
        self.first = self.members[0]
        """The worker that begins with the best action."""

    @property
    def nodes(self) -> int:
        """States visited so far by the search under way, or by the last one."""
        return sum(worker.nodes for worker in self.members)

    @property
    def leaves(self) -> int:
        """States visited so far that weren't expanded, likewise."""
        return sum(worker.leaves for worker in self.members)

    @property
    def probes(self) -> int:
        """States whose value came from a solved table, likewise."""
        return sum(int(worker.block[worker.layout.HITS]) for worker in self.members)

    @property
    def takes_images(self) -> bool:
        """Whether states are searched by their canonical images, after the history that was set up."""
        return self.switches.symmetry and not self.first.has_history

    def set_up(self, state: Any, actions: Sequence[Any], history: Sequence[Any], limit: Limit, deadline: int) -> None:
        """Make every worker ready to search a root after the states that were played."""
        rules = self.machine.rules
        self.table.grow_older()
        probing = self.probing if self.probing and self.probing.holds_for(history) else None
        budget = UNLIMITED if limit.nodes is None else -(-limit.nodes // len(self.members))
        for worker in self.members:
            roots = [RootAction(action, rules.encode(action)) for action in actions]
            worker.prepare(rules.cells(state), roots, self.game.to_move(state), self.table)
            self.machine.write_history(worker.block, history)
            if probing:
                probing.write(worker.block, worker.layout)
            if self.patterns:
                self.patterns.write(worker.block, worker.layout)
            worker.allow(budget, deadline)

    def stop(self) -> None:
        """End the search under way."""
        for worker in self.members:
            worker.stop()

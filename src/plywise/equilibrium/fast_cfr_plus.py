"""CFR+ as `plywise.search.CfrPlus` computes it, compiled, for many rounds.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden import grow_tree
>>> solver = FastCfrPlus(grow_tree(KuhnPoker()))
>>> solver.run(10)
>>> solver.rounds
10
"""

import numpy as np

from plywise.equilibrium.flat_tree import flatten
from plywise.kernel.regrets import compiled_rounds
from plywise.rules import Policy
from plywise.search.hidden import InformationTree, normalized


class FastCfrPlus:
    """The compiled twin of CfrPlus: the same numbers, up to rounding."""

    def __init__(self, tree: InformationTree) -> None:
        self.tree, self.flat, self.rounds = tree, flatten(tree), 0
        places = int(self.flat.rows[-1])
        sizes = np.diff(self.flat.rows)
        self.policy = np.repeat(1.0 / sizes, sizes) if places else np.zeros(0)
        self.regrets, self.sums = np.zeros(places), np.zeros(places)
        nodes = len(self.flat.player)
        self._spare = (np.zeros(nodes), np.zeros(nodes), np.zeros(nodes))

    def run(self, rounds: int) -> None:
        """Update both players' regrets that many times."""
        flat = self.flat
        compiled_rounds()(
            (flat.player, flat.first, flat.count, flat.base, flat.chance, flat.utility),
            (flat.rows, flat.row_player),
            float(self.tree.game.utility_sum or 0),
            self.rounds,
            rounds,
            self.regrets,
            self.policy,
            self.sums,
            self._spare,
        )
        self.rounds += rounds

    def average_policy(self) -> Policy:
        """Return the average of all rounds' policies: this is what approaches an equilibrium."""
        rows = self.flat.rows
        parts = [self.sums[rows[number] : rows[number + 1]] for number in range(len(self.tree.sets))]
        return self.tree.policy([normalized([float(each) for each in part]) for part in parts])

"""Discounted CFR (Brown and Sandholm, 2019): old rounds count less and less.

    after round t, positive regrets are multiplied by t^a / (t^a + 1), negative ones by t^b / (t^b + 1),
    and what the average has so far by (t / (t + 1))^c                        a = 1.5, b = 0, c = 2

A large mistake of the first rounds is forgotten soon, where plain CFR must outweigh it. With a = b = infinity and c = 0
nothing is discounted: plain CFR.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden.best_response import exploitability
>>> solver = DiscountedCfr(KuhnPoker())
>>> solver.run(500)
>>> exploitability(solver.tree, solver.average_policy()) < 0.001
True
"""

from plywise.rules import Game
from plywise.search.hidden.cfr import Cfr
from plywise.search.hidden.information_tree import InformationTree


class DiscountedCfr(Cfr):
    """CFR that forgets early rounds by three powers of the round's number."""

    def __init__(
        self,
        game: Game,
        tree: InformationTree | None = None,
        *,
        positive: float = 1.5,
        negative: float = 0.0,
        average: float = 2.0,
    ) -> None:
        super().__init__(game, tree)
        self.positive, self.negative, self.average = positive, negative, average

    def after_walk(self, player: int) -> None:
        """Discount a player's regrets and what the average has so far."""
        gained = self.rounds**self.positive / (self.rounds**self.positive + 1)
        lost = self.rounds**self.negative / (self.rounds**self.negative + 1)
        kept = (self.rounds / (self.rounds + 1)) ** self.average
        for number, each in enumerate(self.tree.sets):
            if each.player == player:
                self.regrets[number] = [regret * (gained if regret > 0 else lost) for regret in self.regrets[number]]
                self.sums[number] = [each_sum * kept for each_sum in self.sums[number]]

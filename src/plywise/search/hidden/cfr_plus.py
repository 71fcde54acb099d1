"""CFR+ (Tammelin, 2014): no regret is ever negative, and later rounds count for more.

    regret of an action = max(0, regret + ...)      an action that turns out well is tried again at once, instead of
                                                    first paying off the regrets of a thousand bad rounds
    round t counts t times in the average           the first rounds, which knew nothing, are soon outvoted

With these two changes limit hold'em was solved (Bowling, Burch, Johanson and Tammelin, 2015). The compiled twin is
`plywise.equilibrium.FastCfrPlus`.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden.best_response import exploitability
>>> solver = CfrPlus(KuhnPoker())
>>> solver.run(500)
>>> exploitability(solver.tree, solver.average_policy()) < 0.001
True
"""

from plywise.search.hidden.cfr import Cfr


class CfrPlus(Cfr):
    """CFR whose regrets never go below 0, and whose average weighs round t by t."""

    def weight(self) -> float:
        """How much this round counts in the average: as its number."""
        return float(self.rounds)

    def after_walk(self, player: int) -> None:
        """Forget negative regrets."""
        for number, each in enumerate(self.tree.sets):
            if each.player == player:
                self.regrets[number] = [max(0.0, regret) for regret in self.regrets[number]]

"""Counterfactual regret minimization (Zinkevich, Johanson, Bowling and Piccione, 2007).

    for each player in turn:
        walk through the whole tree, with the probability that chance and each player come this far
        regret of an action += (reach of everybody else) x (what the action would have brought - what was got)
        probability of an action next time = its regret / all positive regrets           (regret matching)
    the answer is the average of all those policies, weighted by how likely the player came there

No single round is good, and the current policies never settle; but regrets grow only with the square root of the
rounds, so the *average* of the policies approaches an equilibrium: with two players and a constant sum, its
exploitability is at most the sum of both players' average regrets.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden.best_response import value_of
>>> cfr = Cfr(KuhnPoker())
>>> cfr.run(1000)
>>> round(value_of(cfr.tree, cfr.average_policy()), 2)  # -1/18
-0.06
"""

from collections.abc import Sequence

from plywise.rules import CHANCE, Game, Policy
from plywise.search.hidden.information_tree import END, HistoryNode, InformationTree, grow_tree


class Cfr:
    """Plain CFR; each variant changes how regrets are kept, or how rounds are weighted in the average."""

    def __init__(self, game: Game, tree: InformationTree | None = None) -> None:
        self.tree = tree or grow_tree(game)
        self.rounds = 0
        self.regrets = [[0.0] * len(each.actions) for each in self.tree.sets]
        self.sums = [[0.0] * len(each.actions) for each in self.tree.sets]
        self.current = [matched(row) for row in self.regrets]

    def run(self, rounds: int) -> None:
        """Update both players' regrets that many times, one player after the other."""
        for _ in range(rounds):
            self.rounds += 1
            for player in (0, 1):
                self.walk(self.tree.root, player, 1.0, 1.0)
                self.after_walk(player)
                for number, each in enumerate(self.tree.sets):
                    if each.player == player:
                        self.current[number] = matched(self.regrets[number])

    def walk(self, node: HistoryNode, player: int, own: float, others: float) -> float:
        """Return what a history is worth to a player; `own` and `others` are the probabilities of coming here."""
        if node.player == END:
            return node.utility if player == 0 else self.tree.game.value_to(1, node.utility)
        if node.player == CHANCE:
            pairs = zip(node.chances, node.children, strict=True)
            return sum(chance * self.walk(child, player, own, others * chance) for chance, child in pairs)
        policy = self.current[node.set_number]
        if node.player != player:
            pairs = zip(policy, node.children, strict=True)
            return sum(chance * self.walk(child, player, own, others * chance) for chance, child in pairs)
        values = [
            self.walk(child, player, own * chance, others) for chance, child in zip(policy, node.children, strict=True)
        ]
        value = sum(chance * each for chance, each in zip(policy, values, strict=True))
        regrets, sums, weight = self.regrets[node.set_number], self.sums[node.set_number], self.weight()
        for place, chance in enumerate(policy):
            regrets[place] += others * (values[place] - value)
            sums[place] += weight * own * chance
        return value

    def weight(self) -> float:
        """How much this round counts in the average."""
        return 1.0

    def after_walk(self, player: int) -> None:
        """Change a player's regrets after each round: nothing here."""

    def average_policy(self) -> Policy:
        """Return the average of all rounds' policies: this is what approaches an equilibrium."""
        return self.tree.policy([normalized(row) for row in self.sums])

    def current_policy(self) -> Policy:
        """Return the policy of the next round."""
        return self.tree.policy(self.current)


def matched(regrets: Sequence[float]) -> list[float]:
    """Return probabilities in proportion to the positive regrets: regret matching; all alike where none is.

    >>> matched([3.0, -1.0, 1.0]), matched([-1.0, 0.0])
    ([0.75, 0.0, 0.25], [0.5, 0.5])
    """
    return normalized([max(regret, 0.0) for regret in regrets])


def normalized(row: Sequence[float]) -> list[float]:
    """Return a row of numbers that aren't negative, divided by their sum; all alike where that is 0."""
    total = sum(row)
    return [number / total for number in row] if total > 0 else [1 / len(row)] * len(row)

"""The best answer to a policy that is known, and how much it gains: the exact measure of how good a policy is.

The answering player doesn't see what is hidden either: one action for each information set. Which is best there depends
on how likely each of its histories is, given chance and the other's policy, and on what comes later; so the sets are
decided from the end of the game towards its start.

    exploitability = (best answer to B's policy + best answer to A's policy - the constant sum) / 2

0 is an equilibrium: nobody gains by knowing the other's policy. It is half of what others call NashConv.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden.information_tree import grow_tree
>>> tree = grow_tree(KuhnPoker())
>>> everything_alike = tree.policy([[0.5, 0.5] for _ in tree.sets])
>>> round(exploitability(tree, everything_alike), 6), round(value_of(tree, everything_alike), 6)
(0.458333, 0.125)
"""

from collections import defaultdict
from collections.abc import Sequence

from plywise.rules import CHANCE, Policy
from plywise.search.hidden.information_tree import END, HistoryNode, InformationTree


class BestResponse:
    """The best a player can do against the other's policy: its value, and what is done in each information set."""

    def __init__(self, tree: InformationTree, policy: Policy, player: int) -> None:
        self.tree, self.player = tree, player
        self.rows = tree.rows_of(policy)
        self.histories: dict[int, list[tuple[HistoryNode, float]]] = defaultdict(list)
        """By the number of a set of the player's: its histories, each with the others' probability of coming there."""
        self.chosen: dict[int, int] = {}
        self._values: dict[int, float] = {}
        self._gather(tree.root, 1.0)
        self.value = self._value(tree.root)

    def policy(self) -> Policy:
        """Return what the player does, as a policy without mixtures; the other's rows are the policy answered."""
        rows = list(self.rows)
        for number, each in enumerate(self.tree.sets):
            if each.player == self.player:
                chosen = self.chosen.get(number, 0)
                rows[number] = tuple(float(place == chosen) for place in range(len(each.actions)))
        return self.tree.policy(rows)

    def _gather(self, node: HistoryNode, reach: float) -> None:
        if node.player == self.player:
            self.histories[node.set_number].append((node, reach))
        for chance, child in zip(self._chances(node), node.children, strict=True):
            self._gather(child, reach * chance)

    def _chances(self, node: HistoryNode) -> Sequence[float]:
        """Return how likely each child is, as far as it isn't the player's own choice."""
        if node.player == CHANCE:
            return node.chances
        if node.player == self.player:
            return (1.0,) * len(node.children)
        return self.rows[node.set_number] if node.player != END else ()

    def _value(self, node: HistoryNode) -> float:
        """Return what a history is worth to the player, who answers in the best way from here on."""
        known = self._values.get(id(node))
        if known is not None:
            return known
        if node.player == END:
            value = self.tree.game.value_to(self.player, node.utility)
        elif node.player == self.player:
            value = self._value(node.children[self._choose(node.set_number)])
        else:
            pairs = zip(self._chances(node), node.children, strict=True)
            value = sum(chance * self._value(child) for chance, child in pairs)
        self._values[id(node)] = value
        return value

    def _choose(self, number: int) -> int:
        """Return the number of the best action in an information set, over all its histories together."""
        if number not in self.chosen:
            histories = self.histories[number]
            gains = [
                sum(reach * self._value(node.children[place]) for node, reach in histories)
                for place in range(len(self.tree.sets[number].actions))
            ]
            self.chosen[number] = gains.index(max(gains))
        return self.chosen[number]


def exploitability(tree: InformationTree, policy: Policy) -> float:
    """Return what the best answers gain on average, half of NashConv: 0 for an equilibrium."""
    return mean_gain(tree, best_answers(tree, policy))


def best_answers(tree: InformationTree, policy: Policy) -> tuple[float, float]:
    """Return the most that each player can get against the other's policy."""
    return BestResponse(tree, policy, 0).value, BestResponse(tree, policy, 1).value


def mean_gain(tree: InformationTree, answers: tuple[float, float]) -> float:
    """Return what best answers of these values gain on average, never less than 0."""
    return max(0.0, (sum(answers) - (tree.game.utility_sum or 0)) / 2)


def value_of(tree: InformationTree, policy: Policy) -> float:
    """Return what a game is worth to player 0 where both follow a policy."""
    rows = tree.rows_of(policy)

    def value(node: HistoryNode) -> float:
        if node.player == END:
            return node.utility
        chances = node.chances if node.player == CHANCE else rows[node.set_number]
        return sum(chance * value(child) for chance, child in zip(chances, node.children, strict=True) if chance)

    return value(tree.root)

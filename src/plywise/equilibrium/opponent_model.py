"""What a player learns of an opponent from finished games, by what the player saw of them and nothing else.

    A bets, B folds        A saw no card: it counts for each card that B may have had, as likely as that is
    A bets, B calls, K     the cards were compared: it counts for what B does with a king

Which card a folded hand was isn't known, and those that are shown are no fair sample. So each game is shared out among
all the plays that look like it to the player, by how likely each is: chance as the rules say, the opponent as estimated
so far. The estimate follows from those counts, and the other way round, until they fit (expectation maximization).
Before any game is seen, the opponent is taken to follow a given policy, which counts as a few games in each
information set, with a little of every other action.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> from plywise.search.hidden import grow_tree
>>> from plywise.rules import Record, information_of
>>> game = KuhnPoker()
>>> tree = grow_tree(game)
>>> model = OpponentModel(tree, 0, tree.policy([[0.5, 0.5] for _ in tree.sets]), weight=2)
>>> record = Record(game)
>>> for name in ("Q", "K", "bet", "call"):
...     _ = record.add(record.find(name))
>>> for _ in range(20):  # B calls a bet and shows the king, again and again
...     model.add(information_of(game, record.states, 0))
>>> sees_bet = information_of(game, record.states[:-1], 1)
>>> [round(chance, 2) for _, chance in model.policy().rows[1, sees_bet]]
[0.05, 0.95]
"""

from collections import Counter
from dataclasses import dataclass

from plywise.rules import CHANCE, Information, Policy, first_information, next_information
from plywise.search.hidden import END, HistoryNode, InformationTree

ROUNDS = 12
"""How often counts and estimate are fitted to each other at a time."""
UNIFORM = 0.05
"""How much of all actions alike is mixed into what is expected at first: nothing is taken to be impossible."""


@dataclass(frozen=True, slots=True)
class _Play:
    """A play to the end: how likely chance makes it, and what the opponent did, as sets and places of actions."""

    chance: float
    choices: tuple[tuple[int, int], ...]


class OpponentModel:
    """Estimates how an opponent acts, from what a player saw."""

    def __init__(self, tree: InformationTree, player: int, prior: Policy, weight: float) -> None:
        self.tree, self.player = tree, player
        self.games = 0
        self.seen: Counter[Information] = Counter()
        """What the player knew at the end of each game, and in how many games."""
        self._prior = [
            [weight * ((1 - UNIFORM) * chance + UNIFORM / len(row)) for chance in row] for row in tree.rows_of(prior)
        ]
        self._rows = [_shares(row) for row in self._prior]
        self._plays: dict[Information, list[_Play]] = {}
        game, start = tree.game, tree.game.initial()
        self._walk(tree.root, start, first_information(game, start, player), 1.0, ())

    def add(self, information: Information) -> None:
        """Count a game, by all that the player knew at its end."""
        if information in self._plays:
            self.seen[information] += 1
            self.games += 1

    def policy(self) -> Policy:
        """Return how the opponent is expected to act; the player's own rows are the prior's."""
        for _ in range(ROUNDS if self.games else 0):
            counts = [list(row) for row in self._prior]
            for information, times in self.seen.items():
                plays = self._plays[information]
                likely = [self._likelihood(play) for play in plays]
                total = sum(likely)
                for play, each in zip(plays, likely, strict=True):
                    for number, place in play.choices:
                        counts[number][place] += times * each / total
            self._rows = [_shares(row) for row in counts]
        return self.tree.policy(self._rows)

    def _likelihood(self, play: _Play) -> float:
        likely = play.chance
        for number, place in play.choices:
            likely *= self._rows[number][place]
        return likely

    def _walk(
        self,
        node: HistoryNode,
        state: object,
        known: Information,
        chance: float,
        choices: tuple[tuple[int, int], ...],
    ) -> None:
        """Note every play, by what the player knows at its end."""
        if node.player == END:
            self._plays.setdefault(known, []).append(_Play(chance, choices))
            return
        game, is_chance = self.tree.game, node.player == CHANCE
        if is_chance:
            actions = tuple(outcome for outcome, likely in game.chances(state) if likely > 0)
        else:
            actions = self.tree.sets[node.set_number].actions
        odds = node.chances if is_chance else (1.0,) * len(actions)
        for place, (action, likely, child) in enumerate(zip(actions, odds, node.children, strict=True)):
            after = game.result(state, action)
            then = next_information(game, known, self.player, state, action, after)
            done = choices if is_chance or node.player == self.player else (*choices, (node.set_number, place))
            self._walk(child, after, then, chance * likely, done)


def _shares(row: list[float]) -> tuple[float, ...]:
    total = sum(row)
    return tuple(each / total for each in row) if total else (1 / len(row),) * len(row)

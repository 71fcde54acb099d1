"""Ten players with a bias each, for any game of betting, and how a modeller fares against them."""

import math
from dataclasses import dataclass

from plywise.agents.policies import decide_by_policy
from plywise.rules import CHANCE, Lots, Record
from plywise.search.hidden import value_of

PLAYERS = {
    "plays at random": (0.0, {}),
    "never folds": (0.0, {"fold": 0}),
    "folds too often": (0.0, {"fold": 4}),
    "never raises": (0.0, {"bet": 0, "raise": 0}),
    "raises too often": (0.0, {"bet": 4, "raise": 4}),
    "equilibrium, but never folds": (1.0, {"fold": 0}),
    "equilibrium, but never raises": (1.0, {"bet": 0, "raise": 0}),
    "near equilibrium, folds too often": (0.8, {"fold": 3}),
    "near equilibrium, raises too often": (0.8, {"bet": 3, "raise": 3}),
    "half equilibrium, half at random": (0.5, {}),
}
"""How much of an equilibrium is in each, the rest being random play, and by what it multiplies its actions."""


def biased(tree, equilibrium, share, factors):
    """Return a player's policy: the shares of a mixture, each times the factor of the action's name."""
    rows = []
    for each, row in zip(tree.sets, tree.rows_of(equilibrium), strict=True):
        mixed = [share * chance + (1 - share) / len(row) for chance in row]
        tilted = [chance * factors.get(name, 1) for name, chance in zip(each.names, mixed, strict=True)]
        if not sum(tilted):  # what the equilibrium does is what this player never does
            tilted = [float(factors.get(name, 1) > 0) for name in each.names]
        rows.append([chance / sum(tilted) for chance in tilted])
    return tree.policy(rows)


def worth(tree, own, other, seat):
    """Return what a policy gets in a seat against another one, exactly."""
    rows = [tree.rows_of(own), tree.rows_of(other)]
    both = [rows[0 if each.player == seat else 1][number] for number, each in enumerate(tree.sets)]
    return tree.game.value_to(seat, value_of(tree, tree.policy(both)))


@dataclass(frozen=True)
class Fared:
    """How matches went: per game, what was gained beyond the equilibrium exactly, and what was won by the dice."""

    gains: tuple[float, ...]
    """A number for each match: the mean of the exact differences, by the policy that was played in each game."""
    won: float
    won_error: float
    equilibrium: float
    """What the equilibrium gets a game, exactly."""
    risk: float
    """The most that was risked at any time."""

    @property
    def gain(self):
        """The mean over the matches, and half of its 95% interval."""
        mean = sum(self.gains) / len(self.gains)
        spread = math.sqrt(sum((each - mean) ** 2 for each in self.gains) / (len(self.gains) - 1))
        student = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 10: 2.26}[len(self.gains)]
        return mean, student * spread / math.sqrt(len(self.gains))


def fare(modeller, policy, matches, games):
    """Let a modeller play matches against a policy, from both seats by turns, each from scratch."""
    tree, game = modeller.tree, modeller.game
    sure = [worth(tree, modeller.equilibrium, policy, seat) for seat in (0, 1)]
    gains, results, risk = [], [], 0.0
    for match in range(matches):
        modeller.forget()
        modeller.lots, lots = Lots(2 * match), Lots(2 * match + 1)
        exact = list(sure)
        gained = 0.0
        for number in range(games):
            seat = number % 2
            gained += exact[seat] - sure[seat]
            record = Record(game)
            while not record.is_over:
                player = game.to_move(record.state)
                if player == CHANCE:
                    record.add(lots.draw(game.chances(record.state)))
                elif player == seat:
                    record.add(modeller.choose(record.state, None, record.history, None).action)
                else:
                    record.add(decide_by_policy(game, policy, record.state, record.history, lots).action)
            results.append(record.utilities[seat])
            before = modeller.responses[seat]
            modeller.hear_end(record.states, seat)
            answer = modeller.responses[seat]
            if answer is not before:
                exact[seat], risk = worth(tree, answer.policy, policy, seat), max(risk, answer.risk)
        gains.append(gained / games)
    mean = sum(results) / len(results)
    error = 1.96 * math.sqrt(sum((each - mean) ** 2 for each in results)) / len(results)
    return Fared(tuple(gains), mean, error, sum(sure) / 2, risk)

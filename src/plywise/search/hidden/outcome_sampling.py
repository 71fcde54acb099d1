"""Monte Carlo CFR by outcome sampling (Lanctot, Waugh, Zinkevich and Bowling, 2009): one line of play a round.

    for each player in turn, play one game:
        the player explores (with probability `exploring` any action), the others and chance as their policies say
        at the end, go back: regrets of the player's actions on this line, divided by how likely it was to be played

CFR must walk through the whole tree each round; this keeps regrets only for what has come up, so it can begin with
games of any size. A round is cheap and very noisy: a thousand of them are worth about one round of CFR.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> solver = OutcomeSampling(KuhnPoker(), seed=1)
>>> solver.run(20_000)
>>> policy = solver.average_policy()
>>> [round(dict(row)[1]) for (_, known), row in policy.rows.items() if known[-1] == (2, 3, (1, -1, -1))]  # a king calls
[1]
"""

from dataclasses import dataclass
from typing import Any

from plywise.rules import CHANCE, Action, Game, Information, Lots, Policy, first_information, next_information
from plywise.search.hidden.cfr import matched, normalized


@dataclass(slots=True)
class _Row:
    """What is kept where a player knows something: actions, their regrets, and the sums of the average policy."""

    actions: tuple[Action, ...]
    regrets: list[float]
    sums: list[float]


class OutcomeSampling:
    """Regrets by what players know, improved by single lines of play."""

    def __init__(self, game: Game, *, seed: int = 0, exploring: float = 0.6) -> None:
        self.game, self.lots, self.exploring = game, Lots(seed), exploring
        self.rounds = 0
        self.rows: dict[tuple[int, Information], _Row] = {}

    def run(self, rounds: int) -> None:
        """Play that many lines for each player."""
        for _ in range(rounds):
            self.rounds += 1
            for player in range(self.game.players):
                state = self.game.initial()
                known = tuple(first_information(self.game, state, seat) for seat in range(self.game.players))
                self._play(state, known, player, 1.0, 1.0, 1.0)

    def _play(
        self, state: Any, known: tuple[Information, ...], player: int, own: float, others: float, drawn: float
    ) -> float:
        """Play a line to its end; return its utility to the player over how likely it was drawn from here on.

        `own` and `others` are the probabilities of coming here by the policies, `drawn` that of being drawn.
        """
        game = self.game
        if game.is_terminal(state):
            return float(game.utility(state, player))
        mover = game.to_move(state)
        if mover == CHANCE:
            outcome, chance = self.lots.draw(((each, odds), odds) for each, odds in game.chances(state))
            # Chance is drawn as it falls, so it cancels.
            return self._play(*self._after(state, known, outcome), player, own, others * chance, drawn * chance)
        row = self._row(mover, known[mover], state)
        policy = matched(row.regrets)
        tried = policy
        if mover == player:
            tried = [self.exploring / len(policy) + (1 - self.exploring) * chance for chance in policy]
        place = self.lots.draw(enumerate(tried))
        after = self._after(state, known, row.actions[place])
        if mover != player:
            return self._play(*after, player, own, others * policy[place], drawn * tried[place])
        below = self._play(*after, player, own * policy[place], others, drawn * tried[place]) / tried[place]
        value = policy[place] * below
        for each, chance in enumerate(policy):
            row.regrets[each] += others / drawn * ((below if each == place else 0.0) - value)
            row.sums[each] += own / drawn * chance
        return value

    def _after(self, state: Any, known: tuple[Information, ...], action: Action) -> tuple[Any, tuple[Information, ...]]:
        after, game = self.game.result(state, action), self.game
        return after, tuple(next_information(game, each, seat, state, action, after) for seat, each in enumerate(known))

    def _row(self, player: int, information: Information, state: Any) -> _Row:
        row = self.rows.get((player, information))
        if row is None:
            actions = tuple(self.game.actions(state))
            row = self.rows[player, information] = _Row(actions, [0.0] * len(actions), [0.0] * len(actions))
        return row

    def average_policy(self) -> Policy:
        """Return the average of all rounds' policies, where something is known; elsewhere all actions are alike."""
        return Policy(
            {key: tuple(zip(row.actions, normalized(row.sums), strict=True)) for key, row in self.rows.items()}
        )

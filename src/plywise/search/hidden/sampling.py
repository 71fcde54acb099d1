"""Drawing what may be hidden: states that fit all that a player has seen and done.

A game may draw them itself (`deals`). Otherwise play is repeated from the start: at every step where chance or somebody
else acts, only outcomes are drawn after which the player would have seen what was seen, and the play counts for as much
as all those were likely together. The states come out as often as the rules say, given that the others act at random.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> game = KuhnPoker()
>>> dealt = game.parse_state("KJ check bet")
>>> sampler = StateSampler(game, 0, game.observe(dealt, 0), lots=Lots(1))
>>> sorted({game.state_name(sampler.draw()) for _ in range(20)})
['KJ check bet', 'KQ check bet']
"""

import math
from bisect import bisect
from collections.abc import Hashable, Sequence
from itertools import accumulate, pairwise
from typing import Any

from plywise.rules import (
    CHANCE,
    Action,
    Game,
    Information,
    Lots,
    OwnAction,
    SearchError,
    first_information,
    information_of,
    next_information,
)

KEPT = 200
"""How many plays that lead to what was seen are kept; states are drawn among them."""
TRIES = 20_000
"""Plays from the start after which it is given up."""
LONGEST = 1_000
"""Plies after which a play is given up."""


class StateSampler:
    """Draws states that fit what a player observes, and remembers, if that is known too."""

    def __init__(
        self, game: Game, player: int, observation: Hashable, information: Information | None = None, *, lots: Lots
    ) -> None:
        self.game, self.player, self.observation, self.lots = game, player, observation, lots
        self.information = information
        self._lines: list[tuple[Any, ...]] = []
        self._upto: list[float] = []
        if information is None and not game.offers("deals") and game.offers("fitting_states"):
            self._lines = [(state,) for state in game.fitting_states(observation, player)]
            self._upto = [float(place) for place, _ in enumerate(self._lines, 1)]
        elif not game.offers("deals"):
            self._repeat_play()

    def draw(self) -> Any:
        """Return one of the states that fit."""
        if self._lines:
            return self.draw_line()[-1]
        state = self.game.deals(self.observation, self.player, self.lots)
        if self.game.observe(state, self.player) != self.observation:
            raise SearchError(
                f"`deals` of {self.game.name} drew {self.game.state_name(state)}, in which "
                f"{self.game.name_of(self.player)} would see something else: `plywise check` shows what."
            )
        return state

    def draw_line(self) -> tuple[Any, ...]:
        """Return a line of play that fits, from the start of the game on; only the state, where the game deals it."""
        if not self._lines:
            return (self.draw(),)
        return self._lines[bisect(self._upto, self.lots.fraction() * self._upto[-1], hi=len(self._lines) - 1)]

    @property
    def independent(self) -> float:
        """How many independent states stand behind what is drawn: infinitely many, where the game deals them."""
        if not self._lines:
            return math.inf
        weights = [high - low for low, high in pairwise((0.0, *self._upto))]
        return float(self._upto[-1] ** 2 / sum(weight * weight for weight in weights))

    def _repeat_play(self) -> None:
        """Collect lines of play by repeating play; gives up after a stated number of tries."""
        weights = []
        for _ in range(TRIES):
            found = self._play()
            if found is not None:
                self._lines.append(found[0])
                weights.append(found[1])
            if len(self._lines) == KEPT:
                break
        if not self._lines:
            raise SearchError(
                f"{TRIES:,} plays of {self.game.name} at random never led to what {self.game.name_of(self.player)} "
                "sees: write `deals(self, observation, player, numbers)`, which draws a state that fits."
            )
        self._upto = list(accumulate(weights))

    def _play(self) -> tuple[tuple[Any, ...], float] | None:
        """Play from the start; return the line that fits and how much it counts, or None where nothing fits."""
        game, state, weight = self.game, self.game.initial(), 1.0
        line = [state]
        known = first_information(game, state, self.player)
        for _ in range(LONGEST):
            if self._is_reached(state, known):
                return tuple(line), weight
            if game.is_terminal(state):
                return None
            fitting = [each for each in self._options(state, known) if self._may_lead_there(each[2])]
            if not fitting:
                return None
            likely = sum(chance for _, chance, _ in fitting)
            after, known = self.lots.draw(((next_state, then), chance / likely) for next_state, chance, then in fitting)
            state, weight = after, weight * likely
            line.append(state)
        return None

    def _options(self, state: Any, known: Information) -> list[tuple[Any, float, Information]]:
        """Return what may happen: the state after it, how likely, and what the player knows then."""
        game, player = self.game, self.game.to_move(state)
        if player == CHANCE:
            outcomes: list[tuple[Action, float]] = list(game.chances(state))
        else:
            actions = list(game.actions(state))
            # What the player did is known: it isn't a matter of chance.
            outcomes = [(action, 1.0 if player == self.player else 1 / len(actions)) for action in actions]
        options = []
        for outcome, chance in outcomes:
            after = game.result(state, outcome)
            options.append((after, chance, next_information(game, known, self.player, state, outcome, after)))
        return options

    def _may_lead_there(self, known: Information) -> bool:
        """Whether the player has known this before: always, where what is remembered isn't known."""
        if self.information is None:
            return True
        return len(known) <= len(self.information) and self.information[: len(known)] == known

    def _is_reached(self, state: Any, known: Information) -> bool:
        """Whether it is the player's turn, who knows this and no more."""
        if self.game.is_terminal(state) or self.game.to_move(state) != self.player:
            return False
        if self.information is not None:
            return known == self.information
        return not isinstance(known[-1], OwnAction) and known[-1] == self.observation


def sampler_for(game: Game, state: Any, history: Sequence[Any], seed: int) -> StateSampler:
    """Return a sampler for what the player to move has seen: the only look at what is true.

    What was seen before counts where the history goes back to the start.
    """
    player = game.to_move(state)
    if player < 0:
        raise SearchError(f"Chance moves in this state of {game.name}: nobody has to decide.")
    states = (*history, state)
    is_whole = states[0] == game.initial()
    known = information_of(game, states, player) if is_whole and not game.offers("deals") else None
    return StateSampler(game, player, game.observe(state, player), known, lots=Lots(seed))

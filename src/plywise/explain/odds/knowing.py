"""What a player knows where an explanation is asked for: all that is taken from the true state.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> game = KuhnPoker()
>>> known_to(game, game.parse_state("QJ bet")) == known_to(game, game.parse_state("KJ bet"))
True
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.rules import CHANCE, Game, Information, PlywiseError, information_of


@dataclass(frozen=True, slots=True)
class Perspective:
    """Whose knowledge it is, whose turn it is, what that player sees, and remembers, where the start is known."""

    game: Game
    player: int
    mover: int
    observation: Hashable
    information: Information | None

    @property
    def is_own_turn(self) -> bool:
        """Whether the player has to act."""
        return self.player == self.mover


def known_to(game: Game, state: Any, history: Sequence[Any] = (), player: int | None = None) -> Perspective:
    """Return what a player knows, by default the one to move; nothing else of `state` and `history` is looked at."""
    if game.is_terminal(state):
        raise PlywiseError("The game is over: there is nothing left to choose, and no odds to give.")
    mover = game.to_move(state)
    if player is None and mover == CHANCE:
        raise PlywiseError("Chance moves here, so nobody has to choose: say for whom the odds are to be, as a player.")
    player = mover if player is None else player
    if not 0 <= player < game.players:
        raise PlywiseError(f"{game.name} has players 0 to {game.players - 1}, not {player}.")
    states = (*history, state)
    is_whole = states[0] == game.initial()
    information = information_of(game, states, player) if is_whole else None
    return Perspective(game, player, mover, game.observe(state, player), information)

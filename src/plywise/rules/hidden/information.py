"""What a player knows in the course of a game: all that was observed and done, in order.

    dealt a jack      A bets        B calls
    (J,)   ------->   (J, 'bet',    the own action, then what is seen next; what looks the same as before
                       (J, b))      leaves no trace, so nobody counts plies that can't be seen

Two histories in which a player's information is the same are one *information set* to that player: no strategy can
tell them apart. Perfect recall follows, because information only grows.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> game = KuhnPoker()
>>> state = game.initial()
>>> information = first_information(game, state, 0)
>>> for action in (0, 1):
...     after = game.result(state, action)
...     state, information = after, next_information(game, information, 0, state, action, after)
>>> information
((-1, -1, (-1, -1, -1)), (0, -1, (-1, -1, -1)), (0, 3, (-1, -1, -1)))
"""

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from plywise.rules.errors import RulesError
from plywise.rules.names import Action
from plywise.rules.players import CHANCE

Information: TypeAlias = tuple[Hashable, ...]


class OwnAction(NamedTuple):
    """Something that the player did, among what the player saw."""

    action: Action


def first_information(game: Any, state: Any, player: int) -> Information:
    """Return what a player knows where a game starts."""
    return (game.observe(state, player),)


def next_information(
    game: Any, information: Information, player: int, state: Any, action: Action, after: Any
) -> Information:
    """Return what a player knows after an action, by whomever, that led from one state to the next."""
    if not game.is_terminal(state) and game.to_move(state) == player:
        information = (*information, OwnAction(action))
    return with_observation(information, game.observe(after, player))


def with_observation(information: Information, seen: Hashable) -> Information:
    """Return what a player knows who sees this now; what looks the same as before leaves no trace."""
    return information if information and information[-1] == seen else (*information, seen)


def information_of(game: Any, states: Sequence[Any], player: int) -> Information:
    """Return what a player knows at the end of a line of states, the game's first one included.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> game = KuhnPoker()
    >>> dealt = game.result(game.result(game.initial(), 0), 1)
    >>> information_of(game, (game.initial(), game.result(game.initial(), 0), dealt), 1)
    ((-1, -1, (-1, -1, -1)), (-1, 3, (-1, -1, -1)), (1, 3, (-1, -1, -1)))
    """
    information = first_information(game, states[0], player)
    for state, after in pairwise(states):
        action = _action_between(game, state, after) if game.to_move(state) == player else None
        information = next_information(game, information, player, state, action, after)
    return information


def _action_between(game: Any, state: Any, after: Any) -> Action:
    """Return the action that leads from one state to the next."""
    if game.to_move(state) == CHANCE:
        return None
    for action in game.playable_actions(state):
        if game.play_action(state, action) == after:
            return action  # type: ignore[no-any-return]
    raise RulesError(f"No action of {game.name} leads from {game.state_name(state)} to {game.state_name(after)}.")

"""What may be shown to a seat: its own view, and of what others do only what it can observe.

An action that a seat can't tell from another, because what it observes afterwards is the same, has no name to it:

    C draws a card     to C: draws 7♥        to all others: ?, because every card looks the same to them

A game whose names would still say too much writes `action_name(self, state, action, player=None)`.
"""

import inspect
from typing import Any

from plywise.rules.names import Action
from plywise.rules.players import CHANCE
from plywise.rules.text_boards import view_of
from plywise.rules.view import View, as_view

UNSEEN = "?"
"""The name of what can't be seen."""


def shows_everything(game: Any) -> bool:
    """Whether a game's view shows the whole state whoever looks: it has no parameter for who does."""
    return "player" not in inspect.signature(game.view).parameters


def names_for_players(game: Any) -> bool:
    """Whether a game says itself how a player hears of an action."""
    return "player" in inspect.signature(game.action_name).parameters


def seen_view(game: Any, state: Any, player: int | None) -> View:
    """Return what a player may see of a state; with None, all of it.

    A game that hides something and whose `view` doesn't say what a player sees is shown as the bare observation.
    """
    if player is None or not game.offers("observe"):
        return view_of(game, state)
    if shows_everything(game):
        return as_view(str(game.observe(state, player)))
    return view_of(game, state, player)


def seen_action(game: Any, state: Any, action: Action, player: int | None) -> str:
    """Name an action or an outcome as far as a player can tell it from the others; with None, by its name.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> game = KuhnPoker()
    >>> [seen_action(game, game.initial(), 2, player) for player in (0, 1, None)]
    ['K', '?', 'K']
    """
    if player is None or not game.offers("observe") or game.to_move(state) == player:
        return str(game.action_name(state, action))
    if names_for_players(game):
        return str(game.action_name(state, action, player))
    rivals = [outcome for outcome, _ in game.chances(state)] if game.to_move(state) == CHANCE else game.actions(state)
    seen = game.observe(game.result(state, action), player)
    is_distinguished = all(
        game.observe(game.result(state, rival), player) != seen for rival in rivals if rival != action
    )
    return str(game.action_name(state, action)) if is_distinguished else UNSEEN

"""An error inside a compiled search carries no line: the plain rules are asked along the same path to find it."""

import traceback
from collections.abc import Sequence
from typing import Any

from plywise.kernel.building import DEFAULT_MAX_ACTIONS, field_bits
from plywise.rules import CHANCE, Action, Game, NoActionError, PlywiseError, RulesError, Scale


def located(game: Game, state: Any, path: Sequence[Action | None], symmetric: bool) -> PlywiseError | None:
    """Return the error that the plain rules give somewhere along a path, or None; in the path None is a pass."""
    rules: Any = game
    for ply, action in enumerate(path):
        try:
            if symmetric and ply and path[ply - 1] is not None:
                state = game.canonical(state)
            offered = _ask_everything(game, state)
            if action is not None and action not in offered:
                return None
            state = rules.pass_turn(state) if action is None else game.result(state, action)
        except PlywiseError as error:
            return error
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{place.filename}:{place.lineno} in {place.name}"
            return RulesError(f"The rules fail at {where} in the state {game.state_name(state)}: {error!r}.")
    return None


def _ask_everything(game: Game, state: Any) -> list[Action]:
    """Ask of a state all that a search asks of it and of its successors; return its actions."""
    scale = Scale(game)
    if game.is_terminal(state):
        _ask_worth(game, scale, state)
        return []
    player, most = game.to_move(state), game.max_actions or DEFAULT_MAX_ACTIONS
    is_chance = player == CHANCE and game.has_chance
    if not is_chance and not 0 <= player < game.players:
        raise RulesError(
            f"to_move returned {player} in the state {game.state_name(state)}: players are 0 to {game.players - 1}."
        )
    _ask_worth(game, scale, state)
    game.key(state)
    offered = [outcome for outcome, _ in game.chances(state)] if is_chance else list(game.actions(state))
    if not offered:
        raise NoActionError(game.name, game.state_name(state))
    if len(offered) > most:
        raise RulesError(
            f"The state {game.state_name(state)} offers {len(offered)} actions, more than max_actions = {most}: "
            "declare a larger one."
        )
    if hasattr(game, "noisy_actions"):
        list(game.noisy_actions(state))
    if not is_chance:
        list(game.playout_actions(state))
    if hasattr(game, "is_urgent"):
        game.is_urgent(state)
    for action in offered:
        _check_form(game, state, action)
        child = game.result(state, action)
        _ask_worth(game, scale, child)
        if hasattr(game, "rank"):
            game.rank(state, action)
    return offered


def _ask_worth(game: Game, scale: Scale, state: Any) -> None:
    """Ask what a state is worth, or estimated at, to those whom a search asks for."""
    for seat in (0,) if game.is_adversarial else range(game.players):
        if game.is_terminal(state):
            scale.of_utility(game.utility(state, seat))
        else:
            scale.of_evaluation(game.evaluate(state, seat))


def _check_form(game: Game, state: Any, action: Action) -> None:
    cells, arity = (action, len(action)) if isinstance(action, tuple) else ((action,), 0)
    most = (1 << field_bits(arity)) - 1
    if not all(isinstance(cell, int) and 0 <= cell <= most for cell in cells):
        raise RulesError(
            f"The state {game.state_name(state)} offers the action {action!r}: number actions from 0 to {most:,}."
        )

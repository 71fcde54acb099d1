"""What a worker does for games that hide something: plays the record, and says what each seat sees of it.

Whatever is returned under `seen` goes to that seat; so it may depend on nothing but what the seat has observed.
"""

import random
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from plywise.agents import Agent, SearchOptions
from plywise.explain import tell_outcome
from plywise.rules import CHANCE, Action, Game, Limit, Record, RulesError, View, seen_action, seen_view
from plywise.rules.view import find_clicks
from plywise.service.schema import SeatView
from plywise.tasks import TaskError, Tell, draw, find_game, replay, write_json

HIDES_NOTHING = "{} hides nothing from its players: play it by /api/positions."
WRONG_SEATS = "{} has {} seats, not {}: say for each who plays it."
MOST_AGENTS = 16

_agents: dict[tuple[str, str], Agent] = {}
"""By spec and name: what one has found out of its game, it need not find again."""


def advance(
    tell: Tell,
    spec: str,
    actions: Sequence[str],
    people: Sequence[int],
    lots: Sequence[float],
    seats: int | None = None,
    agents: Sequence[str] = (),
) -> dict[str, Any]:
    """Play a record, and let chance decide what comes next; return the record, and what each person's seat sees.

    Where the random numbers run out first, it isn't settled. `seats` and `agents` are checked where they are given.
    """
    game = find_game(spec)
    if not game.hides:
        raise TaskError("bad-request", HIDES_NOTHING.format(game.name))
    if seats is not None and seats != game.players:
        raise TaskError("bad-request", WRONG_SEATS.format(game.name, game.players, seats))
    for agent in agents:
        _agent(spec, agent)
    record = replay(game, actions)
    for lot in lots:
        if record.is_over or game.to_move(record.state) != CHANCE:
            break
        record.add(draw([*game.chances(record.state)], lot))
    is_settled = record.is_over or game.to_move(record.state) != CHANCE
    return {
        "actions": record.action_names,
        "to_move": game.to_move(record.state) if is_settled and not record.is_over else None,
        "is_over": record.is_over,
        "is_settled": is_settled,
        "seen": [_checked(game, seen_by(record, player)) for player in people] if is_settled else [],
    }


def choice(tell: Tell, spec: str, actions: Sequence[str], agent: str, seconds: float) -> dict[str, str]:
    """Return the name of the action that an agent chooses; of the record, it looks at what its player has seen."""
    game = find_game(spec)
    record = replay(game, actions)
    decision = _agent(spec, agent).decide(record.state, limit=Limit(time=seconds), history=record.history)
    return {"action": game.action_name(record.state, decision.action)}


def seen_by(record: Record, player: int) -> dict[str, Any]:
    """Return what a seat may know of a record.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> record = replay(KuhnPoker(), ["K", "J", "bet"])
    >>> seen = seen_by(record, 1)
    >>> [move["name"] for move in seen["moves"]], [option["name"] for option in seen["options"]]
    (['?', 'J', 'bet'], ['fold', 'call'])
    >>> [option["name"] for option in seen_by(record, 0)["options"]]
    []
    """
    game, state = record.game, record.state
    view, is_over = seen_view(game, state, player), record.is_over
    is_turn = not is_over and game.to_move(state) == player
    return {
        "players": [game.name_of(each) for each in range(game.players)],
        "view": view.to_data(),
        "to_move": None if is_over else game.to_move(state),
        "is_over": is_over,
        "outcome": tell_outcome(record) if is_over else None,
        "utilities": list(record.utilities) if is_over else None,
        "options": [_option(game, state, view, action) for action in record.options()] if is_turn else [],
        "moves": [
            {"player": game.to_move(before), "name": seen_action(game, before, action, player)}
            for before, action, after in zip(record.states, record.actions, record.states[1:], strict=False)
            if game.to_move(before) == player or game.observe(before, player) != game.observe(after, player)
        ],
    }


def _option(game: Game, state: Any, view: View, action: Action) -> dict[str, Any]:
    """Return an action with its cells in the seat's own view: `clicks` would look at the whole state."""
    name = game.action_name(state, action)
    return {"name": name, "cells": list(find_clicks(view, name))}


def _checked(game: Game, seen: dict[str, Any]) -> dict[str, Any]:
    """Return what a seat sees; refuses what its rules made wrong, such as names that are no texts."""
    rest = {"game": "", "player": 0, "seats": [], "problem": None}
    try:
        SeatView.model_validate_json(write_json({**seen, **rest}))
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise RulesError(
            f"{game.name} returned something invalid for a seat, in {place}: see `plywise check`."
        ) from None
    return seen


def _agent(spec: str, name: str) -> Agent:
    """Return who plays a seat, by random numbers of its own."""
    if (spec, name) not in _agents:
        options = SearchOptions(seed=random.SystemRandom().randrange(1 << 31))
        _agents[spec, name] = Agent(find_game(spec), name, options=options)
        if len(_agents) > MOST_AGENTS:
            _agents.pop(next(iter(_agents))).close()
    return _agents[spec, name]

"""Whole turns in standard notation: 24/18 13/11, bar/20*/14, 8/5(2) 6/3*(2), 6/off.

A game is played step by step; a turn is all the steps of one roll. The steps of one checker are joined, and the points
between are named only where something is hit there; equal moves are counted in brackets.

>>> from plywise.games.backgammon.game import Backgammon
>>> game = Backgammon()
>>> state = game.result(game.initial(), 65)
>>> actions = parse_turn(game, state, "24/13")
>>> [game.action_name(state, action) for action in actions[:1]], name_turn(game, state, actions)
(['24/18'], '24/13')
"""

import re
from collections import Counter
from typing import Any

from plywise.games.backgammon.game import Backgammon
from plywise.games.backgammon.steps import BAR, OFF, PASS, place_name
from plywise.rules import IllegalActionError

PART = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\((\d)\))?")


def list_turns(game: Backgammon, state: Any) -> dict[Any, tuple[int, ...]]:
    """Return, for each state that the dice left can lead to, the first way found to play them."""
    found: dict[Any, tuple[int, ...]] = {}
    open_lines: list[tuple[Any, tuple[int, ...]]] = [(state, ())]
    while open_lines:
        at, played = open_lines.pop()
        for action in reversed(list(game.actions(at))):
            after = game.result(at, action)
            if after.left == 0:
                found[after] = (*played, action)
            else:
                open_lines.append((after, (*played, action)))
    return found


def name_turn(game: Backgammon, state: Any, actions: tuple[int, ...] | list[int]) -> str:
    """Write the steps of a turn in standard notation, the checker farthest back first."""
    routes: list[list[tuple[int, bool]]] = []
    for action in actions:
        if action == PASS:
            return "pass"
        place, target = action // 10, max(action // 10 - action % 10, OFF)
        hit = game.action_name(state, action).endswith("*")
        route = next((route for route in routes if route[-1][0] == place and len(route) > 1), None)
        if route is None:
            route = [(place, False)]
            routes.append(route)
        route.append((target, hit))
        state = game.result(state, action)
    names = [_write_route(route) for route in routes]
    counted = Counter(name.rstrip("*") for name in names)
    starred = {name.rstrip("*") for name in names if name.endswith("*")}
    return " ".join(
        name + "*" * (name in starred) + (f"({times})" if times > 1 else "") for name, times in counted.items()
    )


def parse_turn(game: Backgammon, state: Any, text: str) -> tuple[int, ...]:
    """Return the steps of the turn that a text names, in any order; stars may be left out."""
    turns = list_turns(game, state)
    words = text.lower().split()
    if words == ["pass"] and (PASS,) in turns.values():
        return (PASS,)
    routes = [_read_part(word, text) for word in words]
    mine, hits = list(state.mine), set()
    for places, times in routes:
        mine[places[0]] -= times
        mine[places[-1]] += times
        hits |= {place for place in places[1:] if place > OFF and state.theirs[BAR - place] == 1}
    for after, actions in turns.items():
        if after.theirs == tuple(mine) and _hits(state, after) == hits:
            return actions
    example = name_turn(game, state, next(iter(turns.values())))
    raise IllegalActionError(f"'{text}' is not one of the {len(turns)} legal turns here: {example}, for example.")


def _hits(state: Any, after: Any) -> set[int]:
    """Return where a turn hit, as the mover counts."""
    return {BAR - place for place in range(1, BAR) if state.theirs[place] == 1 and after.mine[place] == 0}


def _write_route(route: list[tuple[int, bool]]) -> str:
    named = [(place, hit) for place, hit in route[1:-1] if hit]
    return "/".join([place_name(route[0][0]), *(place_name(place) + "*" * hit for place, hit in [*named, route[-1]])])


def _read_part(word: str, text: str) -> tuple[list[int], int]:
    match = PART.fullmatch(word)
    names = [match[1], *re.findall(r"off|\d+", match[2])] if match else []
    places = [OFF if name == "off" else BAR if name == "bar" else int(name) for name in names]
    if not match or sorted(places, reverse=True) != places or len(set(places)) != len(places) or places[0] > BAR:
        raise IllegalActionError(f"'{text}' is not a turn: write it like 24/18 13/11, bar/20*/14 or 6/off(2).")
    return places, int(match[3] or 1)

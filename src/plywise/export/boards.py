"""A game's boards and names as data, for a page that has no Python to ask.

A page can have them in one of two ways:

| way | for which games | how sure |
|---|---|---|
| table | few states can be reached, and all of them are written down | all states |
| cells | each cell shows what one number or one bit place of the state says | tried on states of random play |

A game that fits neither is refused, with the reason.
"""

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any

from plywise.export.cells import CellSource, find_source, share_faces
from plywise.export.errors import ExportError
from plywise.export.random_play import played_states
from plywise.kernel.building import action_code
from plywise.kernel.lowering import leaves, offered_in, signed
from plywise.one_page import Distinct
from plywise.rules import Game, View, view_of

MOST_STATES = 20_000
"""From more states on, no table is made."""
MOST_CELLS = 600_000
"""Nor where its states have more cells together."""
NAMED = 12
"""In how many of those states each action is asked for its name."""
SAMPLED = 3_000
"""On how many states of random play it is tried whether cells follow from the state's numbers."""


def package_boards(game: Game) -> tuple[dict[str, Any], str]:
    """Return a game's boards as data, and a sentence that says how sure they are; raises ExportError."""
    if type(game).playable_actions is not Game.playable_actions:
        raise _refusal(game, "what people play in it isn't what its rules call an action")
    states = _reachable(game)
    if states is not None:
        return _table(game, states), f"Boards and names are written down for all {len(states):,} states."
    found = _by_cells(game)
    return found, f"Boards and names follow from the state's numbers: tried on {SAMPLED:,} states, not proven."


def _refusal(game: Game, reason: str) -> ExportError:
    return ExportError(
        f"{game.name} can't be one file without Python: {reason}. Export it as a site instead, by --out."
    )


def _reachable(game: Game) -> list[Any] | None:
    """Return all states that can be reached, or None where there are too many for a table."""
    first = game.initial()
    room = min(MOST_STATES, MOST_CELLS // max(1, len(view_of(game, first).cells)))
    seen, waiting = {tuple(first)}, deque([first])
    found = []
    while waiting:
        state = waiting.popleft()
        found.append(state)
        for action in offered_in(game, state):
            after = game.result(state, action)
            if tuple(after) not in seen:
                seen.add(tuple(after))
                waiting.append(after)
        if len(seen) > room:
            return None
    return found


def _skeleton(view: View) -> dict[str, Any]:
    """Return what of a board is the same in all states."""
    cells = [[cell.x, cell.y, cell.name] for cell in view.cells]
    return {"cells": cells, "edges": [list(edge) for edge in view.edges], "look": view.look.to_data()}


def _code(action: Any) -> str:
    """Return an action as the number of the compiled rules, in digits."""
    return str(action_code(action if isinstance(action, tuple) else (action,), isinstance(action, tuple)))


def _option(game: Game, state: Any, action: Any) -> list[Any]:
    """Return something that may be played: its action's number, its name, and the cells to click."""
    return [_code(action), game.action_name(state, action), list(game.clicks(state, action))]


def _table(game: Game, states: Sequence[Any]) -> dict[str, Any]:
    """Write every state down: its cells, its words, its options."""
    faces, words, options, rows = Distinct(), Distinct(), Distinct(), {}
    skeleton = _skeleton(view_of(game, states[0]))
    for state in states:
        view = view_of(game, state)
        if _skeleton(view) != skeleton:
            raise _refusal(game, "its board changes its shape")
        shown = [faces.number([cell.piece, cell.player, cell.mark, cell.action]) for cell in view.cells]
        said = words.number([view.caption, list(view.dice), view.turn, [list(each) for each in view.details]])
        offered = [options.number(_option(game, state, action)) for action in offered_in(game, state)]
        rows[",".join(str(signed(int(cell))) for cell in leaves(tuple(state)))] = [said, offered, shown]
    data = {"faces": faces.things, "words": words.things, "options": options.things, "rows": rows}
    return {"form": "table", "skeleton": skeleton, **data}


def _by_cells(game: Game) -> dict[str, Any]:
    """Find out what each cell follows from, and what each action is called."""
    states = list(played_states(game, SAMPLED))
    views = [view_of(game, state) for state in states]
    skeleton = _skeleton(views[0])
    if any(_skeleton(view) != skeleton for view in views):
        raise _refusal(game, "its board changes its shape")
    if len({(view.caption, view.dice, view.details) for view in views}) > 1:
        raise _refusal(game, "its caption, its dice or its details depend on the whole state")
    names = _names(game, states)
    numbers = [[signed(int(cell)) for cell in leaves(tuple(state))] for state in states]
    movers = [game.to_move(state) for state in states]
    sources: list[CellSource] = []
    for place in range(len(views[0].cells)):
        shown = [(view.cells[place].piece, view.cells[place].player) for view in views]
        source = find_source(numbers, movers, shown)
        if source is None:
            where = views[0].cells[place].name or f"number {place + 1}"
            raise _refusal(
                game, f"what its cell {where} shows was found to follow from no single number or bit of its state"
            )
        sources.append(source)
    turns = {mover: view.turn for mover, view in zip(movers, views, strict=True)}
    return {
        "form": "cells",
        "skeleton": skeleton,
        "caption": views[0].caption,
        "turns": {str(mover): turn for mover, turn in turns.items()},
        "sources": [source.to_data() for source in share_faces(sources)],
        "actions": _cell_actions(views),
        "names": names,
    }


def _names(game: Game, states: Sequence[Any]) -> dict[str, list[Any]]:
    """Return each action's name and cells; refuses a game in which they depend on the state."""
    names: dict[str, list[Any]] = {}
    times: Counter[Any] = Counter()
    for state, action in ((each, action) for each in states for action in offered_in(game, each)):
        times[action] += 1
        if times[action] <= NAMED:
            code, name, clicks = _option(game, state, action)
            known = names.setdefault(code, [name, clicks])
            if known[0] != name:
                raise _refusal(game, f"an action is called {known[0]} in one state and {name} in another")
            if known[1] != clicks:
                known[1] = []  # played by a cell's own action, or by a button
    return names


def _cell_actions(views: Sequence[View]) -> list[str]:
    """Return the action that each cell plays where it is offered; empty where it plays none, or not always the same."""
    found = [{view.cells[place].action for view in views} - {""} for place in range(len(views[0].cells))]
    return [next(iter(each)) if len(each) == 1 else "" for each in found]

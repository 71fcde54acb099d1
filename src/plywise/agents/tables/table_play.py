"""Deciding by solved tables: the winner takes the shortest way, the loser the longest, and a draw is kept.

Terminal, then table, then search: what a table knows needs no search, and is proven.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.rules import CHANCE, Action, Choice, Decision, Game, Status, fatal_states

if TYPE_CHECKING:
    from plywise.agents.tables.lookup import Tables
    from plywise.knowledge.solved import Solved

MOST_LINE = 1000
"""A longer line of play isn't followed to its end."""

NO_CLOCK = 1 << 30
"""The plies left by rules without a clock, at least."""


def open_tables(where: str | Path, game: Game) -> "Tables":
    """Open the solved tables of a game, by path or http address; refuses those of other rules.

    Hand them to `decide` as `tables`: opened once, they serve any number of decisions.
    """
    from plywise.agents.tables.lookup import Tables

    return Tables(game, where)


def decide_by_tables(tables: "Tables", state: Any, history: Sequence[Any] = ()) -> Decision | None:
    """Return the decision that tables give; None where the game is over, or where they leave it open.

    Tables of outcomes alone leave every win open: one winning action after another may lead round in a circle.

    They know nothing of what was played. So they leave a win or a loss open if the way to it may lead to a state that
    one more occurrence would make a draw.
    """
    game = tables.game
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return None
    known = find_solved(tables, state)
    fatal = fatal_states(game, history) if game.repetition else {}
    if known is not None and tables.meaning.kind == "wdl" and (known.value > 0 or (known.value < 0 and fatal)):
        return None
    if known is None or any(_is_nearer(find_solved(tables, seen), known) for seen in fatal.values()):
        return None
    choices = choices_by_tables(tables, state, fatal)
    best = best_of(game, choices) if choices else None
    if best is None or not math.isclose(best.value, utility_of(tables, known), abs_tol=1e-9):
        return None
    line = (best.action, *follow(tables, game.result(state, best.action)))
    choices = [replace(choice, line=line) if choice is best else choice for choice in choices]
    if tables.metric != "win":
        choices = [replace(choice, distance=None) for choice in choices]
    return Decision(
        best.action,
        best.value,
        game.to_move(state),
        Status.PROVEN,
        line=line,
        choices=tuple(choices),
        values=known.values,
        depth=1,
        nodes=1 + len(choices),
        distance=best.distance if tables.metric == "win" else None,
        by_table=True,
        probes=1 + len(choices),
    )


def find_solved(tables: "Tables", state: Any) -> "Solved | None":
    """Return what tables know of a state that isn't terminal, to the player to move; None where they can't say.

    They leave clocks out: a win that takes more plies than the clock allows doesn't count as one.
    """
    if tables.game.repetition == "illegal":
        return None
    known = tables.solved(state)
    return known if known is not None and is_in_time(tables, known, tables.game.plies_left(state)) else None


def choices_by_tables(tables: "Tables", state: Any, fatal: Any = ()) -> list[Choice]:
    """Return every action whose worth follows from a table or the rules; leading to a `fatal` state is a draw."""
    game, player, choices = tables.game, tables.game.to_move(state), []
    for action in game.actions(state):
        after = game.result(state, action)
        value, distance = game.draw_utility, None
        if not (game.repetition and game.repetition_key(after) in fatal):
            known = tables.worth(state, after, player)
            if known is None or not is_in_time(tables, known, 1 + game.plies_left(after)):
                continue
            value, distance = utility_of(tables, known), known.distance
        choices.append(Choice(action, value, status=Status.PROVEN, line=(action,), distance=distance))
    return choices


def follow(tables: "Tables", state: Any) -> tuple[Action, ...]:
    """Return the play that tables predict from a state on: as far as they count plies to its end, or by max^n."""
    game = tables.game
    line: list[Action] = []
    while len(line) < MOST_LINE and not game.is_terminal(state):
        known, player = find_solved(tables, state), game.to_move(state)
        if known is None or (known.distance is None and known.values is None):
            break
        following = ((action, game.result(state, action)) for action in game.actions(state))
        best = next((step for step in following if tables.worth(state, step[1], player) == known), None)
        if best is None:
            break
        line.append(best[0])
        state = best[1]
    return tuple(line)


def play_on(tables: "Tables", state: Any, decision: Decision) -> Decision:
    """Return a search's decision with its line followed through the tables, where it ends in them."""
    for action in decision.line:
        state = tables.game.result(state, action)
    return replace(decision, line=(*decision.line, *follow(tables, state)))


def best_of(game: Game, choices: Sequence[Choice]) -> Choice:
    """Return the best of what tables know: by value, then the sooner win or the later loss; the first of equals."""

    def rank(choice: Choice) -> tuple[float, int]:
        plies = choice.distance or 0
        return choice.value, -plies if choice.value > game.draw_utility else plies

    return max(choices, key=rank)


def searched_tables(tables: "Tables | None") -> list[tuple[int, Any]]:
    """Return every tier with its codes in memory, as a compiled search probes them; none where it couldn't use them.

    It counts plies to the win, so they must too. Packed tables serve at the root only.
    """
    if tables is None or tables.is_sparse or tables.metric != "win" or tables.meaning.kind != "outcome":
        return []
    game = tables.game
    if game.repetition == "illegal" or not game.is_adversarial or game.has_chance:
        return []
    if any(entry.is_packed for entry in tables.manifest.tables):
        return []
    return [(entry.tier, tables.folder.table(entry.name).working()) for entry in tables.manifest.tables]


def utility_of(tables: "Tables", known: "Solved") -> float:
    """Return what a table's value is in the game's utilities, to the same player."""
    if not tables.meaning.is_outcome:
        return known.value
    low, high = tables.game.utility_bounds
    return high if known.value > 0 else low if known.value < 0 else tables.game.draw_utility


def is_in_time(tables: "Tables", known: "Solved", left: int) -> bool:
    """Whether a value holds with that many plies left on a clock; how many a win takes may not be known."""
    if tables.meaning.kind == "wdl" and known.value:
        return left >= NO_CLOCK
    return (known.distance or 0) <= left


def _is_nearer(one: "Solved | None", other: "Solved") -> bool:
    """Whether one state could lie on the other's way to a win: it is decided too, and nearer to the end."""
    if one is None or one.distance is None or other.distance is None:
        return False
    return one.distance < other.distance

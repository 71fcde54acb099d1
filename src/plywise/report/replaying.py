"""Plays games again by the rules: how many actions there were at each ply, and which kinds were never chosen."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plywise.matches import GameResult, Opening
from plywise.rules import CHANCE, Game, as_view

MOST_PLIES = 12_000
"""Plies that are played again: naming every action of every state takes its time."""
MOST_NAMES = 60
"""Where more names than this come up, actions are grouped by their kind."""
SQUARE = "□"
CELL = re.compile(r"[a-z]\d+|\d+")
TWO_SOURCES = re.compile(r"(?<=[A-Z])[a-z□](?=x?□)")
"""In names such as Nbd7, which of two pieces moves."""
FILE = re.compile(r"^[a-z](?=x□)")


@dataclass(slots=True)
class ActionUse:
    """A kind of action: in how many decisions it was open, and in how many it was chosen."""

    open: int = 0
    chosen: int = 0


@dataclass(slots=True)
class Replayed:
    """What games look like when they are played again."""

    widths: list[float] = field(default_factory=list)
    """By game, how many actions a decision had on average."""
    by_ply: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By ply, how many actions there were; dice don't count as plies."""
    names: dict[str, ActionUse] = field(default_factory=lambda: defaultdict(ActionUse))
    kinds: dict[str, ActionUse] = field(default_factory=lambda: defaultdict(ActionUse))
    games: int = 0
    decisions: int = 0
    lengths: list[int] = field(default_factory=list)
    """By game, its decisions, the opening's included; dice aren't counted."""

    @property
    def uses(self) -> dict[str, ActionUse]:
        """Kinds of actions: their names where these are few."""
        return self.names if len(self.names) <= MOST_NAMES else self.kinds


def replay(game: Game, games: Iterable[GameResult]) -> Replayed:
    """Play games again, as many as have MOST_PLIES plies together."""
    found, plies = Replayed(), 0
    for each in games:
        if plies > MOST_PLIES:
            break
        plies += len(each.actions)
        _replay_one(game, each, found)
    return found


def _replay_one(game: Game, played: GameResult, found: Replayed) -> None:
    record = Opening((), "" if played.initial == game.state_name(game.initial()) else played.initial).begin(game)
    widths, ply = [], 0
    for number, name in enumerate(played.actions):
        if game.to_move(record.state) == CHANCE:
            record.add(record.find(name))
            continue
        options = record.options()
        names = [game.action_name(record.state, each) for each in options]
        widths.append(len(options))
        found.by_ply[ply].append(len(options))
        if number >= played.opening_plies:
            _count(found, game, record.state, names, name)
        record.add(options[names.index(name)] if name in names else record.find(name))
        ply += 1
    found.games += 1
    found.lengths.append(ply)
    if widths:
        found.widths.append(sum(widths) / len(widths))


def _count(found: Replayed, game: Game, state: Any, names: list[str], chosen: str) -> None:
    """Count a decision; one without a choice says nothing."""
    if len(names) < 2:
        return
    found.decisions += 1
    pieces = _pieces(game, state)
    kind_of = {name: action_kind(name, pieces) for name in names}
    for uses, offered, taken in (
        (found.names, Counter(names), chosen),
        (found.kinds, Counter(kind_of.values()), kind_of.get(chosen)),
    ):
        if len(uses) <= 50 * MOST_NAMES:
            for each in offered:
                uses[each].open += 1
            if taken is not None:
                uses[taken].chosen += 1


def _pieces(game: Game, state: Any) -> dict[str, str]:
    """Return what stands where, by the names of cells."""
    view = as_view(game.view(state))
    return {cell.name: cell.piece for cell in view.cells if cell.name and cell.piece}


def action_kind(name: str, pieces: dict[str, str] | None = None) -> str:
    """Return what kind of action a name says: squares and numbers don't matter, the piece that moves does.

    >>> action_kind("Nf3"), action_kind("Nbxd7"), action_kind("exd5+"), action_kind("a2-b3", {"a2": "♟"})
    ('N□', 'Nx□', '□x□', '♟ □-□')
    """
    squares = CELL.findall(name)
    piece = (pieces or {}).get(squares[0], "") if squares else ""
    kind = FILE.sub(SQUARE, TWO_SOURCES.sub("", CELL.sub(SQUARE, name))).rstrip("+#!?")
    return f"{piece} {kind}".strip()

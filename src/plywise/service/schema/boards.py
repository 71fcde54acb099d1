"""Boards as data, and what may be played on them."""

from typing import Annotated

from pydantic import Field

from plywise.service.schema.kinds import Strict


class CellData(Strict):
    """One place of a board, as in `plywise.rules.view.Cell`."""

    x: float
    y: float
    piece: str
    player: int | None
    name: str
    mark: str
    action: str


class LookData(Strict):
    """How a board is drawn, as in `plywise.rules.look.Look`."""

    board: str
    pieces: str
    colours: list[str]
    ground: str
    sides: list[int]


class ViewData(Strict):
    """A board, as in `plywise.rules.view.View`."""

    cells: list[CellData]
    caption: str
    edges: list[Annotated[list[int], Field(min_length=2, max_length=2)]]
    dice: list[int]
    look: LookData
    turn: str
    details: list[Annotated[list[str], Field(min_length=2, max_length=2)]]


class Played(Strict):
    """An action by its name, and the cells to click for it, in order."""

    name: str
    cells: list[str]


class Option(Played):
    """What may be played; where chance moves, how likely it is."""

    probability: float | None

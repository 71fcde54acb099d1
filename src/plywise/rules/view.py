"""What is on the board, as plain data; terminal, notebook and browser decide how it looks.

    x 0   1   2         A cell stands at column x and row y, counted from the top left; fractions are allowed,
    y                   so that a board need not be a grid. Its name is what the notation calls the place, for
    0 a3  b3  c3        labels; its action is the name of the action that a click there plays at once, empty
    1 a2  b2  c2        where a click plays nothing by itself.
    2 a1  b1  c1

Where an action goes from one place to another, cells have no action of their own: clicks on the places play it, in the
order in which its name names them (`find_clicks`), or as the game itself says (`Game.clicks`).

A cell's mark says that there is something about it: "check" (a king is attacked), "line" (part of a row, a mill or a
chain that counts), "territory" (an empty cell that its player has surrounded), "path" and "here" (how a game came to a
node of its tree, and that node), "star" (a dot to find one's way by; on squares, a cross). Any other word highlights
the cell.

>>> board = View.from_rows(["X.", ".O"], names=[["a2", "b2"], ["a1", "b1"]], actions=[["", "b2"], ["a1", ""]])
>>> board.is_grid, board.cells[3].piece, board.cells[1].action
(True, 'O', 'b2')
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

from plywise.rules.display import Displayed
from plywise.rules.errors import RulesError
from plywise.rules.look import PLAIN, Look

EMPTY = frozenset({"", ".", " "})
"""How a row of text writes an empty cell."""

JOINTS = "-–x/:>→, "
"""What may stand between the places that an action's name joins."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the board: where it is, what stands there and whose it is, its name, and what a click plays."""

    x: float
    y: float
    piece: str = ""
    player: int | None = None
    name: str = ""
    mark: str = ""
    action: str = ""


@dataclass(frozen=True, slots=True)
class View(Displayed):
    """A board: its cells, the lines between them (pairs of cell numbers), a caption, dice on the table, and a look.

    `details` are names with values, shown as a small table below the board: whatever else there is to know.
    """

    cells: tuple[Cell, ...] = ()
    caption: str = ""
    edges: tuple[tuple[int, int], ...] = ()
    dice: tuple[int, ...] = ()
    look: Look = PLAIN
    turn: str = ""
    """Who is to move, for those who show it nowhere else."""
    details: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[Sequence[str]],
        *,
        names: Sequence[Sequence[str]] | None = None,
        actions: Sequence[Sequence[str]] | None = None,
        marks: Sequence[Sequence[str]] | None = None,
        pieces: Sequence[str] = (),
        caption: str = "",
        dice: Sequence[int] = (),
        turn: str = "",
    ) -> "View":
        """Lay rows of pieces out as a grid, the top row first; `pieces[p]` is the piece of player p.

        `names`, `actions` and `marks` have a text for every cell, in rows of the same lengths.
        """
        owner = {piece: player for player, piece in enumerate(pieces)}
        cells = tuple(
            Cell(
                x,
                y,
                "" if piece in EMPTY else piece,
                owner.get(piece),
                name=names[y][x] if names else "",
                mark=marks[y][x] if marks else "",
                action=actions[y][x] if actions else "",
            )
            for y, row in enumerate(rows)
            for x, piece in enumerate(row)
        )
        return cls(cells, caption, dice=tuple(dice), turn=turn)

    def with_lines(self, length: int) -> "View":
        """Mark the pieces that stand in a row of at least `length` of their kind: across, down or along a diagonal.

        >>> board = View.from_rows(["XO.", "OX.", "..X"]).with_lines(3)
        >>> sum(cell.mark == "line" for cell in board.cells)
        3
        """
        pieces = {(cell.x, cell.y): cell.piece for cell in self.cells if cell.piece}
        lined: set[tuple[float, float]] = set()
        for (x, y), piece in pieces.items():
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                row = [(x + dx * step, y + dy * step) for step in range(length)]
                if all(pieces.get(place) == piece for place in row):
                    lined.update(row)
        return replace(
            self, cells=tuple(replace(cell, mark="line") if (cell.x, cell.y) in lined else cell for cell in self.cells)
        )

    @property
    def is_grid(self) -> bool:
        """Whether the cells fill whole rows and columns, so that it can be drawn with characters."""
        places = {(cell.x, cell.y) for cell in self.cells}
        columns = {x for x, _ in places}
        rows = {y for _, y in places}
        whole = all(float(n).is_integer() for n in columns | rows)
        return bool(places) and whole and len(places) == len(self.cells) == len(columns) * len(rows)

    def to_data(self) -> dict[str, Any]:
        """Return the view as dicts and lists that JSON can hold."""
        names = [field.name for field in fields(Cell)]
        cells = tuple({name: getattr(cell, name) for name in names} for cell in self.cells)
        board = {"cells": cells, "caption": self.caption, "edges": self.edges}
        return {
            **board,
            "dice": self.dice,
            "look": self.look.to_data(),
            "turn": self.turn,
            "details": [list(detail) for detail in self.details],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "View":
        """Read what `to_data` wrote."""
        edges = tuple((a, b) for a, b in data["edges"])
        cells = tuple(Cell(**cell) for cell in data["cells"])
        details = tuple((name, value) for name, value in data.get("details", ()))
        look = Look.from_data(data["look"])
        return cls(cells, data["caption"], edges, tuple(data["dice"]), look, data["turn"], details)

    @property
    def words(self) -> str:
        """All that is said beside the board, on one line: who is to move, the caption, the details.

        >>> View(caption="Last round", details=(("hand", "K, Q"),)).words
        'Last round, hand: K, Q'
        """
        details = (f"{name}: {value}" for name, value in self.details)
        return ", ".join(part for part in (self.turn, self.caption, *details) if part)


def find_clicks(view: View, name: str) -> tuple[str, ...]:
    """Return the names of the cells to click, in order, for the action of this name; none where it names no places.

    >>> board = View.from_rows(["P.", ".."], names=[["a2", "b2"], ["a1", "b1"]])
    >>> find_clicks(board, "a2-b1"), find_clicks(board, "a2xb1"), find_clicks(board, "pass")
    (('a2', 'b1'), ('a2', 'b1'), ())
    """
    for cell in view.cells:
        if cell.action == name and name:
            return (cell.name,)
    names = sorted({cell.name for cell in view.cells if cell.name}, key=len, reverse=True)
    return _split(name, names) or ()


def _split(text: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """Take a text apart into names and the joints between them; None where that can't be done."""
    for name in names:
        if text == name:
            return (name,)
        if text.startswith(name):
            rest = _split(text[len(name) :].lstrip(JOINTS), names)
            if rest is not None:
                return (name, *rest)
    return None


Viewable: TypeAlias = View | Sequence[Sequence[str]] | str
"""What a game's `view` may return: a View, rows of text (one character a cell), or a caption alone."""


def as_view(shown: Viewable) -> View:
    """Turn what a game's `view` returned into a View; rows of text must be equally long."""
    if isinstance(shown, View):
        return shown
    if isinstance(shown, str):
        return View(caption=shown)
    try:
        rows = [list(row) for row in shown]
    except TypeError:
        raise RulesError(f"view returned a {type(shown).__name__}: return a View, rows of text, or a text.") from None
    if not all(isinstance(piece, str) for row in rows for piece in row):
        raise RulesError("view returned rows with cells that are not text: write each cell as a str.")
    if len({len(row) for row in rows}) > 1:
        raise RulesError(f"view returned rows of unequal length {[len(row) for row in rows]}: pad them with '.'.")
    return View.from_rows(rows)

"""How a board looks to the people who play the game: what it is made of, what stands on it, and in which colours.

A game picks a look with one line, and whoever draws a board, such as the browser, needs to know no rules:

    look = Look("chequered", "chessmen", ("white", "black"))

    board        how the places are drawn
    squares      a grid of plain squares
    chequered    a grid of light and dark squares
    holes        a grid of round holes, as in a rack that discs fall into
    points       the crossings of lines, which the view's `edges` join
    pits         round pits that hold something
    hexagons     hexagons side by side: rows with a shift of half a place each
    grooves      squares with grooves between them, for walls: these are cells too, halfway between squares
    dots         dots with room for lines between them, and boxes between those: dots at even places, boxes at odd ones
    backgammon   two rows of twelve long points with a bar between them; nameless cells are their labels
    tree         the nodes of a tree: the view's `edges` join each with those below it, which are named by the branch
    free         whatever stands there, without a place around it

    pieces       how what stands on a place is drawn
    signs        a disc in its player's colour with the piece's letters
    chessmen     K, Q, R, B, N and P, large or small; * is a square that nothing can enter any more
    draughtsmen  discs, crowned where the letter is a capital one
    discs        flat discs
    stones       round stones
    marks        crosses, rings, triangles and squares, as drawn with a pencil
    seeds        as many seeds as the number says
    checkers     a pile of as many discs as the number says
    counters     small figures that run along a track
    matches      matches, side by side
    lines        lines from dot to dot, and boxes in their owners' colours
    quarto       light or dark, short or tall, round or square, full or hollow, by the letters LD, ST, RQ and FH
    kings        a crown with a number
    dominoes     half a domino each: ∩ and ∪ the upper and the lower half, ⊂ and ⊃ the left and the right one
    cards        playing cards: a rank such as K or 10, with or without a suit such as ♥; ? lies face down
    dice         a die with as many pips as the number says; ? is under its cup
    ships        S is a part of a ship, x a hit on one, o a shot into the water
    nodes        a triangle for each node of a tree, upwards for A and downwards for B; a leaf's value
"""

from dataclasses import dataclass
from typing import Any

from plywise.rules.errors import RulesError

BOARDS = (
    "squares",
    "chequered",
    "holes",
    "points",
    "pits",
    "hexagons",
    "grooves",
    "dots",
    "backgammon",
    "tree",
    "free",
)
PIECES = (
    "signs",
    "chessmen",
    "draughtsmen",
    "discs",
    "stones",
    "marks",
    "seeds",
    "checkers",
    "counters",
    "matches",
    "lines",
    "quarto",
    "kings",
    "dominoes",
    "cards",
    "dice",
    "ships",
    "nodes",
)
COLOURS = ("white", "black", "red", "yellow", "blue", "green", "brown")
GROUNDS = ("", "wood", "green", "blue", "paper")


@dataclass(frozen=True, slots=True)
class Look:
    """How a game's board is drawn; by default as the cells lie, with a letter on each piece.

    >>> Look("chequered", "draughtsmen", ("black", "white")).colours[0]
    'black'
    """

    board: str = ""
    """One of BOARDS; empty: as the cells and the lines between them say."""
    pieces: str = "signs"
    """One of PIECES."""
    colours: tuple[str, ...] = ()
    """The colour of each player's pieces, one of COLOURS; without them, Plywise's own."""
    ground: str = ""
    """What the board is made of, one of GROUNDS."""
    signs: tuple[str, ...] = ()
    """On a board of text, the letters of each player's pieces, such as ("A", "DK"); else X and O, or A and B."""
    sides: tuple[int, ...] = ()
    """Whose a board's sides are: top, right, bottom and left, in that player's colour; without them nobody's."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing was picked."""
        return self == PLAIN

    def __post_init__(self) -> None:
        kinds = (
            ("board", self.board, ("", *BOARDS)),
            ("pieces", self.pieces, PIECES),
            ("ground", self.ground, GROUNDS),
        )
        if len(self.sides) not in (0, 4):
            raise RulesError("A look has four sides, or none: say whose the top, right, bottom and left one is.")
        for field, chosen, known in (*kinds, *(("colour", colour, COLOURS) for colour in self.colours)):
            if chosen not in known:
                listed = ", ".join(name for name in known if name)
                raise RulesError(f"A look has no {field} '{chosen}': choose among {listed}.")

    def to_data(self) -> dict[str, Any]:
        """Return the look as a dict that JSON can hold."""
        return {
            "board": self.board,
            "pieces": self.pieces,
            "colours": list(self.colours),
            "ground": self.ground,
            "sides": list(self.sides),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Look":
        """Read what `to_data` wrote."""
        return cls(
            data["board"], data["pieces"], tuple(data["colours"]), data["ground"], sides=tuple(data.get("sides", ()))
        )


PLAIN = Look()
"""The look of a game that picks none."""

"""What patterns are: tuples of neighbouring cells, each with a weight for every way to fill them.

    c0 c1 c2      the pattern (0, 1, 4) on cells of 3 values has 27 weights for each player to move
    c3 c4 c5      and each phase; its mirror image (2, 1, 4) shares them where the rules are
                  symmetric.

A phase is how full the board is: with 2 of them, one half of the cells or less, or more. The weight of a pattern is at

    ((phase * 2 + player to move) * patterns + pattern) * values ** length + number of its filling

Where one player's gain is the other's loss, a state has one estimate, to the player to move. Other games have a seat's
for each player: tables are for each phase, player to move and seat, in this order. Where cells are the mover's own and
the other's, and the rules are the same for both, one set of tables serves both players.

(Buro: From simple features to sophisticated evaluation functions, 1998; Jaskowski: Systematic n-tuple networks, 2014.)

>>> corner = PatternLayout((("rule", 0), ("rule", 1)), 3, ((0, 1),), ((0, 1), (1, 0)))
>>> corner.images, corner.table_size, corner.size
(((0, (0, 1)),), 9, 18)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from plywise.knowledge.learned import KnowledgeError
from plywise.knowledge.patterns.readings import MOST_CELLS
from plywise.rules import Reading

MOST_WEIGHTS = 1 << 24
MOST_VALUES = 64
MOST_PHASES = 16
MOST_IMAGES = 512
MOST_MAPS = 16
MOST_SEATS = 8


@dataclass(frozen=True)
class PatternLayout:
    """Which cells there are, which of them each pattern looks at, and under which symmetries; not the weights."""

    readings: tuple[Reading, ...]
    """How each cell is read off a state."""
    values: int
    """How many values a cell may have: 0 to values - 1, 0 for an empty one."""
    patterns: tuple[tuple[int, ...], ...]
    """The cells of each pattern; all are equally long."""
    maps: tuple[tuple[int, ...], ...]
    """Symmetries, the identity among them: under each, what holds of cell i holds of cell map[i]."""
    phases: int = 1
    seats: int = 1
    """How many estimates a state has: 1, to the player to move, where one player's gain is the other's loss."""
    is_shared: bool = False
    """Whether both players share their weights: cells say what is the mover's own, and the rules treat both alike."""

    def __post_init__(self) -> None:
        count, length = len(self.readings), len(self.patterns[0]) if self.patterns else 0
        is_sound = (
            0 < count <= MOST_CELLS
            and 2 <= self.values <= MOST_VALUES
            and 1 <= self.phases <= MOST_PHASES
            and 1 <= self.seats <= MOST_SEATS
            and not (self.is_shared and self.seats > 1)
            and 0 < len(self.maps) <= MOST_MAPS
            and all(sorted(each) == list(range(count)) for each in self.maps)
            and 0 < length <= count
            and len(self.patterns) * len(self.maps) <= MOST_IMAGES
            and all(len(each) == length == len(set(each)) for each in self.patterns)
            and all(0 <= cell < count for each in self.patterns for cell in each)
            and len({reading[0] == "rule" for reading in self.readings}) == 1
            and length * self.values.bit_length() <= 64
            and self.size <= MOST_WEIGHTS
        )
        if not is_sound:
            raise KnowledgeError("These patterns don't fit each other, or are too large: learn them again.")

    @property
    def pattern_count(self) -> int:
        """How many patterns there are."""
        return len(self.patterns)

    @property
    def table_size(self) -> int:
        """How many weights a pattern has for one player to move and one phase."""
        return int(self.values ** len(self.patterns[0]))

    @property
    def movers(self) -> int:
        """How many sets of weights there are, by who is to move."""
        return 1 if self.is_shared else max(2, self.seats)

    @property
    def size(self) -> int:
        """How many weights there are in all."""
        return self.phases * self.movers * self.seats * self.pattern_count * self.table_size

    @cached_property
    def images(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Each pattern's number with the cells it looks at; an image on the same cells counts once."""
        found: dict[tuple[int, frozenset[int]], tuple[int, ...]] = {}
        for number, cells in enumerate(self.patterns):
            for each in self.maps:
                image = tuple(each[cell] for cell in cells)
                found.setdefault((number, frozenset(image)), image)
        return tuple((number, cells) for (number, _), cells in found.items())

    def places(self, cells: Sequence[int], player: int, seat: int = 0) -> list[int]:
        """Return where the weights of a board are, one for each image; `player` is to move."""
        filled = sum(cell != 0 for cell in cells)
        phase = filled * self.phases // (len(cells) + 1)
        mover = 0 if self.is_shared else player
        first = ((phase * self.movers + mover) * self.seats + seat) * self.pattern_count
        return [(first + pattern) * self.table_size + self._number(cells, image) for pattern, image in self.images]

    def _number(self, cells: Sequence[int], image: Sequence[int]) -> int:
        """Return the number of a filling: its cells as digits."""
        number = 0
        for cell in image:
            number = number * self.values + cells[cell]
        return number

"""Morris by tiers: every state with all stones placed has a number, shared by its images, for tables of solved endings.

A tier holds the states with given numbers of stones for the player to move and for the other: "3-4". Two states that
are images of each other have the same number, found from the side with fewer stones, or the mover's if equal:

    class     which of the placements that aren't images of each other this is: 158 for three stones on 24 points
    rank      with the board turned as the class is drawn, which of the free points the other stones stand on

    number = class * (ways to place the others) + rank

Where the class has symmetries of its own, the smallest rank counts, and the numbers of the others are used by no state:
about one in five with three stones, one in sixteen with five. Classes are looked up in a table of all placements of
that many stones. It covers up to five stones on 24 points, and any number on the smaller boards: states with more on
both sides have no number yet, though it is known how many there are.

>>> slots = MorrisSlots(9, MorrisBoard(squares=3))
>>> slots.size_of(3 * 16 + 3), slots.count(3, 3)
(210140, 169626)
"""

from functools import cache, cached_property
from itertools import combinations
from math import comb

from plywise.bits import lsb, popcount
from plywise.games.morris.board import MorrisBoard
from plywise.games.shared.subsets import CHOOSE, WAYS, rank, spread, unrank

FEWEST, POINTS = 3, 24
LARGEST_TABLE = 60_000
"""How many placements of stones, in all, are looked up."""


def _turn(points: int, symmetry: int) -> int:
    """Turn a square by quarter turns, and with symmetries 4 to 7 mirror it as well."""
    turned = 0
    for point in range(8):
        if points >> point & 1:
            turned |= 1 << (2 * symmetry + (point if symmetry < 4 else -point)) % 8
    return turned


TURNED = tuple(_turn(points, symmetry) for symmetry in range(8) for points in range(256))
"""At symmetry * 256 + points: the eight points of a square in another of its eight positions."""


class MorrisSlots:
    """The numbers of the states of a morris game, and the tables they are found in."""

    def __init__(self, men: int, board: MorrisBoard) -> None:
        self.men, self.squares, self.points = men, board.squares, len(board.places)
        self.full = (1 << self.points) - 1
        self.symmetries = 8 if self.squares == 1 else 16
        self.most = FEWEST
        while self.most < men and self._placements(self.most + 1) <= LARGEST_TABLE:
            self.most += 1

    def image(self, stones: int, symmetry: int) -> int:
        """Turn or mirror the board, and with symmetries from 8 on turn its squares inside out as well."""
        turn = (symmetry & 7) << 8
        first = TURNED[turn + (stones & 255)]
        if self.squares == 1:
            return first | stones & 256
        second, third = TURNED[turn + (stones >> 8 & 255)], TURNED[turn + (stones >> 16)]
        if symmetry < 8:
            return first | second << 8 | third << 16
        return second | first << 8 if self.squares == 2 else third | second << 8 | first << 16

    def index_of(self, me: int, other: int) -> int:
        """Return the number of a state in its tier, or -1 where it has none."""
        few, many = (me, other) if popcount(me) <= popcount(other) else (other, me)
        fewer, more = popcount(few), popcount(many)
        if fewer < FEWEST or fewer > self.most or more > self.men:
            return -1
        found = self.placements[self.starts[fewer] + rank(few, self.full)]
        entry = self.classes[self.firsts[fewer] + (found >> 4)]
        drawn, same = entry & self.full, entry >> POINTS
        many, free = self.image(many, found & 15), self.full ^ drawn
        least = rank(many, free)
        while same:
            least = min(least, rank(self.image(many, lsb(same)), free))
            same &= same - 1
        return (found >> 4) * CHOOSE[more * WAYS + self.points - fewer] + least

    def stones_of(self, tier: int, index: int) -> tuple[int, int]:
        """Return the stones of the player to move and of the other that have a number in a tier."""
        mine, others = tier >> 4, tier & 15
        fewer, more = min(mine, others), max(mine, others)
        if fewer > self.most:
            return 0, 0
        ways = CHOOSE[more * WAYS + self.points - fewer]
        number = index // ways
        few = self.classes[self.firsts[fewer] + number] & self.full
        many = spread(unrank(index - number * ways, more, self.points - fewer), few)
        return (few, many) if mine <= others else (many, few)

    def size_of(self, tier: int) -> int:
        """Count the numbers of a tier, including unused ones."""
        return self.sizes[tier]

    # Tables, built when they are first needed

    @cached_property
    def placements(self) -> tuple[int, ...]:
        """For each placement of 3 stones, then of 4, ...: 16 times its class, plus the symmetry that draws it."""
        return tuple(found for stones in range(FEWEST, self.most + 1) for found in self._classified[stones][0])

    @cached_property
    def classes(self) -> tuple[int, ...]:
        """For each class of 3 stones, then of 4, ...: the stones as drawn, and in higher bits their symmetries."""
        return tuple(entry for stones in range(FEWEST, self.most + 1) for entry in self._classified[stones][1])

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """By the number of stones: where their placements begin."""
        return tuple(self._placements(stones - 1) for stones in range(self.most + 1))

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """By the number of stones: where their classes begin."""
        counts = [self.count(stones, 0) if stones >= FEWEST else 0 for stones in range(self.most)]
        return tuple(sum(counts[:stones]) for stones in range(self.most + 1))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many numbers each tier has; none where a side has too few stones or too many."""
        pairs = [(code >> 4, code & 15) for code in range(16 * (self.men + 1))]
        return tuple(
            self.count(min(pair), 0) * comb(self.points - min(pair), max(pair))
            if min(pair) >= FEWEST and max(pair) <= self.men
            else 0
            for pair in pairs
        )

    @cached_property
    def _classified(self) -> dict[int, tuple[list[int], list[int]]]:
        return {stones: self._classify(stones) for stones in range(FEWEST, self.most + 1)}

    def _classify(self, stones: int) -> tuple[list[int], list[int]]:
        """Go through all placements in the order of their ranks; a class is drawn as its first placement."""
        found: dict[int, int] = {}
        classes: list[int] = []
        for drawn in sorted(sum(1 << point for point in points) for points in combinations(range(self.points), stones)):
            if drawn in found:
                continue
            own = 0
            for symmetry in range(self.symmetries):
                image = self.image(drawn, symmetry)
                found.setdefault(image, 16 * len(classes) + self._undoing[symmetry])
                own |= (image == drawn) << symmetry
            classes.append(drawn | own >> 1 << 1 << POINTS)
        return [found[placement] for placement in sorted(found)], classes

    @cached_property
    def _undoing(self) -> list[int]:
        """For each symmetry, the one that undoes it."""
        moves = [[lsb(self.image(1 << p, s)) for p in range(self.points)] for s in range(self.symmetries)]
        return [moves.index([move.index(point) for point in range(self.points)]) for move in moves]

    # Counting states

    def count(self, mine: int, others: int) -> int:
        """Count the states with these numbers of stones, up to symmetry (Burnside's lemma)."""
        fixed = sum(self._fixed(symmetry).get((mine, others), 0) for symmetry in range(self.symmetries))
        return fixed // self.symmetries

    @cache  # noqa: B019 - there are three of these objects, kept as long as the program runs
    def _fixed(self, symmetry: int) -> dict[tuple[int, int], int]:
        """Count the placements that a symmetry leaves unchanged: each cycle is all one side's, or empty."""
        left, counts = self.full, {(0, 0): 1}
        while left:
            cycle, point = 0, left & -left
            while not cycle & point:
                cycle |= point
                point = self.image(point, symmetry)
            left &= ~cycle
            longer = dict(counts)
            for (mine, others), ways in counts.items():
                for more in ((mine + popcount(cycle), others), (mine, others + popcount(cycle))):
                    longer[more] = longer.get(more, 0) + ways
            counts = longer
        return counts

    def _placements(self, stones: int) -> int:
        """Count the placements of 3 to `most` stones of one side."""
        return sum(comb(self.points, few) for few in range(FEWEST, stones + 1))

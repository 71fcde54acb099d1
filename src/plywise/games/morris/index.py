"""Morris by tiers: every state with all stones placed has a number, shared by its images, for tables of solved endings.

A tier holds the states with given numbers of stones for the player to move and for the other: "3-4". Two states that
are images of each other have the same number, found from the side with fewer stones, or the mover's if equal:

    class     which of the placements that aren't images of each other this is: 158 for three stones on 24 points
    rank      with the board turned as the class is drawn, which of the free points the other stones stand on

    number = class * (ways to place the others) + rank

Where the class has symmetries of its own, the smallest rank counts, and the numbers of the others are used by no state:
about one in five with three stones, one in sixteen with five, and fewer with more.

A class is found in two steps. The middle square, a byte, has 51 classes of its own, and one turn draws it as its class.
The symmetries that leave it so are of one of seven kinds; for each kind, a table has the classes of the outer and the
inner square together, the smaller byte first. On smaller boards there is no middle square, and every symmetry is left.

Tables are packed, three numbers of 21 bits into one: below a megabyte, they are compiled as constants.

>>> slots = MorrisSlots(9, MorrisBoard(squares=3))
>>> slots.size_of(3 * 16 + 3), slots.count(3, 3)
(210140, 169626)
"""

from bisect import bisect_right
from functools import cache, cached_property
from itertools import accumulate
from math import comb

from plywise.bits import lsb, popcount
from plywise.games.morris.board import MorrisBoard
from plywise.games.shared.subsets import CHOOSE, WAYS, rank, spread, unrank

FEWEST = 3
BYTE, PAIRS = 256, 256 * 257 // 2
"""How many bytes there are, and how many pairs of them whose order doesn't matter."""

COUNTS = 16
"""As many as two squares have points, which is more than anyone has stones."""

FIELD, FIELD_MASK = 21, (1 << 21) - 1
"""Bits of a number where three are packed into one."""

STEP = 256
"""One in this many classes says to which middle square it belongs; those of the others are found from there."""


def _turn(points: int, symmetry: int) -> int:
    """Turn a square by quarter turns, and with symmetries 4 to 7 mirror it as well."""
    turned = 0
    for point in range(8):
        if points >> point & 1:
            turned |= 1 << (2 * symmetry + (point if symmetry < 4 else -point)) % 8
    return turned


TURNED = tuple(_turn(points, symmetry) for symmetry in range(8) for points in range(BYTE))
"""At symmetry * 256 + points: the eight points of a square in another of its eight positions."""


def _packed(numbers: list[int]) -> tuple[int, ...]:
    """Pack numbers of 21 bits, three into one."""
    padded = [*numbers, 0, 0]
    return tuple(padded[at] | padded[at + 1] << FIELD | padded[at + 2] << 2 * FIELD for at in range(0, len(numbers), 3))


class MorrisSlots:
    """The numbers of the states of a morris game, and the tables they are found in."""

    def __init__(self, men: int, board: MorrisBoard) -> None:
        self.men, self.squares, self.points = men, board.squares, len(board.places)
        self.full = (1 << self.points) - 1
        self.symmetries = 8 if self.squares == 1 else 16

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

    def middle(self, stones: int) -> int:
        """Return the middle one of three squares, as a byte."""
        return stones >> 8 & 255 if self.squares == 3 else 0

    def rest(self, stones: int) -> int:
        """Return what isn't in the middle square: two squares, the inner one shifted by a byte."""
        return stones & 255 | stones >> 16 << 8 if self.squares == 3 else stones

    def with_middle(self, rest: int, middle: int) -> int:
        """Put two squares, as `rest` returns them, around a middle one."""
        return rest & 255 | middle << 8 | rest >> 8 << 16 if self.squares == 3 else rest

    def index_of(self, me: int, other: int) -> int:
        """Return the number of a state in its tier, or -1 where it has none."""
        few, many = (me, other) if popcount(me) <= popcount(other) else (other, me)
        fewer, more = popcount(few), popcount(many)
        if fewer < FEWEST or more > self.men:
            return -1
        drawing = self.drawings[self.middle(few)]
        symmetry, kind, middle = drawing & 7, drawing >> 3 & 15, drawing >> 7
        at = self.rest(self.image(few, symmetry))
        if self.squares > 1:
            outer, inner = at & 255, at >> 8
            if outer > inner:
                outer, inner, symmetry = inner, outer, symmetry + 8
            at = kind * PAIRS + (inner * (inner + 1) >> 1) + outer
        found = self.pairs[at // 3] >> FIELD * (at % 3) & FIELD_MASK
        symmetry = self.joined[symmetry * 16 + (found & 15)]
        drawn, many = self.image(few, symmetry), self.image(many, symmetry)
        free = self.full ^ drawn
        least = rank(many, free)
        if found & 16:
            for same in range(1, self.symmetries):
                if self.image(drawn, same) == drawn:
                    least = min(least, rank(self.image(many, same), free))
        number = self.bases[fewer * self.middle_count + middle] + (found >> 5)
        return number * CHOOSE[more * WAYS + self.points - fewer] + least

    def stones_of(self, tier: int, index: int) -> tuple[int, int]:
        """Return the stones of the player to move and of the other that have a number in a tier."""
        mine, others = tier >> 4, tier & 15
        fewer, more = min(mine, others), max(mine, others)
        ways = CHOOSE[more * WAYS + self.points - fewer]
        number = index // ways
        row, middle = fewer * self.middle_count, self.hints[self.firsts[fewer] + number // STEP]
        while middle + 1 < self.middle_count and self.bases[row + middle + 1] <= number:
            middle += 1
        at = self.starts[middle * COUNTS + fewer] + number - self.bases[row + middle]
        few = self.with_middle(self.rests[at // 3] >> FIELD * (at % 3) & FIELD_MASK, self.middles[middle])
        many = spread(unrank(index - number * ways, more, self.points - fewer), few)
        return (few, many) if mine <= others else (many, few)

    def size_of(self, tier: int) -> int:
        """Count the numbers of a tier, including unused ones."""
        return self.sizes[tier]

    # Tables, built when they are first needed

    @cached_property
    def drawings(self) -> tuple[int, ...]:
        """For each middle square: the turn that draws it, 8 times its kind, and 128 times its class."""
        found = []
        for points in range(BYTE if self.squares == 3 else 1):
            drawn, turn = self._as_drawn(points)
            kind, number = self._kinds.index(self._keeping(drawn)), self.middles.index(drawn)
            found.append(turn | kind << 3 | number << 7)
        return tuple(found)

    @cached_property
    def middles(self) -> tuple[int, ...]:
        """The middle squares as they are drawn, one for each class."""
        return tuple(sorted({self._as_drawn(points)[0] for points in range(BYTE)})) if self.squares == 3 else (0,)

    @cached_property
    def middle_count(self) -> int:
        """Count the classes of middle squares."""
        return len(self.middles)

    @cached_property
    def pairs(self) -> tuple[int, ...]:
        """Where two squares have their class: the symmetry that draws it, whether it has its own, and its number.

        Packed; classes are numbered apart for each kind and number of stones.
        """
        return _packed([entry for kind in self._kinds for entry in self._classified[kind][0]])

    @cached_property
    def rests(self) -> tuple[int, ...]:
        """The classes of two squares as they are drawn, by kind and number of stones; packed."""
        return _packed([pair for kind in self._kinds for row in self._classified[kind][1] for pair in row])

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """By a middle square's class and the number of stones on the board: where `rests` has its classes."""
        rows = [(kind, left) for kind in self._kinds for left in range(COUNTS + 1)]
        sizes = [len(self._classified[kind][1][left]) for kind, left in rows]
        first = dict(zip(rows, accumulate(sizes, initial=0), strict=False))
        lefts = [(middle, max(0, stones - popcount(middle))) for middle in self.middles for stones in range(COUNTS)]
        return tuple(first[self._keeping(middle), left] for middle, left in lefts)

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """By the number of stones on the board and a middle square's class: where their classes begin."""
        return tuple(base for stones in range(self.men + 1) for base in self._bases_with(stones))

    @cached_property
    def hints(self) -> tuple[int, ...]:
        """By the number of stones, for one class in every STEP: the middle square of the first of them."""
        return tuple(hint for stones in range(FEWEST, self.men + 1) for hint in self._hints_with(stones))

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """By the number of stones: where their hints begin."""
        sizes = [len(self._hints_with(stones)) if stones >= FEWEST else 0 for stones in range(self.men)]
        return tuple(accumulate(sizes, initial=0))

    @cached_property
    def joined(self) -> tuple[int, ...]:
        """At 16 times a symmetry plus another: the one that does the first and then the other."""
        moves = self._moves
        return tuple(
            moves.index([then[point] for point in first]) if first and then else 0
            for first in (moves + [[]] * 8)[:16]
            for then in (moves + [[]] * 8)[:16]
        )

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

    # Classes

    def _as_drawn(self, middle: int) -> tuple[int, int]:
        """Return how a middle square is drawn, and the turn that does it: so that there are few kinds."""
        images = [TURNED[turn * BYTE + middle] for turn in range(8)]
        drawn = min(images, key=lambda image: (self._keeping(image), image))
        return drawn, images.index(drawn)

    @cached_property
    def _kinds(self) -> list[tuple[int, ...]]:
        """Which symmetries may leave a middle square as it is drawn."""
        return sorted({self._keeping(middle) for middle in self.middles})

    def _keeping(self, middle: int) -> tuple[int, ...]:
        """List the symmetries that leave a middle square as it is."""
        return tuple(each for each in range(self.symmetries) if TURNED[(each & 7) * BYTE + middle] == middle)

    @cached_property
    def _classified(self) -> dict[tuple[int, ...], tuple[list[int], list[list[int]]]]:
        return {kind: self._classify(kind) for kind in self._kinds}

    def _classify(self, kind: tuple[int, ...]) -> tuple[list[int], list[list[int]]]:
        """Find the classes of two squares under some symmetries; each is drawn as the first of its pairs.

        Returns the entries of `pairs`, and the classes for each number of stones.
        """
        places = self._pairs_in_order()
        found, classes = [-1] * len(places), [list[int]() for _ in range(COUNTS + 1)]
        for pair in places:
            if found[places[pair]] >= 0:
                continue
            drawn, number = self.with_middle(pair, 0), len(classes[popcount(pair)])
            images = [(self.image(drawn, symmetry), self._undoing[symmetry]) for symmetry in kind]
            own = 16 if [image for image, _ in images].count(drawn) > 1 else 0
            for image, undoing in images:
                place = places.get(self.rest(image))
                if place is not None and found[place] < 0:
                    found[place] = undoing | own | number << 5
            classes[popcount(pair)].append(pair)
        return found, classes

    def _pairs_in_order(self) -> dict[int, int]:
        """Return the place in a kind's table of every two squares of which the inner one isn't smaller; of one, all."""
        if self.squares == 1:
            return {pair: pair for pair in range(self.full + 1)}
        return {
            outer | inner << 8: (inner * (inner + 1) >> 1) + outer
            for inner in range(BYTE)
            for outer in range(inner + 1)
        }

    def _bases_with(self, stones: int) -> list[int]:
        """Return, by a middle square's class, where the classes with that many stones on the board begin."""
        lefts = [(self._keeping(middle), stones - popcount(middle)) for middle in self.middles]
        sizes = [len(self._classified[kind][1][left]) if left >= 0 else 0 for kind, left in lefts]
        return list(accumulate(sizes[:-1], initial=0))

    def _hints_with(self, stones: int) -> list[int]:
        bases, classes = self._bases_with(stones), self.count(stones, 0)
        return [bisect_right(bases, number) - 1 for number in range(0, classes, STEP)]

    @cached_property
    def _moves(self) -> list[list[int]]:
        """Where each symmetry takes each point."""
        return [[lsb(self.image(1 << p, s)) for p in range(self.points)] for s in range(self.symmetries)]

    @cached_property
    def _undoing(self) -> list[int]:
        """For each symmetry, the one that undoes it."""
        return [self._moves.index([move.index(point) for point in range(self.points)]) for move in self._moves]

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

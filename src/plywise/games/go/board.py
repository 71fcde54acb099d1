"""Boards of Go as bits: where points lie, what touches what, where a stone may be played, and symmetry.

    10 11 12 13  .      A board is a few numbers whose bits go row by row from the bottom, with an unused bit after each
     5  6  7  8  .      row, so that a shift by one never runs into the next. A number holds as many rows as fit into
     0  1  2  3  .      62 bits: 9x9 takes two numbers, 19x19 seven.

All points are looked at together, by shifting whole boards. A liberty is an empty point beside a stone of a chain. The
methods here are part of the rules: they are compiled.
"""

from typing import NamedTuple, TypeAlias

from plywise.bits import lsb, popcount
from plywise.rules import Game

WORD_BITS = 62
NO_KO = -1
Words: TypeAlias = tuple[int, ...]


class Boards(Game):
    """What the rules of Go need to know about boards."""

    class State(NamedTuple):
        """The stones of the player to move and of the other; the point that a ko closes; the turn; passes in a row."""

        mine: Words
        theirs: Words
        ko: int = NO_KO
        turn: int = 0
        passes: int = 0

    size: int
    squares: int

    def lay_out(self) -> None:
        """Work out where each point lies, and build the tables of points."""
        size = self.size
        self.stride = size + 1
        self.rows_in_word = min(size, WORD_BITS // self.stride)
        self.words = -(-size // self.rows_in_word)
        self.reach = (self.rows_in_word - 1) * self.stride
        row = (1 << size) - 1
        self.bottom, self.below_top = row, (1 << self.reach) - 1
        held = [min(self.rows_in_word, size - word * self.rows_in_word) for word in range(self.words)]
        self.cells = tuple(sum(row << self.stride * y for y in range(rows)) for rows in held)
        border = [0] * self.words
        for y in range(size):
            ends = 1 | 1 << size - 1 if 0 < y < size - 1 else row
            border[y // self.rows_in_word] |= ends << self.stride * (y % self.rows_in_word)
        self.edges = tuple(border)
        self.word_of = tuple(point // size // self.rows_in_word for point in range(self.squares))
        self.bit_of = tuple(
            point // size % self.rows_in_word * self.stride + point % size for point in range(self.squares)
        )
        points = {(self.word_of[point], self.bit_of[point]): point for point in range(self.squares)}
        self.points = tuple(points.get((word, bit), 0) for word in range(self.words) for bit in range(WORD_BITS))
        edges = [min(place, size - 1 - place) for place in range(size)]
        self.height = tuple(min(2, edges[p % size]) + min(2, edges[p // size]) for p in range(self.squares))
        images = [
            [self._image(point % size, point // size, turn) for point in range(self.squares)] for turn in range(8)
        ]
        self.images = tuple(tuple(image) for image in images)
        self.sources = tuple(tuple(image.index(point) for point in range(self.squares)) for image in images)

    def _image(self, x: int, y: int, turn: int) -> int:
        """Return where one of the eight symmetries takes a point."""
        x, y = (self.size - 1 - x if turn & 1 else x), (self.size - 1 - y if turn & 2 else y)
        return x * self.size + y if turn & 4 else y * self.size + x

    # Whole boards at once

    def empty(self, mine: Words, theirs: Words) -> Words:
        """Return the points without a stone."""
        free = list(mine)
        for word in range(self.words):
            free[word] = self.cells[word] & ~(mine[word] | theirs[word])
        return tuple(free)

    def is_any(self, board: Words) -> bool:
        """Whether a board holds anything."""
        return any(bits != 0 for bits in board)

    def apart(self, board: Words, other: Words) -> Words:
        """Return the points of one board that aren't on another."""
        left = list(board)
        for word in range(self.words):
            left[word] = board[word] & ~other[word]
        return tuple(left)

    def with_stone(self, board: Words, word: int, stone: int) -> Words:
        """Return a board with one more stone."""
        more = list(board)
        more[word] |= stone
        return tuple(more)

    def single(self, word: int, stone: int) -> Words:
        """Return a board with one stone."""
        board = [0] * self.words
        board[word] = stone
        return tuple(board)

    def around(self, board: Words, word: int) -> int:
        """Return the bits of one word that touch a point of a board, left, right, above or below."""
        here = board[word]
        found = here << 1 | here >> 1 | (here & self.below_top) << self.stride | here >> self.stride
        if word > 0:
            found |= board[word - 1] >> self.reach
        if word + 1 < self.words:
            found |= (board[word + 1] & self.bottom) << self.reach
        return found

    def beside(self, board: Words, within: Words) -> Words:
        """Return the points of `within` that touch a board."""
        found = list(board)
        for word in range(self.words):
            found[word] = self.around(board, word) & within[word]
        return tuple(found)

    def touches(self, board: Words, word: int, stone: int) -> bool:
        """Whether one point touches a board."""
        return self.around(board, word) & stone != 0

    def flood(self, seeds: Words, within: Words) -> Words:
        """Return the points of `within` connected to the seeds, which are among them, through other such points."""
        found = seeds
        while True:
            grown = list(found)
            new = 0
            for word in range(self.words):
                grown[word] |= self.around(found, word) & within[word]
                new |= grown[word] ^ found[word]
            if new == 0:
                return found
            found = tuple(grown)

    def alive(self, stones: Words, empty: Words) -> Words:
        """Return the stones whose chains have a liberty."""
        return self.flood(self.beside(empty, stones), stones)

    # Where a stone may be played

    def legal(self, state: State, empty: Words) -> Words:
        """Return the points where a stone may be played: all with an empty point beside them, and some others."""
        roomy = self.beside(empty, empty)
        closed = self.apart(empty, roomy)
        legal = list(self.with_closed(state, empty, roomy, closed) if self.is_any(closed) else roomy)
        if state.ko >= 0:
            legal[self.word_of[state.ko]] &= ~(1 << self.bit_of[state.ko])
        return tuple(legal)

    def with_closed(self, state: State, empty: Words, roomy: Words, closed: Words) -> Words:
        """Add, to the points with an empty one beside them, the closed points where a stone may be played too.

        It may wherever it joins a secure chain. The other's secure chains can't be taken, so only the few points beside
        chains that aren't secure need to be tried.
        """
        mine, theirs = self.secure(state.mine, empty, roomy), self.secure(state.theirs, empty, roomy)
        weak_mine, weak_theirs = self.apart(state.mine, mine), self.apart(state.theirs, theirs)
        found = list(roomy)
        for word in range(self.words):
            joined = closed[word] & self.around(mine, word)
            found[word] |= joined
            doubtful = closed[word] & ~joined & (self.around(weak_mine, word) | self.around(weak_theirs, word))
            while doubtful:
                stone = doubtful & -doubtful
                free = self.without(empty, word, stone)
                if not self.is_dead(weak_mine, free, word, stone) or self.takes(weak_theirs, free, word, stone):
                    found[word] |= stone
                doubtful &= doubtful - 1
        return tuple(found)

    def secure(self, stones: Words, empty: Words, roomy: Words) -> Words:
        """Return the chains that keep a liberty when an empty point with no empty point beside it is filled.

        These are the chains beside an empty point that has another beside it, and those with a stone beside two.
        """
        seeds = list(stones)
        for word in range(self.words):
            here = empty[word]
            right, left = here << 1, here >> 1
            above, below = here >> self.stride, (here & self.below_top) << self.stride
            if word > 0:
                below |= empty[word - 1] >> self.reach
            if word + 1 < self.words:
                above |= (empty[word + 1] & self.bottom) << self.reach
            two = right & left | above & below | (right | left) & (above | below)
            seeds[word] &= two | self.around(roomy, word)
        return self.flood(tuple(seeds), stones)

    def is_dead(self, stones: Words, free: Words, word: int, stone: int) -> bool:
        """Whether the chain that a stone belongs to, or would belong to, has no liberty."""
        chain = self.single(word, stone)
        while True:
            grown = list(chain)
            new = 0
            for i in range(self.words):
                around = self.around(chain, i)
                if around & free[i]:
                    return False
                grown[i] |= around & stones[i]
                new |= grown[i] ^ chain[i]
            if new == 0:
                return True
            chain = tuple(grown)

    def takes(self, theirs: Words, free: Words, word: int, stone: int) -> bool:
        """Whether a stone leaves any of the other's stones beside it without a liberty."""
        targets = self.beside(self.single(word, stone), theirs)
        for i in range(self.words):
            left = targets[i]
            while left:
                if self.is_dead(theirs, free, i, left & -left):
                    return True
                left &= left - 1
        return False

    def after_taking(self, theirs: Words, free: Words, word: int, stone: int) -> Words:
        """Return the other's stones that are left after a stone is played."""
        if self.takes(theirs, free, word, stone):
            return self.alive(theirs, free)
        return theirs

    def without(self, board: Words, word: int, stone: int) -> Words:
        """Return a board without one point."""
        less = list(board)
        less[word] &= ~stone
        return tuple(less)

    def find_ko(self, left: Words, theirs: Words, word: int, stone: int) -> int:
        """Return the point where a ko may not be retaken at once, after a stone that touches none of its own colour.

        That is where the only stone taken was, if it is the only liberty of the stone that took it.
        """
        ko, taken, free = NO_KO, 0, 0
        for i in range(self.words):
            gone = theirs[i] ^ left[i]
            taken += popcount(gone)
            if gone:
                ko = self.points[WORD_BITS * i + lsb(gone)]
        if taken != 1:
            return NO_KO
        around = self.beside(self.single(word, stone), self.cells)
        for i in range(self.words):
            free += popcount(around[i] & ~left[i])
        return ko if free == 1 else NO_KO

    # Symmetry

    def turned(self, board: Words, image: tuple[int, ...]) -> Words:
        """Return a board after one of the symmetries."""
        after = [0] * self.words
        for word in range(self.words):
            stones = board[word]
            while stones:
                point = image[self.points[WORD_BITS * word + lsb(stones)]]
                after[self.word_of[point]] |= 1 << self.bit_of[point]
                stones &= stones - 1
        return tuple(after)

    def precedes(self, state: State, sources: tuple[int, ...], others: tuple[int, ...]) -> bool:
        """Whether the image that takes its points from `sources` comes before another, point by point from A1."""
        for point in range(self.squares):
            one, other = self.kind(state, sources[point]), self.kind(state, others[point])
            if one != other:
                return one < other
        return False

    def kind(self, state: State, point: int) -> int:
        """Return what stands on a point: 3 for mine, 2 for theirs, 1 for an open ko, 0 for nothing."""
        word, bit = self.word_of[point], self.bit_of[point]
        if state.mine[word] >> bit & 1:
            return 3
        if state.theirs[word] >> bit & 1:
            return 2
        return 1 if point == state.ko else 0

"""What a playout of Go draws from: what takes stones or saves some, or else whatever fills no eye of one's own.

. X X .      An eye is an empty point all of whose neighbours are one's own stones; false, and filled like any other
X e X .      point, where the other has two of its diagonal points, or one at the edge of the board.
. X X .
"""

from collections.abc import Iterator

from plywise.bits import lsb, popcount
from plywise.games.go.board import WORD_BITS, Boards, Words


class SensiblePoints(Boards):
    """The points that a random player should choose from, so that its games end with areas that mean something."""

    pass_action: int

    def playout_actions(self, state: Boards.State) -> Iterator[int]:
        """Yield what takes a chain or saves one from being taken; else all points but one's own eyes; else the pass."""
        points = self.sensible(state)
        if not self.is_any(points):
            yield self.pass_action
        for word in range(self.words):
            left = points[word]
            while left:
                yield self.points[WORD_BITS * word + lsb(left)]
                left &= left - 1

    def sensible(self, state: Boards.State) -> Words:
        """Return the points to choose from, none where a player should pass."""
        empty = self.empty(state.mine, state.theirs)
        weak, prey = self.in_atari(state.mine, empty), self.in_atari(state.theirs, empty)
        strong = self.apart(state.mine, weak)
        urgent = list(empty)
        for word in range(self.words):
            saved = self.around(weak, word) & (self.beside_two(empty, word) | self.around(strong, word))
            urgent[word] &= self.around(prey, word) | saved
        if state.ko >= 0:
            urgent[self.word_of[state.ko]] &= ~(1 << self.bit_of[state.ko])
        if self.is_any(tuple(urgent)):
            return tuple(urgent)
        calm = list(empty)
        for word in range(self.words):
            calm[word] &= self.around(empty, word) | self.around(strong, word)
            calm[word] &= ~self.eyes(state.mine, state.theirs, word)
        return tuple(calm)

    def beside_two(self, board: Words, word: int) -> int:
        """Return the bits of one word that touch at least two points of a board."""
        here = board[word]
        right, left = here << 1, here >> 1
        above, below = here >> self.stride, (here & self.below_top) << self.stride
        if word > 0:
            below |= board[word - 1] >> self.reach
        if word + 1 < self.words:
            above |= (board[word + 1] & self.bottom) << self.reach
        return right & left | above & below | (right | left) & (above | below)

    def in_atari(self, stones: Words, empty: Words) -> Words:
        """Return the chains that have one free point left.

        A stone beside two free points saves its chain from being looked at; few are left after that.
        """
        seeds = list(stones)
        for word in range(self.words):
            seeds[word] &= self.beside_two(empty, word)
        rest = list(self.apart(stones, self.flood(tuple(seeds), stones)))
        found = [0] * self.words
        for word in range(self.words):
            while rest[word]:
                chain = self.flood(self.single(word, rest[word] & -rest[word]), stones)
                free = 0
                for i in range(self.words):
                    free += popcount(self.around(chain, i) & empty[i])
                    rest[i] &= ~chain[i]
                if free == 1:
                    for i in range(self.words):
                        found[i] |= chain[i]
        return tuple(found)

    def eyes(self, mine: Words, theirs: Words, word: int) -> int:
        """Return the bits of one word that are eyes of `mine`."""
        others = self.apart(self.cells, mine)
        closed = others[word] & ~theirs[word] & ~self.around(others, word)
        if closed == 0:
            return 0
        here = theirs[word]
        above, below = here >> self.stride, (here & self.below_top) << self.stride
        if word > 0:
            below |= theirs[word - 1] >> self.reach
        if word + 1 < self.words:
            above |= (theirs[word + 1] & self.bottom) << self.reach
        one = above << 1 | above >> 1 | below << 1 | below >> 1
        two = above << 1 & above >> 1 | below << 1 & below >> 1 | (above << 1 | above >> 1) & (below << 1 | below >> 1)
        return closed & ~(two | one & self.edges[word])

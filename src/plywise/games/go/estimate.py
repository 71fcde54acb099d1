"""What boards of Go are worth, by named features, to the player to move."""

from plywise.bits import popcount
from plywise.games.go.board import Boards

STONE, NEARER, LIBERTY = 10, 6, 1
"""What `evaluate` adds for a stone, an empty point nearer to one's own stones than to the other's, and a liberty."""


class GoEstimate(Boards):
    """The features that `evaluate` adds up: each is the lead of the player to move."""

    def stones(self, state: Boards.State) -> int:
        """Weigh the lead in stones."""
        lead = 0
        for word in range(self.words):
            lead += popcount(state.mine[word]) - popcount(state.theirs[word])
        return STONE * lead

    def nearer(self, state: Boards.State) -> int:
        """Weigh the lead in empty points nearer to a player's stones: both areas grow in turn until they meet."""
        free = self.empty(state.mine, state.theirs)
        mine, theirs = state.mine, state.theirs
        lead = 0
        for _ in range(2 * self.size):
            more, others = self.beside(mine, free), self.beside(theirs, free)
            found = 0
            for word in range(self.words):
                found |= more[word] | others[word]
                lead += popcount(more[word] & ~others[word]) - popcount(others[word] & ~more[word])
            if found == 0:
                break
            free = self.apart(self.apart(free, more), others)
            mine, theirs = self.apart(more, others), self.apart(others, more)
        return NEARER * lead

    def liberties(self, state: Boards.State) -> int:
        """Weigh the lead in liberties."""
        empty = self.empty(state.mine, state.theirs)
        mine, theirs = self.beside(state.mine, empty), self.beside(state.theirs, empty)
        lead = 0
        for word in range(self.words):
            lead += popcount(mine[word]) - popcount(theirs[word])
        return LIBERTY * lead

"""Morris by tiers of stones: what tables of solved endings need from the rules."""

import re
from functools import cache
from typing import Any

from plywise.bits import popcount
from plywise.games.morris.board import MorrisBoard
from plywise.games.morris.index import FEWEST, MorrisSlots
from plywise.rules import Game, RulesError


@cache
def _morris_slots(men: int, board: MorrisBoard) -> MorrisSlots:
    """Keep the tables of each kind of game, since they take a while to make."""
    return MorrisSlots(men, board)


class MorrisEndings(Game):
    """What tables of solved morris need from the rules."""

    men: int
    board: MorrisBoard

    @property
    def slots(self) -> MorrisSlots:
        """The numbers of this game's states."""
        return _morris_slots(self.men, self.board)

    def tier(self, state: Any) -> int:
        """Return 16 times the stones that the player to move has on the board, plus the other's."""
        return popcount(state.me) << 4 | popcount(state.other)

    def index(self, state: Any) -> int:
        """Return the number in its tier of a state and all its images; -1 with stones in hand, too few or too many."""
        return -1 if state.hand > 0 else self.slots.index_of(state.me, state.other)

    def unindex(self, tier: int, index: int) -> Any:
        """Return the state with this number in a tier, with player A to move."""
        me, other = self.slots.stones_of(tier, index)
        return self.State(me, other, 0, 0)

    def tier_size(self, tier: int) -> int:
        """Count the numbers of a tier, including unused ones."""
        return self.slots.size_of(tier)

    # Never compiled

    def next_tiers(self, tier: int) -> list[int]:
        """List the tiers that an action may lead to; none with two stones left, since that player has lost."""
        mine, others = tier >> 4, tier & 15
        return [16 * left + mine for left in (others - 1, others) if left >= FEWEST]

    def tier_name(self, tier: int) -> str:
        """Write a tier, such as 3-4: the mover's stones and the other's."""
        return f"{tier >> 4}-{tier & 15}"

    def parse_tier(self, text: str) -> tuple[int, ...]:
        """Read what `tier_name` writes, or a number: all tiers of at most that many stones."""
        sizes = range(FEWEST, self.men + 1)
        tiers = sorted((mine + others, 16 * mine + others) for mine in sizes for others in sizes)
        if text.strip().isdecimal() and 2 * FEWEST <= int(text) <= 2 * self.men:
            return tuple(tier for stones, tier in tiers if stones <= int(text))
        named = re.fullmatch(r"\s*([0-9])\s*-\s*([0-9])\s*", text)
        if named is None or not {int(named[1]), int(named[2])} <= set(sizes):
            raise RulesError(
                f"'{text}' names no endings of this game: write the stones of the player to move and of the other, "
                f"{FEWEST} to {self.men} each, such as 3-3, or a number of stones from {2 * FEWEST} to {2 * self.men}."
            )
        return (16 * int(named[1]) + int(named[2]),)

    def count_states(self, text: str) -> int:
        """Count the states that a text names as in `parse_tier`; states that are images of each other count once."""
        return sum(self.slots.count(tier >> 4, tier & 15) for tier in self.parse_tier(text))

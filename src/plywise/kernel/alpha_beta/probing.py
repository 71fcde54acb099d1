"""Solved tables as the compiled search probes them: which tiers there are, and where their codes lie in memory.

    tier | bytes a slot | address of the first one       sorted by tier, three words each

`spliced.alpha_beta.probing` reads them. Codes are one or two bytes, as `knowledge.solved.codes` describes them for
outcomes, to the player to move.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from plywise.kernel.running import Block
from plywise.rules import Game, SearchError, fatal_states

SolvedTier: TypeAlias = tuple[int, Any]
"""A tier and its codes: an array, or a memory map, of bytes or of unsigned numbers of 16 bits."""


class Probing:
    """The tables that a search may ask; it keeps them in memory."""

    def __init__(self, game: Game, tables: Sequence[SolvedTier]) -> None:
        _require_suited(game)
        self.game, self.tables = game, sorted(tables, key=lambda table: table[0])
        for tier, codes in self.tables:
            if codes.dtype.kind != "u" or codes.itemsize > 2 or not codes.flags.c_contiguous:
                raise SearchError(f"The codes of tier {tier} are no bytes or unsigned 16-bit numbers in a row.")
        self._words = Block(3 * len(self.tables))
        for number, (tier, codes) in enumerate(self.tables):
            self._words[3 * number : 3 * number + 3] = (tier, codes.itemsize, codes.ctypes.data)

    def write(self, block: Block, layout: Any) -> None:
        """Say in a block where the tables are."""
        block[layout.TIERS], block[layout.TIER_COUNT] = self._words.address, len(self.tables)

    def holds_for(self, history: Sequence[Any]) -> bool:
        """Whether tables are right after these states: none of them holds a state that may not recur, or ends the game.

        A table knows nothing of what was played. The winner's shortest way never visits a state twice, but it may
        lead to one that came up earlier in the game.
        """
        tiers = {tier for tier, _ in self.tables}
        fatal = fatal_states(self.game, history).values() if self.game.repetition else ()
        return all(self.game.index(state) < 0 or self.game.tier(state) not in tiers for state in fatal)


def _require_suited(game: Game) -> None:
    missing = [rule for rule in ("tier", "index") if not game.offers(rule)]
    if missing:
        raise SearchError(f"{game.name} has no {missing[0]}: solved tables can't be asked inside a search.")
    if not game.wins_are_equal or game.repetition == "illegal":
        raise SearchError(
            f"{game.name}'s wins differ, or repetition is illegal: its tables can't be asked in a search."
        )

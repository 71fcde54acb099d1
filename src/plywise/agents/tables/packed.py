"""What the rules tell of a packed table's slots, which isn't stored: by the plain rules, slot by slot."""

from collections.abc import Sequence
from typing import Any, Protocol

from plywise.knowledge.solved import Manifest, Solved, SolvedFolder, SolvedTableError
from plywise.rules import Game

MOST_DERIVED = 3
"""How many derived tables may follow from each other: a probe looks at most that many plies ahead."""


class AskedTables(Protocol):
    """What the rules of slots need of `Tables`."""

    game: Game
    rules: Any
    folder: SolvedFolder
    manifest: Manifest
    names: dict[int, str]

    def component(self, tier: int) -> frozenset[int]:
        """Return the tiers that a tier leads to and that lead back to it, itself among them."""

    def ended(self, state: Any, player: int) -> Solved:
        """Return what a terminal state is worth to a player."""

    def worth(self, before: Any, after: Any, player: int) -> Solved | None:
        """Return what going from one state to another is worth to the player who does."""

    def options(self, state: Any) -> Sequence[Any]:
        """Return every action of a state that isn't terminal with what it is worth, best first."""


class PackedSlots:
    """The slots of a folder's packed tables, as the game's rules have them."""

    def __init__(self, tables: AskedTables) -> None:
        self.tables, self.game, self.rules = tables, tables.game, tables.rules
        self.check_derived({entry.tier for entry in tables.manifest.tables if entry.is_derived})

    def check_derived(self, tiers: set[int]) -> None:
        """Refuse tables that would have to be derived from themselves, or from too many others."""
        left, plies = set(tiers), 0
        while left:
            ready = {tier for tier in left if left.isdisjoint(self.rules.next_tiers(tier))}
            plies += 1
            if not ready or plies > MOST_DERIVED:
                names = ", ".join(sorted(self.tables.names[tier] for tier in left))
                raise SolvedTableError(
                    f"{self.tables.folder.place.name} derives {names} from each other, or from more than "
                    f"{MOST_DERIVED} plies ahead: don't use it, or pack the tables again."
                )
            left -= ready

    def holds(self, tier: int, slot: int) -> bool:
        """Whether a slot holds a state: whether the state that the index gives has that slot."""
        state = self.rules.unindex(tier, slot)
        return bool((self.rules.tier(state), self.rules.index(state)) == (tier, slot))

    def is_won_beyond(self, tier: int, slot: int) -> bool:
        """Whether an action out of the tables that lead to each other wins, in a ply as they count."""
        state, own = self.rules.unindex(tier, slot), self.tables.component(tier)
        if self.game.is_terminal(state):
            return False
        player = self.game.to_move(state)
        for action in self.game.actions(state):
            after = self.game.result(state, action)
            if self.rules.index(after) >= 0 and self.rules.tier(after) in own:
                continue
            worth = self.tables.worth(state, after, player)
            if worth is None:
                raise self.lacking(state, self.game.action_name(state, action))
            if worth.value > 0 and worth.distance in (None, 1):
                return True
        return False

    def derived(self, tier: int, slot: int) -> Solved:
        """Return what a slot that holds a state is worth by those one ply on; refuses a folder that lacks any."""
        state = self.rules.unindex(tier, slot)
        if self.game.is_terminal(state):
            return self.tables.ended(state, self.game.to_move(state))
        options = self.tables.options(state)
        if not options:
            raise self.lacking(state, "No action")
        for option in options:
            if option.solved is None:
                raise self.lacking(state, self.game.action_name(state, option.action))
        best: Solved = options[0].solved
        return best

    def lacking(self, state: Any, way: str) -> SolvedTableError:
        """Return the error of a value that can't be worked out."""
        return SolvedTableError(
            f"{way} in {self.game.state_name(state)} leads to a state that no table of "
            f"{self.tables.folder.place.name} has, though its value follows from that: pack the tables again."
        )

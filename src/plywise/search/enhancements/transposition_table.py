"""Transposition table: different orders of the same actions lead to the same state; search it once (section 5.3.1).

    places, each a pair    | the deeper search | the later one |     chosen by the hash of the state's key

The table's size is bounded. The first half of a place keeps the deeper search unless it is left from an earlier one,
the second whatever came last. A state's entry holds its value or a bound, how deep it was searched, and which
successor was best; that one is recognised by its key, so it is right for mirror images too.

By default an entry answers only for a search of equal depth, or when no estimate took part in it and it was found no
deeper: then every value is exactly plain alpha-beta's. With `any_depth`, deeper searches answer too. A value found
where the game declares repetition may lean on the path that led there: it is never proven.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from plywise.rules import Bound, Game, PlywiseError, same_state
from plywise.search.enhancements.enhancement import EnhancedSearch, Enhancement, Found, Successors, Visit
from plywise.search.shared import Line


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a state: its value to MAX, on which side the true one lies, and how that was found."""

    key: Hashable
    depth: float
    value: float
    bound: Bound
    best: Hashable
    """The key of the best successor."""
    state: Any
    line: Line
    is_complete: bool
    """Whether no estimate took part: the value holds at any depth."""
    is_trusted: bool
    """Whether something was left out below."""
    age: int


class TranspositionTable(Enhancement):
    """Remembers states across a search and from one round to the next; with `symmetry`, mirror images as one."""

    def __init__(self, places: int = 1 << 16, *, any_depth: bool = False, symmetry: bool = False) -> None:
        if places < 1:
            raise PlywiseError(f"A transposition table has at least one place, not {places}.")
        self.places, self.any_depth, self.symmetry = places, any_depth, symmetry
        self.entries: dict[tuple[int, int], Entry] = {}
        self.game: Game | None = None
        self.age = 0

    def start(self, search: EnhancedSearch) -> None:
        """Forget what another game left."""
        if search.game is not self.game:
            self.game = search.game
            self.entries.clear()
        self.age += 1

    def key(self, game: Game, state: Any) -> Hashable:
        """Return what a state is known by."""
        return game.key(game.canonical(state) if self.symmetry and game.repetition is None else state)

    def find(self, key: Hashable) -> Entry | None:
        """Return what is known of a state."""
        place = hash(key) % self.places
        for half in (0, 1):
            entry = self.entries.get((place, half))
            if entry is not None and entry.key == key:
                return entry
        return None

    def before(self, search: EnhancedSearch, visit: Visit) -> Found | None:
        """Answer a state that was searched before as deep, where that settles this window."""
        entry = self.find(self.key(search.game, visit.state))
        if entry is None or not self.is_deep_enough(entry, visit.depth) or not _settles(entry, visit):
            return None
        search.leaves += 1
        if entry.is_trusted or search.game.repetition is not None:
            search.trust()
        elif not entry.is_complete:
            search.horizon_leaves += 1
        return entry.value, entry.line if same_state(entry.state, visit.state) else ()

    def is_deep_enough(self, entry: Entry, depth: float) -> bool:
        """Whether an entry answers for a search to a depth."""
        if self.any_depth:
            return entry.is_complete or entry.depth >= depth
        return entry.depth == depth or (entry.is_complete and entry.depth <= depth)

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Put the successor first that was best when the state was searched before."""
        entry = self.find(self.key(search.game, visit.state))
        if entry is None:
            return successors
        return sorted(successors, key=lambda pair: self.key(search.game, pair[1]) != entry.best)

    def after(self, search: EnhancedSearch, visit: Visit, found: Found) -> None:
        """Store what was found."""
        value, line = found
        bound = Bound.UPPER if value <= visit.alpha else Bound.LOWER if value >= visit.beta else Bound.EXACT
        self.store(
            Entry(
                self.key(search.game, visit.state),
                visit.depth,
                value,
                bound,
                self.key(search.game, search.game.result(visit.state, line[0])),
                visit.state,
                line,
                search.horizon_leaves == visit.estimates and search.game.repetition is None,
                search.trusted > visit.trusted,
                self.age,
            )
        )

    def store(self, entry: Entry) -> None:
        """Put an entry first in its place, and another state's after it, unless that was searched deeper."""
        place = hash(entry.key) % self.places
        held = self.entries.get((place, 0))
        if held is not None and held.key != entry.key:
            if held.age == self.age and held.depth > entry.depth:
                self.entries[place, 1] = entry
                return
            self.entries[place, 1] = held
        self.entries[place, 0] = entry


def _settles(entry: Entry, visit: Visit) -> bool:
    """Whether a value or bound is all that a window needs to know."""
    if entry.bound is Bound.LOWER:
        return entry.value >= visit.beta
    return entry.bound is Bound.EXACT or entry.value <= visit.alpha

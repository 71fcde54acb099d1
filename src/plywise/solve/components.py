"""Which tiers must be solved, which of them together, and in which order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from plywise.rules import Game


@dataclass(frozen=True, slots=True)
class Component:
    """Tiers that lead to each other, solved as one; their slots are numbered through in this order."""

    tiers: tuple[int, ...]
    sizes: tuple[int, ...]
    below: tuple[int, ...] = ()
    """Tiers outside that its actions lead to."""
    leading: tuple[int, ...] = ()
    """For each of its tiers the one of them that leads there; -1 where several do."""
    following: tuple[int, ...] = ()
    """For each of its tiers the one of them that it leads to; -1 where it leads to several."""

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return sum(self.sizes)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The first slot of each tier."""
        return (0, *accumulate(self.sizes[:-1]))

    def before(self, tier: int) -> int:
        """Return the one of its tiers that leads to another of them; -1 where several do, or that isn't known."""
        return dict(zip(self.tiers, self.leading, strict=False)).get(tier, -1)

    def after(self, tier: int) -> int:
        """Return the one of its tiers that one of them leads to; -1 where it leads to several, or that isn't known."""
        return dict(zip(self.tiers, self.following, strict=False)).get(tier, -1)


def find_components(game: Game, wanted: Iterable[int]) -> list[Component]:
    """Return the wanted tiers and all they lead to, in groups, each after those it leads to."""
    search = _Search(game)
    for tier in wanted:
        if tier not in search.order:
            search.run(tier)
    return search.found


class _Search:
    """Tarjan's algorithm, without recursion: a chain of tiers may be long."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.order: dict[int, int] = {}
        self.lowest: dict[int, int] = {}
        self.stack: list[int] = []
        self.open: set[int] = set()
        self.found: list[Component] = []

    def run(self, root: int) -> None:
        """Find the components that can be reached from a tier, as far as they weren't found before."""
        work = [self.enter(root)]
        while work:
            tier, following = work[-1]
            new = next((after for after in following if self.is_new(tier, after)), None)
            if new is not None:
                work.append(self.enter(new))
                continue
            work.pop()
            if work:
                above = work[-1][0]
                self.lowest[above] = min(self.lowest[above], self.lowest[tier])
            if self.lowest[tier] == self.order[tier]:
                self.close(tier)

    def enter(self, tier: int) -> tuple[int, Iterator[int]]:
        """Number a tier and begin with those it leads to."""
        self.order[tier] = self.lowest[tier] = len(self.order)
        self.stack.append(tier)
        self.open.add(tier)
        return tier, iter(tuple(self.game.next_tiers(tier)))

    def is_new(self, tier: int, after: int) -> bool:
        """Whether a tier hasn't been entered; if it is open, it lies on a cycle."""
        if after in self.open:
            self.lowest[tier] = min(self.lowest[tier], self.order[after])
        return after not in self.order

    def close(self, tier: int) -> None:
        """Take the tiers of a finished component off the stack."""
        place = self.stack.index(tier)
        tiers = tuple(sorted(self.stack[place:]))
        del self.stack[place:]
        self.open.difference_update(tiers)
        following = {member: tuple(self.game.next_tiers(member)) for member in tiers}
        below = {after for member in tiers for after in following[member]} - set(tiers)
        sizes = tuple(self.game.tier_size(member) for member in tiers)
        before = [[member for member in tiers if after in following[member]] for after in tiers]
        inside = [[after for after in tiers if after in following[member]] for member in tiers]
        self.found.append(Component(tiers, sizes, tuple(sorted(below)), *map(_only, (before, inside))))


def _only(found: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return what each holds if it is one thing, else -1."""
    return tuple(some[0] if len(some) == 1 else -1 for some in found)

"""What an enhancement of alpha-beta is: a few hooks, called at fixed points of the one search in `enhanced`.

    value(state)        extension        how many plies deeper the state is looked into
                        before           answer the state at once: a table, ProbCut, a null move
      horizon           beyond, adjust   actions to look at past the horizon; a correction of the estimate
      successors        order, narrow    which to try first; which to leave out
        one of them     reduction        how many plies less it is looked into at first
      done              after            remember what was found

Each enhancement is a class in a file of its own that writes the hooks it needs. What it learns it keeps, so that the
next round of iterative deepening begins with it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from plywise.rules import MAX, Action, Decision, Game, Limit, SearchError
from plywise.search.shared import Leaf, Line, Search

Found: TypeAlias = tuple[float, Line]
"""A value to MAX, and the line that shows it."""

Successors: TypeAlias = list[tuple[Action, Any]]


@dataclass(slots=True)
class Visit:
    """One state being searched; the window is the one it was asked with."""

    state: Any
    depth: float
    alpha: float
    beta: float
    sign: int
    """1 where MAX moves, -1 where MIN does: the player to move wants sign times the value to be large."""
    estimates: int
    """How many estimates had been met when the search came here."""
    trusted: int
    tried: list[tuple[Action, float]] = field(default_factory=list)
    """The actions searched so far, with what was found."""
    floor: float | None = None
    """What the state is taken to be worth at least, where actions were left out because they would bring no more."""
    is_whole: bool = True
    """Whether every action was searched: a cut-off leaves the later ones unseen."""

    @property
    def enough(self) -> float:
        """The bound at which the opponent avoids this state: beta where MAX moves, alpha where MIN does."""
        return self.beta if self.sign > 0 else self.alpha

    @property
    def needed(self) -> float:
        """What the player to move has elsewhere: alpha where MAX moves, beta where MIN does."""
        return self.alpha if self.sign > 0 else self.beta

    def is_enough(self, value: float) -> bool:
        """Whether a value ends the search of this state."""
        return self.sign * value >= self.sign * self.enough


class EnhancedSearch(Search, ABC):
    """A search under way, as its enhancements see it."""

    def __init__(
        self, game: Game, limit: Limit | None, history: Sequence[Any], enhancements: Sequence["Enhancement"]
    ) -> None:
        super().__init__(game, limit, history)
        self.enhancements = enhancements
        self.ply = 0
        self.trusted = 0
        """How often something was taken on trust: nothing above that is proven, not even a win."""

    @abstractmethod
    def value(self, state: Any, depth: float, alpha: float, beta: float) -> Found:
        """Search a state; the bound that is returned keeps alpha-beta's contract."""

    def answered(self, name: str) -> None:
        """Hear that the enhancement of this name has answered a state; a watched search passes it on."""

    def trust(self) -> None:
        """Note that part of the tree was left out, or judged by less than the rules."""
        self.horizon_leaves += 1
        self.trusted += 1

    def glance(self, state: Any) -> float:
        """Return what a state looks like to MAX without searching or counting it."""
        return self.leaf_value(state, Leaf.TERMINAL if self.is_terminal(state) else Leaf.HORIZON, MAX)

    def offers(self, rule: str) -> bool:
        """Whether the game has written an optional rule."""
        return self.game.offers(rule)

    def is_estimate(self, value: float) -> bool:
        """Whether a value is one that `evaluate` could have returned: no win, no loss, no open end of a window."""
        return self.scale.stretched and abs(value) < self.scale.limit


class Enhancement:
    """Does nothing: each enhancement overrides the hooks it needs."""

    needs: str | None = None
    """The optional rule without which this enhancement has nothing to go by."""

    def start(self, search: EnhancedSearch) -> None:
        """Get ready for a search; refuse a game that lacks what this enhancement needs."""
        if self.needs is not None and not search.offers(self.needs):
            name = type(self).__name__
            raise SearchError(f"{search.game.name} has no {self.needs}: write that rule, or leave {name} out.")

    def extension(self, search: EnhancedSearch, state: Any, depth: float) -> int:
        """Return how many plies deeper a state is looked into; the depth is below 0 beyond the horizon."""
        return 0

    def before(self, search: EnhancedSearch, visit: Visit) -> Found | None:
        """Return a state's answer without searching it, or None."""
        return None

    def beyond(self, search: EnhancedSearch, state: Any, depth: float) -> Iterable[Action]:
        """Return actions that are worth a look although the depth is spent; it goes below 0 there."""
        return ()

    def adjust(self, search: EnhancedSearch, state: Any, estimate: float) -> float:
        """Return an estimate at the horizon, corrected; to MAX."""
        return estimate

    def order(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Return the same successors, the most promising first; asked at the root too."""
        return successors

    def narrow(self, search: EnhancedSearch, visit: Visit, successors: Successors) -> Successors:
        """Return the successors that are looked at; not asked at the root."""
        return successors

    def reduction(self, search: EnhancedSearch, visit: Visit, action: Action) -> int:
        """Return how many plies less an action is looked into, unless it then seems good; not at the root."""
        return 0

    def after(self, search: EnhancedSearch, visit: Visit, found: Found) -> None:
        """Remember what was found of a state; not called at the root."""

    def end(self, search: EnhancedSearch, state: Any, decision: Decision) -> None:
        """Remember the answer of a completed search."""

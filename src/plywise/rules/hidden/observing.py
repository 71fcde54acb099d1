"""The optional rules of games that hide something: see docs/adr/0010-hidden-information.md."""

import copy
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from plywise.rules.errors import SearchError
from plywise.rules.lots import Lots
from plywise.rules.tabled import TabledRules, unwritten

Hiding = TypeVar("Hiding", bound="HiddenRules")


class HiddenRules(TabledRules):
    """What players know: one rule says so, another draws what they don't know; `Game` has both."""

    open_cards: bool = False
    """Whether search may look at what is hidden: the question what would happen if all cards lay open."""

    if TYPE_CHECKING:

        def offers(self, method: str) -> bool:
            """Return whether this game writes an optional method itself: `Game` says how."""

    def observe(self, state: Any, player: int) -> Hashable:
        """Return what a player sees in a state: own cards, what lies open, what was said; any hashable value.

        Without it every player sees everything. What was seen before is remembered, so it need not be repeated.
        """
        return state  # type: ignore[no-any-return]

    def deals(self, observation: Any, player: int, numbers: Lots) -> Any:
        """Draw a state in which a player observes this, each as often as it comes up if the others act at random.

        Without it, play is repeated at random until it leads to what the player has seen, which can take long.
        """
        raise NotImplementedError(
            unwritten(self, "deals(self, observation, player, numbers)", "return a state with that observation")
        )

    def fitting_states(self, observation: Any, player: int) -> Iterable[Any]:
        """Yield every state in which a player observes this and has to act, each once.

        It is asked where what happened before isn't known. Without it, every state that play from the start can lead
        to is looked at, which can take long.
        """
        raise NotImplementedError(
            unwritten(self, "fitting_states(self, observation, player)", "yield each state with that observation")
        )

    def with_open_cards(self) -> Any:
        """Return this game with all cards open: the same states and actions, and nothing to hide.

        Write it where partners act as one when they see each other's cards: see `bridge`. An action must be worth there
        to whoever moves what it is worth here.
        """
        other = copy.copy(self)
        other.open_cards = True
        return other

    @property
    def hides(self) -> bool:
        """Whether players don't see everything, and search may not either."""
        return self.offers("observe") and not self.open_cards


def require_open(game: HiddenRules, what: str) -> None:
    """Refuse to look at what a game hides.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> require_open(opened(KuhnPoker()), "minimax")  # all cards lie open: nothing to refuse
    """
    if game.hides:
        raise SearchError(
            f"{what} would look at what {game.name} hides: choose information-set-uct or another of "
            f"`plywise algorithms {game.name}`, or ask for open cards: {game.name}:open_cards=true."
        )


def opened(game: Hiding) -> Hiding:
    """Return a game with all its cards open, so that search may look at them.

    >>> from plywise.games.cards.kuhn_poker import KuhnPoker
    >>> KuhnPoker().hides, opened(KuhnPoker()).hides
    (True, False)
    """
    return game.with_open_cards() if game.hides else game

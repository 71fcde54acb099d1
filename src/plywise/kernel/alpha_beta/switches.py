"""The enhancements of the compiled alpha-beta search, each a switch of its own.

Switches are constants when the search is compiled: what is off costs nothing, and each combination is a build of its
own. With all of them off the search visits exactly the states of `plywise.search.alpha_beta`.

>>> Switches().killers, Switches().without("killers").killers, Switches().having("beam").beam
(True, False, True)
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from plywise.rules import Game, SearchError

SELECTIVE = ("reductions", "null_move", "futility", "prob_cut", "beam")
"""Switches by which something may be left out."""

NEEDS = {
    "rank": "rank",
    "symmetry": "canonical",
    "quiescence": "noisy_actions",
    "urgent": "is_urgent",
    "null_move": "pass_turn",
    "known_bounds": "value_bounds",
    "banked": "banked",
}
"""The optional rules without which a switch has nothing to go by."""

SYMMETRY_DEPTH = 2
"""Nearer to the horizon a canonical form costs more than it saves."""

EVERYWHERE = -1 << 20
"""Less than any depth."""

LOOK_DEPTH = 2
"""One ply before the horizon, looking at every state to order them would be the whole work."""


@dataclass(frozen=True, slots=True)
class Switches:
    """Which enhancements are on; by default, all but singular extension and what may leave something out."""

    deepening: bool = True
    """Search one ply deep, then two, then three; each round orders the next."""
    aspiration: bool = True
    """Start each round with a narrow window around the value of the round before."""
    pvs: bool = True
    """Principal-variation search: ask of later actions only whether they are better, by a window of one step."""
    table: bool = True
    """Remember the values of states met before."""
    any_depth: bool = True
    """Take remembered values of deeper searches too, and of proven ones whatever their depth."""
    killers: bool = True
    """Try first what refuted another state at the same ply."""
    history: bool = True
    """Try early what refuted many states."""
    counter_moves: bool = True
    """Try early what refuted the same action of the opponent before."""
    rank: bool = True
    """Order actions as the game's `rank` says."""
    evaluation_order: bool = False
    """Order actions by how the states look that they lead to, where the search goes on deep enough to gain by that."""
    symmetry: bool = True
    """Search a state's `canonical` form in its stead."""
    known_extremes: bool = True
    """Stop where nothing better than what is in hand can follow, as `utility_range` says."""
    distances: bool = True
    """Prefer the shorter win and the longer loss."""
    quiescence: bool = True
    """Where the depth is spent, follow the game's `noisy_actions` to a quiet state."""
    urgent: bool = True
    """Look a ply deeper where the game says that the player to move must answer at once (`is_urgent`)."""
    singular: bool = False
    """Look at actions once found clearly better than all others even where the depth is spent."""
    parity: bool = False
    """Credit the player to move with what a turn is worth, so that estimates at odd and even plies compare."""
    known_bounds: bool = True
    """Leave a state at once where the bounds that the game knows (`value_bounds`) settle it."""
    banked: bool = True
    """Remember what the rest of the game is worth, whatever has been won so far (`banked` and `rest`)."""
    reductions: bool = False
    """Look less deep into actions that come late in the order, unless they then seem good."""
    null_move: bool = False
    """Leave out a state in which the player to move could even pass (`pass_turn`)."""
    futility: bool = False
    """Near the horizon, leave out what an estimate puts far outside the window."""
    prob_cut: bool = False
    """Leave out a state whose value a shallow search predicts to lie outside the window, by fitted models."""
    beam: bool = False
    """Look only at the few actions that lead to what looks best."""

    @classmethod
    def none(cls) -> "Switches":
        """Return all switches off."""
        return cls(**dict.fromkeys(cls.names(), False))

    @property
    def is_selective(self) -> bool:
        """Whether something may be left out that matters: then nothing is proven."""
        return any(getattr(self, name) for name in SELECTIVE)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return every switch's name."""
        return tuple(field.name for field in fields(cls))

    def without(self, *names: str) -> "Switches":
        """Return the same with some switches off; refuses an unknown name."""
        return self._turned(names, False)

    def having(self, *names: str) -> "Switches":
        """Return the same with some switches on; refuses an unknown name."""
        return self._turned(names, True)

    def _turned(self, names: Sequence[str], on: bool) -> "Switches":
        for name in names:
            if name not in self.names():
                raise SearchError(f"There is no switch '{name}': choose among {', '.join(self.names())}.")
        return replace(self, **dict.fromkeys(names, on))

    def for_game(self, game: Game, *, is_tabled: bool = False) -> "Switches":
        """Return the same without what the game gives no occasion for, so that equal builds have equal names.

        Where repetition counts, a state isn't its mirror image: the paths to them differ. Beside solved tables that
        settle what no path can change, an image of a state on the path may count as the state itself (ADR 38).
        """
        idle = [name for name, rule in NEEDS.items() if not game.offers(rule)]
        if game.repetition is not None and not (is_tabled and settles(game)):
            idle.append("symmetry")
        if not self.table:
            idle.append("any_depth")
        if game.offers("evaluate") or not game.offers("rest"):
            idle += ["known_bounds", "banked"]
        elif self.known_bounds or self.banked:
            idle.append("distances")
        return self.without(*idle)


def symmetry_depth(game: Game) -> int:
    """Return how much depth must be left for a state to be searched by its image: any, where repetition counts."""
    return SYMMETRY_DEPTH if game.repetition is None else EVERYWHERE


def settles(game: Game) -> bool:
    """Whether what solved tables settle below a state holds on every path: a draw by repetition alone ends play early.

    A clock that runs from state to state, which tables leave out, would end it too.
    """
    return game.repetition == "draw" and not game.offers("plies_left")

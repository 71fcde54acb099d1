"""The enhancements of the compiled alpha-beta search, each a switch of its own.

Switches are constants when the search is compiled: what is off costs nothing, and each combination is a build of its
own. With all of them off the search visits exactly the states of `plywise.search.alpha_beta`.

>>> Switches.none().names_on, Switches().without("killers").killers
((), False)
"""

from dataclasses import dataclass, fields, replace

from plywise.rules import Game, SearchError


@dataclass(frozen=True, slots=True)
class Switches:
    """Which enhancements are on; all of them unless told."""

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
    symmetry: bool = True
    """Search a state's `canonical` form in its stead."""
    known_extremes: bool = True
    """Stop where nothing better than what is in hand can follow, as `utility_range` says."""
    distances: bool = True
    """Prefer the shorter win and the longer loss."""

    @classmethod
    def none(cls) -> "Switches":
        """Return all switches off."""
        return cls(**dict.fromkeys(cls.names(), False))

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return every switch's name."""
        return tuple(field.name for field in fields(cls))

    @property
    def names_on(self) -> tuple[str, ...]:
        """The names of the switches that are on."""
        return tuple(name for name in self.names() if getattr(self, name))

    def without(self, *names: str) -> "Switches":
        """Return the same with some switches off; refuses a name that is none."""
        for name in names:
            if name not in self.names():
                raise SearchError(f"There is no switch '{name}': choose among {', '.join(self.names())}.")
        return replace(self, **dict.fromkeys(names, False))

    @property
    def are_exact(self) -> bool:
        """Whether every search to a depth gives exactly the readable twin's value at that depth."""
        return not (self.table and self.any_depth)

    def for_game(self, game: Game) -> "Switches":
        """Return the same without what the game gives no occasion for, so that equal builds have equal names.

        Where repetition counts, a state isn't its mirror image: the path to it tells them apart.
        """
        idle = [name for name, rule in (("rank", "rank"), ("symmetry", "canonical")) if not _offers(game, rule)]
        if game.repetition is not None:
            idle.append("symmetry")
        if not self.table:
            idle.append("any_depth")
        return self.without(*idle)


def _offers(game: Game, rule: str) -> bool:
    return hasattr(game, rule) and game.offers(rule)

"""The answer to "what now?": an action, what it is worth, and how sure that is.

>>> best = Decision(action="a1", value=3, player=0, status=Status.PROVEN, line=("a1", "b1"), depth=2, nodes=13)
>>> print(best)
a1: value 3 to player A, proven; line a1 b1; 13 states, depth 2
"""

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from plywise.rules.display import Displayed
from plywise.rules.names import Action, Names
from plywise.rules.players import player_name


class Status(StrEnum):
    """How much a value may be trusted."""

    PROVEN = "proven"
    """It follows from the rules alone."""
    BOUNDED = "bounded"
    """The rules alone prove that the true value is at least (or at most) this; `bound` says which."""
    HEURISTIC = "heuristic"
    """It leans on estimates beyond the horizon."""


class Bound(StrEnum):
    """On which side of a stated value the true one lies."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"


class Unit(StrEnum):
    """What a value is counted in."""

    UTILITY = "utility"
    EVALUATION = "evaluation"


@dataclass(frozen=True, slots=True)
class Choice:
    """One action open at the root, with its value to the player to move there."""

    action: Action
    value: float
    bound: Bound = Bound.EXACT
    status: Status = Status.HEURISTIC
    unit: Unit = Unit.UTILITY
    line: tuple[Action, ...] = ()
    distance: int | None = None
    """Plies until a proven win or loss, where they are counted."""
    visits: int = 0
    """How many simulations began with this action, where an algorithm simulates."""
    is_tried: bool = True
    """Whether the search came to this action at all; where it didn't, its value says nothing."""


@dataclass(frozen=True, slots=True)
class Decision(Displayed):
    """The best action with its value to `player`, the principal line, how sure it is, and what it cost.

    `value` is to `player`, who moves at the root (player 0 where the root is terminal or chance moves), in the
    game's own utilities; where `unit` says so it is in the evaluation's. `choices` holds the root actions: best first
    in the decisions of `plywise.analyse` and all that stands on it, in the order of the rules where an algorithm was
    called by itself. `values` is the whole utility vector where an algorithm keeps one.
    `distance` is the number of plies until a proven win or loss, with best play, where an algorithm counts them.
    `simulations` is how often a Monte Carlo search played on to the end. `by_table` says that all of it came
    from solved tables, `probes` how many states had their value from them; `by_book`, that it was played before, and
    how that went: `visits` of its choices are games.
    """

    action: Action | None
    value: float
    player: int
    status: Status
    bound: Bound = Bound.EXACT
    unit: Unit = Unit.UTILITY
    line: tuple[Action, ...] = ()
    choices: tuple[Choice, ...] = ()
    values: tuple[float, ...] | None = None
    depth: int = 0
    nodes: int = 0
    leaves: int = 0
    seconds: float = 0.0
    distance: int | None = None
    simulations: int = 0
    by_table: bool = False
    probes: int = 0
    engine: str = ""
    """Which of `decide`'s engines answered, plain or compiled; empty where an algorithm was called by itself."""
    by_book: bool = False
    learned: bool = False
    """Whether its estimates were learned by self-play, in units of utility; nothing proven ever leans on them."""
    algorithm: str = ""
    """The name of the algorithm that answered, or "enumeration" or "tactics"; empty where one was called by itself."""
    has_preference: bool = True
    """Whether anything speaks for this action rather than another; where nothing does, it was drawn by the seed."""
    note: str = ""
    """A sentence on what the search lacked time for; empty where there is nothing to say."""
    stopped_by: str = ""
    """Why a search for a proof ended without one, where it says so: "the limit of 60 s was reached"."""
    place: tuple[Any, Any] | None = field(default=None, repr=False, compare=False)
    """The game and the state that it is about, where known: with these it can show itself. Never compared or sent."""

    def about(self, game: Names, state: Any = None) -> "Decision":
        """Return the same decision, which knows its game and its state: it then names its actions as they do."""
        return replace(self, place=(game, game.initial() if state is None else state))

    def __getstate__(self) -> list[Any]:
        return [None if each.name == "place" else getattr(self, each.name) for each in fields(self)]

    def choosing(self, choice: Choice) -> "Decision":
        """Return the same decision with one of its choices as what it comes to.

        >>> Decision(1, 0.5, 0, Status.HEURISTIC).choosing(Choice(2, 1.0, status=Status.PROVEN, line=(2, 5))).line
        (2, 5)
        """
        return replace(
            self,
            action=choice.action,
            value=choice.value,
            status=choice.status,
            bound=choice.bound,
            unit=choice.unit,
            line=choice.line,
            distance=choice.distance,
        )

    @property
    def source(self) -> str:
        """Where it comes from, if not from a search by the game's own rules: " by table", " by book", ", learned"."""
        if self.by_table or self.by_book:
            vector = " of max^n" if self.values is not None else ""
            return f" by table{vector}" if self.by_table else " by book"
        return ", learned" if self.learned else ""

    def __str__(self) -> str:
        if self.place is None:
            return self._tell([str(action) for action in self.line])
        return self.describe(*self.place)

    def __repr__(self) -> str:
        return f"<Decision {self}>"

    def describe(self, game: Names, state: Any = None) -> str:
        """Say the decision in one sentence, with actions by their names in `game`."""
        state = game.initial() if state is None else state
        return self._tell(name_line(game, state, self.line))

    def _tell(self, line: list[str]) -> str:
        names = f"; line {' '.join(line)}" if line else ""
        action = f"{line[0] if line else 'no action'}{'' if self.has_preference else ' (no preference)'}"
        return (
            f"{action}: {describe_value(self)} to player {player_name(self.player)}, "
            f"{self.status}{self.source}{names}; "
            f"{self.nodes:,} states, depth {self.depth}"
        )

    def to_data(self, game: Names, state: Any) -> dict[str, Any]:
        """Return the decision as data that JSON can hold, with actions by their names in `game`."""
        return {
            "state": game.state_name(state),
            "player": self.player,
            "action": None if self.action is None else game.action_name(state, self.action),
            "value": self.value,
            "unit": str(self.unit),
            "status": str(self.status),
            "bound": str(self.bound),
            "values": None if self.values is None else list(self.values),
            "line": name_line(game, state, self.line),
            "choices": [
                {
                    "action": game.action_name(state, choice.action),
                    "value": choice.value,
                    "unit": str(choice.unit),
                    "status": str(choice.status),
                    "bound": str(choice.bound),
                    "line": name_line(game, state, choice.line),
                    "distance": choice.distance,
                    "visits": choice.visits,
                    "tried": choice.is_tried,
                }
                for choice in self.choices
            ],
            "preference": self.has_preference,
            "note": self.note,
            "distance": self.distance,
            "by_table": self.by_table,
            "by_book": self.by_book,
            "learned": self.learned,
            "engine": self.engine,
            "algorithm": self.algorithm,
            "depth": self.depth,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "simulations": self.simulations,
            "probes": self.probes,
            "seconds": round(self.seconds, 6),
        }


def describe_value(worth: Choice | Decision) -> str:
    """Say a value with its bound and unit: "value 3", "value at least 1", "evaluation -12".

    >>> describe_value(Choice("a", 0.5, Bound.UPPER))
    'value at most 0.5'
    """
    side = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}[worth.bound]
    what = "value" if worth.unit is Unit.UTILITY else "evaluation"
    return f"{what} {side}{write_value(worth)}"


def write_value(worth: Choice | Decision) -> str:
    """Write a value: what the rules prove in full, an estimate with three significant digits.

    >>> write_value(Choice("a", 0.123456)), write_value(Choice("a", 0.123456, status=Status.PROVEN))
    ('0.123', '0.123456')
    """
    return f"{worth.value:.3g}" if worth.status is Status.HEURISTIC else f"{worth.value:g}"


def name_line(game: Names, state: Any, line: tuple[Action, ...]) -> list[str]:
    """Name the actions of a line played from a state."""
    names = []
    for action in line:
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    return names

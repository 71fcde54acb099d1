"""What the doctor hands back: findings, each with its fix, and estimates of the game's size.

>>> finding = Finding("error", "duplicate-actions", "actions offers 3 twice.", "Yield each action once.", "actions")
>>> report = Report("my-game", (finding,))
>>> report.is_sound, Report.from_data(report.to_data()) == report
(False, True)
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from plywise.rules import View

Level: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the doctor saw: an error or a warning is a complaint, a note is not.

    `rule` is the method or declaration it is about, `where` that method's own line or the failing one ("game.py:31"),
    `state` and `view` the first state in which it was seen; each is empty where there is none.
    """

    level: Level
    check: str
    what: str
    fix: str
    rule: str = ""
    where: str = ""
    state: str = ""
    view: View | None = None

    def to_data(self) -> dict[str, Any]:
        """Return the finding as data that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Finding":
        """Read what `to_data` wrote."""
        view = data["view"] and View.from_data(data["view"])
        return cls(**{**data, "view": view})


@dataclass(frozen=True, slots=True)
class Estimates:
    """How large the game is and how random play goes; plies are counted in actions and outcomes of chance."""

    games: int
    """Random games that were played."""
    finished: int
    """Those of them that came to an end."""
    branching_mean: float
    """Actions open in a state, on average; outcomes of chance left aside."""
    outcomes_mean: float | None
    """Outcomes where chance moves, on average; None where it never does."""
    length_mean: float | None
    """Of the games that came to an end; None where none did."""
    length_min: int | None
    length_max: int | None
    tree_size_log10: float | None
    """Knuth's estimate of the states in the whole tree; None where not every game came to an end."""
    states: int
    """Different states that were reached: all of them if `states_complete`."""
    states_complete: bool
    canonical_states: int | None
    """Different canonical states, where the game offers `canonical` and every state was reached."""
    wins: tuple[float, ...]
    """For each player, the share of finished random games that it alone won."""
    draws: float
    last_mover_wins: float | None
    """Of the finished random games that one player alone won, the share won by who moved last; None where none was."""
    evaluation_correlation: float | None
    """Between `evaluate` along random games and how they ended, to player 0; None where there is no `evaluate`."""
    evaluation_order: float | None
    """Of pairs of terminal states that utility and `evaluate` both order, the share ordered alike."""
    evaluation_cost: float | None
    """The time `evaluate` takes, divided by the time of `actions` and one `result`."""
    max_actions: int
    """The most actions seen in one state, outcomes of chance left aside."""

    def to_data(self) -> dict[str, Any]:
        """Return the estimates as data that JSON can hold."""
        return {**asdict(self), "wins": list(self.wins)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Estimates":
        """Read what `to_data` wrote."""
        return cls(**{**data, "wins": tuple(data["wins"])})


@dataclass(frozen=True, slots=True)
class Compiled:
    """Whether the rules compile, and on how many states of random play compiled and plain ones then agreed."""

    compiles: bool
    states: int = 0


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast compiled rules are, in processor time, where one of them seemed slow when asked alone."""

    states_per_second: float
    """On a walk by `is_terminal`, `actions` and `result`, with an `evaluate` at each state where that is slow."""
    reference: float
    """The same of a small game, three in a row, in the same run."""
    shares: dict[str, float]
    """Each rule's share of the time that those three and `evaluate` take for one state, the largest first."""


@dataclass(frozen=True, slots=True)
class Report:
    """The examination of one game: what was found, and the checks that could not be made because of it.

    `compiled` is None where compiling wasn't asked for, or something went wrong with it; `speed` where it was not
    measured.
    """

    game: str
    findings: tuple[Finding, ...] = ()
    estimates: Estimates | None = None
    skipped: tuple[str, ...] = ()
    compiled: Compiled | None = None
    speed: Speed | None = None

    @property
    def is_sound(self) -> bool:
        """Whether no error was found."""
        return all(finding.level != "error" for finding in self.findings)

    def to_data(self) -> dict[str, Any]:
        """Return the report as data that JSON can hold."""
        return {
            "game": self.game,
            "is_sound": self.is_sound,
            "findings": [finding.to_data() for finding in self.findings],
            "estimates": self.estimates and self.estimates.to_data(),
            "skipped": list(self.skipped),
            "compiled": self.compiled and asdict(self.compiled),
            "speed": self.speed and asdict(self.speed),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Report":
        """Read what `to_data` wrote."""
        estimates = data["estimates"] and Estimates.from_data(data["estimates"])
        findings = tuple(Finding.from_data(item) for item in data["findings"])
        compiled = data["compiled"] and Compiled(**data["compiled"])
        speed = data["speed"] and Speed(**data["speed"])
        return cls(data["game"], findings, estimates, tuple(data["skipped"]), compiled, speed)

"""What was learned about a game, of whatever kind: its weights, and how they came about."""

from dataclasses import dataclass
from typing import ClassVar, Generic, Protocol, TypeVar

from plywise.knowledge.learned.errors import KnowledgeError


class Sized(Protocol):
    """What says how many weights there are."""

    @property
    def size(self) -> int:
        """How many weights there are in all."""


Layout = TypeVar("Layout", bound=Sized)


@dataclass(frozen=True, slots=True)
class Learned(Generic[Layout]):
    """Weights of one game in a layout, and how they came about."""

    WIDTH: ClassVar[int]
    """Bytes of a weight."""

    game: str
    rules: str
    """The fingerprint of the rules they were learned by."""
    layout: Layout
    weights: bytes
    """The lowest byte of each first, in the order of the layout."""
    games: int = 0
    """How many games of self-play they were learned from."""
    seed: int = 0
    match: tuple[int, ...] = ()
    """Games won, drawn and lost by an agent that has them against one that hasn't; empty where none were played."""

    def __hash__(self) -> int:
        """Return a hash of the weights alone, which Python computes once: searchers are remembered by what they use."""
        return hash(self.weights)

    def __post_init__(self) -> None:
        if len(self.weights) != self.WIDTH * self.layout.size:
            raise KnowledgeError(f"{self.layout.size:,} weights were expected: learn them again.")

    @property
    def gain(self) -> float | None:
        """The share of that match's points above one half; None where it wasn't played.

        >>> from plywise.knowledge.patterns import LearnedPatterns, PatternLayout
        >>> layout = PatternLayout((("rule", 0),), 2, ((0,),), ((0,),))
        >>> LearnedPatterns("nim", "", layout, bytes(8), match=(6, 1, 3)).gain
        0.15
        """
        if not sum(self.match):
            return None
        won, drawn, _ = self.match
        return round((won + drawn / 2) / sum(self.match) - 0.5, 6)

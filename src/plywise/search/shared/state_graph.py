"""The states that can follow a root, each once, with what leads where."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.rules import Action, Game, Scale
from plywise.search.shared.search import Vector


@dataclass(slots=True)
class StateGraph:
    """The states that can follow a root, numbered in the order in which they were listed; the root is number 0."""

    game: Game
    states: list[Any]
    history: Sequence[Any] = ()
    movers: list[int] = field(default_factory=list)
    """The player to move, or CHANCE, of each state that was expanded; MAX where the game is over."""
    actions: list[Sequence[Action]] = field(default_factory=list)
    successors: list[Sequence[int]] = field(default_factory=list)
    odds: list[Sequence[float]] = field(default_factory=list)
    """The probability of each successor where chance moves."""
    ends: dict[int, Vector] = field(default_factory=dict)
    """What each player gets where the game is over, a repetition of the played game included."""
    root_actions: Sequence[Action] = ()
    """What the player to move may do at the root, known before it is known where that leads."""
    root_player: int | None = None
    is_complete: bool = False
    seconds: float = 0.0
    scale: Scale = field(init=False)

    def __post_init__(self) -> None:
        self.scale = Scale(self.game)

    @property
    def expanded(self) -> int:
        """How many states have their successors listed; they are the first ones."""
        return len(self.successors)

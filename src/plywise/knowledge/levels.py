"""How strong each level of a game plays, as `plywise levels` measured it: a small file of JSON beside the rules.

A file knows its game by its rules, and is refused for another. Nothing in it is ever run.

>>> LevelSettings(depth=1, temperature=0.5).words
'looks 1 ply ahead, temperature 0.5'
"""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plywise.files import parse_object, read_text, write_whole
from plywise.knowledge.learned import KnowledgeError
from plywise.rules import Game, Limit, PlywiseError

FORMAT = "plywise levels 1"
ENDING = ".levels"
"""What the file beside mygame.py is called: mygame.levels."""

MOST_LEVELS = 10
MOST_BYTES = 1 << 20
"""No larger file is read."""
MOST_DEPTH, MOST_COUNT, MOST_TEMPERATURE = 64, 1 << 40, 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSettings:
    """An honest limit and a temperature: how far a level looks, and how it chooses among what it has found.

    With `simulations` as well, `depth` is what is looked through before them, for wins and losses.
    """

    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None
    temperature: float = 0.0
    """In units of the spread of values: 0 for the best action found, more for a wider choice."""

    def __post_init__(self) -> None:
        Limit(nodes=self.nodes, depth=self.depth, simulations=self.simulations)  # refuses what is none
        if self.depth is None and self.nodes is None and self.simulations is None:
            raise PlywiseError("A level has a limit: give it a depth, nodes or simulations.")
        if (self.depth or 0) > MOST_DEPTH or max(self.nodes or 0, self.simulations or 0) > MOST_COUNT:
            raise PlywiseError("This is no limit of a level: give it less.")
        if not 0 <= self.temperature <= MOST_TEMPERATURE:
            raise PlywiseError(f"{self.temperature!r} is no temperature: give 0 or more, in spreads of values.")

    @property
    def words(self) -> str:
        """What it does, for people."""
        parts = []
        if self.depth is not None:
            parts.append(f"looks {self.depth} {'ply' if self.depth == 1 else 'plies'} ahead")
        if self.nodes is not None:
            parts.append(f"{self.nodes:,} states")
        if self.simulations is not None:
            parts.append(f"{self.simulations:,} simulations")
        if self.temperature:
            parts.append(f"temperature {self.temperature:g}")
        return ", ".join(parts)

    @property
    def settings(self) -> str:
        """What it does, as it is written after `level:`."""
        return ",".join(f"{name}={value:g}" for name, value in self.to_data().items())

    def to_data(self) -> dict[str, float]:
        """Return what isn't the default."""
        return {name: value for name, value in asdict(self).items() if value}


@dataclass(frozen=True, slots=True)
class LevelScore:
    """The share of points in a match, its 95% error bar, and how many games there were."""

    score: float
    low: float
    high: float
    games: int
    lost: int
    """Games that were lost outright."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level: what it does, its score against the level below, and the seconds that it takes for an action."""

    settings: LevelSettings
    score: LevelScore | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class GameLevels:
    """All levels of a game, the weakest first, and how they were measured."""

    game: str
    rules: str
    """The fingerprint of the rules they were measured by; empty where rules can't be read."""
    algorithm: str
    spread: float
    """By how much values of actions usually differ: the unit of temperatures. 0 where nobody has measured it yet."""
    levels: tuple[Level, ...]
    seed: int = 0
    novice: LevelScore | None = None
    """Level 1's score against who looks one ply ahead."""
    auto: LevelScore | None = None
    """The score of `auto` against the highest level."""
    auto_seconds: float = 0.0
    """What it had for an action."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.levels) <= MOST_LEVELS:
            raise KnowledgeError(f"A game has 1 to {MOST_LEVELS} levels, not {len(self.levels)}.")

    @property
    def is_calibrated(self) -> bool:
        """Whether matches were played."""
        return self.novice is not None

    @property
    def steps(self) -> list[tuple[int, LevelScore]]:
        """The numbers of levels with what each scored against the one below."""
        return [(number, level.score) for number, level in enumerate(self.levels, 1) if level.score is not None]

    def level(self, number: int) -> Level:
        """Return a level by its number from 1; refuses one that the game doesn't have."""
        if not 1 <= number <= len(self.levels):
            few = "1 level" if len(self.levels) == 1 else f"{len(self.levels)} levels"
            raise PlywiseError(f"{self.game} has {few}, and no level {number}: choose 1 to {len(self.levels)}.")
        return self.levels[number - 1]


def write_levels(levels: GameLevels, path: Path) -> None:
    """Write levels to a file, whole or not at all."""
    data = {"format": FORMAT, **asdict(levels)}
    data["levels"] = [
        {
            **each.settings.to_data(),
            "score": None if each.score is None else asdict(each.score),
            "seconds": each.seconds,
        }
        for each in levels.levels
    ]
    try:
        write_whole(path, f"{json.dumps(data, indent=1)}\n".encode())
    except OSError as error:
        raise KnowledgeError(f"{path} can't be written ({error.strerror}): choose another place.") from error


def read_levels(path: str | Path, game: Game, rules: str) -> GameLevels:
    """Read levels; refuses a file that is damaged, or measured by other rules than these, which are the game's own."""
    found = parse_levels(path)
    if found.rules != rules or (not rules and found.game != game.name):
        measured = f"{path} was measured for {found.game[:40]}"
        raise KnowledgeError(f"{measured}, by other rules than those of {game.name}: run `plywise levels` again.")
    return found


def parse_levels(path: str | Path) -> GameLevels:
    """Read levels of whatever game; refuses a file that is damaged."""
    try:
        data = parse_object(read_text(path, MOST_BYTES))
    except OSError as error:
        reason = error.strerror or str(error)
        raise KnowledgeError(f"{path} can't be read ({reason}): name a file of `plywise levels`.") from error
    except ValueError as error:
        raise _damaged(path) from error
    if data.get("format") != FORMAT:
        raise KnowledgeError(f"{path} is no file of `plywise levels`: name one that is.")
    try:
        return GameLevels(
            game=_text(data["game"]),
            rules=_text(data["rules"]),
            algorithm=_text(data["algorithm"]),
            spread=_figure(data["spread"], least=1e-9),
            levels=tuple(_level(each) for each in _sequence(data["levels"])),
            seed=_count(data["seed"]),
            novice=_score(data["novice"]),
            auto=_score(data["auto"]),
            auto_seconds=_figure(data["auto_seconds"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError, PlywiseError) as error:
        raise _damaged(path) from error


def _level(data: Any) -> Level:
    data = _object(data)
    limits = {name: _count(data[name]) for name in ("depth", "nodes", "simulations") if data.get(name) is not None}
    settings = LevelSettings(**limits, temperature=_figure(data.get("temperature", 0)))
    seconds = data.get("seconds")
    return Level(settings, _score(data.get("score")), None if seconds is None else _figure(seconds))


def _score(data: Any) -> LevelScore | None:
    if data is None:
        return None
    data = _object(data)
    score, low, high = (_figure(data[name], most=1) for name in ("score", "low", "high"))
    return LevelScore(score, low, high, _count(data["games"]), _count(data["lost"]))


def _sequence(data: Any) -> Sequence[Any]:
    if not isinstance(data, list) or len(data) > MOST_LEVELS:
        raise TypeError("a short list was expected")
    return data


def _object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise TypeError("an object was expected")
    return data


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError("a text was expected")
    return data


def _count(data: Any) -> int:
    if type(data) is not int or not 0 <= data <= MOST_COUNT:
        raise ValueError(f"{data!r} is no count")
    return data


def _figure(data: Any, least: float = 0, most: float = 1e18) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not math.isfinite(data):
        raise ValueError(f"{data!r} is not a finite number")
    if not least <= data <= most:
        raise ValueError(f"{data!r} is out of range")
    return data


def _damaged(path: str | Path) -> KnowledgeError:
    return KnowledgeError(f"{path} is damaged: run `plywise levels` again, or get another copy.")

"""Random games, played from a seed: the states that the checks look at, exactly as the rules first showed them.

    line    seen -- chosen -> seen -- chosen -> ... -> seen (terminal)

Each state is put aside as a deep copy before any rule sees it, so that rules which change their states can't spoil
the sample. What the rules answered is kept as it came, right or wrong: judging it is the checks' work.
"""

import copy
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from plywise.doctor.report import Finding
from plywise.doctor.values import identity, is_number
from plywise.doctor.watch import RuleFailedError, Watch
from plywise.rules import CHANCE, Game

GAMES = 200
PLIES = 10_000
"""In all games together."""
LONGEST = 2_000
"""A game that isn't cyclic and is not over after this many plies is assumed to be endless."""
LONGEST_CYCLIC = 300
LAST_TRY = 3_000
"""How long one more game may be where no cyclic one has ended."""
SECONDS = 5.0
"""A budget for slow rules only: others stop at the counts above, which makes samples repeatable."""

Item = TypeVar("Item")


@dataclass(slots=True)
class Seen:
    """A state and what the rules said about it."""

    state: Any
    maker: str
    """The rule that made it: `initial` or `result`."""
    terminal: Any = None
    mover: Any = None
    choices: list[Any] = field(default_factory=list)
    """Actions, or what `chances` gave where CHANCE moves; none at terminal states."""
    utilities: tuple[Any, ...] = ()
    """At terminal states, each player's."""

    @property
    def options(self) -> list[Any]:
        """The actions or outcomes; outcomes that `chances` wrote wrongly are left out."""
        return [outcome for outcome, _ in self.odds] if self.mover == CHANCE else self.choices

    @property
    def odds(self) -> list[tuple[Any, Any]]:
        """The outcomes with their probabilities, where CHANCE moves."""
        return [(item[0], item[1]) for item in self.choices if is_pair(item)]

    def is_like(self, other: "Seen") -> bool:
        """Whether the same player has the same actions in both states, or the game is over in both."""
        if bool(self.terminal) != bool(other.terminal) or self.mover != other.mover:
            return False
        return len(self.choices) == len(other.choices) and all(choice in other.choices for choice in self.choices)


@dataclass(slots=True)
class Line:
    """One random game; `odds` holds the probability with which each option was chosen."""

    seen: list[Seen] = field(default_factory=list)
    chosen: list[Any] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    utilities: tuple[Any, ...] | None = None
    """How it ended; None where it did not."""
    is_cut: bool = False
    """Whether it was given up for its length."""


@dataclass
class Sample:
    """All random games, and the finding that stopped the play, if one did."""

    lines: list[Line] = field(default_factory=list)
    failure: Finding | None = None
    is_slow: bool = False
    """Whether time ran out before the counts did: checks look at fewer states then."""

    @cached_property
    def states(self) -> list[Seen]:
        """Every different state once, in the order in which they came up."""
        found: dict[Any, Seen] = {}
        for line in self.lines:
            for seen in line.seen:
                found.setdefault(identity(seen.state), seen)
        return list(found.values())

    @cached_property
    def inner(self) -> list[Seen]:
        """The states in which the game goes on."""
        return [seen for seen in self.states if not seen.terminal]

    @cached_property
    def terminals(self) -> list[Seen]:
        """The states in which the game is over."""
        return [seen for seen in self.states if seen.terminal]

    def some(self, count: int) -> list[Seen]:
        """Return at most `count` states, spread over the whole sample, a quarter of them terminal."""
        return self.some_inner(count - count // 4) + self.some_terminals(count // 4)

    def some_inner(self, count: int) -> list[Seen]:
        """Return at most `count` states in which the game goes on."""
        return spread(self.inner, self.affordable(count))

    def some_terminals(self, count: int) -> list[Seen]:
        """Return at most `count` states in which the game is over."""
        return spread(self.terminals, self.affordable(count))

    def affordable(self, count: int) -> int:
        """Return how many states a check may look at that would like to see `count`."""
        return max(5, count // 10) if self.is_slow else count


def spread(items: Sequence[Item], count: int) -> list[Item]:
    """Return at most `count` items at even distances, the first among them.

    >>> spread("abcdefgh", 3)
    ['a', 'c', 'f']
    """
    if len(items) <= count:
        return list(items)
    return [items[i * len(items) // count] for i in range(count)]


def duplicate(state: Any) -> Any:
    """Return a deep copy of a state, or the state itself where it can't be copied."""
    try:
        return copy.deepcopy(state)
    except Exception:
        return state


def is_pair(item: Any) -> bool:
    """Whether an item that `chances` gave has two parts, as it should."""
    return isinstance(item, tuple | list) and len(item) == 2


def take_sample(game: Game, watch: Watch, seed: int) -> Sample:
    """Play random games until a budget is spent, a rule fails, or games turn out not to end."""
    sample = Sample()
    rng = random.Random(seed)
    deadline = time.perf_counter() + SECONDS
    plies, longest = 0, LONGEST_CYCLIC if game.cyclic else LONGEST
    while len(sample.lines) < GAMES and time.perf_counter() < deadline:
        if plies >= PLIES:
            if longest == LAST_TRY or not all(line.is_cut for line in sample.lines):
                break
            longest = LAST_TRY
        line = Line()
        sample.lines.append(line)
        try:
            _play(game, watch, rng, line, deadline, longest)
        except RuleFailedError as failed:
            sample.failure = failed.finding
            break
        plies += len(line.chosen)
        if line.is_cut and not game.cyclic:
            break
    sample.is_slow = time.perf_counter() > deadline
    return sample


def _play(game: Game, watch: Watch, rng: random.Random, line: Line, deadline: float, longest: int) -> None:
    """Play one random game to its end, or until it is too long or stuck."""
    state, maker = watch.ask("initial"), "initial"
    keys: list[Any] = []
    for _ in range(longest):
        seen = look(game, watch, state, maker)
        line.seen.append(seen)
        if seen.terminal:
            line.utilities = seen.utilities
            return
        options = _options(game, watch, state, seen, keys)
        if game.cyclic and game.repetition == "draw" and _occurrences(keys) >= game.repetition_count:
            line.utilities = (game.draw_utility,) * game.players
            return
        if not options:
            if game.repetition == "illegal" and seen.options:
                line.utilities = _utilities(game, watch, state)
            return
        option, odds = rng.choices(options, [weight for _, weight in options])[0]
        line.chosen.append(option)
        line.odds.append(odds)
        state, maker = watch.ask("result", state, option), "result"
        if time.perf_counter() > deadline:
            return
    line.is_cut = True


def look(game: Game, watch: Watch, state: Any, maker: str) -> Seen:
    """Ask the rules about a state, and keep the state as it was before."""
    seen = Seen(duplicate(state), maker)
    seen.terminal = watch.ask("is_terminal", state)
    if seen.terminal:
        seen.utilities = _utilities(game, watch, state)
        return seen
    seen.mover = watch.ask("to_move", state)
    seen.choices = watch.ask("chances" if seen.mover == CHANCE else "actions", state)
    return seen


def _utilities(game: Game, watch: Watch, state: Any) -> tuple[Any, ...]:
    return tuple(watch.ask("utility", state, player) for player in range(game.players))


def _options(game: Game, watch: Watch, state: Any, seen: Seen, keys: list[Any]) -> list[tuple[Any, float]]:
    """Return what may be played, each with its probability; remembers the state's key in cyclic games."""
    if game.cyclic and game.repetition:
        keys.append(watch.ask("repetition_key", state))
    options = seen.options
    if seen.mover == CHANCE and all(is_number(weight) and 0 < weight < math.inf for _, weight in seen.odds):
        return [(outcome, float(weight)) for outcome, weight in seen.odds]
    if game.repetition == "illegal" and keys:
        seen_keys = set(keys) - {None}
        options = [
            option
            for option in options
            if watch.ask("repetition_key", watch.ask("result", state, option)) not in seen_keys
        ]
    return [(option, 1 / len(options)) for option in options]


def _occurrences(keys: list[Any]) -> int:
    """Count how often the last key has come up; one that never repeats, not at all."""
    return 0 if keys[-1] is None else keys.count(keys[-1])

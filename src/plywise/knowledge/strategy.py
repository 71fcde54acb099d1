"""A contingent strategy as a file: a reply, by name, to every state that can come up where a player follows it.

{
 "format": "plywise strategy 1",
 "game": "nim",
 "state": "A(1,2)",        where it starts
 "player": 0,              who follows it
 "at_least": 1,            what it claims to guarantee that player
 "replies": {"A(1,2)": "B2"}
}

Everything is written in the game's own notation, so that a person, or another program, can read and check it.

>>> from plywise.games.nim import Nim
>>> nim = Nim(piles=(1, 2))
>>> Strategy.of(nim, nim.initial(), 0, 1, {nim.initial(): (1, 2)}).replies
{'A(1,2)': 'B2'}
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plywise.files import parse_json, read_text
from plywise.rules import Action, Game, PlywiseError

FORMAT = "plywise strategy 1"


class StrategyError(PlywiseError):
    """A file holds no strategy, or one of another game."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """Who follows it, from where, what it claims, and the name of the reply to each state by that state's name."""

    game: str
    state: str
    player: int
    at_least: float
    replies: Mapping[str, str]

    def __post_init__(self) -> None:
        player: Any = self.player
        if isinstance(player, bool) or not isinstance(player, int):
            raise StrategyError(f"A strategy's player is a whole number from 0, not {player!r}: name one.")
        claim: Any = self.at_least
        is_number = isinstance(claim, int | float) and not isinstance(claim, bool)
        if not is_number or not abs(claim) <= sys.float_info.max:
            raise StrategyError(f"A strategy guarantees a finite number, not {claim!r}: name one.")

    @classmethod
    def of(cls, game: Game, state: Any, player: int, at_least: float, replies: Mapping[Any, Action]) -> "Strategy":
        """Write replies by the names that a game gives its states and actions."""
        names: dict[str, str] = {}
        for own, action in replies.items():
            name, reply = game.state_name(own), game.action_name(own, action)
            if names.setdefault(name, reply) != reply:
                raise StrategyError(
                    f"Two states of {game.name} are both called {name}: write a state_name that distinguishes them."
                )
        return cls(game.name, game.state_name(state), player, at_least, names)

    def start(self, game: Game) -> Any:
        """Return the state in which the strategy starts; refuses another game's strategy."""
        if game.name != self.game:
            raise StrategyError(f"This is a strategy for {self.game}, not for {game.name}: name that game.")
        initial = game.initial()
        return initial if game.state_name(initial) == self.state else game.parse_state(self.state)

    def write(self, path: Path) -> None:
        """Write the strategy to a file."""
        data = {
            "format": FORMAT,
            "game": self.game,
            "state": self.state,
            "player": self.player,
            "at_least": self.at_least,
            "replies": dict(self.replies),
        }
        try:
            path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            raise StrategyError(f"{path} can't be written ({error.strerror}): choose another place.") from None

    @classmethod
    def read(cls, path: Path) -> "Strategy":
        """Read a strategy from a file; raises StrategyError where there is none in it."""
        try:
            data = parse_json(read_text(path))
        except OSError as error:
            raise StrategyError(f"{path} can't be read: {error.strerror}.") from None
        except ValueError as error:
            raise StrategyError(f"{path} is not JSON ({error}): write one with `plywise strategy`.") from None
        match data:
            case {
                "format": str(form),
                "game": str(game),
                "state": str(state),
                "player": player,
                "at_least": at_least,
                "replies": dict(replies),
            } if form == FORMAT and all(isinstance(reply, str) for reply in replies.values()):
                try:
                    return cls(game, state, player, at_least, replies)
                except StrategyError as error:
                    raise StrategyError(f"{path}: {error}") from None
        raise StrategyError(
            f"{path} holds no strategy of the format '{FORMAT}', with game, state, player, at_least and replies: "
            "write one with `plywise strategy`."
        )

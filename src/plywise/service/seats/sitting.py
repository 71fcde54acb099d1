"""One game that hides something, under way: only this process knows its record, and each seat is sent what it sees.

    a seat's action --- checked against what that seat was shown --- a worker plays it, and chance after it
                                                                        |
    each seat's own view, where it has changed  <---------------------- |--- an engine's seat? a worker chooses

What goes wrong on the way is said in sentences that don't depend on the state: the rules' own words might give it away.
"""

import asyncio
import hmac
import json
import logging
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from plywise.service.jobs import Job, Jobs
from plywise.tasks import MOST_ACTIONS, TaskError

logger = logging.getLogger(__name__)

PERSON = "person"
"""Who plays a seat that people take."""
LOTS = 64
"""Random numbers that a worker gets for one step: enough to deal a pack of cards."""

NOT_YOURS = "This seat has another token: a seat is shown only to whoever has its own."
NOT_YOUR_TURN = "It is not this seat's turn: wait until `to_move` names it."
STUCK = "This game can't be continued, because {what} failed: start another one."
TOO_LONG = "This game has come to {:,} actions, the most there can be here: start another one."


def fresh_lots() -> list[float]:
    """Return random numbers from 0 to 1 that nobody can predict, by which chance is decided."""
    drawn = secrets.SystemRandom()
    return [drawn.random() for _ in range(LOTS)]


@dataclass(eq=False, repr=False)
class Sitting:
    """A game under way: who plays each seat, the tokens of people's seats, the record, and what each of these sees."""

    jobs: Jobs
    id: str
    game: str
    spec: str
    seats: tuple[str, ...]
    """For each player `person`, or the name of an agent."""
    seconds: float
    """For which an engine thinks."""
    tokens: dict[int, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    """The record: every action and every outcome of chance by its full name."""
    to_move: int | None = None
    is_over: bool = False
    used_at: float = field(default_factory=time.monotonic)
    watchers: int = 0
    """How many sockets show one of its seats."""
    _seen: dict[int, dict[str, Any]] = field(default_factory=dict)
    _changes: dict[int, asyncio.Event] = field(default_factory=dict)
    _playing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _engine: "asyncio.Task[None] | None" = None
    _problem: str | None = None

    async def begin(self) -> None:
        """Deal, and let an engine play where it is first to move; refuses a game that hides nothing."""
        for player, who in enumerate(self.seats):
            if who == PERSON:
                self.tokens[player] = secrets.token_urlsafe(24)
                self._changes[player] = asyncio.Event()
        agents = [who for who in self.seats if who != PERSON]
        await self._advance([], {"seats": len(self.seats), "agents": agents})
        self._go_on()

    def admit(self, player: int, token: str) -> None:
        """Refuse whoever doesn't show the token of this very seat; the comparison takes as long for every token."""
        own = self.tokens.get(player, "")
        if not (hmac.compare_digest(token.encode("utf-8", "replace"), own.encode("ascii")) and own):
            raise TaskError("bad-request", NOT_YOURS, 403)
        self.used_at = time.monotonic()

    def seen_by(self, player: int) -> dict[str, Any]:
        """Return what a seat may know, as data."""
        return {**self._seen[player], "problem": self._problem}

    async def change(self, player: int) -> None:
        """Return when something has changed for a seat."""
        await self._changes[player].wait()

    async def act(self, player: int, action: str) -> None:
        """Play a person's action; refuses what that seat wasn't offered."""
        async with self._playing:
            if self._problem is not None:
                raise TaskError("limit", self._problem)
            offered = [option["name"] for option in self._seen[player]["options"]]
            if self.to_move != player:
                raise TaskError("illegal", NOT_YOUR_TURN)
            if action not in offered:
                raise TaskError("illegal", f"'{action}' can't be played here: choose one of {' '.join(offered)}.")
            await self._step(action)
        self._go_on()

    def unused_seconds(self) -> float:
        """Return for how long nobody has looked at it."""
        return 0.0 if self.watchers else time.monotonic() - self.used_at

    async def close(self) -> None:
        """End what the engine does."""
        if self._engine is not None:
            self._engine.cancel()
            await asyncio.gather(self._engine, return_exceptions=True)

    def _go_on(self) -> None:
        """Let engines play as long as it is their turn."""
        if not self.is_over and self.to_move is not None and self.seats[self.to_move] != PERSON:
            self._engine = asyncio.create_task(self._play_engines())

    async def _play_engines(self) -> None:
        try:
            async with self._playing:
                while not self.is_over and self.to_move is not None and self.seats[self.to_move] != PERSON:
                    await self._step(await self._choose(self.seats[self.to_move]))
        except TaskError:
            if self._problem is None:  # too much is asked of the workers
                self._give_up(STUCK.format(what="the engine"))

    async def _choose(self, agent: str) -> str:
        settings = self.jobs.settings
        arguments = {"spec": self.spec, "actions": self.actions, "agent": agent, "seconds": self.seconds}
        job = Job("choice", arguments, self.seconds + settings.compile_seconds, client=self.id)
        try:
            return str(json.loads(await self.jobs.search.run(job))["action"])
        except TaskError as error:
            raise self._stuck(error, f"the engine ({agent})") from None

    async def _step(self, action: str) -> None:
        """Play an action and what chance decides after it."""
        if len(self.actions) + LOTS >= MOST_ACTIONS:
            self._give_up(TOO_LONG.format(MOST_ACTIONS))
            raise TaskError("limit", TOO_LONG.format(MOST_ACTIONS))
        try:
            await self._advance([*self.actions, action])
        except TaskError as error:
            raise self._stuck(error, "a rule of the game") from None

    async def _advance(self, actions: list[str], checked: dict[str, Any] | None = None) -> None:
        """Have a worker play the record, let chance decide what comes next, and show each seat what it sees."""
        people = sorted(self.tokens)
        arguments = {"spec": self.spec, "people": people, **(checked or {})}
        while True:
            arguments |= {"actions": actions, "lots": fresh_lots()}
            job = Job("advance", arguments, self.jobs.settings.quick_seconds, client=self.id)
            found = json.loads(await self.jobs.quick.run(job))
            actions = found["actions"]
            if found["is_settled"] or len(actions) >= MOST_ACTIONS:
                break
        self.actions, self.to_move, self.is_over = actions, found["to_move"], found["is_over"]
        for player, seen in zip(people, found["seen"], strict=True):
            told = {"game": self.game, "player": player, "seats": list(self.seats), **seen}
            if told != self._seen.get(player):
                self._seen[player] = told
                self._announce(player)

    def _stuck(self, error: TaskError, what: str) -> TaskError:
        """Note that the game has come to a halt; of the error only its kind is written down."""
        logger.warning("A sitting of %s has come to a halt: %s failed (%s).", self.game, what, error.code)
        if error.code == "busy":
            return error
        self._give_up(STUCK.format(what=what))
        return TaskError("rules", STUCK.format(what=what))

    def _give_up(self, problem: str) -> None:
        self._problem = problem
        for player in self.tokens:
            self._announce(player)

    def _announce(self, player: int) -> None:
        """Wake whoever waits for a change of a seat."""
        self._changes[player].set()
        self._changes[player] = asyncio.Event()

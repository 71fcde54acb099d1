"""Compiles games ahead, in a process of its own: a search never waits for it, and stopping one never wastes it.

What was compiled lies on disk, where the search workers find it. Games that someone waits for go first, then the one
that was looked at last.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from plywise.service.jobs.pool import Pool
from plywise.service.jobs.process import Job
from plywise.service.settings import Settings
from plywise.tasks import TaskError

Engine: TypeAlias = Literal["auto", "plain"]
OnCompile: TypeAlias = Callable[[int, int], None]
Aids: TypeAlias = Callable[[str], dict[str, str | None]]
"""Where the tables and the knowledge of a game are, by its spec."""

MOST_KNOWN = 256
"""Games that are kept in mind as compiled: clients may ask for any values of parameters."""

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Preparation:
    """A game being compiled for an algorithm (None: the one that fits), and who listens."""

    spec: str
    algorithm: str | None
    engine: Engine | None = None
    """The engine that searches should use from now on; None while it is compiled."""
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)
    listeners: list[OnCompile] = field(default_factory=list)
    steps: int = 0
    """That compiling has, as far as is known."""

    def report(self, kind: str, content: dict[str, int]) -> None:
        """Pass on how far compiling has come."""
        self.steps = content["of"]
        for listener in self.listeners:
            listener(content["done"], content["of"])

    def finish(self, engine: Engine) -> None:
        """Report that it is done, and which engine searches should use."""
        if self.steps:
            self.report("compiling", {"done": self.steps, "of": self.steps})
        self.engine = engine
        self.is_ready.set()


class Preparations:
    """All games that have been compiled, are being compiled or wait for it."""

    def __init__(self, settings: Settings, aids: Aids = lambda spec: {}) -> None:
        self.settings, self.aids = settings, aids
        self.pool = Pool(1, queue=1, memory_mb=settings.memory_mb, niceness=10)
        self.known: dict[tuple[str, str | None], Preparation] = {}
        self._waiting: list[Preparation] = []
        self._builder: asyncio.Task[None] | None = None

    def prepare(self, spec: str, algorithm: str | None = None) -> Preparation:
        """Begin to compile a game, unless that was done; the latest that is asked for goes first."""
        preparation = self.known.get((spec, algorithm))
        if preparation is None:
            self._make_room()
            preparation = self.known[spec, algorithm] = Preparation(spec, algorithm)
            self._waiting.append(preparation)
        if self._waiting and (self._builder is None or self._builder.done()):
            self._builder = asyncio.create_task(self._build())
        return preparation

    def forget(self, spec: str) -> None:
        """Compile a game again when it is next asked for, with whatever parameters: its rules have changed."""
        target = spec.partition(":")[0]
        for key in [key for key in self.known if key[0].partition(":")[0] == target]:
            del self.known[key]

    def _make_room(self) -> None:
        """Forget what was compiled long ago: it is found on disk if it is asked for again."""
        ready = [key for key, preparation in self.known.items() if preparation.is_ready.is_set()]
        for key in ready[: max(0, len(self.known) - MOST_KNOWN + 1)]:
            del self.known[key]

    async def close(self) -> None:
        """Compile no more, and wait until nothing of it is left."""
        if self._builder is not None:
            self._builder.cancel()
        await self.pool.close()
        if self._builder is not None:
            await asyncio.wait([self._builder])

    async def _build(self) -> None:
        while self._waiting:
            # max takes the first of equals: from the back, the latest
            chosen = max(reversed(self._waiting), key=lambda preparation: bool(preparation.listeners))
            self._waiting.remove(chosen)
            chosen.finish(await self._compile(chosen))

    async def _compile(self, preparation: Preparation) -> Engine:
        spec = preparation.spec
        arguments = {"spec": spec, "algorithm": preparation.algorithm, **self.aids(spec)}
        job = Job("preparation", arguments, self.settings.compile_seconds, preparation.report)
        try:
            made: dict[str, Any] = json.loads(await self.pool.run(job))
        except TaskError as error:
            made = {"engine": "plain", "reason": str(error)}
        if made["reason"]:
            logger.warning(
                "%s runs on the plain engine, since it can't be compiled: %s", preparation.spec, made["reason"]
            )
        engine: Engine = made["engine"]
        return engine

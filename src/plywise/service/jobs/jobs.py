"""What the service does for its clients, all of it in worker processes: positions and explanations."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeAlias

from plywise.service.jobs.own_files import OwnFiles
from plywise.service.jobs.pool import Pool
from plywise.service.jobs.preparing import Preparations
from plywise.service.jobs.process import Job
from plywise.service.schema import (
    DescriptionRequest,
    ExplanationRequest,
    ExportRequest,
    ImportRequest,
    PositionRequest,
    ProbeRequest,
    ProbesRequest,
    SetupRequest,
    ThrowRequest,
    VisitRequest,
)
from plywise.service.settings import Settings
from plywise.tasks import Offered, TaskError

Departure: TypeAlias = Callable[[], Awaitable[None]]
"""Returns when the client is gone."""

LARGEST_CHOSEN_SEED = 999_999
"""Short enough to be written down."""

NO_BOOK = "There is no opening book of this game here: see `plywise serve --book`."
NO_TABLES = "There are no solved tables of this game here: see `plywise serve --tables`."
FEWER_STATES = "ask for fewer states at once, or without their actions"
LOOK_LESS_FAR = "ask for a smaller depth; if that takes as long, the rules may never end, see `plywise check`"

SHORTER = "take games or variations out"


class Jobs:
    """The workers, and what they can be asked for; games are named by the ids that are offered."""

    def __init__(self, offered: Offered, settings: Settings) -> None:
        self.offered, self.settings = offered, settings
        self.quick = Pool(1, settings.queue, settings.memory_mb)
        self.search = Pool(settings.workers, settings.queue, settings.memory_mb, niceness=5)
        self.preparations = Preparations(settings, offered.aids)
        self.own_files = OwnFiles(offered, settings, self.renew)

    async def start(self) -> None:
        """Start the workers."""
        self.own_files.start()
        await asyncio.gather(self.quick.start(), self.search.start(), self.preparations.pool.start())

    async def close(self) -> None:
        """End all workers and whatever they are doing."""
        await self.own_files.close()
        await asyncio.gather(self.preparations.close(), self.quick.close(), self.search.close())

    async def renew(self, spec: str) -> None:
        """Let every worker load its games afresh: the file of this one was saved."""
        self.preparations.forget(spec)
        await asyncio.gather(self.quick.renew(), self.search.renew(), self.preparations.pool.renew())

    async def position(self, request: VisitRequest, client: Hashable = None) -> str:
        """Return where a game stands, as JSON."""
        spec = self.offered.spec(request.game)
        arguments = {
            "spec": spec,
            "game": request.game,
            "start": request.start,
            "actions": request.actions,
            "is_lenient": request.is_lenient,
        }
        position = await self.quick.run(Job("position", arguments, self.settings.quick_seconds, client=client))
        if self.settings.compiles_ahead and request.actions:  # pictures of every game's start compile nothing
            self.preparations.prepare(spec)
        return position

    async def description(self, request: DescriptionRequest, client: Hashable = None) -> str:
        """Return what there is to say of one game, as JSON."""
        offered, game = self.offered, request.game
        spec = offered.spec(game)
        arguments = {"spec": spec, "game": game, "title": offered.title(game), "has_book": spec in offered.books}
        return await self.quick.run(Job("description", arguments, self.settings.quick_seconds, client=client))

    async def explorer(self, request: PositionRequest, client: Hashable = None) -> str:
        """Return what an opening book says of a position, as JSON."""
        spec = self.offered.spec(request.game)
        book = self.offered.books.get(spec)
        if book is None:
            raise TaskError("bad-request", NO_BOOK, 404)
        arguments = {"spec": spec, "start": request.start, "actions": request.actions, "book": book}
        return await self.quick.run(Job("explorer", arguments, self.settings.quick_seconds, client=client))

    async def probe(self, request: ProbeRequest, client: Hashable = None) -> str:
        """Return what solved tables say of a state and of each of its actions, as JSON."""
        return await self._run_probe(request.game, [request.state], True, client)

    async def probes(self, request: ProbesRequest, client: Hashable = None) -> str:
        """Return what solved tables say of many states, as JSON."""
        return await self._run_probe(request.game, request.states, request.with_actions, client)

    async def _run_probe(self, game: str, names: list[str], with_actions: bool, client: Hashable) -> str:
        """Let a search worker ask the tables: it has them open, and slow ones keep no position waiting."""
        spec = self.offered.spec(game)
        where = self.offered.tables.get(spec)
        if where is None:
            raise TaskError("bad-request", NO_TABLES, 404)
        arguments = {"spec": spec, "names": names, "tables": where, "with_actions": with_actions}
        job = Job("probe", arguments, self.settings.probe_seconds, fix=FEWER_STATES, client=client)
        return await self.search.run(job)

    async def throw(self, request: ThrowRequest, client: Hashable = None) -> str:
        """Return what chance decides, as JSON."""
        seed = secrets.randbelow(LARGEST_CHOSEN_SEED + 1) if request.seed is None else request.seed
        spec = self.offered.spec(request.game)
        arguments = {"spec": spec, "start": request.start, "actions": request.actions, "seed": seed}
        return await self.quick.run(Job("throw", arguments, self.settings.quick_seconds, client=client))

    async def explanation(self, request: ExplanationRequest, departure: Departure, client: Hashable = None) -> str:
        """Return the explanation of a position, as JSON; the search for it ends when the client is gone."""
        arguments = {
            "spec": self.offered.spec(request.game),
            "start": request.start,
            "actions": request.actions,
            "depth": request.depth,
            "algorithm": request.algorithm,
            "played": request.played,
        }
        settings = self.settings
        job = Job(
            "explanation",
            arguments,
            settings.explanation_seconds,
            stop_seconds=settings.stop_seconds,
            fix=LOOK_LESS_FAR,
            client=client,
        )
        watch = asyncio.create_task(_stop_on(departure, job))
        try:
            return await self.search.run(job)
        finally:
            watch.cancel()

    async def setup(self, request: SetupRequest, client: Hashable = None) -> str:
        """Return the state with certain pieces on the board, as JSON."""
        arguments = {"spec": self.offered.spec(request.game), "pieces": request.pieces, "player": request.player}
        return await self.quick.run(Job("setup", arguments, self.settings.quick_seconds, client=client))

    async def imports(self, request: ImportRequest, client: Hashable = None) -> str:
        """Return the games that a text has in it, as JSON."""
        arguments = {"spec": self.offered.spec(request.game), "text": request.text}
        return await self._run_record("import", arguments, client)

    async def exports(self, request: ExportRequest, client: Hashable = None) -> str:
        """Return a game as text, as JSON."""
        spec = self.offered.spec(request.game)
        arguments = {"spec": spec, "game": request.game, "form": request.form, "record": request.record.model_dump()}
        return await self._run_record("export", arguments, client)

    async def _run_record(self, task: str, arguments: dict[str, Any], client: Hashable) -> str:
        return await self.search.run(Job(task, arguments, self.settings.record_seconds, fix=SHORTER, client=client))


async def _stop_on(departure: Departure, job: Job) -> None:
    await departure()
    job.stop()

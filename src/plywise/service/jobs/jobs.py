"""What the service does for its clients, all of it in worker processes: positions, explanations, analyses.

An analysis begins at once, on the plain engine where a game still has to be compiled, and goes on compiled when that is
done:

    |-- plain, while it compiles --|-- compiled, for the rest of its time --|
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from plywise.service.errors import NO_ANSWER, ServiceError
from plywise.service.games import Offered
from plywise.service.jobs.own_files import OwnFiles
from plywise.service.jobs.pool import Job, Pool
from plywise.service.jobs.preparing import Preparation, Preparations
from plywise.service.schema import AnalysisRequest, DescriptionRequest, ExplanationRequest, VisitRequest
from plywise.service.settings import Settings

logger = logging.getLogger(__name__)

Tell: TypeAlias = Callable[[dict[str, Any]], None]
Departure: TypeAlias = Callable[[], Awaitable[None]]
"""Returns when the client is gone."""

OWN_FAULT = "An error of Plywise's own, sorry: report what the server prints."

LOOK_LESS_FAR = "ask for a smaller depth; if that takes as long, the rules may never end, see `plywise check`"

LEAST_REST = 0.2
"""How many seconds must be left to continue compiled."""


class Jobs:
    """The workers, and what they can be asked for; games are named by the ids that are offered."""

    def __init__(self, offered: Offered, settings: Settings) -> None:
        self.offered, self.settings = offered, settings
        self.quick = Pool(1, settings.queue, settings.memory_mb)
        self.search = Pool(settings.workers, settings.queue, settings.memory_mb)
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

    async def position(self, request: VisitRequest) -> str:
        """Return where a game stands, as JSON."""
        spec = self.offered.spec(request.game)
        arguments = {"spec": spec, "game": request.game, "actions": request.actions, "is_lenient": request.is_lenient}
        position = await self.quick.run(Job("position", arguments, self.settings.quick_seconds))
        if self.settings.compiles_ahead and request.actions:  # pictures of every game's start compile nothing
            self.preparations.prepare(spec)
        return position

    async def description(self, request: DescriptionRequest) -> str:
        """Return what there is to say of one game, as JSON."""
        offered, game = self.offered, request.game
        arguments = {"spec": offered.spec(game), "game": game, "title": offered.title(game)}
        return await self.quick.run(Job("description", arguments, self.settings.quick_seconds))

    async def explanation(self, request: ExplanationRequest, departure: Departure) -> str:
        """Return the explanation of a position, as JSON; the search for it ends when the client is gone."""
        arguments = {
            "spec": self.offered.spec(request.game),
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
        )
        watch = asyncio.create_task(_stop_on(departure, job))
        try:
            return await self.search.run(job)
        finally:
            watch.cancel()


async def _stop_on(departure: Departure, job: Job) -> None:
    await departure()
    job.stop()


class Analysis:
    """One search as a client sees it: messages through `tell`, each deeper than the last, until the final one."""

    def __init__(self, jobs: Jobs, request: AnalysisRequest, tell: Tell) -> None:
        self.jobs, self.request, self._tell = jobs, request, tell
        self.spec = jobs.offered.spec(request.game)
        self.best: dict[str, Any] | None = None
        self._job: Job | None = None
        self._is_stopped = self._is_muted = False

    def stop(self) -> None:
        """End it with the best answer so far."""
        self._is_stopped = True
        if self._job is not None:
            self._job.stop()

    def drop(self) -> None:
        """End it: nobody listens any more."""
        self._is_muted = True
        self.stop()

    async def run(self) -> None:
        """Search, and report everything, the end and what goes wrong included."""
        preparation = self.jobs.preparations.prepare(self.spec, self.request.algorithm)
        preparation.listeners.append(self._report_compiling)
        try:
            final = await self._search(preparation)
            self.tell("decision", {"is_final": True, **final})
        except ServiceError as error:
            self.tell("error", error.to_data())
        except Exception:
            logger.exception("An analysis of %s failed.", self.spec)
            self.tell("error", ServiceError("worker-lost", OWN_FAULT).to_data())
        finally:
            preparation.listeners.remove(self._report_compiling)

    def tell(self, kind: str, content: dict[str, Any]) -> None:
        """Send the client a message."""
        if not self._is_muted:
            self._tell({"type": kind, "id": self.request.id, **content})

    async def _search(self, preparation: Preparation) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        end = loop.time() + self.request.seconds
        engine = preparation.engine
        if engine is None:
            found = await self._search_until(preparation)
            rest = end - loop.time()
            if found is not None or rest < LEAST_REST or self._is_stopped:
                return found or self._best()
            return await self._ask(preparation.engine or "auto", rest)
        return await self._ask(engine, self.request.seconds)

    async def _search_until(self, preparation: Preparation) -> dict[str, Any] | None:
        """Search plainly; return None where that was stopped because something better is ready."""
        search = asyncio.ensure_future(self._ask("plain", self.request.seconds))
        ready = asyncio.ensure_future(preparation.is_ready.wait())
        await asyncio.wait((search, ready), return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if search.done() or preparation.engine == "plain":
            return await search
        if self._job is not None:
            self._job.stop()
        with contextlib.suppress(ServiceError):
            found = await search
            if found["decision"]["status"] == "proven":
                return found
        return None

    async def _ask(self, engine: str, seconds: float) -> dict[str, Any]:
        """Search on one engine, and return what is best by then."""
        request, settings = self.request, self.jobs.settings
        arguments = {
            "spec": self.spec,
            "actions": request.actions,
            "seconds": seconds,
            "depth": request.depth,
            "algorithm": request.algorithm,
            "engine": engine,
            **self.jobs.offered.aids(self.spec),
        }
        limit = seconds + settings.slack_seconds
        self._job = Job("analysis", arguments, limit, self._report, settings.stop_seconds)
        if self._is_stopped:
            self._job.stop()
        try:
            found: dict[str, Any] = json.loads(await self.jobs.search.run(self._job))
        except ServiceError:
            if self._is_stopped and self.best is not None:
                return self.best
            raise
        return found if self._is_news(found) else self._best()

    def _report(self, kind: str, content: dict[str, Any]) -> None:
        if kind == "progress":
            self.tell(kind, content)
        elif self._is_news(content):
            self.best = content
            self.tell("decision", {"is_final": False, **content})

    def _report_compiling(self, done: int, of: int) -> None:
        self.tell("compiling", {"done": done, "of": of})

    def _is_news(self, found: dict[str, Any]) -> bool:
        """Whether it is at least as deep as what was sent before: after a change of engines it starts again."""
        return self.best is None or found["decision"]["depth"] >= self.best["decision"]["depth"]

    def _best(self) -> dict[str, Any]:
        if self.best is None:
            raise ServiceError("limit", NO_ANSWER)
        return self.best

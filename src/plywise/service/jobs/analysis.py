"""An analysis: what is found is reported as it is found, over as many turns of a worker as it takes.

It begins on the plain engine where a game still has to be compiled, and goes on compiled when that is done. Where
others wait, it gives its worker up after a turn and lines up again; each turn is twice as long as the last, since a
search begins again. Whatever happens, the best answer so far stays:

    |-- plain, while it compiles --|-- compiled --| others ... |---- compiled ----| others ... |-- ...
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

from plywise.service.jobs.jobs import Jobs
from plywise.service.jobs.preparing import Preparation
from plywise.service.jobs.process import Job
from plywise.service.schema import AnalysisRequest
from plywise.service.settings import WITHOUT_END
from plywise.tasks import NO_ANSWER, TaskError

logger = logging.getLogger(__name__)

Tell: TypeAlias = Callable[[dict[str, Any]], None]

OWN_FAULT = "An error of Plywise's own, sorry: report what the server prints."

LEAST_REST = 0.2
"""How many seconds must be left to go on."""

MOST_DEATHS = 1
"""Workers that a search may lose and still go on: rules that end one will end the next."""


class Analysis:
    """One search as a client sees it: messages through `tell`, each deeper than the last, until the final one."""

    def __init__(self, jobs: Jobs, request: AnalysisRequest, tell: Tell, client: Hashable = None) -> None:
        self.jobs, self.request, self._tell, self._client = jobs, request, tell, client
        self.spec = jobs.offered.spec(request.game)
        self.best: dict[str, Any] | None = None
        self._job: Job | None = None
        self._rest, self._deaths = request.seconds or WITHOUT_END, 0
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
            await self._search(preparation)
            self._tell_final(None if self.best else TaskError("limit", NO_ANSWER))
        except TaskError as error:
            self._tell_final(None if self.best and self._is_stopped else error)
        except Exception:
            logger.exception("An analysis of %s failed.", self.spec)
            self._tell_final(TaskError("worker-lost", OWN_FAULT))
        finally:
            preparation.listeners.remove(self._report_compiling)

    def tell(self, kind: str, content: dict[str, Any]) -> None:
        """Send the client a message."""
        if not self._is_muted:
            self._tell({"type": kind, "id": self.request.id, **content})

    def _tell_final(self, error: TaskError | None) -> None:
        """Send the best answer, with what ended the search early; where there is no answer, what went wrong."""
        told = error.to_data() if error else None
        if self.best:
            self.tell("decision", {"is_final": True, "stopped_by": told, **self.best})
        elif told:
            self.tell("error", told)

    async def _search(self, preparation: Preparation) -> None:
        if preparation.engine is None:
            await self._search_until(preparation)
        if not self._is_over():
            await self._take_turns(preparation.engine or "auto")

    async def _search_until(self, preparation: Preparation) -> None:
        """Search plainly, until something better is ready."""
        search = asyncio.ensure_future(self._take_turns("plain"))
        ready = asyncio.ensure_future(preparation.is_ready.wait())
        await asyncio.wait((search, ready), return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if search.done() or preparation.engine == "plain":
            await search
            self._rest = 0.0
            return
        if self._job is not None:
            self._job.stop()
        with contextlib.suppress(TaskError):
            await search

    async def _take_turns(self, engine: str) -> None:
        """Search on one engine, turn by turn, until its time is up or it is stopped for another reason than others."""
        turn = self.jobs.settings.turn_seconds
        while True:
            self._job = job = self._make_job(engine, turn)
            if self._is_stopped:
                job.stop()
            try:
                self._keep(json.loads(await self.jobs.search.run(job)))
            except TaskError as error:
                if not self._goes_on_after(error, job):
                    raise
            else:
                if not job.is_relieved:
                    return
            finally:
                self._rest -= job.spent
            if self._is_over():
                return
            turn *= 2

    def _make_job(self, engine: str, turn: float) -> Job:
        request, settings = self.request, self.jobs.settings
        # Turns that ended before the first answer may have used up all of a short time.
        rest = max(self._rest, min(LEAST_REST, request.seconds or LEAST_REST))
        arguments = {
            "spec": self.spec,
            "start": request.start,
            "actions": request.actions,
            "seconds": rest,
            "depth": request.depth,
            "algorithm": request.algorithm,
            "level": request.level,
            "engine": engine,
            "is_default": request.seconds is None,
            "book": self.jobs.offered.books.get(self.spec) if request.by_book else None,
            **self.jobs.offered.aids(self.spec),
        }
        return Job(
            "analysis",
            arguments,
            rest + settings.slack_seconds,
            self._report,
            settings.stop_seconds,
            client=self._client,
            turn_seconds=turn,
        )

    def _goes_on_after(self, error: TaskError, job: Job) -> bool:
        """Whether to line up again: a turn may end before the first answer, and a worker may die once."""
        if error.code == "worker-lost" and not self._is_stopped:
            self._deaths += 1
            return self._deaths <= MOST_DEATHS
        return job.is_relieved and error.message == NO_ANSWER

    def _is_over(self) -> bool:
        """Whether there is nothing left to search, or no time; as long as there is no answer, it goes on."""
        if self.best is None:
            return self._is_stopped
        return self._is_stopped or self._rest < LEAST_REST or self.best["decision"]["status"] == "proven"

    def _report(self, kind: str, content: dict[str, Any]) -> None:
        if kind != "decision":
            self.tell(kind, content)
        elif self._keep(content):
            self.tell("decision", {"is_final": False, "stopped_by": None, **content})

    def _report_compiling(self, done: int, of: int) -> None:
        self.tell("compiling", {"done": done, "of": of})

    def _keep(self, found: dict[str, Any]) -> bool:
        """Keep an answer that goes at least as far as the best so far: each turn, and each engine, begins again."""
        is_best = self.best is None or goes_as_far(found["decision"], self.best["decision"])
        if is_best:
            self.best = found
        return is_best


def goes_as_far(found: dict[str, Any], best: dict[str, Any]) -> bool:
    """Whether a decision looked at least as far as another one of the same position.

    >>> goes_as_far({"simulations": 0, "depth": 7}, {"simulations": 0, "depth": 8})
    False
    """
    measure = "simulations" if found["simulations"] and best["simulations"] else "depth"
    return bool(found[measure] >= best[measure])

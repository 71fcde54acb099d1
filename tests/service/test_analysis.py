"""An analysis over several turns of a worker: whatever ends them, there is an answer."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

import pytest

from plywise.service.jobs.analysis import LEAST_REST, Analysis
from plywise.service.jobs.jobs import Jobs
from plywise.service.jobs.process import Job
from plywise.service.schema import AnalysisRequest
from plywise.service.settings import Settings
from plywise.tasks import NO_ANSWER, TaskError

FOUND = {"decision": {"status": "heuristic", "depth": 3, "simulations": 0}}


class Turns:
    """A pool whose first jobs end without an answer, after all the time that was asked for."""

    def __init__(self, empty: int) -> None:
        self.empty, self.seconds = empty, cast(list[float], [])

    async def run(self, job: Job) -> str:
        self.seconds.append(job.arguments["seconds"])
        job.spent = 1.0
        await asyncio.sleep(0)
        if len(self.seconds) <= self.empty:
            job.is_stopped = job.is_relieved = True
            raise TaskError("limit", NO_ANSWER)
        return json.dumps(FOUND)


@pytest.mark.parametrize("empty", [0, 1, 3])
def test_a_short_time_that_others_used_up_still_brings_an_answer(empty):
    told: list[dict[str, Any]] = []
    pool = Turns(empty)
    prepared = SimpleNamespace(engine="compiled", listeners=[])
    jobs = SimpleNamespace(
        search=pool,
        settings=Settings(),
        offered=SimpleNamespace(spec=lambda name: name, books={}, aids=lambda spec: {}),
        preparations=SimpleNamespace(prepare=lambda *_: prepared),
    )
    request = AnalysisRequest(type="analyse", id=1, game="nim", seconds=0.2)
    asyncio.run(Analysis(cast(Jobs, jobs), request, told.append).run())
    assert [each["type"] for each in told] == ["decision"]
    assert told[0]["is_final"]
    assert len(pool.seconds) == empty + 1
    assert min(pool.seconds) == LEAST_REST

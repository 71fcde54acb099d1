"""Jobs wait in a queue for workers, leave it at once when they are stopped, and find no worker in a closed pool."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest

from plywise.service.jobs.line import WaitingLine
from plywise.service.jobs.pool import Pool
from plywise.service.jobs.process import Job
from plywise.tasks import CLOSED, NO_ANSWER, TaskError


def endless(client: str = "", turn_seconds: float | None = None) -> Job:
    arguments = {"spec": "connect-four", "actions": [], "depth": 60, "algorithm": "alpha-beta"}
    return Job("explanation", arguments, seconds=60, stop_seconds=0.1, client=client, turn_seconds=turn_seconds)


@contextlib.asynccontextmanager
async def one_worker(queue: int) -> AsyncIterator[Pool]:
    pool = Pool(1, queue, memory_mb=3000)
    try:
        yield pool
    finally:
        await pool.close()


async def has_begun(job: Job) -> None:
    async with asyncio.timeout(30):
        while not job.has_begun:
            await asyncio.sleep(0.01)


def test_a_closed_pool_starts_nothing():
    async def close_with_a_queue() -> None:
        jobs = [endless() for _ in range(4)]
        async with one_worker(queue=4) as pool:
            runs = [asyncio.create_task(pool.run(job)) for job in jobs]
            await has_begun(jobs[0])
            await pool.close()
            async with asyncio.timeout(5):
                ends = await asyncio.gather(*runs, return_exceptions=True)
            assert [str(end) for end in ends] == [CLOSED] * 4
            for late in (pool.run(endless()), pool.start()):
                with pytest.raises(TaskError, match=CLOSED):
                    await late
            assert not any(worker.is_alive for worker in pool.workers)

    asyncio.run(close_with_a_queue())


def test_a_process_that_was_being_started_when_the_pool_closed_is_ended():
    async def close_while_starting() -> None:
        async with one_worker(queue=4) as pool:
            start = asyncio.create_task(pool.start())
            await asyncio.sleep(0)
            await pool.close()
            with pytest.raises(TaskError, match=CLOSED):
                await start
            assert not pool.workers[0].is_alive

    asyncio.run(close_while_starting())


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_start_that_is_cancelled_leaves_no_process_in_a_closed_pool(times):
    async def cancel_while_starting() -> None:
        async with one_worker(queue=4) as pool:
            start = asyncio.create_task(pool.start())
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            await pool.close()
            for _ in range(times):
                start.cancel()
                await asyncio.sleep(0)
            with pytest.raises(asyncio.CancelledError):
                await start
            assert not pool.workers[0].is_alive

    asyncio.run(cancel_while_starting())
    gc.collect()  # whatever was left open complains now


def test_a_stopped_job_leaves_the_queue_at_once():
    async def stop_in_the_queue() -> None:
        jobs = [endless() for _ in range(4)]
        async with one_worker(queue=2) as pool:
            runs = [asyncio.create_task(pool.run(job)) for job in jobs[:3]]
            await has_begun(jobs[0])
            assert pool.waiting == 2
            with pytest.raises(TaskError, match="many requests wait already"):
                await pool.run(endless())
            jobs[1].stop()
            assert pool.waiting == 1
            runs.append(asyncio.create_task(pool.run(jobs[3])))
            with pytest.raises(TaskError, match=NO_ANSWER):
                await runs[1]
            runs[2].cancel()
            await asyncio.sleep(0)
            jobs[0].stop()
            await has_begun(jobs[3])
        await asyncio.gather(*runs, return_exceptions=True)

    asyncio.run(stop_in_the_queue())


def test_a_job_cancelled_on_its_turn_hands_its_worker_on():
    async def cancel_on_its_turn() -> None:
        jobs = [endless(), endless()]
        async with one_worker(queue=2) as pool:
            worker = await pool._take(jobs[0])
            waiting = asyncio.create_task(pool.run(jobs[1]))
            await asyncio.sleep(0)
            pool._hand_on(worker)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert pool.is_idle

    asyncio.run(cancel_on_its_turn())


def test_clients_take_turns_in_the_line():
    line = WaitingLine()
    jobs = [endless(client) for client in "aaabcb"]
    for job in jobs:
        line.join(job)
    a1, a2, a3, b1, c1, b2 = jobs
    assert line.order() == [a1, b1, c1, a2, b2, a3]
    assert line.call() is a1
    late = endless("d")
    line.join(late)
    assert line.order() == [b1, c1, a2, late, b2, a3]
    line.leave(c1)
    line.leave(c1)
    assert [line.call() for _ in range(len(line))] == [b1, a2, late, b2, a3]
    assert line.call() is None


def note_place(places: list[int], kind: str, content: Any) -> None:
    assert kind == "waiting"
    places.append(content["place"])


def test_whoever_waits_is_told_their_place():
    async def line_up() -> None:
        jobs = [endless(client) for client in "aab"]
        places: list[list[int]] = [[], [], []]
        for job, told in zip(jobs, places, strict=True):
            job.on_message = partial(note_place, told)
        async with one_worker(queue=4) as pool:
            worker = await pool._take(endless())
            runs = [asyncio.create_task(pool._take(job)) for job in jobs]
            await asyncio.sleep(0)
            assert places == [[1], [2, 3], [2]]
            pool._hand_on(worker)
            await asyncio.sleep(0)
            jobs[2].stop()
            await asyncio.sleep(0)
            assert places == [[1, 0], [2, 3, 2, 1], [2, 1]]
        await asyncio.gather(*runs, return_exceptions=True)

    asyncio.run(line_up())


def test_a_job_whose_turn_is_over_is_relieved_where_others_wait():
    async def take_turns() -> None:
        patient, brief, other = endless("a", 0.2), endless("b", 0.2), endless("c")
        async with one_worker(queue=4) as pool:
            first = asyncio.create_task(pool.run(patient))
            await has_begun(patient)
            await asyncio.sleep(0.5)
            assert not patient.is_stopped  # as long as nobody waits
            others = [asyncio.create_task(pool.run(job)) for job in (brief, other)]
            with pytest.raises(TaskError, match=f"{NO_ANSWER}|did not stop"):  # in time, on a busy machine
                await first
            assert patient.is_relieved
            assert patient.spent > 0.5
            await has_begun(other)
            assert brief.is_relieved
        await asyncio.gather(*others, return_exceptions=True)

    asyncio.run(take_turns())

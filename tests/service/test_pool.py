"""Jobs wait in a queue for workers, leave it at once when they are stopped, and find no worker in a closed pool."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator

import pytest

from plywise.service.errors import CLOSED, NO_ANSWER, ServiceError
from plywise.service.jobs.pool import Job, Pool


def endless(spec: str = "connect-four") -> Job:
    arguments = {"spec": spec, "actions": [], "depth": 60, "algorithm": "alpha-beta"}
    return Job("explanation", arguments, seconds=60, stop_seconds=0.1)


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
                with pytest.raises(ServiceError, match=CLOSED):
                    await late
            assert not any(worker.is_alive for worker in pool.workers)

    asyncio.run(close_with_a_queue())


def test_a_process_that_was_being_started_when_the_pool_closed_is_ended():
    async def close_while_starting() -> None:
        async with one_worker(queue=4) as pool:
            start = asyncio.create_task(pool.start())
            await asyncio.sleep(0)
            await pool.close()
            with pytest.raises(ServiceError, match=CLOSED):
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
            with pytest.raises(ServiceError, match="many requests wait already"):
                await pool.run(endless())
            jobs[1].stop()
            assert pool.waiting == 1
            runs.append(asyncio.create_task(pool.run(jobs[3])))
            with pytest.raises(ServiceError, match=NO_ANSWER):
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

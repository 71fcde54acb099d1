"""Tasks on a Ray cluster. The only module that knows Ray; everything else sees an `Executor`.

Each worker lives in a Ray actor, which is only a place where its memory outlives a task. Parts go from one to another
through Ray's object store, which spills to disk when it is full. A worker that dies is replaced, where a core is free,
or its shards go to the others. Whoever reaches Ray's ports runs code unless Ray asks for a token: from 2.59 on it does
for a local cluster, and for others where RAY_AUTH_MODE=token is set. Trusted networks only.
"""

import logging
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.executors.tasks import Done, Failed, Lost, Outcome, Part, Task, TaskRow, perform
from plywise.rules import SearchError
from plywise.rules.errors import first_line

LOCAL = "local"
"""Ray's own name for a cluster that is started here and ends with the job."""

PATIENCE = 120
"""Seconds that new workers may take to report that they have started."""

FREED = 5
"""Seconds in which the core of a worker that died is free again, if its machine is still there."""

AHEAD = 2
"""Tasks that a worker has at once where their order doesn't matter."""

OnNews = Callable[[str, dict[str, Any]], None]


def import_ray() -> Any:
    """Import Ray, or say how to get it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # of tasks whose inputs are lost: they are done again
    try:
        import ray
    except ImportError as error:
        raise SearchError("A cluster needs Ray: install it with `pip install 'plywise[cluster]'`.") from error
    return ray


class WorkerActor:
    """What runs in a worker's process."""

    def __init__(self, make_worker: Callable[[], Any]) -> None:
        self.worker = make_worker()

    def where(self) -> tuple[int, str]:
        """Return the process's number and the node's."""
        return os.getpid(), import_ray().get_runtime_context().get_node_id()

    def perform(self, task: Task, *inputs: Any) -> Any:
        """Do a task; return its answer with the processor seconds it took, then its parts.

        After its inputs come the answers of tasks that must be done first, so that Ray waits for them.
        """
        began = time.process_time()
        answer, *parts = perform(self.worker, task, inputs[: len(task.inputs)])
        made = (answer, time.process_time() - began)
        return (made, *parts) if parts else made


@dataclass(frozen=True, slots=True)
class ActorHandle:
    """A worker as the driver sees it."""

    actor: Any
    pid: int
    node: str


class RayExecutor:
    """Workers of a Ray cluster, one for each core, or as many as are asked for."""

    def __init__(
        self,
        make_worker: Callable[[], Any],
        address: str = LOCAL,
        *,
        workers: int | None = None,
        store_bytes: int | None = None,
        on_news: OnNews | None = None,
    ) -> None:
        self.ray, self.make_worker = import_ray(), make_worker
        self.on_news = on_news or (lambda kind, facts: None)
        self.is_own = not self.ray.is_initialized()
        if self.is_own:
            self.connect(address, workers, store_bytes)
        self.workers = workers or max(1, int(self.ray.cluster_resources().get("CPU", 0)))
        self.handles: dict[int, ActorHandle] = {}
        self.nodes: dict[int, str] = {}
        """Where each worker is or was."""
        self.seats = self.hire(self.workers)
        """The worker of each share of the shards."""

    def connect(self, address: str, workers: int | None, store_bytes: int | None) -> None:
        """Join a cluster, or start one of this machine alone."""
        options: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": logging.ERROR}
        if address == LOCAL:
            options |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": store_bytes}
        try:
            self.ray.init(**options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            fix = "start one with `ray start --head`, or use 'local'" if address != LOCAL else "look in /tmp/ray"
            raise SearchError(f"No Ray cluster at {address} ({first_line(error)}): {fix}.") from error

    def hire(self, count: int) -> list[int]:
        """Start workers, all at once, and wait until each says where it is."""
        worker = self.ray.remote(WorkerActor).options(num_cpus=1, scheduling_strategy="SPREAD")
        actors = [worker.remote(self.make_worker) for _ in range(count)]
        try:
            places = self.ray.get([actor.where.remote() for actor in actors], timeout=PATIENCE)
        except self.ray.exceptions.RayError as error:
            for actor in actors:
                self.ray.kill(actor)
            if isinstance(error, self.ray.exceptions.RayActorError):
                reason = str(error).strip().splitlines()[-1]
                raise SearchError(
                    f"A worker can't start ({reason}): check that every machine has the same packages as this one."
                ) from error
            raise SearchError(f"The cluster gives no worker within {PATIENCE} seconds: {first_line(error)}") from error
        names = []
        for actor, (pid, node) in zip(actors, places, strict=True):
            names.append(len(self.nodes))
            self.handles[names[-1]], self.nodes[names[-1]] = ActorHandle(actor, pid, node), node
            self.on_news("worker", {"worker": names[-1], "pid": pid, "node": node[:8]})
        return names

    def run(self, tasks: Sequence[Task], parts: Callable[[Part], Any]) -> Iterator[tuple[Task, Outcome]]:
        """Do tasks, each by the worker of its shard; Ray hands parts on as soon as they are made."""
        row = TaskRow(tasks)
        begun: deque[tuple[Task, int, Sequence[Any]]] = deque()
        for task in tasks:
            worker = self.seat(task.shard)
            method = self.handles[worker].actor.perform.options(num_returns=1 + task.parts)
            # A worker does one task after the other, so nothing need wait for its earlier tasks.
            before = [row.made[key][-1] for key in task.after if key in row.keys and self.seat(key[1]) != worker]
            made = method.remote(task, *(row.part(part, parts) for part in task.inputs), *before)
            answer, *rest = made if task.parts else [made]
            row.made[task.key] = [*rest, answer]
            begun.append((task, worker, row.made[task.key]))
        row.made.clear()  # so that parts are freed as soon as nobody waits for them
        while begun:
            task, worker, (*rest, answer) = begun.popleft()
            if row.leaves_out(task):
                continue
            outcome = self.outcome(answer, worker, rest)
            if not isinstance(outcome, Done):
                row.undone.add(task.key)
            yield task, outcome

    def run_unordered(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """Do tasks that need no others, each by whichever worker has room; yield outcomes as they come."""
        waiting, begun = iter(tasks), dict[Any, tuple[Task, int]]()
        while True:
            has = Counter(worker for _, worker in begun.values())
            for worker in [*self.handles] * AHEAD:
                task = next(waiting, None) if has[worker] < AHEAD else None
                if task is not None:
                    begun[self.handles[worker].actor.perform.remote(task)] = task, worker
                    has[worker] += 1
            if not begun:
                return
            ready, _ = self.ray.wait(list(begun), num_returns=1)
            for ref in ready:
                task, worker = begun.pop(ref)
                yield task, self.outcome(ref, worker, [])

    def seat(self, shard: int) -> int:
        """Return the worker of a shard."""
        return self.seats[shard % len(self.seats)]

    def outcome(self, ref: Any, worker: int, parts: list[Any]) -> Outcome:
        """Return what became of a task, judged by what it returned: being ready doesn't mean that it succeeded."""
        errors = self.ray.exceptions
        try:
            answer, seconds = self.ray.get(ref)
        except errors.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, errors.RayError):
                return Lost(worker, first_line(cause))
            return Failed(worker, cause, str(error))
        except errors.RayError as error:
            if isinstance(error, errors.RayActorError):
                self.replace(worker, first_line(error))
            return Lost(worker, first_line(error))
        return Done(answer, tuple(parts), worker, seconds)

    def replace(self, worker: int, reason: str) -> None:
        """Give the shards of a worker that died to a new one, or to the others where no core is free."""
        if worker not in self.handles:
            return
        lost = self.handles.pop(worker)
        self.ray.kill(lost.actor)  # One that can't be reached may still hold its core.
        self.on_news("lost", {"worker": worker, "pid": lost.pid, "reason": reason})
        others = self.hire_another(worker) or sorted(self.handles)
        if not others:
            raise SearchError(f"All workers are lost ({reason}): run the command again with --resume.")
        seats = [place for place, each in enumerate(self.seats) if each == worker]
        for place, seat in enumerate(seats):
            self.seats[seat] = others[place % len(others)]

    def hire_another(self, lost: int) -> list[int]:
        """Start a worker in place of a lost one if a core is free; none if there isn't, or if it can't begin there."""
        try:
            return self.hire(1) if self.has_room() else []
        except SearchError as error:
            self.on_news("unreplaced", {"worker": lost, "unreplaced": str(error)})
            return []

    def has_room(self) -> bool:
        """Whether a core is free for one more worker, soon."""
        until = time.monotonic() + FREED
        while time.monotonic() < until:
            if self.ray.available_resources().get("CPU", 0) >= 1:
                return True
            time.sleep(0.2)
        return False

    def reachable(self) -> set[int]:
        """Return the workers, dead ones too, whose machines are still there, and so what they made."""
        alive = {node["NodeID"] for node in self.ray.nodes() if node["Alive"]}
        return {worker for worker, node in self.nodes.items() if node in alive}

    def close(self) -> None:
        """Release all workers."""
        for handle in self.handles.values():
            self.ray.kill(handle.actor)
        self.handles.clear()
        if self.is_own:
            self.ray.shutdown()

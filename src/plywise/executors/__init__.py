"""Runs pure tasks: in this process, on threads, in processes, on a Ray cluster; the only room that knows Ray."""

from plywise.executors.in_process import InProcess
from plywise.executors.processes import WorkerProcesses, count_cores
from plywise.executors.ray_cluster import RayExecutor, import_ray
from plywise.executors.scheduler import OutputFiles, TaskScheduler
from plywise.executors.tasks import (
    Done,
    Executor,
    Failed,
    Key,
    Lost,
    OnOutcome,
    Outcome,
    Part,
    Task,
    TaskRow,
    UnorderedExecutor,
)
from plywise.executors.threads import TaskThreads

__all__ = [
    "Done",
    "Executor",
    "Failed",
    "InProcess",
    "Key",
    "Lost",
    "OnOutcome",
    "Outcome",
    "OutputFiles",
    "Part",
    "RayExecutor",
    "Task",
    "TaskRow",
    "TaskScheduler",
    "TaskThreads",
    "UnorderedExecutor",
    "WorkerProcesses",
    "count_cores",
    "import_ray",
]

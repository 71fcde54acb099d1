"""Blocks, threads, budgets and errors of compiled work."""

from plywise.kernel.running.block import Block, Records
from plywise.kernel.running.machine import UNLIMITED, Machine
from plywise.kernel.running.progress import OnProgress, Progress
from plywise.kernel.running.root import NONE, RootAction, root_actions
from plywise.kernel.running.threads import HAS_THREADS, Stopped, ThreadGroup, useful_threads

__all__ = [
    "HAS_THREADS",
    "NONE",
    "UNLIMITED",
    "Block",
    "Machine",
    "OnProgress",
    "Progress",
    "Records",
    "RootAction",
    "Stopped",
    "ThreadGroup",
    "root_actions",
    "useful_threads",
]

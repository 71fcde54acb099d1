"""Blocks, threads, budgets and errors of compiled work."""

from plywise.kernel.running.machine import UNLIMITED, Machine
from plywise.kernel.running.progress import OnProgress, Progress
from plywise.kernel.running.root import NONE, RootAction, root_actions
from plywise.kernel.running.threads import Crew, Stopped

__all__ = [
    "NONE",
    "UNLIMITED",
    "Crew",
    "Machine",
    "OnProgress",
    "Progress",
    "RootAction",
    "Stopped",
    "root_actions",
]

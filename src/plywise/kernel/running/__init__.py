"""Blocks, threads, budgets and errors of compiled work."""

from plywise.kernel.running.block import TREE_MB, Block, Records
from plywise.kernel.running.machine import UNLIMITED, Machine
from plywise.kernel.running.noted_words import NotedWords
from plywise.kernel.running.progress import OnProgress, Progress
from plywise.kernel.running.root import NONE, RootAction, root_actions
from plywise.kernel.running.threads import Stopped, ThreadGroup, useful_threads

__all__ = [
    "NONE",
    "TREE_MB",
    "UNLIMITED",
    "Block",
    "Machine",
    "NotedWords",
    "OnProgress",
    "Progress",
    "Records",
    "RootAction",
    "Stopped",
    "ThreadGroup",
    "root_actions",
    "useful_threads",
]

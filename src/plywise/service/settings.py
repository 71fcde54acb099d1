"""How much a client may ask for, and how much a job may take."""

import os
from dataclasses import dataclass, field
from pathlib import Path

MOST_SECONDS = 60.0
WITHOUT_END = 86_400.0
"""Seconds for a search that goes on until it is stopped: a day, after which nobody looks any more."""
MOST_DEPTH = 99
MOST_BYTES = 64 * 1024
"""Of a request's body, and of a message on a socket."""

MOST_RECORD_BYTES = 1 << 20
"""Of a request that brings a record: an annotated game may be long."""

BUILT = Path(__file__).parent / "built"


def default_workers() -> int:
    """Return how many searches run at the same time: half of the processor's cores, from 2 to 8.

    With two, an explanation need not wait for the analysis beside it.
    """
    return max(2, min(8, (os.cpu_count() or 2) // 2))


@dataclass(frozen=True, slots=True)
class Settings:
    """What of the machine the service may use; seconds are of the wall clock."""

    workers: int = field(default_factory=default_workers)
    """How many searches may run at the same time."""
    queue: int = 1_000
    """How many jobs may wait for a worker before the service is busy."""
    sockets: int = 800
    """How many analyses can be watched at once; each holds a file open, of which a process often has 1,024."""
    sittings: int = 200
    """How many games that hide something may be under way."""
    sitting_seconds: float = 7_200
    """For which such a game is kept though nobody looks at it."""
    spare_seconds: float = 600
    """After which one that nobody looks at makes room, where there are too many."""
    turn_seconds: float = 0.5
    """For which a search keeps its worker though others wait, at first; each turn is twice as long as the last."""
    quick_seconds: float = 5
    """For the rules to answer for a position."""
    explanation_seconds: float = 60
    probe_seconds: float = 10
    """For solved tables to be opened and asked."""
    record_seconds: float = 30
    """For the rules to play through a record."""
    slack_seconds: float = 10
    """Beyond the time that a search was given, to load its game and to end."""
    compile_seconds: float = 90
    checkup_seconds: float = 30
    """For the doctor to look at a file of the user's."""
    stop_seconds: float = 1
    """For a search that was asked to stop, until its worker is ended."""
    memory_mb: int = 4096
    """Of addresses that a worker may use; compiled searches take more of them than of memory."""
    compiles_ahead: bool = True
    """Whether a game is compiled from its first action on, before a search asks for it."""
    built: Path = BUILT
    """The folder of the front end."""

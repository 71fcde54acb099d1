"""The user's own files: each is watched, and when it is saved, workers load it afresh and the doctor looks at it.

    saved  ->  a new version  ->  fresh workers, and the doctor in a worker of its own  ->  findings

Pages ask for the versions now and then, and load their game again where there is a new one.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from plywise.games.catalog import is_installed
from plywise.service.jobs.pool import Pool
from plywise.service.jobs.process import Job
from plywise.service.settings import Settings
from plywise.tasks import Offered, TaskError

LOOK_SECONDS = 0.5
"""Between two looks at the files."""
SETTLE_SECONDS = 0.1
"""For an editor to finish writing."""
NO_DOCTOR = "the rules may never end, see `plywise check`"

OnSave: TypeAlias = Callable[[str], Awaitable[None]]
"""Called with the spec of a game whose file was saved."""
Stamp: TypeAlias = tuple[int, int] | None


@dataclass(eq=False)
class OwnFile:
    """One game in a file, how often it was saved, and what the doctor says of it."""

    game: str
    spec: str
    path: Path
    stamp: Stamp = None
    version: int = 1
    problem: str | None = None
    """Why the file can't be loaded."""
    is_checking: bool = False
    findings: list[dict[str, str]] = field(default_factory=list)

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold; no client learns where the file lies."""
        told = {"game": self.game, "file": self.path.name, "version": self.version, "problem": self.problem}
        return {**told, "is_checking": self.is_checking, "findings": self.findings}


class OwnFiles:
    """All files of the user's that are served, and the doctor's worker."""

    def __init__(self, offered: Offered, settings: Settings, on_save: OnSave) -> None:
        self.settings, self.on_save = settings, on_save
        served = {game: spec for game, spec in offered.specs.items() if not is_installed(spec)}
        self.files = [OwnFile(game, spec, Path(spec.partition(":")[0])) for game, spec in served.items()]
        self.pool = Pool(1, queue=max(1, len(self.files)), memory_mb=settings.memory_mb, niceness=5)
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Watch the files from now on."""
        for file in self.files:
            file.stamp = stamp_of(file.path)
        if self.files:
            self._watch = asyncio.create_task(self._look_around())

    async def close(self) -> None:
        """Watch no more, and end the doctor's worker."""
        tasks = [task for task in (self._watch, *self._checks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await self.pool.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    def tell(self, spec: str) -> dict[str, Any]:
        """Return what is known of a game's file; the doctor looks at it when it is first asked for."""
        found = [file for file in self.files if str(file.path) == str(Path(spec.partition(":")[0]))]
        if not found:
            raise TaskError("bad-request", "This game has no file of yours: choose one that has.", 404)
        file = next((file for file in found if file.spec == spec), found[0])
        if file.game not in self._checks:
            self._begin_check(file)
        return file.to_data()

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for file in self.files:
                stamp = stamp_of(file.path)
                if stamp is not None and stamp != file.stamp:  # while it is missing, an editor is replacing it
                    await asyncio.sleep(SETTLE_SECONDS)
                    file.stamp = stamp_of(file.path)
                    await self.on_save(file.spec)
                    file.version += 1
                    self._begin_check(file)

    def _begin_check(self, file: OwnFile) -> None:
        before = self._checks.get(file.game)
        if before is not None:
            before.cancel()
        file.is_checking, file.problem = True, None
        self._checks[file.game] = asyncio.create_task(self._check(file))

    async def _check(self, file: OwnFile) -> None:
        seconds = self.settings.checkup_seconds
        job = Job("checkup", {"spec": file.spec, "seconds": seconds}, 2 * seconds, fix=NO_DOCTOR)
        findings: list[dict[str, str]] = []
        try:
            findings = json.loads(await self.pool.run(job))["findings"]
        except TaskError as error:
            file.problem = error.message
        file.findings, file.is_checking = findings, False


def stamp_of(path: Path) -> Stamp:
    """Return what changes when a file is saved; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size

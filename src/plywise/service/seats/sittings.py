"""All sittings: up to a number, each for as long as somebody looks at it now and then."""

import asyncio
import secrets

from plywise.service.jobs import Jobs
from plywise.service.schema import SittingRequest
from plywise.service.seats.sitting import PERSON, Sitting
from plywise.tasks import TaskError

UNKNOWN = "There is no such game under way here: it was closed, or nobody has looked at it for long; start another one."
FULL = "Too many games are under way here: ask again later."
NOBODY = "Nobody would see this game: give a person a seat."
NO_TOKEN = "A seat is shown only to whoever has its token: send it in the header Seat-Token."


class Sittings:
    """The games under way, by their ids."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self._sittings: dict[str, Sitting] = {}

    def __len__(self) -> int:
        return len(self._sittings)

    async def start(self, request: SittingRequest) -> Sitting:
        """Begin a game; refuses one too many, and one without people."""
        spec = self.jobs.offered.spec(request.game)
        if PERSON not in request.seats:
            raise TaskError("bad-request", NOBODY)
        self._make_room()
        sitting = Sitting(
            self.jobs, secrets.token_urlsafe(12), request.game, spec, tuple(request.seats), request.seconds
        )
        self._sittings[sitting.id] = sitting
        try:
            await sitting.begin()
        except BaseException:
            del self._sittings[sitting.id]
            raise
        return sitting

    def admit(self, sitting_id: str, player: int, token: str | None) -> Sitting:
        """Return a sitting to whoever has the token of a seat in it; refuses everybody else."""
        if not token:
            raise TaskError("bad-request", NO_TOKEN, 401)
        self._forget_old()
        sitting = self._sittings.get(sitting_id)
        if sitting is None:
            raise TaskError("bad-request", UNKNOWN, 404)
        sitting.admit(player, token)
        return sitting

    async def close(self) -> None:
        """End everything."""
        await asyncio.gather(*(sitting.close() for sitting in self._sittings.values()))

    def _make_room(self) -> None:
        """See that there is room for one more: one that is over gives way, or one that nobody looks at."""
        self._forget_old()
        settings = self.jobs.settings
        if len(self._sittings) < settings.sittings:
            return
        spare = [
            each
            for each in self._sittings.values()
            if not each.watchers and (each.is_over or each.unused_seconds() > settings.spare_seconds)
        ]
        if not spare:
            raise TaskError("busy", FULL)
        del self._sittings[max(spare, key=Sitting.unused_seconds).id]

    def _forget_old(self) -> None:
        """Forget what nobody has looked at for very long."""
        most = self.jobs.settings.sitting_seconds
        for sitting in [each for each in self._sittings.values() if each.unused_seconds() > most]:
            del self._sittings[sitting.id]

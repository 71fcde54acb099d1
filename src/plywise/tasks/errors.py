"""What can go wrong for a client: a code for the program, a sentence for the person, a status for HTTP."""

from typing import Literal, TypeAlias

from plywise.rules import PlywiseError

Code: TypeAlias = Literal["bad-request", "illegal", "worker-lost", "limit", "busy", "rules"]

STATUSES: dict[Code, int] = {
    "bad-request": 400,
    "illegal": 409,
    "worker-lost": 422,
    "limit": 422,
    "busy": 429,
    "rules": 422,
}
"""None is the server's own failure: a game's rules, which may do anything, are part of what was asked."""

LOST = "The worker searching this ended unexpectedly: a new one is ready, ask again."
CLOSED = "The server is shutting down: start it again with `plywise serve`."
NO_ANSWER = "The search was stopped before it had an answer: give it more time."


class TaskError(PlywiseError):
    """Something that a client gets instead of an answer."""

    def __init__(self, code: Code, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.code, self.message = code, message
        self.status = STATUSES[code] if status is None else status

    def to_data(self) -> dict[str, str]:
        """Return it as data that JSON can hold."""
        return {"code": self.code, "message": self.message}

"""What is said on the socket of analyses: the service's messages as contracts, and both sides' as a JSON Schema.

>>> sorted(SOCKET_SCHEMA["$defs"]["ServiceMessage"]["discriminator"]["mapping"])
['compiling', 'decision', 'error', 'progress', 'waiting']
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from plywise.service.schema.asked import SOCKET_MESSAGE
from plywise.service.schema.kinds import ErrorData, Id, Strict
from plywise.service.schema.sides import describe_sides

Count: TypeAlias = Annotated[int, Field(ge=0)]


class Message(Strict):
    """Which question it is about, by the id of its `analyse` message."""

    id: Id


class Waiting(Message):
    """Others are served first: 1 is next in line, 0 says that the turn has come. A search may come to wait again."""

    type: Literal["waiting"]
    place: Count


class Compiling(Message):
    """How many steps of compiling the game are done; the search goes on meanwhile, on the plain engine."""

    type: Literal["compiling"]
    done: Count
    of: Count


class Effort(Message):
    """How far the search has got, and the action that it is looking at."""

    type: Literal["progress"]
    depth: Count
    nodes: Count
    seconds: float
    simulations: Count
    action: str | None


class WorthData(Strict):
    """What something is worth to the player to move, and how certain that is."""

    value: float
    unit: Literal["utility", "evaluation"]
    told: str
    status: Literal["proven", "bounded", "heuristic"]
    bound: Literal["exact", "lower", "upper"]
    line: list[str]
    distance: Count | None


class ChoiceData(WorthData):
    """An action that may be played, as in `plywise.Choice`."""

    action: str
    visits: Count
    tried: bool = True
    """Whether anything is known of it; where not, its value says nothing."""


class DecisionData(WorthData):
    """What to play, as in `plywise.Decision`, with actions by their names."""

    state: str
    player: Count
    action: str | None
    values: list[float] | None
    choices: list[ChoiceData]
    by_table: bool
    by_book: bool
    learned: bool
    note: str
    engine: str
    algorithm: str
    depth: Count
    nodes: Count
    leaves: Count
    simulations: Count
    probes: Count
    seconds: float
    preference: bool = True
    """Whether anything distinguishes the actions; where not, the one that is named is as good as any other."""


class Found(Message):
    """The best answer so far; the final one where nothing more follows.

    `stopped_by` says what ended the search early, such as the loss of its worker: this is the best it had by then.
    """

    type: Literal["decision"]
    is_final: bool
    stopped_by: ErrorData | None
    verdict: str
    decision: DecisionData


class Trouble(ErrorData):
    """Why there is no answer; without an id, the message made no sense, and the socket is closed."""

    type: Literal["error"]
    id: Id | None


ServiceMessage: TypeAlias = Annotated[Waiting | Compiling | Effort | Found | Trouble, Field(discriminator="type")]
SERVICE_MESSAGE: TypeAdapter[Waiting | Compiling | Effort | Found | Trouble] = TypeAdapter(ServiceMessage)


SOCKET_SCHEMA = describe_sides("/api/analysis", SOCKET_MESSAGE, SERVICE_MESSAGE)
"""A JSON Schema of all messages; its definitions `ClientMessage` and `ServiceMessage` are of those of one side."""

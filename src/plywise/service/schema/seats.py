"""Games that hide something: how one is begun, and what a seat is sent of it."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, TypeAdapter

from plywise.agents import ALGORITHMS, find_algorithm
from plywise.rules import PlywiseError
from plywise.service.schema.boards import Played, ViewData
from plywise.service.schema.kinds import Name, Strict
from plywise.service.schema.sides import describe_sides
from plywise.service.schema.socket import Trouble
from plywise.service.settings import MOST_SECONDS

MOST_SEATS = 10
OTHERS = ("person", "auto", "random")
"""Who may take a seat besides the algorithms."""


def _known(name: str) -> str:
    try:
        return name if name in OTHERS else find_algorithm(name).name
    except PlywiseError as error:
        raise ValueError(str(error)) from None


WhoPlays: TypeAlias = Annotated[
    Name,
    AfterValidator(_known),
    Field(json_schema_extra={"enum": [*OTHERS, *(each.name for each in ALGORITHMS)]}),
]


class SittingRequest(Strict):
    """Begin a game that hides something: who plays each seat, and for how long the engine thinks."""

    game: Name
    seats: Annotated[list[WhoPlays], Field(min_length=1, max_length=MOST_SEATS)]
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] = 1.0


class SeatToken(Strict):
    """What opens a person's seat, and no other."""

    player: int
    token: str


class SittingData(Strict):
    """A game that was begun: its id, and the tokens of the people's seats, which are said only this once."""

    sitting: str
    tokens: list[SeatToken]


class SeatActionRequest(Strict):
    """An action that a seat was offered, by its name."""

    action: Name


class SeenMove(Strict):
    """Something that a player, or chance (-1), did, named as far as the seat can see it."""

    player: int
    name: str


class SeatView(Strict):
    """All that a seat may know: its own view, what it saw, and, when it is its turn, what it may play."""

    game: str
    player: int
    seats: list[str]
    players: list[str]
    view: ViewData
    to_move: int | None
    is_over: bool
    outcome: str | None
    utilities: list[float] | None
    options: list[Played]
    moves: list[SeenMove]
    problem: str | None
    """Why the game can't be continued."""


class SitMessage(Strict):
    """The first message on a seat's socket, and the only one: the seat's token."""

    type: Literal["sit"]
    token: Annotated[str, Field(max_length=100)]


class SeatMessage(SeatView):
    """What a seat sees now, whenever that has changed."""

    type: Literal["seat"]


SIT_MESSAGE: TypeAdapter[SitMessage] = TypeAdapter(SitMessage)
SEAT_MESSAGE: TypeAdapter[SeatMessage | Trouble] = TypeAdapter(
    Annotated[SeatMessage | Trouble, Field(discriminator="type")]
)
SEAT_SCHEMA = describe_sides("/api/sittings/{sitting}/seats/{player}/live", SIT_MESSAGE, SEAT_MESSAGE)
"""A JSON Schema of what is said on a seat's socket."""

"""What clients ask for."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from plywise.knowledge.levels import MOST_LEVELS
from plywise.service.schema.kinds import AlgorithmName, Depth, Id, Name, Seed, StateName, Strict, Text
from plywise.service.schema.records import RecordTreeData
from plywise.service.settings import MOST_SECONDS
from plywise.tasks import MOST_ACTIONS, MOST_PROBED


class PositionRequest(Strict):
    """A game by its id, its start where that isn't the usual one, and the names of the actions played in it."""

    game: Name
    start: StateName | None = None
    actions: Annotated[list[Name], Field(max_length=MOST_ACTIONS)] = Field(default_factory=list)


class VisitRequest(PositionRequest):
    """A position to see; a lenient one, as far as the actions are legal, for rules that may have changed."""

    is_lenient: bool = False


class ProbeRequest(Strict):
    """A game by its id, and a state of it by its text, to look up in solved tables."""

    game: Name
    state: StateName


class ProbesRequest(Strict):
    """States to look up in solved tables, each by its text; `with_actions`, with the outcome of each action too."""

    game: Name
    states: Annotated[list[StateName], Field(min_length=1, max_length=MOST_PROBED)]
    with_actions: bool = False


class DescriptionRequest(Strict):
    """A game by its id."""

    game: Name


class ThrowRequest(PositionRequest):
    """A position where chance moves, and the seed of the game's dice; null lets the service choose one."""

    seed: Seed | None = None


class SearchRequest(PositionRequest):
    """A position to search, by an algorithm and to a depth, or by what fits."""

    algorithm: AlgorithmName | None = None
    depth: Depth | None = None


class ExplanationRequest(SearchRequest):
    """A position to explain, and what was played in it, to learn whether the search agrees."""

    played: Name | None = None


class AnalysisRequest(SearchRequest):
    """Search this position, and report what is found as it is found; `id` comes back with every message.

    Without `seconds` it goes on until it is stopped. A `level` plays at one of the game's levels of strength. With
    `by_book`, what an opening book knows isn't searched.
    """

    type: Literal["analyse"]
    id: Id
    level: Annotated[int, Field(ge=1, le=MOST_LEVELS)] | None = None
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] | None = 5.0
    by_book: bool = False


class SetupRequest(Strict):
    """A board to start from: pieces by the names of their cells, as `view` shows them, and who moves."""

    game: Name
    pieces: Annotated[dict[Name, Name], Field(max_length=MOST_ACTIONS)]
    player: Annotated[int, Field(ge=0, le=9)]


class ImportRequest(Strict):
    """A text that has games in it: our own record, what players of the game use, a state, or a list of actions."""

    game: Name
    text: Text


class ExportRequest(Strict):
    """A game to write in the form that its players use, in our own, or as a list of its main line's actions."""

    game: Name
    form: Literal["players", "json", "moves"]
    record: RecordTreeData


class StopRequest(Strict):
    """End a search: its best answer so far follows."""

    type: Literal["stop"]
    id: Id


SocketMessage: TypeAlias = Annotated[AnalysisRequest | StopRequest, Field(discriminator="type")]
SOCKET_MESSAGE: TypeAdapter[AnalysisRequest | StopRequest] = TypeAdapter(SocketMessage)

"""What clients send and what they get, as contracts that are checked: unknown fields and wrong types are refused."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from plywise.agents import ALGORITHMS, find_algorithm
from plywise.games.shared.declared import ParameterKind
from plywise.rules import PlywiseError
from plywise.service.errors import Code
from plywise.service.settings import (
    LONGEST_NAME,
    LONGEST_STATE,
    MOST_ACTIONS,
    MOST_DEPTH,
    MOST_NODES,
    MOST_RECORD_BYTES,
    MOST_SECONDS,
)

Name: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]


StateName: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST_STATE)]
Text: TypeAlias = Annotated[str, StringConstraints(max_length=MOST_RECORD_BYTES)]


def _known(name: str) -> str:
    try:
        return find_algorithm(name).name
    except PlywiseError as error:
        raise ValueError(str(error)) from None


AlgorithmName: TypeAlias = Annotated[
    Name, AfterValidator(_known), Field(json_schema_extra={"enum": [each.name for each in ALGORITHMS]})
]
Id: TypeAlias = Annotated[int, Field(ge=0, le=1 << 53)]
"""What a JavaScript number can hold."""
Depth: TypeAlias = Annotated[int, Field(ge=1, le=MOST_DEPTH)]
Shelf: TypeAlias = Literal["games", "trees", "yours"]
"""Where a game stands on the page: among the games, the textbooks' trees, or the user's own files."""


Seed: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 32)]


class Strict(BaseModel):
    """Data with exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


# Asked


class PositionRequest(Strict):
    """A game by its id, its start where that isn't the usual one, and the names of the actions played in it."""

    game: Name
    start: StateName | None = None
    actions: Annotated[list[Name], Field(max_length=MOST_ACTIONS)] = []


class VisitRequest(PositionRequest):
    """A position to see; a lenient one, as far as the actions are legal, for rules that may have changed."""

    is_lenient: bool = False


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

    Without `seconds` it goes on until it is stopped.
    """

    type: Literal["analyse"]
    id: Id
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS)] | None = 5.0


class RecordNodeData(Strict):
    """An action and what is said about it, as in `plywise.rules.RecordNode`."""

    action: Name
    after: int
    comment: Text = ""
    before: Text = ""
    signs: list[int] = []
    properties: dict[str, list[str]] = {}


class RecordTreeData(Strict):
    """A game with its variations, as in `plywise.rules.RecordTree`."""

    start: StateName
    tags: dict[str, str] = {}
    result: str = "*"
    nodes: Annotated[list[RecordNodeData], Field(min_length=1, max_length=MOST_NODES)]


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


# Answered


class ParameterData(Strict):
    """A parameter of a game: its kind, and in the form in which they are sent, its default and what it may be."""

    name: str
    kind: ParameterKind
    default: str
    choices: list[str]
    lowest: int | None
    highest: int | None


class Variant(Strict):
    """A game with certain values of its parameters, those that aren't the default."""

    id: str
    title: str
    values: dict[str, str]


class OfferedGame(Variant):
    """A game that can be played here, with other values of its parameters as `family:name=value,...`."""

    family: str
    about: str
    players: int
    shelf: Shelf
    parameters: list[ParameterData]
    variants: list[Variant]


class AgentData(Strict):
    """Who may take a seat, as the algorithm that an analysis names; `auto` stands for none."""

    name: str
    promise: str


class GameDescription(Strict):
    """One game: what it and its players are called, and who may play against them."""

    id: str
    title: str
    players: list[str]
    agents: list[AgentData]


class OfferedGames(Strict):
    """All games that can be played here."""

    games: list[OfferedGame]


class CellData(Strict):
    """One place of a board, as in `plywise.rules.view.Cell`."""

    x: float
    y: float
    piece: str
    player: int | None
    name: str
    mark: str
    action: str


class LookData(Strict):
    """How a board is drawn, as in `plywise.rules.look.Look`."""

    board: str
    pieces: str
    colours: list[str]
    ground: str


class ViewData(Strict):
    """A board, as in `plywise.rules.view.View`."""

    cells: list[CellData]
    caption: str
    edges: list[Annotated[list[int], Field(min_length=2, max_length=2)]]
    dice: list[int]
    look: LookData
    turn: str


class Played(Strict):
    """An action by its name, and the cells to click for it, in order."""

    name: str
    cells: list[str]


class Option(Played):
    """What may be played; where chance moves, how likely it is."""

    probability: float | None


class Position(Strict):
    """Where a game stands after the actions, and what may be played."""

    game: str
    actions: list[str]
    state: str
    view: ViewData
    players: list[str]
    to_move: int | None
    is_over: bool
    outcome: str | None
    utilities: list[float] | None
    utility_range: Annotated[list[float], Field(min_length=2, max_length=2)] | None
    draw_utility: float | None
    options: list[Option]
    last: Played | None
    setup_pieces: list[list[str]]


class Throw(Strict):
    """What chance has decided, and the seed it came from: the same seed throws the same dice again."""

    action: str
    seed: Seed


class Health(Strict):
    """Whether the service is well, and how much it has to do."""

    status: Literal["ok"]
    version: str
    seconds: float
    """Since it was started."""
    workers: int
    busy: int
    waiting: int
    sockets: int


class FindingData(Strict):
    """One thing that the doctor found, as in `plywise.doctor.Finding`."""

    level: Literal["error", "warning", "note"]
    check: str
    what: str
    fix: str
    rule: str
    where: str
    state: str


class OwnFileData(Strict):
    """A file of the user's: how often it was saved, why it can't be loaded, and what the doctor finds in it."""

    game: str
    file: str
    version: int
    problem: str | None
    is_checking: bool
    findings: list[FindingData]


class ExplanationData(Strict):
    """An explanation for the player of `web/src/player`, which says what is in a pane."""

    format: Literal["plywise-explanation-1"]
    title: str
    game: str
    summary: list[str]
    panes: list[dict[str, Any]]


class ImportedGames(Strict):
    """The games that were found in a text, and what there is to know about them."""

    games: list[RecordTreeData]
    notes: list[str]


class SetupState(Strict):
    """A state by its name, to start from."""

    start: str


class ExportedText(Strict):
    """A game as text, and how a file of it should end."""

    text: str
    suffix: str


class ErrorData(Strict):
    """Why there is no answer."""

    code: Code
    message: str

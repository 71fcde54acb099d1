"""What clients get."""

from typing import Annotated, Any, Literal

from pydantic import Field

from plywise.service.schema.boards import Option, Played, ViewData
from plywise.service.schema.kinds import Seed, Strict
from plywise.service.schema.records import RecordTreeData
from plywise.tasks import GameCard


class AgentData(Strict):
    """Who may take a seat, as the algorithm that an analysis names; `auto` stands for none."""

    name: str
    promise: str


class GameDescription(Strict):
    """One game: what it and its players are called, who may play against them, and how many levels of strength it has.

    Where they aren't calibrated, nobody has measured how far apart they are.
    """

    id: str
    title: str
    players: list[str]
    agents: list[AgentData]
    has_book: bool
    """Whether an opening book can be asked about it."""
    hides: bool
    """Whether players don't see everything: then it is played by seats."""
    levels: Annotated[int, Field(ge=0)]
    is_calibrated: bool


class OfferedGames(Strict):
    """All games that can be played here."""

    games: list[GameCard]


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


class BookRow(Strict):
    """An action of an opening book, and how the games ended in which it was played, to the player who moves."""

    action: str
    also: list[str]
    games: int
    share: float
    wins: int
    draws: int
    losses: int
    mean: float | None
    plies: float | None
    name: str


class BookPage(Strict):
    """What an opening book says of a position; in a Polyglot book games are weights, and it isn't scored."""

    state: str
    name: str
    games: int
    is_scored: bool
    moves: list[BookRow]


class ProbedAction(Strict):
    """What an action or a roll is worth to whoever the state's value is given to; nulls where the tables don't say."""

    action: str
    value: float | None
    distance: int | None
    values: list[float] | None = None
    by: Literal["max^n"] | None = None
    outcome: str


class ProbedState(Strict):
    """What solved tables say of a state, in utilities to `player`; `is_over` where the rules say it, and no table."""

    state: str
    player: int
    is_over: bool
    is_known: bool
    """Whether these tables, or the rules, say what it is worth; else the value is null, and never a guess."""
    by_table: bool
    value: float | None
    distance: int | None
    """Plies to the win or the loss, or to the next conversion, as `metric` says; null for a draw, or where none are
    counted."""
    values: list[float] | None = None
    """What all players get, in the order of seats, in games for more than two."""
    by: Literal["max^n"] | None = None
    """By which order of preference, where there are `values`."""
    outcome: str
    actions: list[ProbedAction]
    """Best first; none where nothing is known, or where they weren't asked for."""


class ProbedStates(Strict):
    """What solved tables say of some states, in their order; distances are plies to the win, the conversion or none."""

    metric: Literal["win", "conversion", "none"]
    states: list[ProbedState]


class SetupState(Strict):
    """A state by its name, to start from."""

    start: str


class ExportedText(Strict):
    """A game as text, and how a file of it should end."""

    text: str
    suffix: str

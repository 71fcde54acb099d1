"""The contract: Game, players, chance, Decision, Limit, records of play, notation."""

from plywise.rules.decision import Bound, Choice, Decision, Status, Unit, describe_value, name_line
from plywise.rules.errors import (
    CatalogError,
    IllegalActionError,
    NoActionError,
    NotationError,
    PlywiseError,
    RecordError,
    RulesError,
    SearchError,
)
from plywise.rules.game import Game
from plywise.rules.look import Look
from plywise.rules.names import Action
from plywise.rules.options import Cancellation, Limit, Lots, ShallowModel, TreeOptions, TreeWeights, error_rate
from plywise.rules.players import CHANCE, MAX, player_name
from plywise.rules.record import Record, random_walk
from plywise.rules.record_tree import RecordNode, RecordTree, TreeStates, join_paragraphs
from plywise.rules.repetition import fatal_states
from plywise.rules.text_boards import view_of
from plywise.rules.values import (
    LEARNED_UNIT,
    MOST_ROLLS,
    MOST_SUM,
    RELATIVE_TOLERANCE,
    SUM_UNIT,
    TOLERANCE,
    Reading,
    Scale,
    estimate_scale,
    estimates_of,
    expected_lead,
    holder_of,
    is_whole,
    natural_log,
    sum_behind,
)
from plywise.rules.view import Cell, View, Viewable, as_view

__all__ = [
    "CHANCE",
    "LEARNED_UNIT",
    "MAX",
    "MOST_ROLLS",
    "MOST_SUM",
    "RELATIVE_TOLERANCE",
    "SUM_UNIT",
    "TOLERANCE",
    "Action",
    "Bound",
    "Cancellation",
    "CatalogError",
    "Cell",
    "Choice",
    "Decision",
    "Game",
    "IllegalActionError",
    "Limit",
    "Look",
    "Lots",
    "NoActionError",
    "NotationError",
    "PlywiseError",
    "Reading",
    "Record",
    "RecordError",
    "RecordNode",
    "RecordTree",
    "RulesError",
    "Scale",
    "SearchError",
    "ShallowModel",
    "Status",
    "TreeOptions",
    "TreeStates",
    "TreeWeights",
    "Unit",
    "View",
    "Viewable",
    "as_view",
    "describe_value",
    "error_rate",
    "estimate_scale",
    "estimates_of",
    "expected_lead",
    "fatal_states",
    "holder_of",
    "is_whole",
    "join_paragraphs",
    "name_line",
    "natural_log",
    "player_name",
    "random_walk",
    "sum_behind",
    "view_of",
]

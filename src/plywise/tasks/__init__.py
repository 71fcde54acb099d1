"""What a front end asks for, data in and data out: positions, analyses, explanations, records."""

from typing import TYPE_CHECKING

from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.tasks.answers import write_json
    from plywise.tasks.dice import draw, throw_dice
    from plywise.tasks.errors import CLOSED, LOST, NO_ANSWER, Code, TaskError
    from plywise.tasks.failures import tell_failure
    from plywise.tasks.in_page import Desk, PausingCancellation
    from plywise.tasks.limits import LONGEST_NAME, LONGEST_STATE, MOST_ACTIONS, MOST_NODES, MOST_PROBED
    from plywise.tasks.loaded import find_game, keep_secret, options_for, without_paths
    from plywise.tasks.offered import GameCard, Offered, ParameterCard, VariantCard, offer
    from plywise.tasks.positions import describe_position, replay
    from plywise.tasks.searches import analysis
    from plywise.tasks.tasks import TASKS, Task, Tell

__all__ = [
    "CLOSED",
    "LONGEST_NAME",
    "LONGEST_STATE",
    "LOST",
    "MOST_ACTIONS",
    "MOST_NODES",
    "MOST_PROBED",
    "NO_ANSWER",
    "TASKS",
    "Code",
    "Desk",
    "GameCard",
    "Offered",
    "ParameterCard",
    "PausingCancellation",
    "Task",
    "TaskError",
    "Tell",
    "VariantCard",
    "analysis",
    "describe_position",
    "draw",
    "find_game",
    "keep_secret",
    "offer",
    "options_for",
    "replay",
    "tell_failure",
    "throw_dice",
    "without_paths",
    "write_json",
]

__getattr__ = lazy_names(
    __name__,
    {
        "answers": ("write_json",),
        "dice": ("draw", "throw_dice"),
        "errors": ("CLOSED", "LOST", "NO_ANSWER", "Code", "TaskError"),
        "failures": ("tell_failure",),
        "in_page": ("Desk", "PausingCancellation"),
        "limits": ("LONGEST_NAME", "LONGEST_STATE", "MOST_ACTIONS", "MOST_NODES", "MOST_PROBED"),
        "loaded": ("find_game", "keep_secret", "options_for", "without_paths"),
        "offered": ("GameCard", "Offered", "ParameterCard", "VariantCard", "offer"),
        "positions": ("describe_position", "replay"),
        "searches": ("analysis",),
        "tasks": ("TASKS", "Task", "Tell"),
    },
)

"""What solved tables say of a state, and how to play by them."""

from typing import TYPE_CHECKING

from plywise.agents.tables.table_play import (
    decide_by_tables,
    find_solved,
    is_in_time,
    open_tables,
    play_on,
    searched_tables,
    utility_of,
)
from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.agents.tables.lookup import SolvedOption, Tables, best_line, tell_line, tell_solved
    from plywise.agents.tables.packed import MOST_DERIVED

__all__ = [
    "MOST_DERIVED",
    "SolvedOption",
    "Tables",
    "best_line",
    "decide_by_tables",
    "find_solved",
    "is_in_time",
    "open_tables",
    "play_on",
    "searched_tables",
    "tell_line",
    "tell_solved",
    "utility_of",
]

__getattr__ = lazy_names(  # they need what reads solved tables, which a search without any does not
    __name__,
    {"lookup": ("SolvedOption", "Tables", "best_line", "tell_line", "tell_solved"), "packed": ("MOST_DERIVED",)},
)

"""The arrays of a table: written in shards by one process or several, read row by row, or laid out whole."""

from typing import TYPE_CHECKING

from plywise.knowledge.solved.arrays.groups import GroupFinder, Grouping, group_path, render_group
from plywise.knowledge.solved.arrays.reading import ArrayReader, KeyFinder
from plywise.knowledge.solved.arrays.spans import SPANS, page_bytes, page_of, span_pages, spans_path
from plywise.lazy import lazy_names

if TYPE_CHECKING:
    from plywise.knowledge.solved.arrays.row_ranges import RowRange, join_ranges, range_rows, write_range
    from plywise.knowledge.solved.arrays.working import working_form
    from plywise.knowledge.solved.arrays.writing import write_files

__all__ = [
    "SPANS",
    "ArrayReader",
    "GroupFinder",
    "Grouping",
    "KeyFinder",
    "RowRange",
    "group_path",
    "join_ranges",
    "page_bytes",
    "page_of",
    "range_rows",
    "render_group",
    "span_pages",
    "spans_path",
    "working_form",
    "write_files",
    "write_range",
]

__getattr__ = lazy_names(  # they need NumPy
    __name__,
    {
        "row_ranges": (
            "RowRange",
            "join_ranges",
            "range_rows",
            "write_range",
        ),
        "working": ("working_form",),
        "writing": ("write_files",),
    },
)

"""Boards in tuples and lists: reading elements, editing copies, boards of rows, and assignments to all of them."""

from plywise.kernel.lowering.constructs.lists.assignments import annotated, assign, augmented
from plywise.kernel.lowering.constructs.lists.elements import (
    known_element,
    ragged_row,
    subscript,
    tuple_display,
    unequal_rows,
)
from plywise.kernel.lowering.constructs.lists.indices import number_indices
from plywise.kernel.lowering.constructs.lists.list_copies import (
    columns,
    find_list_copies,
    frozen,
    frozen_board,
    joined,
    list_method,
    separate_lists,
    sorted_copy,
)
from plywise.kernel.lowering.constructs.lists.nested_lists import refuse_changed_rows, run_over

__all__ = [
    "annotated",
    "assign",
    "augmented",
    "columns",
    "find_list_copies",
    "frozen",
    "frozen_board",
    "joined",
    "known_element",
    "list_method",
    "number_indices",
    "ragged_row",
    "refuse_changed_rows",
    "run_over",
    "separate_lists",
    "sorted_copy",
    "subscript",
    "tuple_display",
    "unequal_rows",
]

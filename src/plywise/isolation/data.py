"""Reads what a process sends in which someone else's code runs: data, and nothing that would do anything here.

Pickle calls whatever a message names. Here a message may name only classes that hold data and are known to this
process, or are of our games: named tuples, data classes, enumerations, and a few of Python's own.

>>> import pickle
>>> read_data(pickle.dumps([1, {"a": (2.5, None)}]))
[1, {'a': (2.5, None)}]
>>> read_data(pickle.dumps(print))
Traceback (most recent call last):
_pickle.UnpicklingError: builtins.print is no data
"""

import dataclasses
import enum
import io
import pickle
import sys
from typing import Any

PLAIN = frozenset({"set", "frozenset", "complex", "bytearray", "range"})
"""Data of Python's own that pickle names."""
COUNTED = frozenset({"Counter", "OrderedDict", "deque"})
OURS = "plywise.games."
"""Where states are defined, which this process may not have needed yet."""


class _DataReader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """Return a class that holds data."""
        if (module == "builtins" and name in PLAIN) or (module == "collections" and name in COUNTED):
            return super().find_class(module, name)
        is_known = module in sys.modules or module.startswith(OURS)
        found = super().find_class(module, name) if is_known else None
        if not isinstance(found, type) or not _holds_data(found):
            raise pickle.UnpicklingError(f"{module}.{name} is no data")
        return found


def _holds_data(kind: type) -> bool:
    is_named_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
    return is_named_tuple or dataclasses.is_dataclass(kind) or issubclass(kind, enum.Enum)


def read_data(message: bytes) -> Any:
    """Return the data of a message; raises UnpicklingError, or whatever broken bytes lead to."""
    return _DataReader(io.BytesIO(message)).load()

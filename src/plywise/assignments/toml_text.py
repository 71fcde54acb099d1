"""Writes TOML, which Python only reads: texts, numbers, lists and tables.

>>> print(toml_text({"title": "Week 1", "part": [{"points": 2, "tree": {"chance": [[0.5, 1], [0.5, 2]]}}]}), end="")
title = "Week 1"
<BLANKLINE>
[[part]]
points = 2
tree = {chance = [[0.5, 1], [0.5, 2]]}
"""

import json
import re
from collections.abc import Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(content: Mapping[str, Any]) -> str:
    """Return a table as text; lists of tables come last, each table under a heading of its own."""
    plain = {name: value for name, value in content.items() if not _is_tables(value)}
    lines = [f"{_key(name)} = {_value(value)}\n" for name, value in plain.items()]
    for name, tables in content.items():
        if _is_tables(tables):
            for table in tables:
                entries = "".join(f"{_key(each)} = {_value(value)}\n" for each, value in table.items())
                lines.append(f"\n[[{_key(name)}]]\n{entries}")
    return "".join(lines)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(name)} = {_value(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value).replace("\x7f", "\\u007f")
    if isinstance(value, float) and not isinstance(value, bool):
        return repr(value)
    return json.dumps(value)

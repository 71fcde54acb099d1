"""DuckDB, which counts: an extra, imported when it is needed, and kept from everything but the files it is given."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from plywise.rules import PlywiseError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MEMORY = "1GB"
"""What counting may take before it writes to disk."""


def require_duckdb() -> None:
    """Refuse, in one sentence, where DuckDB isn't installed."""
    if importlib.util.find_spec("duckdb") is None:
        raise PlywiseError("Counting games needs the extra `books`: run pip install 'plywise[books]'.")


@contextmanager
def open_database(folder: Path) -> "Iterator[DuckDBPyConnection]":
    """Open an empty database, with what doesn't fit into memory in a folder; errors are said in a sentence."""
    require_duckdb()
    import duckdb

    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": MEMORY,
        "temp_directory": str(folder),
        "threads": 2,
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        "preserve_insertion_order": False,
    }
    connection = duckdb.connect(str(folder / "games.duckdb"), config=config)
    try:
        yield connection
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0][:200]
        raise PlywiseError(f"These games can't be counted: {reason}") from error
    finally:
        connection.close()

"""What the comparisons with other packages share."""

from importlib import import_module
from typing import Any

LEAST_SECONDS = 0.5
"""The least CPU time of a run, which repeats its search until then."""

WIDTH = 170


def import_peer(name: str) -> Any:
    """Return a peer's module; says what to install if it is missing."""
    try:
        return import_module(name)
    except ImportError:
        raise SystemExit(f"{name} is missing: pip install -r requirements/peers.txt") from None

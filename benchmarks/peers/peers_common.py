"""What the comparisons with other packages share."""

from importlib import import_module
from typing import Any

LEAST_SECONDS = 0.5
"""CPU time a run takes at least, by repeating its search."""

WIDTH = 170


def import_peer(name: str) -> Any:
    """Return a peer's module; says what to install where there is none."""
    try:
        return import_module(name)
    except ImportError:
        raise SystemExit(f"{name} is missing: pip install -r requirements/peers.txt") from None

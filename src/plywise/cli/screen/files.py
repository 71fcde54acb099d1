"""Files that a command is to write."""

import os
from pathlib import Path

from plywise.cli.screen.common import tell_reason
from plywise.rules import PlywiseError


def check_writable(path: Path) -> None:
    """Refuse a file that can't be written, before time is spent computing its content."""
    try:
        if not path.parent.is_dir():
            raise PlywiseError(f"There is no folder {path.parent}: make it, or write {path.name} elsewhere.")
        if path.is_dir():
            raise PlywiseError(f"{path} is a folder: name a file in it, such as {path / 'file'}.")
        is_allowed = os.access(path if path.exists() else path.parent, os.W_OK)
    except OSError as error:
        raise PlywiseError(f"{path} can't be written ({tell_reason(error)}): choose another place.") from None
    if not is_allowed:
        raise PlywiseError(f"{path} can't be written (Permission denied): choose another place.")

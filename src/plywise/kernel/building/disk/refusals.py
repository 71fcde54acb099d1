"""Why rules can't be compiled: as the child said it, or left it on disk for the next process."""

import json
import linecache
from pathlib import Path

from plywise.files import parse_object
from plywise.kernel.building.disk.cache import read_file
from plywise.kernel.building.disk.manifest import DamagedError
from plywise.kernel.lowering import LoweringError


def raise_refusal(path: Path) -> None:
    """Raise what a child found wrong with the rules before, if it did."""
    try:
        said = parse_object(read_file(path, 1 << 16))
    except (OSError, ValueError, DamagedError):
        return
    match said:
        case {
            "file": str(file),
            "line": int(line),
            "reason": str(reason),
            "fix": str(fix),
            "quote": bool(quote),
            "text": str(text),
        }:
            if not text or text == linecache.getline(file, line):  # else lines have moved: the place is another one
                raise refusal(file, line, reason, fix, quote)


def written_refusal(file: str, line: int, reason: str, fix: str, quote: bool) -> str:
    """Return a refusal as it is left on disk, with the line it is about, so that nobody is sent to another one."""
    said = {"file": file, "line": line, "reason": reason, "fix": fix, "quote": quote}
    return json.dumps({**said, "text": linecache.getline(file, line)})


def refusal(file: str, line: int, reason: str, fix: str, quote: bool) -> LoweringError:
    """Return a refusal as an error; the user's line may be known only here, as that of a notebook's cell is."""
    text = linecache.getline(file, line).strip() if quote else ""
    return LoweringError(file, line, reason + (f" in `{text}`" if text else ""), fix)

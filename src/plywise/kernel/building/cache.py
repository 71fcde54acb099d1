"""The folder of compiled rules: private to its owner, because what lies there is run.

`PLYWISE_CACHE_DIR`, or `plywise` in the user's cache folder. A folder that others own or may write to is refused; one
that can't be written costs a sentence, and rules are then compiled anew each time.
"""

import os
import tempfile
import warnings
from pathlib import Path

from plywise.kernel.lowering import CacheError

TIMESTAMP = 1_000_000_000
"""Files are named by their content, so all get the same time: Numba takes a newer file for an edited one."""


def cache_folder() -> Path:
    """Return where compiled rules are kept; it need not exist yet."""
    chosen = os.environ.get("PLYWISE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "plywise"


def open_folder() -> Path | None:
    """Return the folder, made if need be; None with a warning where that can't be; raises CacheError if not ours."""
    folder = cache_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_private(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        warn_uncached(folder, error)
        return None
    return folder


def check_private(folder: Path) -> None:
    """Refuse a folder that someone else could have put code into."""
    about = folder.stat()
    if hasattr(os, "getuid") and about.st_uid != os.getuid():
        raise CacheError(f"{folder} belongs to another user: set PLYWISE_CACHE_DIR to a folder of your own.")
    if os.name == "posix" and about.st_mode & 0o022:
        raise CacheError(f"{folder} can be written by others: run `chmod 700 {folder}` after making sure it is yours.")


def write_once(path: Path, text: str) -> None:
    """Put a file in place whole or not at all; two processes may do so at once."""
    if path.exists():
        return
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False, encoding="utf-8") as file:
        temporary = Path(file.name)
        try:
            file.write(text)
            file.close()
            os.utime(temporary, (TIMESTAMP, TIMESTAMP))
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise


def warn_uncached(folder: Path, error: Exception) -> None:
    """Say once why rules are compiled anew each time."""
    reason = getattr(error, "strerror", None) or repr(error)
    warnings.warn(
        f"Compiled rules can't be kept in {folder} ({reason}), so they are compiled at every start: "
        "set PLYWISE_CACHE_DIR to a folder that can be written.",
        RuntimeWarning,
        stacklevel=3,
    )

"""The folder of compiled kernels: private to its owner, because what lies there is run; and bounded.

    PLYWISE_CACHE_DIR, or `plywise` in the user's cache folder
        kernels/KEY.o       machine code
        kernels/KEY.json    its manifest; its time is when the kernel was last used
        kernels/KEY.lock    held while the kernel is being compiled
        kernels/KEY.refused why the rules can't be compiled

A folder that others own or may write to is refused. One that can't be written to is reported once, and rules are then
compiled at every start. When the kernels together outgrow PLYWISE_CACHE_MB, those not used for longest are removed.
"""

import contextlib
import os
import stat
import warnings
from dataclasses import dataclass
from pathlib import Path

from plywise.kernel.building.disk.manifest import MOST_BYTES, DamagedError, KernelManifest
from plywise.kernel.lowering import CacheError

DEFAULT_MB = 256
OBJECT_BYTES = 64 << 20
"""No object file is larger."""


def cache_folder() -> Path:
    """Return where Plywise keeps what it can make again; it need not exist yet."""
    chosen = os.environ.get("PLYWISE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "plywise"


def open_folder() -> Path | None:
    """Return the folder of kernels, made if need be; None with a warning where it can't be written to.

    Raises CacheError where the folder could be somebody else's.
    """
    top = cache_folder()
    folder = top / "kernels"
    try:
        top.mkdir(mode=0o700, parents=True, exist_ok=True)  # what lies above it is made as usual, open to all
        check_private(top, top.stat())
        folder.mkdir(mode=0o700, exist_ok=True)
        check_private(folder, folder.lstat())
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        warn_uncached(top, error)
        return None
    return folder


def check_private(folder: Path, about: os.stat_result) -> None:
    """Refuse a folder that someone else could have put code into."""
    if not stat.S_ISDIR(about.st_mode):
        raise CacheError(f"{folder} is a link or a file, not a folder: remove it, or set PLYWISE_CACHE_DIR elsewhere.")
    if hasattr(os, "getuid") and about.st_uid != os.getuid():
        raise CacheError(f"{folder} belongs to another user: set PLYWISE_CACHE_DIR to a folder of your own.")
    if os.name == "posix" and about.st_mode & stat.S_ISVTX and about.st_mode & 0o022:
        raise CacheError(f"{folder} is shared by all users: set PLYWISE_CACHE_DIR to a folder of your own.")
    if os.name == "posix" and about.st_mode & 0o022:
        raise CacheError(f"{folder} can be written by others: run `chmod 700 {folder}` after making sure it is yours.")


def read_file(path: Path, most: int) -> bytes:
    """Return a file's content; raises FileNotFoundError, or DamagedError for what isn't a plain file of our own."""
    try:
        # Without O_NONBLOCK a FIFO would be waited for; with O_NOFOLLOW a link is an error.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise
    except OSError:
        raise DamagedError(f"{path.name} can't be opened as a plain file") from None
    with os.fdopen(number, "rb") as file:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode):
            raise DamagedError(f"{path.name} is not a plain file")
        if hasattr(os, "getuid") and about.st_uid != os.getuid():
            raise DamagedError(f"{path.name} belongs to another user")
        if os.name == "posix" and about.st_mode & 0o022:
            raise DamagedError(f"{path.name} can be written by others")
        if about.st_size > most:
            raise DamagedError(f"{path.name} is too large")
        return file.read()


def write_file(path: Path, content: bytes) -> None:
    """Put a file in place whole or not at all; two processes may do so at once."""
    import tempfile  # not needed where a kernel is only read

    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(content)
            file.close()
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def mark_used(path: Path) -> None:
    """Note that a kernel was used just now."""
    with contextlib.suppress(OSError):
        os.utime(path)


@dataclass(frozen=True, slots=True)
class KeptKernel:
    """A kernel on disk, as `plywise cache list` shows it."""

    key: str
    game: str
    kernel: str
    size: int
    used: float


def kept_kernels(folder: Path | None = None) -> list[KeptKernel]:
    """List the kernels on disk, those used last first; what can't be read is listed too."""
    folder = folder or cache_folder() / "kernels"
    found = []
    for path in folder.glob("*.json") if folder.is_dir() else ():
        try:
            about = path.lstat()
            size = about.st_size + path.with_suffix(".o").lstat().st_size
        except OSError:  # another process may be removing it
            continue
        try:
            manifest = KernelManifest.from_json(read_file(path, MOST_BYTES))
            found.append(KeptKernel(path.stem, manifest.game, manifest.kernel, size, about.st_mtime))
        except (OSError, DamagedError):
            found.append(KeptKernel(path.stem, "?", "damaged", size, about.st_mtime))
    return sorted(found, key=lambda kept: -kept.used)


def remove_kernel(folder: Path, key: str) -> None:
    """Remove a kernel's files; the manifest first, so that no object is ever found without one."""
    for suffix in (".json", ".o", ".lock", ".refused"):
        with contextlib.suppress(OSError):
            (folder / f"{key}{suffix}").unlink()


def clear_cache() -> list[KeptKernel]:
    """Remove every kernel, and what earlier versions of Plywise left; return what kernels there were.

    Raises CacheError where the folder could be somebody else's.
    """
    folder = cache_folder() / "kernels"
    for each in (cache_folder(), folder):
        if each.exists():
            check_private(each, each.stat() if each != folder else each.lstat())
    kept = kept_kernels(folder)
    left = [*cache_folder().glob("plywise_*"), *(cache_folder() / "__pycache__").glob("plywise_*")]
    for path in [*folder.glob("*"), *left]:
        with contextlib.suppress(OSError):
            path.unlink()
    return kept


def prune(folder: Path, megabytes: float | None = None) -> list[str]:
    """Remove kernels, those not used for longest first, until the rest fits; return their keys."""
    left = int((cache_megabytes() if megabytes is None else megabytes) * (1 << 20))
    removed = []
    sizes = []
    for path in folder.glob("*.o"):
        with contextlib.suppress(OSError):
            manifest = path.with_suffix(".json")
            used = manifest.lstat().st_mtime if manifest.exists() else 0.0
            sizes.append((used, path.stem, path.lstat().st_size))
    for _, key, size in sorted(sizes, reverse=True):
        left -= size
        if left < 0:
            remove_kernel(folder, key)
            removed.append(key)
    return removed


def cache_megabytes() -> float:
    """Return how large the kernels on disk may become together."""
    said = os.environ.get("PLYWISE_CACHE_MB", "")
    try:
        return max(1.0, float(said)) if said else DEFAULT_MB
    except ValueError:
        raise CacheError(f"PLYWISE_CACHE_MB={said} is not a number of megabytes: write 256, or leave it out.") from None


def warn_uncached(folder: Path, error: Exception) -> None:
    """Report once why rules are compiled at every start."""
    reason = getattr(error, "strerror", None) or repr(error)
    warnings.warn(
        f"Compiled rules can't be kept in {folder} ({reason}), so they are compiled at every start: "
        "set PLYWISE_CACHE_DIR to a folder that can be written.",
        RuntimeWarning,
        stacklevel=3,
    )

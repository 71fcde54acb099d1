"""What someone else's code may not do in a process of its own: whatever reaches beyond that process.

Python reports most of what leaves it (PEP 578), and here such a report is answered with an error: writing files,
reading those of others, other processes, signals, the network, and C libraries. Modules may be barred to the files of a
folder. This stops mistakes and mischief. It is no wall: some ways out aren't reported, and code in the same process can
get round the rest. Grade what you don't trust inside a container.
"""

import builtins
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

REFUSED = frozenset(
    {
        *("os.kill", "os.killpg", "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system"),
        *("os.startfile", "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"),
        *("os.chmod", "os.chown", "os.chflags", "os.lchmod", "os.utime", "os.chdir", "os.setxattr", "os.removexattr"),
        *("os.putenv", "os.unsetenv", "subprocess.Popen", "pty.spawn", "signal.pthread_kill", "resource.setrlimit"),
        *("resource.prlimit", "ctypes.dlopen", "ctypes.dlsym", "ctypes.call_function", "gc.get_objects"),
        *("gc.get_referrers", "gc.get_referents", "urllib.Request", "webbrowser.open", "cpython.run_file"),
    }
)
"""Reports of Python's that are never answered otherwise."""
REFUSED_KINDS = ("socket.", "shutil.", "tempfile.", "winreg.", "ftplib.", "smtplib.", "http.client.", "sqlite3.")
LOOKING = frozenset({"open", "os.listdir", "os.scandir"})
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class RefusedError(PermissionError):
    """Something that isn't allowed here."""


def guard_process(folder: Path, barred: Sequence[str] = ()) -> None:
    """Refuse from now on, in this whole process, what reaches beyond it; and modules to the code in a folder.

    Only that folder, and whatever Python may import, can be read. What is printed is lost. It can't be undone.
    """
    import ctypes  # noqa: F401  (loads a library when it is imported, which numpy does later)

    home = str(folder.resolve())
    sys.modules["_posixsubprocess"] = None  # type: ignore[assignment]  # starts processes without a report
    _print_nothing()
    if barred:
        builtins.__import__ = _barring(builtins.__import__, home, tuple(barred))
    places = [sys.prefix, sys.base_prefix, *(each for each in sys.path if each)]
    sys.addaudithook(_refusing(tuple(os.path.realpath(each) for each in [home, *places])))


def _print_nothing() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def _refusing(readable: tuple[str, ...]) -> Callable[[str, tuple[Any, ...]], None]:
    """Return the hook; whatever it needs is its own, where other code doesn't find it."""
    real, decode, separator, error = os.path.realpath, os.fsdecode, os.sep, RefusedError
    refused, kinds, looking, writing = REFUSED, REFUSED_KINDS, LOOKING, WRITING
    roots = tuple(each.rstrip(separator) + separator for each in readable)

    def hook(event: str, details: tuple[Any, ...]) -> None:
        if event in refused or event.startswith(kinds):
            raise error(f"{event} is not allowed here")
        if event not in looking or type(details[0]) is int:
            return
        place = details[0]
        name = decode(place) if type(place) in (str, bytes) else "."
        if event == "open" and type(details[2]) is int and details[2] & writing:
            raise error(f"writing files is not allowed here: {name}")
        if not (real(name) + separator).startswith(roots):
            raise error(f"reading other files is not allowed here: {name}")

    return hook


def _barring(usual: Callable[..., Any], home: str, barred: tuple[str, ...]) -> Callable[..., Any]:
    """Return an import that refuses modules to the files of a folder."""

    def is_barred(name: str) -> bool:
        return any(name == each or name.startswith(f"{each}.") for each in barred)

    def import_checked(name: str, scope: Any = None, inner: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        importer = str((scope or {}).get("__file__", home))
        names = [name, *(f"{name}.{each}" for each in fromlist or ())] if not level else []
        if importer.startswith(home) and (found := next(filter(is_barred, names), "")):
            raise ImportError(f"{found} is not allowed in this assignment")
        return usual(name, scope, inner, fromlist, level)

    return import_checked

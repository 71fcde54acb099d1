"""Runs `plywise` in a process of its own, forked from one that has imported everything: a third of a second less each.

What importing does to a command, and how long it takes, is tried by tests that start Python itself. So does the first
call with any set of environment variables: some are read while modules are imported.

    pytest                                   fork server                          the command
    a call, as one line of JSON    ---->     forks, waits            ---->        plywise.__main__.main()
    exit code, as one line         <----     reaps                   <----        files for its output
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SECONDS = 120
SERVE = "from tests.forking import serve; serve()"
Environment = frozenset[tuple[str, str]]

_seen: set[Environment] = set()
_servers: dict[Environment, "subprocess.Popen[str]"] = {}


def run_plywise(
    args: Sequence[str], folder: Path, env: Mapping[str, str], typed: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Run the command in a folder; its output is text."""
    # pytest names the test that runs in a variable, which no command reads.
    known = frozenset((name, value) for name, value in env.items() if name != "PYTEST_CURRENT_TEST")
    if known not in _seen or not hasattr(os, "fork"):
        _seen.add(known)
        command = [sys.executable, "-m", "plywise", *args]
        return subprocess.run(
            command, cwd=folder, input=typed, capture_output=True, text=True, env=env, timeout=SECONDS, check=False
        )
    with tempfile.TemporaryDirectory(prefix="plywise-run-") as name:
        streams = [Path(name) / stream for stream in ("in", "out", "err")]
        streams[0].write_text(typed, encoding="utf-8")
        code = _ask(known, json.dumps([list(args), str(folder), list(map(str, streams))]))
        out, err = (stream.read_text(encoding="utf-8") for stream in streams[1:])
    return subprocess.CompletedProcess(["plywise", *args], code, out, err)


def _ask(env: Environment, call: str) -> int:
    """Have the fork server of an environment run a command; return its exit code."""
    if env not in _servers:
        home = str(Path(__file__).parents[1])
        start = f"import sys; sys.path.append({home!r}); {SERVE}"
        _servers[env] = subprocess.Popen(
            [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(env)
        )
    server = _servers[env]
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(call + "\n")
    server.stdin.flush()
    return int(server.stdout.readline())


@atexit.register
def end_servers() -> None:
    """End the fork servers that this process has started."""
    while _servers:
        _servers.popitem()[1].communicate()


def serve() -> None:
    """Answer each call by forking; end when nobody can call any more."""
    import plywise.cli.main  # noqa: F401 (each command finds it loaded)
    from plywise.cli.commands import COMMANDS, import_command

    for name in COMMANDS:
        import_command(name)
    for line in sys.stdin:
        args, folder, streams = json.loads(line)
        child = os.fork()
        if child == 0:
            _be_command(args, folder, streams)
        sys.stdout.write(f"{_wait(child)}\n")
        sys.stdout.flush()


def _wait(child: int) -> int:
    """Wait for a child's exit code; a signal's number is negative, as that which ends one that takes too long."""
    late = threading.Timer(SECONDS, os.kill, (child, signal.SIGKILL))
    late.start()
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        late.cancel()
        late.join()  # the next fork must find no thread


def _be_command(args: Sequence[str], folder: str, streams: Sequence[str]) -> None:
    """Run the command in this process, and end it."""
    from plywise.__main__ import main

    os.chdir(folder)
    for number, path in enumerate(streams):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 (what the server has read ahead isn't typed)
    sys.argv = ["plywise", *args]
    code: Any = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
        code = 1
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code or 0)

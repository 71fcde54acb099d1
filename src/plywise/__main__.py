"""The command `plywise`, and `python -m plywise`: Ctrl-C ends it with one line while it is still being loaded, too."""

import os
import signal
from typing import Any

STOPPED = b"plywise: stopped.\n"
INTERRUPTED = 130
"""The exit code of what Ctrl-C ended."""


def main() -> None:
    """Load the command and run it; once it runs, Ctrl-C means what it says."""
    former = signal.getsignal(signal.SIGINT)
    if former is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)

    def listen() -> None:
        if former is signal.default_int_handler:
            signal.signal(signal.SIGINT, former)

    from plywise.cli.main import main as run

    run(on_loaded=listen)


def _leave(*_: Any) -> None:
    """End at once: an error in the middle of an import may be caught there, or turned into another one."""
    os.write(2, STOPPED)
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()

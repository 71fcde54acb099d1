"""Hides what Windows doesn't have, in this Python and in all that it starts; found by PYTHONPATH.

What Python's own library needs on this system stays.
"""

import mmap
import os
import signal
import sys

HIDDEN = {
    mmap: ("MAP_PRIVATE", "MAP_ANONYMOUS", "MAP_SHARED", "MADV_HUGEPAGE"),
    os: (
        *("sysconf", "getuid", "geteuid", "getgid", "O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "killpg", "setsid"),
        *("getpgid", "fchmod", "fchown", "chown", "sched_getaffinity", "getloadavg", "mkfifo", "wait4", "nice"),
    ),
    signal: ("SIGALRM", "SIGUSR1", "SIGUSR2", "SIGHUP", "setitimer", "alarm", "pthread_sigmask", "ITIMER_REAL"),
}

for module in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"):
    sys.modules[module] = None  # type: ignore[assignment]
for home, names in HIDDEN.items():
    for name in names:
        if hasattr(home, name):
            delattr(home, name)

"""Run the commands of docs/measurements.md again; write what each printed, when and where to docs/measured.md.

    python benchmarks/measure.py                 all of them, in the order of the page: hours, best on a quiet machine
    python benchmarks/measure.py twin start      only these, by the name of their script
    python benchmarks/measure.py --resume        only those without an entry since the code last changed
    python benchmarks/measure.py --list          names and commands, nothing is run

A command is a line of the page that starts with "Command: `...`". Each runs in a process group of its own, with a limit
on its time and on the addresses that a process of it may use (Ray and Chromium, which reserve far more than they use,
lift that limit for themselves). One that fails is written down like the others, and the next one runs. The page is
written after each command, so Ctrl-C loses only the one under way; entries of commands that didn't run stay.
"""

import argparse
import datetime
import os
import platform
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CODE = ("src", "benchmarks", "tests", "web")
"""What figures depend on: a change elsewhere leaves an entry valid."""

COMMAND = re.compile(r"^Command: `([^`]+)`", re.MULTILINE)
FENCE = "````"
ENTRY = re.compile(rf"^## `([^`]+)`\n\n(.*?)\n\n{FENCE}text\n(.*?)\n{FENCE}$", re.MULTILINE | re.DOTALL)
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78])")
TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}"
LOGGED = re.compile(
    rf"{TIME}\s+(?:DEBUG|INFO|WARNING) \S+:\d+ -- |\[{TIME} [DIW] \d+ \d+\] |\((?:raylet|(?:\w+ )?pid=\d+)\b"
)
"""How the lines of Ray's log begin: Python's, C++'s, and those of other processes. Its errors stay."""
PROGRESS = re.compile(r"[━╸╺]{3,} +\d+%|\d+%\|.*\| *\d+/\d+ \[")
"""What Rich's progress bars have in them, and tqdm's."""
FIGURE = re.compile(r"[\d.,]+ ?[\w/%]*")
MOST_LINES = 150

HEAD = """# Measured

Written by `make measure`: what each command of [the measurements](measurements.md) printed the last time, with the
date, the commit and the machine. A command without an entry hasn't run since this page began; its figures are those of
the date in the measurements. An exit status of 1 often means that a wanted figure was missed: the output shows which.
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command as it ran last: a sentence on when and where, and its output."""

    command: str
    terms: str
    output: str

    def to_markdown(self) -> str:
        """Return the entry as a section of the page."""
        return f"\n## `{self.command}`\n\n{self.terms}\n\n{FENCE}text\n{self.output}\n{FENCE}\n"


def read_commands(page: Path) -> list[str]:
    """Return the commands that a page names, each once, in its order."""
    return list(dict.fromkeys(COMMAND.findall(page.read_text(encoding="utf-8"))))


def read_entries(record: Path) -> dict[str, Entry]:
    """Return what ran before, by command."""
    text = record.read_text(encoding="utf-8") if record.exists() else ""
    return {found[0]: Entry(*found) for found in ENTRY.findall(text)}


def write_entries(record: Path, entries: dict[str, Entry], commands: Sequence[str]) -> None:
    """Write the entries of these commands, in this order; others are no longer named by the page, and dropped."""
    text = HEAD + "".join(entries[command].to_markdown() for command in commands if command in entries)
    record.write_text(text, encoding="utf-8")


def name_of(command: str) -> str:
    """Return what a command is called here: its script, its first tests, or its last word.

    >>> name_of("python benchmarks/speed/twin.py --repeats 9"), name_of("make e2e")
    ('twin', 'e2e')
    >>> name_of("tools/loopback python -m pytest -m slow tests/solve/test_cluster.py")
    'test_cluster'
    """
    words = [word for word in shlex.split(command) if word != "tools/loopback"]
    return next((Path(word).stem for word in words if "/" in word), words[-1])


def choose(commands: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the commands with these names, or all; an unknown name ends the program."""
    known = sorted({name_of(command) for command in commands})
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"No command is called {', '.join(unknown)}: choose among {', '.join(known)}.")
    return [command for command in commands if not names or name_of(command) in names]


# Running


def run(command: str, hours: float) -> Entry:
    """Run a command to its end, or to the end of its time; return what came of it."""
    when, measured, load = datetime.datetime.now(), commit(), os.getloadavg()[0]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryFile() as printed:
        ending = wait(start(command, printed.fileno()), 3600 * hours)
        printed.seek(0)
        output = printed.read().decode(errors="replace")
    after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - began
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    terms = (
        f"{when:%Y-%m-%d %H:%M}, commit {measured}, {machine()}, load {load:.1f} at the start: "
        f"{seconds:,.0f} s by the clock, {spent:,.0f} s of processor time, {ending}."
    )
    return Entry(command, terms, tidy(output))


def start(command: str, printed: int) -> "subprocess.Popen[bytes]":
    """Start a command in a group of its own, with this Python and this tree before any others."""
    paths = {"PATH": str(Path(sys.executable).parent), "PYTHONPATH": str(ROOT / "src")}
    joined = {name: os.pathsep.join(filter(None, (path, os.environ.get(name)))) for name, path in paths.items()}
    plain = {"COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"}
    return subprocess.Popen(
        shlex.split(command),
        cwd=ROOT,
        env=os.environ | joined | plain,
        stdin=subprocess.DEVNULL,
        stdout=printed,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def wait(process: "subprocess.Popen[bytes]", seconds: float) -> str:
    """Return how a process ended; nothing of its group is left behind."""
    try:
        status = process.wait(seconds)
    except subprocess.TimeoutExpired:
        return f"stopped after {seconds / 3600:g} h"
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):
            end_group(process, number)
    return f"exit status {status}" if status >= 0 else f"ended by {signal.Signals(-status).name}"


def end_group(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Send a signal to whatever of a process's group still runs, and give it ten seconds."""
    try:
        os.killpg(process.pid, number)
        process.wait(10)
    except (ProcessLookupError, subprocess.TimeoutExpired):
        return


def tidy(output: str) -> str:
    """Return what was printed, fit for a page: clean, tables in columns, of long outputs the end."""
    lines = align_tables(clean(output))
    left_out = len(lines) - MOST_LINES
    return "\n".join([f"({left_out} lines left out)", *lines[-MOST_LINES:]] if left_out > 0 else lines)


def clean(output: str) -> list[str]:
    """Return the lines printed, without escape sequences, overwritten text, progress bars and Ray's log."""
    text = ESCAPES.sub("", output).replace("\r\n", "\n")
    lines = [line.rpartition("\r")[2].rstrip() for line in text.split("\n")]
    lines = [line for line in lines if not LOGGED.match(line) and not PROGRESS.search(line)]
    lines = [f" {line}" if line.startswith(FENCE) else line for line in lines]
    return "\n".join(lines).strip("\n").splitlines()


def align_tables(lines: Sequence[str]) -> list[str]:
    """Return the lines with each Markdown table in columns; blank lines between its rows are left out.

    >>> print(*align_tables(["| game | s |", "|---|---|", "| go | 0.5 |", "", "| chess | 12 |"]), sep="\\n")
    | game  |   s |
    |-------|-----|
    | go    | 0.5 |
    | chess |  12 |
    """
    aligned: list[str] = []
    table: list[str] = []
    for number, line in enumerate(lines):
        after = [*lines[number + 1 :][:2], "", ""]
        if line.startswith("|"):
            table.append(line)
        elif line or not table or not after[0].startswith("|") or after[1].startswith("|---"):
            aligned += [*align(table), line]
            table = []
    return [*aligned, *align(table)]


def align(table: Sequence[str]) -> list[str]:
    """Return a table's lines with cells of equal width, figures to the right; one without a rule stays as it is."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    if len(rows) < 2 or any(cell.strip("-:") for cell in rows[1]) or len(set(map(len, rows))) > 1:
        return list(table)
    columns = [align_column(column) for column in zip(rows[0], *rows[2:], strict=True)]
    rule = f"|{'|'.join('-' * (len(column[0]) + 2) for column in columns)}|"
    header, *body = (f"| {' | '.join(row)} |" for row in zip(*columns, strict=True))
    return [header, rule, *body]


def align_column(cells: Sequence[str]) -> list[str]:
    """Return a column's cells, the header first, at equal width: figures to the right, words to the left."""
    width = max(map(len, cells))
    is_figures = all(FIGURE.fullmatch(cell) for cell in cells[1:])
    return [cell.rjust(width) if is_figures else cell.ljust(width) for cell in cells]


# Where and when


def machine() -> str:
    """Say what this runs on."""
    info = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", info.read_text(encoding="utf-8")) if info.exists() else None
    processor = " ".join((found[1] if found else platform.machine()).split())
    return f"{os.cpu_count()} cores of {processor}, Python {platform.python_version()}"


def git(*words: str) -> "subprocess.CompletedProcess[str]":
    """Ask git about this tree."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)


def commit() -> str:
    """Return the commit that is measured, and whether the code differs from it."""
    number = git("rev-parse", "--short", "HEAD").stdout.strip() or "unknown"
    return f"{number} with changes" if git("status", "--porcelain", "--", *CODE).stdout.strip() else number


def is_current(entry: Entry | None) -> bool:
    """Whether an entry is of the code as it is now."""
    found = re.search(r", commit ([0-9a-f]+),", entry.terms) if entry else None
    return found is not None and git("diff", "--quiet", found[1], "--", *CODE).returncode == 0


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Run the commands of docs/measurements.md again.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only the commands with this name, such as twin")
    parser.add_argument("--resume", action="store_true", help="leave out what has run since the code last changed")
    parser.add_argument("--list", action="store_true", help="show names and commands, and run nothing")
    parser.add_argument("--memory", type=float, default=12, metavar="GB", help="addresses a process may use (12)")
    parser.add_argument("--hours", type=float, default=3, help="how long each command may take (3)")
    parser.add_argument("--page", type=Path, default=DOCS / "measurements.md", help="the page that names the commands")
    parser.add_argument("--record", type=Path, default=DOCS / "measured.md", help="the page to write")
    return parser.parse_args()


def main() -> int:
    """Run what is asked for; return 1 where a command didn't end with 0."""
    arguments, console = parse_arguments(), Console(highlight=False, soft_wrap=True)
    commands, entries = read_commands(arguments.page), read_entries(arguments.record)
    chosen = choose(commands, arguments.names)
    if arguments.resume:
        chosen = [command for command in chosen if not is_current(entries.get(command))]
    if arguments.list:
        console.print(*(f"{name_of(command):20} {command}" for command in chosen), sep="\n", markup=False)
        return 0
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (int(arguments.memory * 2**30), hard))
    failed = 0
    for number, command in enumerate(chosen, 1):
        console.print(f"{number} of {len(chosen)}: {command}", markup=False)
        try:
            entry = run(command, arguments.hours)
        except KeyboardInterrupt:
            console.print("Stopped: what ran before is written down. Add --resume to continue.")
            return 130
        except OSError as error:
            entry = Entry(
                command, f"{datetime.datetime.now():%Y-%m-%d %H:%M}, commit {commit()}: not started.", str(error)
            )
        console.print(f"    {entry.terms}", markup=False)
        entries[command] = entry
        write_entries(arguments.record, entries, commands)
        failed += not entry.terms.endswith("exit status 0.")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())

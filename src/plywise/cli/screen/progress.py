r"""The progress of a command that takes long: a bar in a terminal, lines in a pipe, JSON for programs.

    terminal    |====>      | playing: 12 of 100 games; score 58.3%, Elo +59 ± 80    about 4:10 left
    pipe        plywise match: playing: 12 of 100 games; score 58.3%, Elo +59 ± 80; 0:35 so far, about 4:10 left
    json        {"command": "match", "doing": "playing", "done": 12, "of": 100, "unit": "games", "seconds": 35.1,
                 "left": 250.3, "known": "score 58.3%, Elo +59 ± 80"}

A thread of its own writes the lines, so that they come while the command waits for one long step. Everything goes to
stderr: stdout is for results.

>>> stand = Standing("playing", 12, 100, "games", None, "score 58.3%")
>>> tell_standing(stand)
'playing: 12 of 100 games; score 58.3%'
"""

import json
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, Task
from rich.table import Column
from rich.text import Text

from plywise.cli.screen.common import stderr

REFRESHES = 4
"""A second, in a terminal: drawing takes CPU time from the work."""
FIRST, EVERY = 9.0, 10.0
"""Seconds before the first line in a pipe, and between two of them."""
OFTEN = 1.0
"""Seconds between two objects of JSON while something changes."""
SURE = 2.0
"""Seconds after which a step's pace tells how long it will take."""


class ProgressForm(StrEnum):
    """How progress is shown."""

    auto = "auto"
    json = "json"
    none = "none"


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a command is."""

    doing: str
    done: float = 0
    of: float = 0
    """0 where nobody knows how much there is."""
    unit: str = ""
    """What is counted; without one, a percentage is shown."""
    left: float | None = None
    """Seconds, as the command itself estimates them."""
    known: str = ""
    """The answer so far."""


@dataclass
class _Asked:
    """What the user asked for when the command began."""

    command: str = ""
    form: ProgressForm = ProgressForm.auto


_asked = _Asked()


def _ask(context: typer.Context, form: ProgressForm) -> ProgressForm:
    """Note the form for `show_progress`: a command only has to declare the option."""
    _asked.command, _asked.form = context.command_path.partition(" ")[2], ProgressForm(form)
    return form


ProgressOption = Annotated[
    ProgressForm,
    typer.Option(
        "--progress",
        callback=_ask,
        help="Show progress on stderr: a bar or plain lines (auto), an object of JSON on each line, or nothing.",
    ),
]


class ProgressScreen:
    """How far a command is, as it is shown; the command says so by `show`."""

    def __init__(self, command: str = "", form: ProgressForm = ProgressForm.auto) -> None:
        self.command, self.form = command, form
        self.began = self.shown = self.step_began = time.monotonic()
        self.standing, self.first_done, self.is_open_ended = Standing("starting"), 0.0, False
        self.written: Standing | None = None
        self.is_over = threading.Event()

    def show(
        self,
        doing: str,
        done: float = 0,
        of: float = 0,
        left: float | None = None,
        *,
        unit: str = "",
        known: str | None = None,
        is_open_ended: bool = False,
    ) -> None:
        """Show what is being done, how much of it is done, and what is known so far (None: as before).

        Without `left`, the time left follows from the pace of this step, unless it `is_open_ended`: it may end sooner,
        or more may come after it.
        """
        self.shown, before = time.monotonic(), self.standing
        if (doing, of, unit) != (before.doing, before.of, before.unit) or done < before.done:
            self.step_began, self.first_done = self.shown, done
        self.is_open_ended = is_open_ended
        self.standing = Standing(doing, done, of, unit, left, before.known if known is None else known)

    def compiling(self, done: int, of: int) -> None:
        """Show how far compiling has come; it happens once for a game."""
        self.show("compiling the rules (once)", done, of)

    def left(self) -> float | None:
        """Return the seconds that it will probably take from now on, if they are known."""
        standing, passed = self.standing, self.shown - self.step_began
        left, more = standing.left, standing.done - self.first_done
        if left is None and not self.is_open_ended and passed > SURE and more > 0:
            left = (standing.of - standing.done) * passed / more
        since = time.monotonic() - self.shown
        return left - since if left is not None and left > since else None

    def line(self) -> str:
        """Return the line of a pipe."""
        left = self.left()
        times = f"{tell_seconds(time.monotonic() - self.began)} so far"
        times += "" if left is None else f", about {tell_seconds(left)} left"
        return f"{f'plywise {self.command}'.strip()}: {tell_standing(self.standing)}; {times}"

    def data(self) -> dict[str, Any]:
        """Return what a program reads."""
        standing, left = self.standing, self.left()
        return {
            "command": self.command,
            "doing": standing.doing,
            "done": round(standing.done, 3),
            "of": round(standing.of, 3) or None,
            "unit": standing.unit or None,
            "seconds": round(time.monotonic() - self.began, 1),
            "left": None if left is None else round(left, 1),
            "known": standing.known or None,
        }

    def write(self) -> None:
        """Write a line, or an object."""
        self.written = self.standing
        with suppress(OSError, ValueError):  # nobody reads stderr any more
            typer.echo(json.dumps(self.data()) if self.form is ProgressForm.json else self.line(), err=True)

    def write_often(self) -> None:
        """Write whenever it is time, until it is over."""
        is_json = self.form is ProgressForm.json
        due = self.began + (OFTEN if is_json else FIRST)
        while not self.is_over.wait(max(0.0, min(OFTEN, due - time.monotonic()))):
            if time.monotonic() >= due or (is_json and self.standing != self.written):
                self.write()
                due = time.monotonic() + EVERY


class _TextColumn(ProgressColumn):
    """What is being done and known, as wide as there is room."""

    max_refresh = 0.2

    def __init__(self, screen: ProgressScreen) -> None:
        super().__init__(Column(ratio=1))
        self.screen = screen

    def render(self, _: Task) -> Text:
        return Text(tell_standing(self.screen.standing))


class _LeftColumn(ProgressColumn):
    """The time left."""

    max_refresh = 0.2

    def __init__(self, screen: ProgressScreen) -> None:
        super().__init__(Column(no_wrap=True))
        self.screen = screen

    def render(self, task: Task) -> Text:
        standing, left = self.screen.standing, self.screen.left()
        task.total, task.completed = standing.of or None, standing.done
        return Text("" if left is None else f"about {tell_seconds(left)} left", "dim")


class _CtrlC(BaseException):
    """Ctrl-C, by a name that no search takes for the end of its own thinking."""


@contextmanager
def _stopping_at_once() -> Iterator[None]:
    """End what is done at the first Ctrl-C, with a KeyboardInterrupt, even in the middle of a search.

    By itself a search that has an answer returns it at Ctrl-C; a match of a thousand searches would go on.
    """
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_usual or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise _CtrlC

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    except _CtrlC:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def show_progress(*, at_once: bool = False) -> Iterator[ProgressScreen]:
    """Show how far the command is for as long as it works, in the form that its `--progress` asks for.

    With `at_once`, Ctrl-C ends the work, and not only the search that is under way.
    """
    with _stopping_at_once() if at_once else nullcontext(), _shown() as screen:
        yield screen


@contextmanager
def _shown() -> Iterator[ProgressScreen]:
    screen = ProgressScreen(_asked.command, _asked.form)
    if screen.form is ProgressForm.auto and stderr.is_interactive and stderr.file.isatty():
        columns = (_LeftColumn(screen), SpinnerColumn(), BarColumn(bar_width=20), _TextColumn(screen))
        with Progress(*columns, console=stderr, transient=True, expand=True, refresh_per_second=REFRESHES) as bar:
            bar.add_task("", total=None)
            yield screen
        return
    if screen.form is ProgressForm.none:
        yield screen
        return
    writer = threading.Thread(target=screen.write_often, name="plywise-progress", daemon=True)
    writer.start()
    try:
        yield screen
    finally:
        screen.is_over.set()
        writer.join()
        if screen.form is ProgressForm.json and screen.standing != screen.written:
            screen.write()


def tell_standing(standing: Standing) -> str:
    """Say how far a command is, without the time.

    >>> tell_standing(Standing("solving", 5, 20)), tell_standing(Standing("looking", 1234, 0, "states"))
    ('solving: 25%', 'looking: 1,234 states')
    """
    counts = ""
    if standing.unit:
        of = f" of {standing.of:,.0f}" if standing.of else ""
        counts = f": {standing.done:,.0f}{of} {standing.unit}"
    elif standing.of and standing.done:
        counts = f": {min(1.0, standing.done / standing.of):.0%}"
    return f"{standing.doing}{counts}" + (f"; {standing.known}" if standing.known else "")


def tell_seconds(seconds: float) -> str:
    """Write a time as people do.

    >>> tell_seconds(5), tell_seconds(250), tell_seconds(4000)
    ('0:05', '4:10', '1:06:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

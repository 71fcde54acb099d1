"""What is shown while something is measured: what is being done, a bar, and the time left."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

from plywise.cli.screen.common import stderr

REFRESHES = 4
"""A second: drawing takes CPU time from what is measured."""


class Measuring:
    """The line on the screen where it is shown."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.task = progress, progress.add_task("", total=1, left="")

    def show(self, doing: str, done: float, of: float, seconds_left: float | None = None) -> None:
        """Show what is being done, how much is done, and how long it will probably take."""
        left = "" if not seconds_left else f"about {round(seconds_left) // 60}:{round(seconds_left) % 60:02} left"
        self.progress.update(self.task, description=doing, completed=done, total=of or 1, left=left)


@contextmanager
def measuring() -> Iterator[Measuring]:
    """Show a line at the foot of the screen, on stderr; nothing is left behind."""
    columns = (
        SpinnerColumn(),
        BarColumn(bar_width=20),
        TextColumn("{task.description}", markup=False),
        TextColumn("{task.fields[left]}", style="dim", markup=False),
    )
    with Progress(*columns, console=stderr, transient=True, refresh_per_second=REFRESHES) as progress:
        yield Measuring(progress)

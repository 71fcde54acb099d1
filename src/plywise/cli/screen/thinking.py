"""What is shown while the engine works: a bar while rules are compiled, then whatever the search has to say."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.text import Text


class Thinking:
    """The place on the screen where it is shown: a picture, and a line of notes below it."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.picture: RenderableType = Text("thinking ...")
        self.line = ""

    def show(self, what: RenderableType) -> None:
        """Show something in place of what was shown."""
        self.picture = what
        self.live.update(Group(self.picture, Text(self.line, "dim")))

    def note(self, line: str) -> None:
        """Show another line of notes."""
        self.line = line
        self.show(self.picture)

    def compiling(self, done: int, of: int) -> None:
        """Show how far compiling has come; it happens once for a game."""
        bar = ProgressBar(total=of, completed=done, width=40)
        self.live.update(Group(Text("compiling the rules (once) ..."), bar), refresh=True)


@contextmanager
def thinking(console: Console) -> Iterator[Thinking]:
    """Show "thinking ..." or whatever replaces it; nothing is left behind."""
    with Live(Text("thinking ..."), console=console, transient=True) as live:
        yield Thinking(live)

r"""A console on which the text of others can't do anything but be read.

A name in a saved game or in a manifest may hold the sequences that set a terminal's title, move its cursor or hide what
is printed. Control characters are shown as Python writes them, but for the end of a line and the tabulator.

>>> harmless("\x1b[31mred")
'\\x1b[31mred'
"""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from plywise.rules.errors import CONTROLS

ESCAPES = {code: escape for code, escape in CONTROLS.items() if chr(code) not in "\n\t"}


def harmless(text: str) -> str:
    """Return a text with its control characters escaped."""
    return text.translate(ESCAPES)


class Screen(Console):
    """A console that prints styles and controls of its own, and only those."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield what is to be printed."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)

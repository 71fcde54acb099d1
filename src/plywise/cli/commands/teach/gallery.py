"""`plywise gallery`: the books' figures and the algorithms at work, each a picture and a page to step through."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from plywise.cli.commands.teach.figures import FIGURES, Figure
from plywise.cli.screen import check_writable, console, tell_reason
from plywise.rules import PlywiseError


def complete_figure(typed: str) -> list[str]:
    """Offer the figures whose name starts with what is typed, for the shell's completion."""
    return [name for name in ["all", *(figure.name for figure in FIGURES)] if name.startswith(typed)]


def gallery(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="A figure, or `all`; the names are listed without one.",
            autocompletion=complete_figure,
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to.")] = Path(),
    pictures: Annotated[bool, typer.Option("--pictures", help="Write only the pictures.")] = False,
) -> None:
    """Write the book's figures, to look at and to step through.

    Each is NAME.svg, and NAME.html where it is a search to step through.
    """
    if name is None:
        _list_figures()
        return
    chosen = find_figures(name)
    _make_folder(out)
    for figure in chosen:
        for path in write_figure(figure, out, with_page=not pictures):
            console.print(f"Wrote {path}", soft_wrap=True)


def find_figures(name: str) -> list[Figure]:
    """Return the figure of a name, or all of them."""
    found = [figure for figure in FIGURES if name in ("all", figure.name)]
    if not found:
        names = ", ".join(figure.name for figure in FIGURES)
        raise PlywiseError(f"There is no figure called '{name}': choose all, or one of {names}.")
    return found


def write_figure(figure: Figure, folder: Path, with_page: bool = True) -> list[Path]:
    """Write a figure's picture and its page; return what was written."""
    picture, page = folder / f"{figure.name}.svg", folder / f"{figure.name}.html"
    check_writable(picture)
    picture.write_text(figure.draw(), encoding="utf-8")
    if figure.explain is None or not with_page:
        return [picture]
    check_writable(page)
    page.write_text(figure.explain().to_html(), encoding="utf-8")
    return [picture, page]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlywiseError(f"{folder} can't be made ({tell_reason(error)}): name another folder.") from None


def _list_figures() -> None:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("figure", no_wrap=True)
    table.add_column("what it shows")
    for figure in FIGURES:
        table.add_row(figure.name, figure.about)
    console.print(table)
    console.print(Text("\nplywise gallery NAME writes NAME.svg, and NAME.html to step through.", style="dim"))

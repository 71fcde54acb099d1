"""Maps of the texts: a TOML file of `MAPS` lists what a text has, in its order; the page beside it is written from it.

    python -m tests.docs.maps      write the pages again

An entry is a table of the file. Its first key says what it is, the others what is here instead:

    figure = "Figure 5.2. A two-ply game tree"       one of KINDS, with its name in the text
    here = "The tree ships as a game."               a sentence in Markdown
    pages = ["gallery.md#figure-52-a-two-ply-game-tree"]    places in docs; a link takes its words from there
    lab = ["alpha-beta-leaves"]                      experiments of `plywise lab`
    cites = "section 5.5"                            a place that our copy of the text doesn't have
    missing = "...", partly = "..."                  why it isn't here, or not wholly
    pending = true                                   being built: neither run nor shown as being here
    runs = [{run = "plywise analyse figure-5.2", gives = "3 proven"}]     "..." in `gives` stands for anything
    runs = [{python = "alpha_beta(figure).nodes", gives = "11"}]          after PRELUDE
    runs = [{run = "...", gives = "...", slow = "2 min"}]                 left to `make slow`
"""

import contextlib
import os
import re
import shlex
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from plywise.cli.main import app
from tests.docs.pages import environment

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MAPS = [*sorted((DOCS / "texts").glob("*.toml")), DOCS / "history.toml"]
KINDS = (
    "heading",
    "subheading",
    "figure",
    "table",
    "exercise",
    "footnote",
    "formula",
    "procedure",
    "term",
    "item",
    "idea",
    "who",
)
PRELUDE = """\
from plywise import *
from plywise.equilibrium import find_equilibrium
from plywise.games.tree import Tree
from plywise.learn import random_states
from plywise.search import *
from plywise.search.textbook.alpha_beta import alpha_beta as textbook_alpha_beta
from plywise.search.textbook.minimax import minimax as textbook_minimax
from plywise.search.textbook.mtd_f import mtd_f
from plywise.search.textbook.putting_it_together import choose_move
from plywise.search.textbook.retrograde import by_fix_point
from plywise.search.textbook.sss_star import sss_star

figure, three, nau, cicirello = map(load_game, ("figure-5.2", "figure-5.4", "nau-figure-1", "cicirello-cutoff"))
tic_tac_toe, nim, ii_nim, chess, othello = map(load_game, ("tic-tac-toe", "nim", "ii-nim", "chess", "othello"))
connect_four, kalah, kuhn, three_kings = map(load_game, ("connect-four", "kalah", "kuhn-poker", "three-kings"))
dice_race, backgammon, coin_toss, draughts = map(load_game, ("dice-race", "backgammon", "coin-toss", "draughts"))
hanging_queen = load_game("chess:fen=6k1/1p3ppp/p2q4/3p4/8/1P2P3/P4PPP/3Q2K1 w - - 0 1")
doomed_bishop = load_game("chess:fen=6k1/b5p1/1pNp4/3p1p2/2P5/4K2P/1P3PP1/8 b - - 0 1")
"""
"""What stands before each expression."""

LAB = {
    name: page.stem
    for page in (DOCS / "lab").glob("*.md")
    for name in re.findall(r"\{ #([\w-]+) \}", page.read_text("utf-8"))
}
"""The page of each experiment."""


@dataclass(frozen=True)
class Run:
    """A command, or an expression of Python, with what it gives."""

    code: str
    gives: str
    slow: str = ""

    @property
    def is_command(self) -> bool:
        return self.code.startswith("plywise ")


@dataclass(frozen=True)
class Entry:
    """A place of a text, and what is here."""

    kind: str
    name: str
    here: str = ""
    pages: tuple[str, ...] = ()
    lab: tuple[str, ...] = ()
    cites: str = ""
    missing: str = ""
    partly: str = ""
    pending: bool = False
    runs: tuple[Run, ...] = ()

    @property
    def is_heading(self) -> bool:
        return self.kind in ("heading", "subheading")


@dataclass(frozen=True)
class TextMap:
    """A text's title, a few words about it, and its entries."""

    path: Path
    title: str
    about: str
    entries: tuple[Entry, ...]

    @property
    def page(self) -> Path:
        return self.path.with_suffix(".md")


def read_map(path: Path) -> TextMap:
    data = tomllib.loads(path.read_text("utf-8"))
    return TextMap(path, data["title"], data["about"].strip(), tuple(map(read_entry, data["entry"])))


def read_entry(data: dict[str, Any]) -> Entry:
    (kind,) = set(data) & set(KINDS)
    runs = tuple(
        Run(run.get("run") or run["python"], run["gives"], run.get("slow", "")) for run in data.get("runs", ())
    )
    pages, lab = (tuple(data.get(key, ())) for key in ("pages", "lab"))
    words = {key: value for key, value in data.items() if key not in (kind, "runs", "pages", "lab")}
    return Entry(kind, data[kind], pages=pages, lab=lab, runs=runs, **words)


# Running


def follow_run(run: Run, folder: Path) -> str:
    """Return what a run prints, its spaces made single."""
    if run.is_command:
        with contextlib.chdir(folder):
            done = CliRunner().invoke(app, shlex.split(run.code)[1:], env=environment())
        printed = done.output
        assert done.exit_code == 0, f"{run.code}\n{printed}{done.exception!r}"
    else:
        printed = repr(eval(run.code, prelude_names()))
    return " ".join(printed.split())


@cache
def prelude_names() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(PRELUDE, names)
    return names


def is_given(run: Run, printed: str) -> bool:
    """Whether the output has the stated value, as whole words; an expression gives nothing else."""
    parts = (re.escape(" ".join(part.split())) for part in run.gives.split("..."))
    stated = ".*?".join(parts)
    pattern = rf"(?<![\w.,−-]){stated}(?![\w]|[.,]\d)" if run.is_command else rf"^{stated}$"
    return re.search(pattern, printed) is not None


# Links


def faults_of_links(entries: tuple[Entry, ...]) -> list[str]:
    """Return the pages, headings and experiments that are named and don't exist."""
    here = [entry for entry in entries if not entry.pending]
    links = [page for entry in here for page in entry.pages if title_of(page) is None]
    return links + [name for entry in here for name in entry.lab if name not in LAB]


def title_of(link: str) -> str | None:
    """Return the words of a link: the title of a page, and the heading that it leads to."""
    page, _, anchor = link.partition("#")
    if not (DOCS / page).is_file():
        return None
    headings = headings_of(DOCS / page)
    title = next(iter(headings.values()))
    if not anchor:
        return title
    return f"{title}: {headings[anchor]}" if anchor in headings else None


@cache
def headings_of(page: Path) -> dict[str, str]:
    """Return the headings of a page by their anchors, as MkDocs makes these."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    found: dict[str, str] = {}
    for heading in re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE):
        words, _, stated = heading.partition(" { #")
        plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", words)
        anchor = first = stated.removesuffix(" }") or slug_of(plain)
        count = 0
        while anchor in found:
            count += 1
            anchor = f"{first}_{count}"
        found[anchor] = plain
    return found


def slug_of(words: str) -> str:
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


# Writing


def write_page(text: TextMap) -> str:
    """Return the page of a map."""
    runs = [run for entry in text.entries if not entry.pending for run in entry.runs]
    parts = [f"# {text.title}", text.about, f"Our tests run the commands and expressions of this page: {len(runs)}."]
    if not all(run.is_command for run in runs):
        prelude = os.path.relpath("texts/index.md#before-the-expressions", text.page.relative_to(DOCS).parent)
        parts[-1] += f" What doesn't begin with `plywise` is Python, [after these lines]({prelude})."
    source = text.path.relative_to(ROOT).as_posix()
    parts.append(f"<!-- Written from {source} by `python -m tests.docs.maps`: change it there. -->")
    entries = "".join(write_entry(entry, text.page) for entry in text.entries)
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join(parts) + "\n" + entries)


def write_entry(entry: Entry, page: Path) -> str:
    if entry.is_heading:
        marks = "##" if entry.kind == "heading" else "###"
        return f"\n{marks} {entry.name}\n\n" + "".join(f"{line}\n" for line in heading_lines(entry, page))
    words = " ".join(sentences(entry, page))
    runs = "" if entry.pending else "".join(f"    - {write_run(run)}\n" for run in entry.runs)
    return f"- **{entry.name}** {words}".rstrip() + f"\n{runs}"


def heading_lines(entry: Entry, page: Path) -> Iterator[str]:
    words = " ".join(sentences(entry, page))
    if words:
        yield from (words, "")
    if entry.runs and not entry.pending:
        yield from (f"- {write_run(run)}" for run in entry.runs)


def write_run(run: Run) -> str:
    time = f", in {run.slow}" if run.slow else ""
    return f"`{run.code}` gives `{run.gives}`{time}"


def sentences(entry: Entry, page: Path) -> Iterator[str]:
    """Yield what is said of an entry."""
    if entry.pending:
        yield "*Not here yet.*"
    elif entry.here:
        yield entry.here
    if entry.cites:
        yield f"*The text refers to {entry.cites}, which our copy doesn't have.*"
    if entry.pending:
        return
    if entry.partly:
        yield f"*In part:* {entry.partly}"
    if entry.missing:
        yield f"*Not here:* {entry.missing}"
    base = page.relative_to(DOCS).parent
    links = [(title_of(link), link) for link in entry.pages]
    links += [(f"Lab: `plywise lab run {name}`", f"lab/{LAB[name]}.md#{name}") for name in entry.lab if name in LAB]
    if links:
        yield "→ " + " · ".join(f"[{title}]({os.path.relpath(link, base)})" for title, link in links)


if __name__ == "__main__":
    for each in [read_map(path) for path in MAPS] * 2:  # twice, since links take their words from these pages too
        each.page.write_text(write_page(each), "utf-8")
        headings_of.cache_clear()

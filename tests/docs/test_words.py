"""Text for people is plain English: the words of docs/style.md that can be recognised mechanically don't come back."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNREAD = {ROOT / "docs" / "style.md", ROOT / "docs" / "measured.md"}
"""The page that lists the words, and the one that repeats what commands printed."""
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"] + [
    page for page in sorted((ROOT / "docs").rglob("*.md")) if "adr" not in page.parts and page not in UNREAD
]
MODULES = sorted((ROOT / "src" / "plywise").rglob("*.py"))

INSTEAD = {
    r"anew": "again",
    r"so many": "N, that many, how many",
    r"by lot|lot for lot": "at random",
    r"lots": "random numbers",
    r"mend(?:s|ed|ing)?": "fix",
    r"told": "reported, known, shown; by default, unless given",
    r"foretells?|foretold": "predicts",
    r"shall": "should, must",
    r"great": "large",
    r"(?:in|on|no) circles": "cyclic, on cycles, acyclic",
    r"who (?:takes|reaches|brings|bears|closes) [^.;:]* (?:wins|loses|first)": "whoever",
}
"""Words of a translated text, each with what to write instead."""

WORDS = [(re.compile(rf"(?<![\w`.]){word}(?![\w`(=])", re.IGNORECASE), instead) for word, instead in INSTEAD.items()]


def complaints(text: str, first_line: int = 1) -> Iterator[tuple[int, str]]:
    """Yield the line of each word that shouldn't be there, and what to write instead."""
    for word, instead in WORDS:
        for found in word.finditer(text):
            line = first_line + text[: found.start()].count("\n")
            yield line, f"'{found.group()}': write {instead}"


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield every comment, docstring and other string of a module, with its first line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def read_page(text: str) -> list[tuple[int, str]]:
    return sorted(complaints(text))


def read_module(source: str) -> list[tuple[int, str]]:
    return sorted(found for line, text in texts(source) for found in complaints(_without_code(text), line))


def _without_code(text: str) -> str:
    """Blank out the lines of doctests, whose names are code."""
    return re.sub(r"^\s*(?:>>>|\.\.\.) .*$", "", text, flags=re.MULTILINE)


def test_pages_and_modules_are_in_plain_english():
    found = [(page, read_page(page.read_text("utf-8"))) for page in PAGES]
    found += [(module, read_module(module.read_text("utf-8"))) for module in MODULES]
    listed = [f"{path.relative_to(ROOT)}:{line}: {what}" for path, each in found for line, what in each]
    assert not listed, "\n" + "\n".join(listed)


@pytest.mark.parametrize(
    "text",
    [
        "Build it anew.",
        "After so many plies.",
        "Played on by lot.",
        "A mend for it.",
        "One second unless told.",
        "It shall compile.",
        "A great number.",
        "A game that goes in circles.",
        "Take matches; who takes the last match loses.",
    ],
)
def test_a_planted_word_is_seen_at_its_line(text):
    assert [line for line, _ in read_page(f"# Title\n\n{text}\n")] == [3]
    assert [line for line, _ in read_module(f'"""First line.\n\n{text}\n"""\n')] == [3]
    assert [line for line, _ in read_module(f"x = 1\ny = f'{{x}} {text}'\n")] == [2]
    assert [line for line, _ in read_module(f"x = 1  # {text}\n")] == [1]


def test_other_uses_are_left_alone():
    assert not read_page("`Lots` draws numbers; the greatest value; a circle is chance; amendments; `rules.lots`.")
    assert not read_module("told = 1\nlots = f'{told} things'\n")

"""The README is short, begins with a game, and what it says about installing and about its links is true."""

import re
from pathlib import Path

from tests.code_lines import code_lines
from tests.docs.pages import blocks

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_it_is_at_most_120_lines():
    assert len(TEXT.splitlines()) <= 120


def test_it_begins_with_one_sentence_one_picture_and_a_game():
    title, sentence, picture, heading, *_ = TEXT.split("\n\n")
    assert title == "# Plywise"
    assert re.fullmatch(r"\*\*[^.]+\.\*\*", sentence)
    assert picture.startswith("![")
    assert TEXT.count("![") == 1
    assert heading == "## A game in 15 lines"


def test_the_game_is_15_lines_of_code_and_is_played():
    first, second, *_ = blocks(README)
    assert first.title == "matches.py"
    assert code_lines(first.text) <= 15
    assert second.text.startswith("$ python matches.py\nA takes 1 - proven 1\n")


def test_what_it_says_to_install_is_installed_by_the_check():
    lines = set(re.findall(r"pip install [^`\n]+", TEXT))
    assert lines == {"pip install .", "pip install '.[web]'"}
    checked = (ROOT / ".ci" / "empty_environment").read_text(encoding="utf-8").replace("--quiet ", "")
    assert all(line in checked.splitlines() or f"&& {line}\n" in checked for line in lines)
    assert "follow(checkout / 'README.md'" in checked


def test_no_page_installs_from_an_index_that_has_no_plywise():
    pages = [README, *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb"), *(ROOT / "src").rglob("*.py")]
    named = [
        str(page.relative_to(ROOT))
        for page in pages
        if re.search(r"pip install plywise(?!\[)", page.read_text("utf-8"))
    ]
    assert named == []


def test_its_links_lead_somewhere():
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", TEXT)]
    assert len(links) > 20
    assert [link for link in links if not (ROOT / link).exists()] == []

"""Every page of the docs, and the README, does what it says."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import typer

from plywise.cli.main import app
from tests.code_lines import code_lines
from tests.docs.pages import blocks, follow

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_does_what_it_says(page, tmp_path):
    follow(page, tmp_path)


def test_a_wrong_output_is_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```console\n$ plywise --version\nplywise 9.9.9\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"plywise 9\.9\.9"):
        follow(page, tmp_path)


def test_the_list_of_commands_names_every_option():
    rows = re.findall(
        r"^\| `plywise ([a-z-]+(?: [a-z-]+)?)[^|]*\|[^|]*\|([^|]*)\|$",
        (ROOT / "docs/commands.md").read_text("utf-8"),
        re.M,
    )
    listed = {name: set(re.findall(r"--[\w-]+", options)) for name, options in rows}
    group: Any = typer.main.get_command(app)
    commands: dict[str, Any] = {}
    for name, command in group.commands.items():
        own = getattr(command, "commands", None)
        commands |= {name: command} if own is None else {f"{name} {each}": inner for each, inner in own.items()}
    assert listed == {
        name: {option for each in command.params for option in each.opts if option.startswith("--")}
        for name, command in commands.items()
    }


def test_the_page_for_wrong_addresses_links_to_pages_that_exist():
    links = re.findall(r"\{\{ '([^']+)' \| url \}\}", (ROOT / "docs/overrides/404.html").read_text("utf-8"))
    pages = [re.sub(r"(/|\.html)$", ".md", link) for link in links]
    assert len(pages) == 4
    assert [page for page in pages if not (ROOT / "docs" / page).exists()] == []


def test_a_board_is_offered_where_nothing_is_hidden():
    hook = runpy.run_path(str(ROOT / "tools/live_docs.py"))
    assert hook["_with_board"]("<h1>Kuhn poker</h1>", "kuhn-poker") == "<h1>Kuhn poker</h1>"
    assert "play/index.html#/hex?embed" in hook["_with_board"]("<h1>Hex</h1>", "hex")


def test_the_example_is_at_most_40_lines_of_code():
    assert code_lines((ROOT / "examples" / "tic_tac_toe.py").read_text(encoding="utf-8")) <= 40


def test_the_tutorials_game_is_at_most_60_lines_of_code():
    files = [block.text for block in blocks(ROOT / "docs" / "tutorials" / "your-own-game.md") if block.title]
    assert files
    assert max(map(code_lines, files)) <= 60

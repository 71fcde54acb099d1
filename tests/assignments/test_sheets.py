"""Sheets of exercises: repeatable by their seed, and their solutions are what the searches find."""

import math
import re

import pytest
from typer.testing import CliRunner

from plywise.assignments.sheets import PrintError, SheetOptions, fill_in, make_sheet, write_sheet
from plywise.assignments.sheets.filled import tell_sheet_number
from plywise.assignments.sheets.printing import find_browser
from plywise.cli.main import app
from plywise.games.tree import Tree
from plywise.search import alpha_beta, expectiminimax, minimax
from plywise.search.textbook.alpha_beta import alpha_beta as textbook_alpha_beta

SEARCHES = {"minimax": minimax, "alpha-beta": alpha_beta, "expectiminimax": expectiminimax}


@pytest.mark.parametrize("algorithm", SEARCHES)
@pytest.mark.parametrize(("branching", "height"), [(2, 3), (3, 2), (3, 3)])
def test_the_value_at_the_root_is_what_the_search_finds(algorithm, branching, height):
    sheet = make_sheet(SheetOptions(algorithm, 5, branching, height, seed=branching + height))
    for tree, nodes in zip(sheet.trees, sheet.solutions, strict=True):
        value = SEARCHES[algorithm](tree, tree.initial()).value
        assert dict(nodes[0].blanks)["v"] == tell_sheet_number(value)


def leaves_asked(tree, search):
    """Return the leaves that a search asks about."""
    asked = set()

    class Watched(Tree):
        def utility(self, state, player):
            asked.add(state)
            return super().utility(state, player)

    watched = Watched.__new__(Watched)
    watched.__dict__.update(tree.__dict__)
    search(watched, watched.initial())
    return asked


def test_what_is_crossed_out_is_what_the_textbook_never_asks_about():
    sheet = make_sheet(SheetOptions(count=6, height=3, seed=2))
    for tree, nodes in zip(sheet.trees, sheet.solutions, strict=True):
        asked = leaves_asked(tree, textbook_alpha_beta)
        seen = [node.name for node in nodes if node.player is None and not node.is_pruned]
        assert sorted(seen) == sorted(map(tree.state_name, asked))
        assert any(node.is_pruned for node in nodes)


def true_value(tree, state):
    if tree.is_terminal(state):
        return tree.utility(state, 0)
    inner = [true_value(tree, tree.result(state, action)) for action in tree.actions(state)]
    return max(inner) if tree.to_move(state) == 0 else min(inner)


def number(text):
    return float(text.replace("−", "-").replace("∞", "inf"))


def test_bounds_are_true_and_what_has_no_sign_is_exact():
    signs = set()
    for seed in range(20):
        sheet = make_sheet(SheetOptions(count=2, height=3, seed=seed))
        for tree, nodes in zip(sheet.trees, sheet.solutions, strict=True):
            for node in nodes:
                answer = dict(node.blanks).get("v", "")
                if not answer:
                    continue
                truth = true_value(tree, tree.parse_state(node.name))
                sign, value = (answer[0], number(answer[2:])) if answer[0] in "≤≥" else ("=", number(answer))
                signs.add(sign)
                assert {"≤": truth <= value, "≥": truth >= value, "=": math.isclose(truth, value)}[sign]
    assert signs == {"≤", "≥", "="}


def test_a_seed_gives_the_same_sheet_and_another_seed_another(tmp_path):
    for name, seed in (("one", 3), ("two", 3), ("three", 4)):
        write_sheet(make_sheet(SheetOptions("expectiminimax", 2, 2, 3, seed)), tmp_path / name)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == sorted(
        [f"{kind}-{n}.svg" for kind in ("exercise", "solution") for n in (1, 2)]
        + ["exercises.html", "solutions.html", "tree-1.json", "tree-2.json"]
    )
    same, other = ([(tmp_path / name / file).read_bytes() for file in files] for name in ("two", "three"))
    assert [(tmp_path / "one" / file).read_bytes() for file in files] == same != other


def test_the_exercise_holds_no_answer_and_its_tree_can_be_read(tmp_path):
    sheet = make_sheet(SheetOptions(count=1, height=2, seed=1))
    write_sheet(sheet, tmp_path)
    exercise, solution = ((tmp_path / f"{kind}-1.svg").read_text("utf-8") for kind in ("exercise", "solution"))
    for mark in ('class="answer"', 'class="slash"', 'class="edge best"', 'class="gone"'):
        assert mark not in exercise
        assert mark in solution
    assert exercise.count('class="box"') == 3 * 4
    assert "<script" not in (tmp_path / "exercises.html").read_text("utf-8")
    again = fill_in(Tree.from_file(tmp_path / "tree-1.json"), "alpha-beta")
    assert [node.blanks for node in again] == [node.blanks for node in sheet.solutions[0]]


def test_without_a_browser_one_sentence_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PrintError, match="install one"):
        find_browser()
    ran = CliRunner().invoke(app, ["exercises", "--pdf", "--out", str(tmp_path / "sheet")])
    assert ran.exit_code == 1
    assert isinstance(ran.exception, PrintError)
    assert not (tmp_path / "sheet").exists()


@pytest.mark.slow
def test_chromium_prints_a_sheet(tmp_path):
    write_sheet(make_sheet(SheetOptions(count=1)), tmp_path, pdf=True)
    for name in ("exercises.pdf", "solutions.pdf"):
        content = (tmp_path / name).read_bytes()
        assert content.startswith(b"%PDF")
        assert re.search(rb"/Type\s*/Page\b", content)


def test_a_tree_that_fits_on_no_page_is_refused(tmp_path):
    ran = CliRunner().invoke(app, ["exercises", "--branching", "4", "--depth", "4", "--out", str(tmp_path / "sheet")])
    assert "256 leaves don't fit" in str(ran.exception)

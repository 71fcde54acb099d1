"""Whoever lets Plywise answer in their place is refused with one sentence; our own searches pass all the same."""

import sys
from pathlib import Path

import pytest

import plywise.search.textbook
from plywise.grading import StudentError, exercises, grade
from plywise.grading.guard import without_our_answers
from plywise.grading.ours import grade_ours
from plywise.grading.student import attempt, find_functions, load_student
from plywise.search import alpha_beta, expectiminimax, minimax
from tests.grading.test_planted import graded_here

CHEATS = {
    "from plywise.search import minimax\n": "my_search.py:1: plywise.search would",
    "import plywise\nminimax = plywise.minimax\n": "my_search.py:2: plywise.minimax would",
    "from plywise import decide as minimax\n": "my_search.py:1: plywise.decide would",
    "import importlib\nx = importlib.import_module('plywise.grading.marks')\n": "my_search.py:2: plywise.grading",
    "import importlib.util\nimportlib.util.find_spec('plywise.kernel')\n": "my_search.py:2: plywise.kernel would",
    "minimax = __import__('plywise.agents').agents.decide\n": "my_search.py:1: plywise.agents would",
    "from plywise.solve.sparse import *\n": "my_search.py:1: plywise.solve would|my_search.py:1: plywise.solve.sparse",
    "import plywise.explain\n": "my_search.py:1: plywise.explain would",
    "from plywise.search.textbook.minimax import minimax\n": "my_search.py:1: plywise.search",
}


@pytest.mark.parametrize("text", CHEATS)
def test_a_file_that_imports_an_answer_is_refused(text, tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StudentError, match=CHEATS[text]) as caught:
        load_student(file)
    assert str(caught.value).endswith(
        "would answer in your place: write the search yourself (plywise.rules and plywise.games may be imported)."
    )


INSIDE = """
def minimax(game, state):
    from plywise.search import minimax as ours
    return ours(game, state)
"""


def test_an_import_inside_the_function_is_refused_too(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(INSIDE, encoding="utf-8")
    with pytest.raises(StudentError, match=r"^my_search\.py:3: plywise\.search would answer in your place"):
        grade(file)


def test_what_is_loaded_can_not_be_found(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(
        "import sys\n"
        "FOUND = [n for n, m in sys.modules.items() if n.startswith('plywise.') and 'alpha_beta' in vars(m)]\n"
        "def minimax(game, state):\n    return len([n for n in sys.modules if n[:14] == 'plywise.search']), None\n",
        encoding="utf-8",
    )
    module = load_student(file)
    assert module.FOUND == []
    assert attempt(find_functions(module)["minimax"], exercises("minimax")[0]).value == 0
    assert "plywise.search" in sys.modules


def test_rules_and_games_may_be_imported(tmp_path):
    file = tmp_path / "my_search.py"
    file.write_text(
        "import plywise\nimport plywise.rules as rules\nfrom plywise import CHANCE, Decision, Game, Limit, load_game\n"
        "from plywise.rules import MAX\nfrom plywise.games.tree import Tree\n"
        "assert plywise.Game is Game is rules.Game\nload_game('figure-5.2')\n",
        encoding="utf-8",
    )
    load_student(file)
    with without_our_answers():
        assert "plywise.search" not in sys.modules


@pytest.mark.parametrize(
    ("algorithm", "search"),
    [("minimax", minimax), ("alpha-beta", alpha_beta), ("expectiminimax", expectiminimax)],
)
def test_our_readable_searches_have_full_marks(algorithm, search):
    report = grade_ours(algorithm, search)
    assert report.has_full_marks, [mark.tell() for mark in report.marks if not mark.is_passed]
    assert report.left_out == 0


@pytest.mark.parametrize("name", ["alpha_beta", "cutting_off", "expectiminimax", "minimax"])
def test_the_textbooks_files_have_full_marks(name, tmp_path):
    folder = Path(plywise.search.textbook.__file__).parent
    assert graded_here(tmp_path, (folder / f"{name}.py").read_text(encoding="utf-8")).has_full_marks


def test_our_own_way_finds_what_is_wrong():
    """A search of ours with a mistake wouldn't pass: minimax visits what alpha-beta leaves out."""
    assert not grade_ours("alpha-beta", minimax).has_full_marks

"""Where rules come from: files, notebook cells, nowhere; and files edited since they were imported."""

import linecache
from typing import Any

import pytest

from plywise.kernel import LoweringError, compile_rules, lower, rules_fingerprint
from plywise.kernel.building import compare
from tests.kernel.harness import import_text

TEXT = """
from typing import NamedTuple
from plywise import Game

class Race(Game):
    class State(NamedTuple):
        n: int = 0
    def __init__(self, goal=7):
        self.goal = goal
    def to_move(self, state):
        return state.n & 1
    def actions(self, state):
        yield 1
        yield 2
    def result(self, state, action):
        return self.State(state.n + action)
    def is_terminal(self, state):
        return state.n >= self.goal
    def utility(self, state, player):
        return 1 if player == 0 else -1
"""


def run_cell(text: str, name: str) -> dict[str, Any]:
    """Run a text as a notebook does: its source is only in the line cache."""
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(text, name, "exec"), names)
    return names


def test_a_notebook_cell_works_and_its_name_does_not_matter():
    games = [run_cell(TEXT, f"/tmp/ipykernel_{number}/17.py")["Race"]() for number in (1, 2)]
    first, second = (compile_rules(game, keep=False) for game in games)
    assert first.kernel is second.kernel
    assert compare(games[0], first, states=30) is None
    assert rules_fingerprint(games[0]) == rules_fingerprint(games[1])


def test_code_without_source_is_refused_in_a_sentence():
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(TEXT, names)
    with pytest.raises(LoweringError, match=r"can't be read; put the game into a file or a notebook cell\."):
        lower(names["Race"]())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("state.n >= self.goal", "state.n > self.goal"),
        ("yield 2", "yield 3"),
        ("class Race(Game):", "# a line more\nclass Race(Game):"),
        ("return state.n & 1", "return state.n % 1"),
    ],
)
def test_a_file_edited_after_its_import_is_noticed(old, new, tmp_path):
    module = import_text(TEXT, tmp_path)
    path = tmp_path / f"{module.__name__}.py"
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    with pytest.raises(LoweringError, match="was edited after it was imported"):
        lower(module.Race())


def test_a_board_size_is_a_constant(tmp_path):
    kind = import_text(TEXT, tmp_path).Race
    games = [kind(goal=5), kind(goal=9)]
    counts = [compile_rules(game, keep=False).perft(game.initial(), 5) for game in games]
    assert counts == [2, 32]
    assert "self" not in lower(games[0]).source()


def test_local_classes_and_closures_work(tmp_path):
    text = TEXT.replace("class Race(Game):", "def make(k):\n  class Race(Game):")
    head, body = text.split("  class Race(Game):")
    indented = "  class Race(Game):" + body.replace("\n", "\n  ").replace("state.n + action)", "state.n + action * k)")
    game = import_text(head + indented + "\n  return Race()\n", tmp_path).make(2)
    assert compare(game, compile_rules(game, keep=False), states=20) is None


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("ValueError(failure)", "ValueError('failure')"),
        ("ValueError(f'far {state.n}')", "ValueError('far {state.n}')"),
        ("ValueError('fine')", "ValueError('fine')"),
        ("KeyError", "KeyError('raised by a rule')"),
    ],
)
def test_errors_keep_their_words(raised, said, tmp_path):
    text = TEXT.replace(
        "return state.n & 1",
        f"failure = state.n\n        if failure > 90:\n            raise {raised}\n        return 0",
    )
    assert said in lower(import_text(text, tmp_path).Race()).source()

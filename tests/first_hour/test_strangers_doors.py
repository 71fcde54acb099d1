"""What strangers' games met at the doors on their first evening: each test is a fault that somebody found."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plywise import Game
from plywise.kernel import rules_fingerprint
from plywise.rules import PlywiseError
from plywise.solve import solve_game
from tests.docs.pages import environment
from tests.forking import run_plywise

STRANGERS = Path(__file__).parent / "strangers.py"


def run(folder: Path, *args: str) -> Any:
    done = run_plywise(args, folder, environment())
    assert "an error of its own" not in done.stderr, done.stderr
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done


class Board:
    """A plain class, compared by identity."""

    def __init__(self, cells: Any, turn: int = 0) -> None:
        self.cells, self.turn = cells, turn


class Spots(Game):
    """Wipe out one spot or all of them; whoever wipes the last one wins."""

    def initial(self):
        return Board(np.ones(3, dtype=int))

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [*map(int, np.flatnonzero(state.cells)), "all"]

    def result(self, state, action):
        cells = np.zeros(3, dtype=int) if action == "all" else np.where(np.arange(3) == action, 0, state.cells)
        return Board(cells, 1 - state.turn)

    def is_terminal(self, state):
        return not state.cells.any()

    def utility(self, state, player):
        return -1 if player == state.turn else 1


@dataclass(frozen=True)
class Names:
    names: frozenset[str] = frozenset("abcdefgh")


class Leaving(Spots):
    """Letters leave one by one."""

    def initial(self):
        return Names()

    def to_move(self, state):
        return len(state.names) % 2

    def actions(self, state):
        return sorted(state.names)

    def result(self, state, action):
        return Names(state.names - {action})

    def is_terminal(self, state):
        return not state.names

    def utility(self, state, player):
        return -1 if player == self.to_move(state) else 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [("TakeSticks", "a state is a Sticks"), ("ThreeHeaps", "the field heaps holds"), ("DictGomoku", "a state is a ")],
)
def test_solve_refuses_states_that_no_table_holds_before_any_work(name, reason, tmp_path):
    done = run(tmp_path, "solve", f"{STRANGERS}:{name}", "--out", "tables")
    assert done.returncode == 1
    assert reason in done.stderr
    assert "plywise analyse" in done.stderr
    assert not (tmp_path / "tables").exists()


def test_solving_in_python_refuses_them_too(tmp_path):
    with pytest.raises(PlywiseError, match="a state is a Board, and tables are packed from ints alone"):
        solve_game(Spots(), tmp_path / "tables", spec="spots.py")


def test_every_game_has_a_fingerprint_whatever_its_states(tmp_path):
    assert rules_fingerprint(Spots()) == rules_fingerprint(Spots())
    program = "import sys; sys.path.insert(0, sys.argv[1])\nfrom tests.first_hour.test_strangers_doors import Leaving\n"
    program += "from plywise.kernel import rules_fingerprint\nprint(rules_fingerprint(Leaving()))"
    home = str(Path(__file__).parents[2])
    told = {
        subprocess.run(
            [sys.executable, "-c", program, home],
            env=environment() | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1

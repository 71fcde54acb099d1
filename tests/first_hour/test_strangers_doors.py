"""What strangers' games met at the doors on their first evening: each test is a fault that somebody found."""

import json
import subprocess
import sys
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plywise import Game, Limit, load_game
from plywise.agents.algorithms.adapters import HURRIED, ask_uct
from plywise.agents.algorithms.known import find_algorithm
from plywise.agents.algorithms.question import Callbacks, Question
from plywise.cli.commands.make.report import tell_stop
from plywise.explain import explain_state
from plywise.explain.prose import tell_value
from plywise.explain.trace.options import list_options
from plywise.kernel import rules_fingerprint
from plywise.rules import PlywiseError
from plywise.solve import solve_game
from tests.docs.pages import environment
from tests.first_hour.raffles import Raffle, TwoOdds
from tests.forking import run_plywise

STRANGERS, RAFFLES = (Path(__file__).parent / name for name in ("strangers.py", "raffles.py"))


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


class Even(Game):
    """Nobody wins."""

    def initial(self):
        return "start"

    def to_move(self, state):
        return len(state.split("/")) % 2

    def actions(self, state):
        return ["left", "right"]

    def result(self, state, action):
        return f"{state}/{action}"

    def is_terminal(self, state):
        return state.count("/") == 2

    def utility(self, state, player):
        return 0


class Loose(Even):
    """Both may win."""

    utility_sum = None


LISTS = """from plywise import Game


class Coins(Game):
    def initial(self): return (1, 1, 1), 0
    def to_move(self, state): return state[1]
    def actions(self, state): return [[i] for i in range(3) if state[0][i]]
    def result(self, state, action):
        return tuple(0 if i in action else coin for i, coin in enumerate(state[0])), 1 - state[1]
    def is_terminal(self, state): return not any(state[0])
    def utility(self, state, player): return -1 if player == state[1] else 1
"""


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


def test_odds_may_be_fractions_or_decimals(tmp_path):
    explanation = explain_state(TwoOdds())
    assert "30%" in explanation.summary[1]
    assert tell_value(Fraction(1, 3)) == "0.333333"
    assert tell_value(Decimal("0.5")) == "0.5"
    assert [each.odds for each in list_options(Raffle(), "start")] == [0.3, 0.7]


def test_analyse_shows_the_outcomes_of_a_deal(tmp_path):
    done = run(tmp_path, "analyse", f"{RAFFLES}:TwoOdds")
    assert done.returncode == 0, done.stderr
    assert "red" in done.stdout
    assert "70%" in done.stdout
    assert "nobody has to choose" in done.stdout
    told = json.loads(run(tmp_path, "analyse", f"{RAFFLES}:TwoOdds", "--json").stdout)
    assert told["outcomes"] == [{"outcome": "red", "probability": 0.7}, {"outcome": "blue", "probability": 0.3}]


def test_actions_that_are_lists_are_refused_as_by_check(tmp_path):
    (tmp_path / "coins.py").write_text(LISTS)
    done = run(tmp_path, "analyse", "coins.py", "--algorithm", "alpha-beta", "--with", "history", "--engine", "plain")
    assert done.returncode == 1
    assert "actions offers [0], which can't be hashed" in done.stderr
    assert "tuple of those instead of a list" in done.stderr


def test_a_report_refuses_a_page_as_the_folder_of_its_games(tmp_path):
    done = run(tmp_path, "report", "tic-tac-toe", "--out", "page.html")
    assert done.returncode == 1
    assert "write the page with --html page.html" in done.stderr


def test_a_stopped_report_promises_only_games_that_were_kept(tmp_path):
    assert "aren't kept" in tell_stop(tmp_path / "none")
    folder = tmp_path / "kept" / "rules-0" / "stronger"
    folder.mkdir(parents=True)
    (folder / "games.jsonl").write_text("{}\n")
    assert tell_stop(tmp_path / "kept").startswith("Stopped; the games are in")


def test_equal_actions_are_told_apart_from_unknown_ones():
    assert "all actions are worth the same" in explain_state(Even()).summary[0]


def test_playouts_are_excused_only_where_the_answer_leans_on_them():
    limit = Limit(time=0.3)
    proven = Question(Even(), "start", limit, is_auto=True)
    assert ask_uct(proven, Callbacks()).note == ""
    open_game = load_game(f"{STRANGERS}:DictGomoku")
    assert ask_uct(Question(open_game, open_game.initial(), limit, is_auto=True), Callbacks()).note == HURRIED


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("iterative-deepening", "what alpha-beta and minimax do under a limit"),
        ("enumeration", "proves what is small enough"),
    ],
)
def test_what_is_no_algorithm_of_its_own_is_explained(name, words):
    with pytest.raises(PlywiseError, match=words):
        find_algorithm(name)


def test_a_game_without_a_constant_sum_hears_why():
    with pytest.raises(PlywiseError, match=r"declares none \(its utility_sum is None\)"):
        find_algorithm("minimax").require_suited(Loose())


def test_a_class_with_step_is_told_how_it_becomes_a_game(tmp_path):
    (tmp_path / "coins.py").write_text("class CoinsEnv:\n    def step(self, action): ...\n")
    with pytest.raises(PlywiseError, match=r"CoinsEnv is changed by its own `step`.*copy\.deepcopy\(state\)"):
        load_game(str(tmp_path / "coins.py"))


def test_progress_is_told_under_the_command_s_name(tmp_path):
    command = [sys.executable, "-m", "plywise", "match", "--help"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True)
    assert "Usage: plywise match" in done.stdout


def test_algorithms_say_what_is_done_where_none_is_named(tmp_path):
    told = run(tmp_path, "algorithms", f"{STRANGERS}:TakeSticks").stdout
    assert "enumeration, which proves small games; else alpha-beta for a proof, then uct" in " ".join(told.split())


def test_one_simulation_is_counted_as_one(tmp_path):
    told = run(
        tmp_path, "analyse", "figure-5.2", "--algorithm", "uct", "--simulations", "1", "--engine", "plain"
    ).stdout
    assert "1 simulation, " in told

"""Games, states, records and decisions show themselves in notebooks, and nothing is loaded before one asks."""

import gc
import pickle
import subprocess
import sys
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from plywise.explain import explain_state
from plywise.explain.notebook import bundle
from plywise.explain.notebook.pieces import COLOURS
from plywise.games.catalog import TREES, load_game
from plywise.games.shipped import PRESETS, SHIPPED
from plywise.games.tree import Tree
from plywise.rules import Decision, Game, Limit, Lots, Record, Status, random_walk
from plywise.search import alpha_beta, expectiminimax, max_n, minimax, monte_carlo, proof_number, uct

PICTURE, TEXT = "image/svg+xml", "text/plain"
NAMES = sorted([*SHIPPED, *PRESETS, *(file.stem for file in TREES.glob("*.json"))])


def texts(picture: str) -> list[str]:
    """Return what is written in a picture, which must be well-formed and bring no script or style."""
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    assert not [part for part in root.iter() if part.tag.endswith("script")]
    return [part.text or "" for part in root.iter() if part.tag.endswith("text")]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_and_its_records_have_pictures(name):
    game = load_game(name)
    assert game.name in texts(bundle(game)[PICTURE])
    record = random_walk(game, Lots(3), 6)
    shown = texts(bundle(record)[PICTURE])
    names = record.action_names
    assert " ".join(shown).count(names[0]) >= 1
    assert bundle(record)[TEXT].startswith(f"<Record of {game.name}: ")
    assert "<style" not in bundle(game, record.state)[PICTURE]


def test_a_picture_of_a_board_has_its_pieces():
    game = load_game("tic-tac-toe")
    picture = bundle(game, game.parse_state("XO1/1X1/2O"))[PICTURE]
    assert (picture.count("<path"), picture.count("<circle")) == (2, 2)
    assert "X (A) to move" in texts(picture)


def test_the_sides_of_hex_are_in_the_colours_of_those_who_join_them():
    picture = bundle(load_game("hex:size=3"))[PICTURE]
    sides = [line for line in picture.split("<") if line.startswith("polyline")]
    assert [COLOURS["red"] in side for side in sides] == [True, False, True, False]
    assert [COLOURS["blue"] in side for side in sides] == [False, True, False, True]


def test_a_tree_shows_its_leaves_and_not_the_answer():
    shown = texts(bundle(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))[PICTURE])
    assert [word for word in shown if word.isdigit()] == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]


def test_names_with_markup_stay_names():
    class Bold(Game):
        """A <b> game."""

        State = str

        def view(self, state):
            return ["<&"]

        def to_move(self, state):
            return 0

        def actions(self, state):
            return ["<i>"]

        def result(self, state, action):
            return "over"

        def utility(self, state, player):
            return 0

        def is_terminal(self, state):
            return state == "over"

    game = Bold()
    assert "A <b> game" in texts(bundle(game)[PICTURE])
    page = minimax(game)._repr_mimebundle_()["text/html"]
    assert "&lt;i&gt;" in page
    assert "<i>" not in page


# States


class Board(Game):
    """Rows of a width."""

    class State(NamedTuple):
        turn: int = 0

    def __init__(self, width=3):
        self.width = width

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return ["on"] if state.turn == 0 else []

    def result(self, state, action):
        return self.State(1)

    def utility(self, state, player):
        return 0

    def view(self, state):
        return ["." * self.width]


class Unfinished(Game):
    """Rules that somebody is about to write."""

    class State(NamedTuple):
        turn: int = 0


def test_half_written_rules_are_shown_as_python_shows_them():
    game = Unfinished()
    assert game._repr_mimebundle_()[TEXT] == "<Unfinished unfinished>"


def test_a_state_is_shown_by_the_one_game_that_has_such_states():
    gc.collect()
    game = Board(3)
    shown = getattr(game.State(), "_repr_mimebundle_")()  # noqa: B009
    assert shown[PICTURE] == bundle(game, game.State())[PICTURE] != bundle(Board(4), game.State())[PICTURE]


def test_a_state_of_two_different_games_stays_a_tuple():
    small, large = Board(3), Board(4)
    state = getattr(small.State(), "_repr_mimebundle_")  # noqa: B009
    assert state() == {}
    del large
    gc.collect()
    assert PICTURE in state()


# Decisions


@pytest.mark.parametrize("algorithm", [minimax, alpha_beta, expectiminimax, max_n, proof_number])
def test_a_decision_names_its_actions(algorithm):
    game = load_game("coin-toss" if algorithm is expectiminimax else "figure-5.2")
    decision = algorithm(game)
    names = [game.action_name(game.initial(), action) for action in game.actions(game.initial())]
    page = decision._repr_mimebundle_()["text/html"]
    assert all(f">{name}<" in page for name in names)
    assert len(repr(decision)) < 120
    assert repr(decision).startswith(f"<Decision {names[0]}: ")


def test_simulations_are_counted_in_the_table():
    game = load_game("tic-tac-toe")
    assert "visits" in uct(game, limit=Limit(simulations=30))._repr_mimebundle_()["text/html"]
    assert "5 visits" in monte_carlo(game, playouts=5)._repr_mimebundle_()["text/markdown"]


def test_a_decision_without_a_game_is_a_sentence():
    decision = Decision("a1", 3, 0, Status.PROVEN, line=("a1",))
    assert decision._repr_mimebundle_() == {
        TEXT: "<Decision a1: value 3 to player A, proven; line a1; 0 states, depth 0>"
    }


def test_what_a_decision_is_about_is_neither_compared_nor_sent():
    decision = alpha_beta(load_game("figure-5.2"))
    sent = pickle.loads(pickle.dumps(decision))
    assert sent == decision
    assert sent.place is None
    assert decision.place is not None


def test_an_explanation_has_a_player_a_picture_and_words():
    shown = explain_state(load_game("figure-5.2"))._repr_mimebundle_()
    assert sorted(shown) == ["image/svg+xml", "text/html", "text/plain"]


def test_nothing_is_loaded_before_a_notebook_asks():
    text = """
import sys
import plywise
game = plywise.load_game("nim")
record, decision = plywise.Record(game), plywise.minimax(plywise.load_game("figure-5.2"))
repr(game), repr(record), repr(decision)
assert not [name for name in sys.modules if name.startswith(("plywise.explain", "rich", "numba", "numpy"))]
game._repr_mimebundle_()
assert "plywise.explain.notebook" in sys.modules
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", text], check=True)


def test_a_finished_record_says_how_it_ended():
    game = load_game("nim:piles=1-2")
    record = Record(game)
    for name in ("A1", "B1", "B1"):
        record.play(record.find(name))
    assert "B wins." in texts(bundle(record)[PICTURE]) or "A wins." in texts(bundle(record)[PICTURE])

"""`plywise explain` and `plywise gallery`, as a person runs them."""

import json
import re
from pathlib import Path

import pytest

from plywise.cli.commands.teach.figures import FIGURES
from tests.docs.pages import blocks

ROOT = Path(__file__).parents[2]

OWN_GAME = '''
from typing import NamedTuple

from plywise import Game


class Race(Game):
    """Add 1 or 2 in turn; who comes to 4 wins."""

    class State(NamedTuple):
        sum: int = 0
        turn: int = 0

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        return [step for step in (1, 2) if state.sum + step <= 4]

    def result(self, state, action):
        return self.State(state.sum + action, 1 - state.turn)

    def utility(self, state, player):
        return -1 if player == state.turn else 1

    def view(self, state):
        return ["#" * state.sum + "." * (4 - state.sum)]
'''


def test_figure_5_2_is_explained_with_its_six_stages(plywise, tmp_path):
    done = plywise("explain", "figure-5.2", "--algorithm", "alpha-beta", "--stages", "--html", "out.html")
    assert done.returncode == 0, done.stderr
    for sentence in (
        "MAX should play a1.",
        "a2 is worse: MIN answers c1, and MAX gets 2 at most.",
        "minimax, which leaves nothing out, would look at 13.",
        "c2 and c3 are not looked at.",
    ):
        assert sentence in re.sub(r"\s+", " ", done.stdout)
    shown = re.findall(r"^\s+(A \[.*\])", done.stdout, re.MULTILINE)
    assert [re.sub(r"\s+", " ", line).strip() for line in shown] == [
        "A [−∞, +∞] B [−∞, 3]",
        "A [−∞, +∞] B [−∞, 3]",
        "A [3, +∞] B [3, 3]",
        "A [3, +∞] B [3, 3] C [−∞, 2]",
        "A [3, 14] B [3, 3] C [−∞, 2] D [−∞, 14]",
        "A [3, 3] B [3, 3] C [−∞, 2] D [2, 2]",
    ]
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "plywise-explanation-1" in page
    assert "Wrote out.html" in done.stdout


def test_a_game_of_ones_own_is_explained_with_its_boards(plywise, tmp_path):
    (tmp_path / "race.py").write_text(OWN_GAME, encoding="utf-8")
    done = plywise("explain", "race.py", "--svg", "race.svg", "--html", "race.html")
    assert done.returncode == 0, done.stderr
    assert "A should play 1." in done.stdout
    assert "If both play their best, A wins." in done.stdout
    assert "2 loses: B answers 2; the game is over, and B wins." in done.stdout
    picture = (tmp_path / "race.svg").read_text(encoding="utf-8")
    assert 'class="cell"' in picture
    assert 'class="slash"' in picture


def test_data_follows_the_contract(plywise):
    data = json.loads(plywise("explain", "figure-5.2", "--compare", "minimax", "--json").stdout)
    assert data["format"] == "plywise-explanation-1"
    assert [pane["name"] for pane in data["panes"]] == ["minimax", "alpha-beta"]
    assert [pane["steps"][-1]["states"] for pane in data["panes"]] == [13, 11]
    assert data["summary"][0] == "MAX should play a1."


def test_two_orders_beside_each_other(plywise):
    told = plywise("explain", "figure-5.2", "--compare", "order").stdout
    assert "worst action first looked at 13 states and left nothing out." in told
    assert "best action first looked at 9 states" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("figure-5.2", "--svg", "no/such/folder/x.svg"), "There is no folder no/such/folder"),
        (("figure-5.2", "--html", "."), "is a folder"),
        (("figure-5.2", "--algorithm", "magic"), "magic"),
        (("figure-5.2", "--state", "Z"), "'Z' is not a node"),
        (("figure-5.4", "--algorithm", "alpha-beta"), "alpha"),
        (("figure-5.2", "--stages", "--compare", "minimax"), "Stages are of one search"),
        (("no-such-game",), "There is no game called"),
    ],
)
def test_what_cant_be_is_refused_in_one_sentence(plywise, arguments, sentence):
    done = plywise("explain", *arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("plywise: ")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


STRANGERS = '''
from dataclasses import dataclass

from plywise import Game


@dataclass(frozen=True)
class Strip:
    cells: tuple = (".",) * 12
    turn: str = "X"


class Strips(Game):
    """Put a stone on a free cell; three neighbours of one colour win."""

    State = Strip

    def to_move(self, state):
        return "XO".index(state.turn)

    def actions(self, state):
        return [(0, column) for column, cell in enumerate(state.cells) if cell == "."]

    def result(self, state, action):
        cells = list(state.cells)
        cells[action[1]] = state.turn
        return Strip(tuple(cells), "O" if state.turn == "X" else "X")

    def has_won(self, state, stone):
        return (stone, stone, stone) in [state.cells[at : at + 3] for at in range(10)]

    def is_terminal(self, state):
        return "." not in state.cells or self.has_won(state, "X") or self.has_won(state, "O")

    def utility(self, state, player):
        own, other = ("XO", "OX")[player]
        return self.has_won(state, own) - self.has_won(state, other)
'''


def test_simulations_of_a_strangers_game_are_explained(plywise, tmp_path):
    (tmp_path / "strips.py").write_text(STRANGERS, encoding="utf-8")
    done = plywise("explain", "strips.py", "--simulations", "30", "--time", "60")
    assert done.returncode == 0, done.stderr
    text = re.sub(r"\s+", " ", done.stdout)
    assert re.search(r"In 30 simulations, \d+ of them beginning with \(0, \d+\), A got [−\d.]+ on average", text)
    assert "too few to say." in text
    page = plywise("explain", "strips.py", "--html", "strips.html", "--nodes", "300")
    assert page.returncode == 0, page.stderr
    assert (tmp_path / "strips.html").exists()


def test_limits_and_switches_are_those_of_analyse(plywise):
    said = plywise("explain", "connect-four", "--depth", "3", "--without", "table").stdout
    assert "It looked 3 plies ahead" in re.sub(r"\s+", " ", said)
    refused = plywise("explain", "connect-four", "--without", "magic")
    assert refused.returncode == 1
    assert "There is no switch 'magic'" in refused.stderr
    assert plywise("explain", "nim", "--with", "killers", "--nodes", "500").returncode == 0


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "liars-dice", "small-whist"])
def test_a_hidden_game_is_explained_from_its_start(plywise, name):
    done = plywise("explain", name)
    assert done.returncode == 0, done.stderr
    assert "Chance moves here, so nobody has to choose." in done.stdout
    assert "where nobody has seen anything yet" in re.sub(r"\s+", " ", done.stdout)


def test_a_finished_game_is_explained_too(plywise):
    done = plywise("explain", "tic-tac-toe", "--state", "XXX/OO1/3")
    assert done.returncode == 0, done.stderr
    assert "The game is over." in done.stdout


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_the_gallery_is_what_the_command_makes(figure):
    """Made again by: plywise gallery all --pictures --out docs/pictures/gallery."""
    stored = (ROOT / "docs" / "pictures" / "gallery" / f"{figure.name}.svg").read_text(encoding="utf-8")
    assert figure.draw() == stored
    if figure.explain is not None:
        data = figure.explain().to_data()
        assert data["summary"]
        assert all(pane["steps"] for pane in data["panes"])


def test_the_gallery_is_listed_and_written(plywise, tmp_path):
    listed = plywise("gallery").stdout
    assert all(figure.name in listed for figure in FIGURES)
    done = plywise("gallery", "figure-5.5", "--out", "figures")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == ["figure-5.5.html", "figure-5.5.svg"]
    assert "There is no figure called 'mona-lisa'" in plywise("gallery", "mona-lisa").stderr
    (tmp_path / "file").write_text("")
    assert "can't be made" in plywise("gallery", "figure-5.2", "--out", "file/x").stderr


def test_the_page_shows_every_picture_with_its_command():
    page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    for figure in FIGURES:
        assert f"pictures/gallery/{figure.name}.svg" in page
        assert f"plywise gallery {figure.name}\n" in page
    assert len(list((ROOT / "docs" / "pictures" / "gallery").iterdir())) == len(FIGURES)


def test_the_tutorials_picture_is_what_its_command_makes(plywise, tmp_path):
    page = ROOT / "docs" / "tutorials" / "why-did-it-play-that.md"
    (tmp_path / "coins.py").write_text(next(block.text for block in blocks(page) if block.title), encoding="utf-8")
    assert plywise("explain", "coins.py", "--svg", "coins.svg").returncode == 0
    stored = ROOT / "docs" / "pictures" / "coins.svg"
    assert (tmp_path / "coins.svg").read_text(encoding="utf-8") == stored.read_text(encoding="utf-8")


def test_a_partial_tree_is_written_as_a_picture(plywise, tmp_path):
    (tmp_path / "race.py").write_text(OWN_GAME, encoding="utf-8")
    assert "Wrote race.svg." in plywise("tree", "race.py", "--depth", "4", "--svg", "race.svg").stdout
    picture = (tmp_path / "race.svg").read_text(encoding="utf-8")
    assert picture.count('class="piece"') > 10
    assert "There is no folder" in plywise("tree", "race.py", "--svg", "no/where.svg").stderr


def test_merged_states_in_words_pictures_and_data(plywise):
    shown = plywise("tree", "ii-nim", "--depth", "4", "--merge", "--symmetric").stdout
    assert "9 distinct states; the tree has 33." in shown
    assert "↑" in shown
    data = json.loads(plywise("tree", "ii-nim", "--depth", "4", "--merge", "--json").stdout)
    assert len(data["states"]) == 14
    assert data["states"][0]["edges"][0] == {"actions": ["A1"], "to": 1, "best": True}
    assert "Wrote" in plywise("tree", "ii-nim", "--merge", "--svg", "graph.svg").stdout
    assert "give both" in plywise("tree", "ii-nim", "--symmetric").stderr

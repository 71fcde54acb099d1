"""From a name, a file or a plugin to a game; whatever goes wrong is one sentence."""

import inspect
import os
import pickle
import sys
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from plywise import load_game
from plywise.games.catalog import Catalog, _add_plugins, catalog, describe
from plywise.games.nim import Nim
from plywise.games.placing.connect_four import ConnectFour
from plywise.games.placing.mnk import MNK
from plywise.games.placing.tic_tac_toe import TicTacToe
from plywise.games.shipped import PRESETS, SHIPPED
from plywise.rules import CatalogError, Game

ONE_GAME = """
from plywise import Game

class Line(Game):
    '''Walk to the end.'''
    State = int
    def __init__(self, size: int = 3) -> None:
        self.size = size
    def to_move(self, state): return 0
    def actions(self, state): return ["on"] if state < self.size else []
    def result(self, state, action): return state + 1
    def utility(self, state, player): return 0
"""


@pytest.fixture
def user_file(tmp_path, monkeypatch):
    """Write a user's file, and leave no trace of its import."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))

    def write(content: str, name: str = "mine.py") -> str:
        (tmp_path / name).write_text(content, encoding="utf-8")
        return str(tmp_path / name)

    return write


def own(game):
    """Return what a game's class has set on it; `spec` is the catalog's."""
    return {name: value for name, value in vars(game).items() if name != "spec"}


def refusal(spec: str) -> str:
    """Return the one sentence with which a spec is refused."""
    with pytest.raises(CatalogError) as refused:
        load_game(spec)
    text = str(refused.value)
    assert text
    assert "\n" not in text
    return text


@pytest.mark.parametrize("name", [*SHIPPED, *PRESETS, "figure-5.2", "coin-toss"])
def test_every_name_makes_a_game_and_has_a_description(name):
    assert isinstance(load_game(name), Game)
    assert describe(name)
    assert "\n" not in describe(name)


def test_names_mean_what_they_say():
    assert type(load_game("tic-tac-toe")) is TicTacToe
    assert describe("ii-nim") == "short for nim:piles=2-2"
    assert catalog().broken == {}


def test_parameters_are_read_by_their_kind():
    wide = load_game("connect-four:width=5,height=4")
    assert isinstance(wide, ConnectFour)
    assert (wide.width, wide.height) == (5, 4)
    nim = load_game("nim:piles=3-4-5,misere=false")
    assert isinstance(nim, Nim)
    assert (nim.piles, nim.misere) == ((3, 4, 5), False)
    for spec in ("nim:piles=(3, 4),misere=True", "nim:piles=[3, 4]", "nim: piles = 3-4 , misere = TRUE "):
        nim = load_game(spec)
        assert isinstance(nim, Nim)
        assert (nim.piles, nim.misere) == ((3, 4), True)
    assert vars(load_game("nim:piles=3"))["piles"] == (3,)
    assert vars(load_game("nim:piles=3-4:misere=false"))["misere"] is False
    tall = load_game("mnk:m=3:n=4:k=3")
    assert isinstance(tall, MNK)
    assert (tall.width, tall.height, tall.k) == (3, 4, 3)
    three = load_game("mnk:players=3")
    assert isinstance(three, MNK)
    assert three.players == 3


def test_an_unknown_name_lists_the_known_ones():
    text = refusal("checkmate")
    assert text.startswith("There is no game called 'checkmate': choose one of ")
    assert all(name in text for name in [*catalog().makers, *PRESETS])


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("", "There is no game called ''"),
        ("connect-four:widht=5", "it knows width, height"),
        ("tic-tac-toe:size=4", "it knows none"),
        ("figure-5.2:size=4", "it knows none"),
        ("connect-four:width=0", "1 to 30 columns"),
        ("connect-four:width=wide", "width is a whole number, as in connect-four:width=7."),
        ("connect-four:width=2.5", "width is a whole number, as in connect-four:width=7."),
        ("connect-four:width=true", "width is a whole number, as in connect-four:width=7."),
        ("connect-four:width=" + "-" * 100_000 + "1", "width is a whole number"),
        ("connect-four:width=", "width is a whole number"),
        ("mnk:m=a", "m is a whole number, as in mnk:m=3."),
        ("mnk:m=3,m=4", "m is given twice, as 3 and as 4: keep one."),
        ("mnk:m=3:m=4", "m is given twice, as 3 and as 4: keep one."),
        ("nim:piles=2-2,misere=no", "misere is true or false, as in nim:misere=true."),
        ("nim:piles=2-2,misere=1", "misere is true or false, as in nim:misere=true."),
        ("nim:piles=few", "piles is numbers joined by dashes, as in nim:piles=3-4-5."),
        ("nim:piles=(2,'two')", "piles is numbers joined by dashes, as in nim:piles=3-4-5."),
        ("nim:piles=" + "9" * 5000 + "-2", "piles is numbers joined by dashes"),
        ("nim:piles=99999999-2", "0 to 1,000 matches each"),
        ("mnk:m=3,n=3000,k=3", "1 to 26 columns and rows, not 3x3000"),
        ("connect-four:5x4", "'5x4' is not a parameter: write it as name=value"),
        ("connect-four:width=5,4", "width is a whole number, as in connect-four:width=7"),
        ("connect-four:2wide=5", "'2wide=5' is not a parameter"),
        ("connect-four:2\nwide=5", r"'2\nwide=5' is not a parameter"),
        ("connect-four:\nwide", r"'\nwide' is not a parameter"),
        ("connect-four:width=4\n4,width=5", r"width is given twice, as 4\n4 and as 5: keep one."),
        ("no\nwhere", r"There is no game called 'no\nwhere'"),
        ("mnk:k=9", "k must fit the board"),
        ("nowhere.py", "There is no file nowhere.py"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(spec, reason):
    assert reason in refusal(spec)


def test_a_file_with_one_game_needs_no_more(user_file):
    file = user_file(ONE_GAME)
    game = load_game(file)
    assert (game.name, own(game)) == ("line", {"size": 3})
    assert own(load_game(f"{file}:size=5")) == {"size": 5}
    assert own(load_game(f"{file}:Line")) == {"size": 3}
    assert own(load_game(f"{file}:Line:size=7")) == {"size": 7}


def test_a_users_parameters_are_of_the_kind_of_their_defaults(user_file):
    content = ONE_GAME.replace("size: int = 3", "free, some=None, komi=0.5, tag='x', pair=(0.5, 1.5), many=()")
    file = user_file(content.replace("self.size = size", "vars(self).update(locals())"))

    def given(parameters: str) -> dict[str, object]:
        game = load_game(f"{file}:Line:{parameters}")
        return {name: value for name, value in own(game).items() if name != "self"}

    rest = {"some": None, "komi": 0.5, "tag": "x", "pair": (0.5, 1.5), "many": ()}
    assert given("free=[1,2]") == {"free": [1, 2], **rest}
    assert given("free=no,some=7,komi=6") == {**rest, "free": "no", "some": 7, "komi": 6}
    assert given("free=1,tag=5,pair=3,many=4") == {**rest, "free": 1, "tag": "5", "pair": (3,), "many": (4,)}
    assert refusal(f"{file}:Line:free=1,komi=much") == f"komi is a number, as in {file}:Line:komi=0.5."
    assert refusal(f"{file}:Line:free=1,pair=('a','b')") == f"pair is a tuple, as in {file}:Line:pair=(0.5,1.5)."


def test_a_file_with_several_games_must_be_told_which(user_file):
    file = user_file(ONE_GAME + "\nclass Longer(Line): pass\n")
    assert refusal(file) == "mine.py defines Line, Longer: say which, as in mine.py:Line."
    assert load_game(f"{file}:Longer").name == "longer"
    assert refusal(f"{file}:Shorter") == "mine.py has no Game called Shorter: it has Line, Longer."


def test_a_game_that_is_only_imported_is_not_the_files_own(user_file):
    file = user_file("from plywise.games.nim import Nim\n")
    assert refusal(file) == "mine.py defines no game: write a class that derives from plywise.Game."
    assert refusal(f"{file}:Nim") == "mine.py has no Game called Nim: it has none."


def test_a_file_may_import_its_neighbours(user_file):
    user_file("LENGTH = 4\n", "neighbour_of_mine.py")
    file = user_file(ONE_GAME.replace("size: int = 3", "size: int = LENGTH") + "\n", "main.py")
    text = "from neighbour_of_mine import LENGTH\n" + ONE_GAME.replace("size: int = 3", "size: int = LENGTH")
    user_file(text, "main.py")
    assert own(load_game(file)) == {"size": 4}


def test_the_folder_of_a_file_is_searched_only_while_it_is_imported(user_file, tmp_path):
    user_file("", "neighbour_that_stays.py")
    before = list(sys.path)
    load_game(user_file("import neighbour_that_stays\n" + ONE_GAME))
    assert sys.path == before
    assert "neighbour_that_stays" in sys.modules
    refusal(user_file("1 / 0", "fails.py"))
    assert sys.path == before
    refusal(user_file(f"import sys; sys.path.remove({str(tmp_path)!r}); 1 / 0", "tidies.py"))
    assert sys.path == before


def test_two_files_of_one_name_are_two_modules(tmp_path):
    for folder, size in (("one", 1), ("two", 2)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(ONE_GAME.replace("= 3", f"= {size}"), encoding="utf-8")
    games = [load_game(str(tmp_path / folder / "mine.py")) for folder in ("one", "two")]
    assert [own(game) for game in games] == [{"size": 1}, {"size": 2}]
    for game in games:
        again = pickle.loads(pickle.dumps(game))
        assert type(again) is type(game)
        assert f"size: int = {vars(game)['size']}" in inspect.getsource(type(game))


def test_a_file_is_read_anew_each_time(user_file):
    assert own(load_game(user_file(ONE_GAME))) == {"size": 3}
    assert own(load_game(user_file(ONE_GAME.replace("= 3", "= 33")))) == {"size": 33}


def test_a_syntax_error_is_named_with_its_line(user_file):
    file = user_file("from plywise import Game\n\nclass Broken(Game)\n    pass\n")
    assert refusal(file).startswith(f"{file}:3: ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("raise KeyError", "KeyError"),
    ],
)
def test_a_file_that_cannot_be_imported_says_why(user_file, content, reason):
    file = user_file(content)
    text = refusal(file)
    assert text.startswith(f"{file} can't be imported: ")
    assert reason in text


def test_a_constructor_that_fails_is_named(user_file):
    file = user_file(ONE_GAME.replace("self.size = size", "raise ValueError('no such size')"))
    assert "can't be set up: ValueError: no such size" in refusal(file)


def points(**targets: str) -> list[EntryPoint]:
    return [EntryPoint(name, target, "plywise.games") for name, target in targets.items()]


def test_plugins_add_games_and_broken_ones_are_named_and_skipped():
    makers = dict(catalog().makers)
    broken = _add_plugins(
        makers,
        points(added="plywise.games.nim:Nim", missing="no_such_package:Game", nothing="plywise.games.nim:Chess"),
    )
    assert makers["added"] is Nim
    assert not {"missing", "nothing"} & set(makers)
    assert sorted(broken) == ["missing", "nothing"]
    assert broken["missing"].startswith("no_such_package:Game can't be imported: ModuleNotFoundError")


def test_a_plugin_may_not_take_a_name_in_use():
    makers = dict(catalog().makers)
    broken = _add_plugins(makers, points(nim="plywise.games.placing.mnk:MNK"))
    assert makers["nim"] is Nim
    assert broken == {"nim": "plywise.games.placing.mnk:MNK takes a name that is already in use."}


def test_asking_for_a_broken_plugin_says_why(monkeypatch):
    ill = Catalog(catalog().makers, {"shogi": "shogi_rules:Shogi can't be imported: ImportError"})
    monkeypatch.setattr("plywise.games.catalog.catalog", lambda: ill)
    assert refusal("shogi") == "The plugin shogi is broken: shogi_rules:Shogi can't be imported: ImportError"


def test_a_preset_takes_parameters_too():
    game = load_game("ii-nim:misere=false")
    assert isinstance(game, Nim)
    assert (game.piles, game.misere) == ((2, 2), False)


@pytest.mark.parametrize("text", ["raise SystemExit(3)", "x = 1\0"])
def test_a_file_that_exits_or_is_no_text_is_refused(tmp_path, text):
    (tmp_path / "odd.py").write_text(text)
    with pytest.raises(CatalogError, match=r"odd\.py"):
        load_game(str(tmp_path / "odd.py"))


@pytest.mark.parametrize(
    ("text", "value"),
    [("((1,2),(3,4))", ((1, 2), (3, 4))), ("{'a':1,'b':2}", {"a": 1, "b": 2}), ("'a,b'", "a,b"), ("[1,[2]]", [1, [2]])],
)
def test_any_literal_can_be_a_parameter(tmp_path, text, value):
    rules = "class Free(Game):\n    def __init__(self, layout, n=1):\n        self.layout = layout\n"
    (tmp_path / "free.py").write_text(f"from plywise import Game\n{rules}")
    game: Any = load_game(f"{tmp_path / 'free.py'}:layout={text},n=2")
    assert game.layout == value


FROZEN = """
from dataclasses import dataclass
from plywise.games.nim import Nim

@dataclass(frozen=True)
class Frozen(Nim):
    piles: tuple = (1, 2)
    misere: bool = False
"""


def test_a_game_knows_how_it_was_loaded_where_it_can(user_file):
    assert load_game("nim:piles=3").spec == "nim:piles=3"
    assert load_game(user_file(FROZEN)).spec == ""


def test_a_change_within_the_same_second_is_seen(tmp_path):
    """Bytecode that Python kept has the same size and second: it isn't used."""
    path = tmp_path / "mine.py"
    rules = (
        "from plywise import Game\nclass Mine(Game):\n    State = int\n    title = '{}'\n"
        "    def to_move(self, state): return 0\n    def actions(self, state): return []\n"
        "    def utility(self, state, player): return 0\n"
    )
    for title in ("one", "two"):
        path.write_text(rules.format(title), encoding="utf-8")
        os.utime(path, (1_000_000_000, 1_000_000_000))
        assert getattr(load_game(str(path)), "title", "") == title

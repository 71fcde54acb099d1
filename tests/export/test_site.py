"""A site of static files: what is in it, what it says of its games, and what is refused."""

import gzip
import io
import json
import tarfile
import zipfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path

import pytest

from plywise.export import ExportError, export_site
from plywise.export.site.pyodide import FILES, VERSION, unpack
from plywise.export.site.rooms import plain_rooms
from plywise.kernel.building import KernelManifest
from plywise.rules import CatalogError, PlywiseError

OWN = '''
from steps import LAST

from plywise import Game


class ToLast(Game):
    """Add 1 or 2."""

    State = int

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def is_terminal(self, state):
        return state >= LAST

    def utility(self, state, player):
        return 1 if player == state % 2 else -1
'''


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A folder with something like Pyodide, and no Node to make a memory with."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    for name in FILES:
        (pyodide / name).write_bytes(name.encode())
    return {"pyodide": pyodide, "out": tmp_path / "site"}


def export(places, *games, is_plain=True):
    return export_site(games, places["out"], pyodide=places["pyodide"], is_plain=is_plain)


def test_a_site_has_its_games_with_their_first_boards(places):
    site = export(places, "nim:piles=1-2", "tic-tac-toe")
    told = json.loads((places["out"] / "site.json").read_text())
    assert [card["title"] for card in told["games"]] == ["Nim (piles=1-2)", "Tic Tac Toe"]
    assert told["specs"] == {"nim:piles=1-2": "nim:piles=1-2", "tic-tac-toe": "tic-tac-toe"}
    first = told["firsts"]["tic-tac-toe"]
    assert len(first["position"]["view"]["cells"]) == len(first["position"]["options"]) == 9
    assert first["description"]["players"] == ["A", "B"]
    assert (told["engine"]["archives"], told["engine"]["memory"]) == (["rooms.zip"], None)
    files = {path.relative_to(places["out"]).as_posix() for path in places["out"].rglob("*") if path.is_file()}
    assert files == {*told["files"]} == {*site.sizes}


def test_the_page_may_compile_webassembly_and_no_text(places):
    export(places, "nim")
    page = (places["out"] / "index.html").read_text()
    policy = page.partition('Content-Security-Policy" content="')[2].partition('"')[0]
    assert "'wasm-unsafe-eval'" in policy
    assert "'unsafe-eval'" not in policy
    assert "connect-src 'self';" in policy
    assert "<title>Nim</title>" in page
    assert 'src="/' not in page
    assert 'href="/' not in page


def test_everything_is_kept_for_a_visit_without_a_network(places):
    export(places, "nim")
    script = (places["out"] / "sw.js").read_text()
    listed = json.loads(script.partition("FILES = ")[2].partition(";")[0])
    told = json.loads((places["out"] / "site.json").read_text())
    assert {*listed} == {"./", *told["files"]} - {"sw.js"}
    before = script.partition("plywise ")[2]
    export(places, "tic-tac-toe")
    assert (places["out"] / "sw.js").read_text().partition("plywise ")[2] != before


def test_files_of_the_user_go_along_with_what_they_import(places, tmp_path, monkeypatch):
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "to_last.py").write_text(OWN)
    (folder / "steps.py").write_text("LAST = 10\n")
    (folder / "secret.py").write_text("PASSWORD = 1\n")
    monkeypatch.syspath_prepend(folder)
    export(places, str(folder / "to_last.py"))
    told = json.loads((places["out"] / "site.json").read_text())
    assert told["specs"] == {"to_last": "/lib/python3.14/site-packages/plywise_own/to_last.py"}
    assert told["games"][0]["shelf"] == "yours"
    with zipfile.ZipFile(places["out"] / "own.zip") as own:
        assert own.namelist() == ["plywise_own/steps.py", "plywise_own/to_last.py"]
    assert str(tmp_path) not in (places["out"] / "site.json").read_text()


def test_an_earlier_export_is_replaced_and_anything_else_is_left_alone(places):
    out = places["out"]
    export(places, "nim")
    stale = out / "assets" / "old-12345678.js"
    stale.write_text("")
    told = json.loads((out / "site.json").read_text())
    told["files"] += ["assets/old-12345678.js", "../pyodide/pyodide.mjs"]
    (out / "site.json").write_text(json.dumps(told))
    export(places, "tic-tac-toe")
    assert not stale.exists()
    assert (places["pyodide"] / "pyodide.mjs").exists()
    (out / "site.json").unlink()
    with pytest.raises(ExportError, match="no earlier export: name an empty folder"):
        export(places, "nim")
    assert (out / "index.html").exists()


def test_what_cannot_be_is_refused_and_nothing_is_written(places, tmp_path):
    with pytest.raises(CatalogError, match="no-such-game"):
        export(places, "no-such-game")
    with pytest.raises(PlywiseError, match="gone"):
        export(places, str(tmp_path / "gone.py"))
    (places["pyodide"] / "pyodide.mjs").unlink()
    with pytest.raises(ExportError, match=r"has no pyodide\.mjs: name the folder of Pyodide"):
        export(places, "nim")
    assert not places["out"].exists()
    places["out"].write_text("")
    with pytest.raises(ExportError, match="is a file: name a folder"):
        export(places, "nim")


ENDLESS = """
from plywise import Game

class Endless(Game):
    State = int
    def to_move(self, state): return 0
    def actions(self, state):
        while True: pass
    def result(self, state, action): return 1
    def utility(self, state, player): return 0
"""


def test_rules_that_never_answer_are_refused(places, tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.export.site.games.ANSWER_SECONDS", 0.3)
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    with pytest.raises(ExportError, match=r"did not answer in 0.3 seconds: try `plywise check`"):
        export(places, str(tmp_path / "endless.py"))


def test_another_version_of_pyodide_is_refused(places):
    (places["pyodide"] / "package.json").write_text('{"version": "0.1.0"}')
    with pytest.raises(ExportError, match=f"another version of Pyodide: name one with {VERSION}"):
        export(places, "nim")


def test_the_rooms_of_a_page_are_the_same_every_time_and_hold_no_server():
    rooms = plain_rooms()
    assert rooms == plain_rooms()
    with zipfile.ZipFile(io.BytesIO(rooms)) as archive:
        names = archive.namelist()
    assert "plywise/tasks/in_page.py" in names
    assert "plywise/games/trees/figure-5.2.json" in names
    assert not [name for name in names if name.startswith(("plywise/service/", "plywise/cli/"))]


def packed(**files):
    """A package as npm has it, and its checksum."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        for name, member in files.items():
            about = tarfile.TarInfo(f"package/{name}")
            if member is None:
                about.type, about.linkname = tarfile.SYMTYPE, "/etc/passwd"
            else:
                about.size = len(member)
            archive.addfile(about, None if member is None else io.BytesIO(member))
    whole = gzip.compress(content.getvalue())
    return whole, b64encode(sha512(whole).digest()).decode()


def test_only_the_very_package_is_unpacked():
    whole = {name: name.encode() for name in FILES}
    assert unpack(*packed(**whole, **{"../escape": b""})) == whole
    with pytest.raises(ExportError, match=f"is not Pyodide {VERSION}"):
        unpack(packed(**whole)[0])
    with pytest.raises(ExportError, match=r"has no pyodide\.mjs"):
        unpack(*packed(**dict.fromkeys(FILES[1:], b"")))
    with pytest.raises(ExportError, match=r"pyodide\.mjs in the package .* is no file"):
        unpack(*packed(**{**whole, "pyodide.mjs": None}))


def test_the_checksum_is_the_one_that_npm_has_locked():
    lock = Path(__file__).parents[2] / "web" / "package-lock.json"
    if not lock.exists():
        pytest.skip("only a checkout has the front end's sources")
    from plywise.export.site.pyodide import SHA512

    about = json.loads(lock.read_text())["packages"]["node_modules/pyodide"]
    assert (about["version"], about["integrity"]) == (VERSION, f"sha512-{SHA512}")


def test_games_bring_the_compiled_searches_that_their_pages_ask_for(places, tmp_path):
    own = tmp_path / "own" / "to_last.py"
    own.parent.mkdir()
    own.write_text(OWN.replace("from steps import LAST", "LAST = 20"), encoding="utf-8")
    site = export(places, "nim", str(own), is_plain=False)
    told = json.loads((site.folder / "site.json").read_text(encoding="utf-8"))
    names = told["engine"]["kernels"]["nim"]
    assert names
    for name in names:
        manifest = KernelManifest.from_json((site.folder / f"{name}.json").read_bytes())
        code = (site.folder / f"{name}.wasm").read_bytes()
        assert code.startswith(b"\0asm")
        assert (len(code), manifest.compared) == (manifest.object_size, 60)
    assert list(told["engine"]["kernels"]) == ["nim"]
    assert "make it a NamedTuple" in site.plain["to_last"]


def test_without_a_linker_it_says_what_to_install(places, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ExportError, match=r"pip install plywise\[export\]`, or export with --plain"):
        export(places, "nim", is_plain=False)
    assert not places["out"].exists()

"""Kernels on disk that were damaged, replaced or made elsewhere: each is compiled again, with one sentence."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from plywise import Limit, load_game
from plywise.kernel import Searcher
from plywise.kernel.building import forget_kernels, kept_kernels
from plywise.kernel.building.disk import KernelManifest, prune
from tests.thinning import thinned

AGAIN = "can't be used .*: it is compiled again"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with one kernel, to be copied."""
    folder = tmp_path_factory.mktemp("made")
    before = os.environ.get("PLYWISE_CACHE_DIR")
    os.environ["PLYWISE_CACHE_DIR"] = str(folder)
    try:
        forget_kernels()
        search()
    finally:
        os.environ.pop("PLYWISE_CACHE_DIR")
        if before is not None:
            os.environ["PLYWISE_CACHE_DIR"] = before
    return folder / "kernels"


@pytest.fixture
def kernels(made, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    folder = tmp_path / "kernels"
    folder.mkdir(mode=0o700)
    tmp_path.chmod(0o700)
    for path in made.iterdir():
        copy = folder / path.name
        copy.write_bytes(path.read_bytes())
        copy.chmod(0o600)
    return folder


def search() -> tuple[float, int]:
    game = load_game("nim:piles=2-3")
    forget_kernels()
    found = Searcher(game, table_mb=1).decide(limit=Limit(depth=9))
    return found.value, found.nodes


def only(folder: Path, suffix: str) -> Path:
    (found,) = (path for path in folder.iterdir() if path.suffix == suffix and path.stem != "sources")
    return found


def rewrite(path: Path, **changes) -> None:
    """Write a manifest that is whole, and says something else."""
    manifest = KernelManifest.from_json(path.read_bytes())
    path.write_bytes(replace(manifest, **changes).to_json().encode())


def flip(path: Path, place: float) -> None:
    content = bytearray(path.read_bytes())
    content[int(place * (len(content) - 1))] ^= 4
    path.write_bytes(content)


def link_out(path: Path) -> None:
    outside = path.parent.parent / "outside"
    path.rename(outside)
    path.symlink_to(outside)


def make_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def give_away(path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root may give a file away")
    os.chown(path, 12345, 12345)


def other_processor(path: Path) -> None:
    rewrite(path, processor={"name": "z80", "features": "+tape"})


DAMAGE = {
    "object flipped at its start": (".o", lambda path: flip(path, 0)),
    "object flipped in the middle": (".o", lambda path: flip(path, 0.5)),
    "object flipped at its end": (".o", lambda path: flip(path, 1)),
    "object half written": (".o", lambda path: path.write_bytes(path.read_bytes()[:1000])),
    "object empty": (".o", lambda path: path.write_bytes(b"")),
    "object missing": (".o", Path.unlink),
    "object of another user": (".o", give_away),
    "object a link out of the folder": (".o", link_out),
    "object a FIFO": (".o", make_fifo),
    "object writable by others": (".o", lambda path: path.chmod(0o666)),
    "manifest flipped at its start": (".json", lambda path: flip(path, 0)),
    "manifest flipped in the middle": (".json", lambda path: flip(path, 0.5)),
    "manifest flipped at nine tenths": (".json", lambda path: flip(path, 0.9)),
    "manifest half written": (".json", lambda path: path.write_bytes(path.read_bytes()[:500])),
    "manifest not JSON": (".json", lambda path: path.write_bytes(b"broken")),
    "manifest of another user": (".json", give_away),
    "manifest a link out of the folder": (".json", link_out),
    "manifest a FIFO": (".json", make_fifo),
    "manifest of another processor": (".json", other_processor),
}


@pytest.mark.parametrize("name", thinned(DAMAGE, 4))
def test_damage_ends_in_a_clean_compile_and_one_sentence(name, kernels):
    suffix, damage = DAMAGE[name]
    wanted = search()
    damage(only(kernels, suffix))
    with pytest.warns(RuntimeWarning, match=AGAIN) as said:
        assert search() == wanted
    assert len(said) == 1
    assert search() == wanted  # the new one is whole


def test_every_byte_of_a_manifest_counts(kernels):
    """A layout with one digit changed would be searched with, and answer wrongly."""
    path = only(kernels, ".json")
    content = path.read_bytes()
    for place in range(0, len(content), 97):
        changed = bytearray(content)
        changed[place] ^= 1
        try:
            assert json.loads(changed) == json.loads(content)
        except (ValueError, AssertionError):
            with pytest.raises(Exception, match="manifest"):
                KernelManifest.from_json(bytes(changed))


def test_a_link_in_place_of_the_folder_is_refused(kernels):
    moved = kernels.rename(kernels.parent / "elsewhere")
    kernels.symlink_to(moved)
    with pytest.raises(Exception, match=r"is a link or a file, not a folder"):
        search()


def test_the_shared_folder_of_all_users_is_refused_without_bad_advice(kernels):
    kernels.parent.chmod(0o1777)
    with pytest.raises(Exception, match=r"is shared by all users: set PLYWISE_CACHE_DIR") as said:
        search()
    assert "chmod" not in str(said.value)


def test_kernels_not_used_for_longest_go_first(kernels):
    (first,) = kept_kernels(kernels)
    assert (first.game, first.kernel) == ("nim", "alpha-beta")
    for number in range(4):
        for suffix in (".o", ".json"):
            copy = kernels / f"copy{number}{suffix}"
            copy.write_bytes((kernels / f"{first.key}{suffix}").read_bytes())
            copy.chmod(0o600)
        os.utime(kernels / f"copy{number}.json", (number, number))
    size = (kernels / f"{first.key}.o").stat().st_size
    assert prune(kernels, 3.5 * size / (1 << 20)) == ["copy1", "copy0"]
    assert {kept.key for kept in kept_kernels(kernels)} == {first.key, "copy2", "copy3"}


COUNT = """
import sys, warnings
warnings.simplefilter("error")
from plywise import Limit, load_game
from plywise.kernel import Searcher
found = Searcher(load_game("nim:piles=2-4"), table_mb=1).decide(limit=Limit(depth=9))
print(found.value, found.nodes)
"""


def test_six_processes_at_once_compile_a_game_once(tmp_path):
    usual = {**os.environ, "PLYWISE_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-c", COUNT]
    started = [subprocess.Popen(command, env=usual, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    answers = {process.communicate(timeout=300)[0] for process in started}
    assert len(answers) == 1
    assert all(process.returncode == 0 for process in started)
    folder = tmp_path / "cache" / "kernels"
    assert len(list(folder.glob("*.o"))) == 1
    assert only(folder, ".lock").read_text(encoding="utf-8").count("compiled by") == 1
    assert not list(folder.glob("*.tmp"))

"""`plywise cache`: what is kept, how large it is, and away with it."""

import json
import os
from pathlib import Path

import pytest

from plywise.kernel.building.disk import EntryPoint, KernelManifest

CODE = b"machine code" * 200_000


@pytest.fixture
def folder(tmp_path):
    """A cache with two kernels, which nobody need compile, and what is left of other work."""
    top = tmp_path / "cache"
    kernels = top / "kernels"
    kernels.mkdir(parents=True)
    for made in (top, kernels):
        made.chmod(0o700)
    for number, game in enumerate(("nim", "connect-four")):
        manifest = KernelManifest(
            game, "alpha-beta", {"search": EntryPoint(5, "int")}, {}, {}, {}, {"name": "any"}, (), "0" * 64, len(CODE)
        )
        key = kernels / f"{number:032x}"
        key.with_suffix(".json").write_text(manifest.to_json(), encoding="utf-8")
        key.with_suffix(".o").write_bytes(CODE)
        os.utime(key.with_suffix(".json"), (1e9 + number, 1e9 + number))
    (kernels / "sources.json").write_text("{}", encoding="utf-8")
    (kernels / f"{7:032x}.refused").write_text("{}", encoding="utf-8")
    return top


def test_kernels_are_listed_those_used_last_first(plywise, folder):
    done = plywise("cache", PLYWISE_CACHE_DIR=str(folder))
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["game", "connect-four", "nim"]
    assert "alpha-beta" in lines[1]
    assert "2.3 MB" in lines[1]
    assert "days ago" in lines[1]
    assert lines[-1] == f"2 kernels, 4.6 MB of 256 MB at most, in {folder}"
    assert plywise("cache", "list", PLYWISE_CACHE_DIR=str(folder)).stdout == done.stdout


def test_the_size_is_one_line(plywise, folder):
    done = plywise("cache", "size", PLYWISE_CACHE_DIR=str(folder), PLYWISE_CACHE_MB="10")
    assert done.stdout.splitlines() == [f"2 kernels, 4.6 MB of 10 MB at most, in {folder}"]


def test_a_damaged_manifest_is_listed_too(plywise, folder):
    (folder / "kernels" / f"{0:032x}.json").write_text("broken", encoding="utf-8")
    assert "damaged" in plywise("cache", PLYWISE_CACHE_DIR=str(folder)).stdout


def test_json_says_the_same(plywise, folder):
    for action in ("list", "size"):
        data = json.loads(plywise("cache", action, "--json", PLYWISE_CACHE_DIR=str(folder)).stdout)
        assert (data["folder"], data["megabytes"]) == (str(folder), 256)
        assert [(each["game"], each["kernel"]) for each in data["kernels"]] == [
            ("connect-four", "alpha-beta"),
            ("nim", "alpha-beta"),
        ]
        assert all(each["bytes"] > len(CODE) for each in data["kernels"])


def test_clear_removes_everything(plywise, folder):
    done = plywise("cache", "clear", PLYWISE_CACHE_DIR=str(folder))
    assert done.stdout.splitlines() == ["Removed 2 kernels (4.6 MB)."]
    assert list((folder / "kernels").iterdir()) == []
    assert plywise("cache", "clear", PLYWISE_CACHE_DIR=str(folder)).stdout.startswith("Removed 0 kernels")


def test_clear_as_json_lists_what_was_removed(plywise, folder):
    data = json.loads(plywise("cache", "clear", "--json", PLYWISE_CACHE_DIR=str(folder)).stdout)
    assert {each["game"] for each in data["kernels"]} == {"nim", "connect-four"}
    assert list((folder / "kernels").glob("*.o")) == []


def test_a_cache_that_is_not_there_is_empty(plywise, tmp_path):
    missing = str(tmp_path / "missing")
    for action in ("list", "size", "clear"):
        done = plywise("cache", action, PLYWISE_CACHE_DIR=missing)
        assert done.returncode == 0
        assert "0 kernels" in done.stdout
    assert not Path(missing).exists()


def test_a_nonsense_size_is_one_sentence(plywise, folder):
    done = plywise("cache", "size", PLYWISE_CACHE_DIR=str(folder), PLYWISE_CACHE_MB="many")
    assert done.returncode == 1
    assert "PLYWISE_CACHE_MB=many is not a number of megabytes" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs the modes of POSIX")
@pytest.mark.parametrize("args", [("cache", "clear"), ("analyse", "connect-four", "--depth", "8")])
def test_the_folder_of_all_users_is_refused_in_one_sentence(plywise, tmp_path, args):
    """Nothing is made or removed in it, and nobody is told to take it away from the others."""
    shared = tmp_path / "shared"
    kernels = shared / "kernels"
    shared.mkdir()
    shared.chmod(0o1777)
    if args[0] == "cache":
        kernels.mkdir()
        (kernels / "somebody.o").write_bytes(b"theirs")
    done = plywise(*args, PLYWISE_CACHE_DIR=str(shared))
    assert done.returncode == 1
    assert "is shared by all users: set PLYWISE_CACHE_DIR to a folder of your own." in " ".join(done.stderr.split())
    assert "chmod" not in done.stderr
    assert kernels.exists() == (args[0] == "cache")
    assert not kernels.exists() or (kernels / "somebody.o").exists()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="/tmp belongs to root")
def test_tmp_is_refused_without_bad_advice(plywise):
    done = plywise("analyse", "connect-four", "--depth", "8", PLYWISE_CACHE_DIR="/tmp")
    assert done.returncode == 1
    assert "/tmp is shared by all users" in " ".join(done.stderr.split())
    assert "chmod 700 /tmp" not in done.stderr

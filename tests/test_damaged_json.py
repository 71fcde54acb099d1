"""Files of JSON that are damaged: each reader says so in one sentence, or takes the file as missing."""

import re
from pathlib import Path

import pytest

from plywise.files import parse_json, parse_object
from plywise.games.record_files import read_records
from plywise.games.tree import Tree
from plywise.kernel.building.disk.identity import _kept
from plywise.kernel.building.disk.manifest import DamagedError, KernelManifest
from plywise.kernel.building.disk.refusals import raise_refusal
from plywise.knowledge import Strategy
from plywise.knowledge.levels import parse_levels
from plywise.knowledge.solved.arrays.working import _is_sound
from plywise.knowledge.solved.manifest import load_json
from plywise.learn.prob_cut import read_prob_cut
from plywise.matches.folder import MatchFolder, read_line
from plywise.rules import PlywiseError
from plywise.solve.expected.job import ExpectedJob
from plywise.solve.spread.files import TaskFiles
from tests.cli.test_solve import refusal

DEEP = b'{"a":' + b"[" * 100_000
DAMAGED = (DEEP, b"[" * 100_000, b"", b"\xff", b"[]", b"7", b'"x"', b"null", b"{", b"{}", b"9" * 5_000)
SOURCE = Path(__file__).parents[1] / "src" / "plywise"
OWN_TEXT = {
    "files.py",
    "games/record_files.py",
    "kernel/building/child.py",
    "kernel/building/compiler/serving.py",
    "matches/folder.py",
    "service/jobs/analysis.py",
    "service/jobs/own_files.py",
    "service/jobs/preparing.py",
    "service/jobs/process.py",
    "service/seats/sitting.py",
    "service/worker/job_loop.py",
}
"""Where JSON is read that Plywise wrote a moment before, into a variable or a pipe."""


def read_note(path: Path) -> object:
    job = ExpectedJob.__new__(ExpectedJob)
    job.note = path
    return job.noted_bounds()


def read_match(path: Path) -> object:
    return MatchFolder(path.rename(path.parent / "match.json").parent, {})


REFUSE = {
    "tree": Tree.from_file,
    "strategy": Strategy.read,
    "models": read_prob_cut,
    "record": read_records,
    "records": lambda path: read_records(path.rename(path.with_suffix(".jsonl"))),
    "manifest": lambda path: load_json(path.read_bytes(), "manifest.json"),
    "bounds": read_note,
    "match": read_match,
    "levels": parse_levels,
}
MISS = {
    "sources": _kept,
    "refusal": raise_refusal,
    "task": lambda path: TaskFiles(path.parent).find(path.name),
    "rows": lambda path: _is_sound(path.with_suffix(".rows"), 1, True),
    "line": lambda path: read_line(path.read_bytes()),
}


@pytest.mark.parametrize("data", DAMAGED)
@pytest.mark.parametrize("name", REFUSE)
def test_a_damaged_file_is_refused_in_one_sentence(name, data, tmp_path):
    (tmp_path / "file.json").write_bytes(data)
    if (name, data) in [("records", b""), ("tree", b"7")]:
        return  # a file without a line holds no games, and a number is a tree
    with pytest.raises(PlywiseError) as caught:
        REFUSE[name](tmp_path / "file.json")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", DAMAGED)
@pytest.mark.parametrize("name", MISS)
def test_a_damaged_file_counts_as_missing(name, data, tmp_path):
    (tmp_path / "file.json").write_bytes(data)
    (tmp_path / "file.rows").write_bytes(b"0")
    assert not MISS[name](tmp_path / "file.json")


@pytest.mark.parametrize("data", DAMAGED)
def test_a_damaged_manifest_of_a_kernel_is_told(data):
    with pytest.raises(DamagedError):
        KernelManifest.from_json(data)


@pytest.mark.parametrize("data", [*DAMAGED, b'{"state":"working","updated":"x"}'])
def test_a_damaged_status_is_refused_in_one_sentence(data, tmp_path):
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "status.json").write_bytes(data)
    assert "is damaged" in refusal("solve", "--status", tmp_path)
    (tmp_path / "manifest.json").write_bytes(data)
    assert "\n" not in refusal("solve", "--status", tmp_path).strip()


def test_a_task_whose_arrays_cannot_be_is_done_again(tmp_path):
    files = TaskFiles(tmp_path)
    line = b'{"name":"x","crc32c":0,"facts":{},"arrays":%b}\n'
    for arrays in (b"7", b"[7]", b'[["a","<u2",[5]]]', b'[["a","nonsense",[0]]]', b'[["a","<u2","x"]]'):
        (tmp_path / "x").write_bytes(line % arrays)
        assert files.find("x") is None
    (tmp_path / "x").write_bytes(line % b'[["a","<u2",[0]]]')
    assert files.find("x") is not None


def test_one_reader_of_json_for_whatever_may_be_damaged():
    found = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if "json.loads(" in path.read_text()}
    assert found == OWN_TEXT


def test_json_that_is_nested_too_deeply_is_no_json():
    with pytest.raises(ValueError, match=re.escape("it is nested too deeply")):
        parse_json(DEEP)
    with pytest.raises(ValueError, match="it is not an object of JSON"):
        parse_object("[]")
    assert parse_object('{"a": [1]}') == {"a": [1]}

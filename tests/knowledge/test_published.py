"""Published tables are probed in three small questions, with or without byte ranges, and nothing read is trusted."""

import re
import sys
import types
import urllib.error
import urllib.request

import numpy as np
import pytest
from typer.testing import CliRunner

from plywise.cli.main import app
from plywise.knowledge.solved import DamagedTableError, SolvedFolder, SolvedTableError, check_files, publish
from plywise.knowledge.solved.arrays.spans import PAGE_CHUNKS
from plywise.knowledge.solved.codecs import checksum, plain_checksum
from plywise.knowledge.solved.manifest import KeyGroups, render_front
from plywise.knowledge.solved.places.web import PagePlace
from tests.knowledge.serving import served
from tests.knowledge.solved_samples import SLOTS, write_sample

MOST_QUESTIONS, MOST_BYTES = 3, 64_000


@pytest.fixture(scope="module")
def in_pieces(tmp_path_factory):
    """A published folder that several tests read, and none changes."""
    folder = tmp_path_factory.mktemp("published") / "tables"
    write_sample(folder)
    publish(folder, pieces=True)
    return folder


@pytest.mark.parametrize("ranges", [True, False])
def test_a_cold_probe_takes_three_small_questions(folder, ranges):
    published = publish(folder, pieces=not ranges)
    local = SolvedFolder.open(folder).table("KBNvK w")
    assert bool(published.pieces) != ranges
    with served(folder, ranges=ranges) as (address, asked):
        for slot in (0, 4095, 4096, 12_345, SLOTS - 1):
            asked.forget()
            table = SolvedFolder.open(address + "/tables").table("KBNvK w")
            assert table.code(slot) == local.code(slot)
            assert len(asked) == MOST_QUESTIONS
            assert asked.sent <= MOST_BYTES
            assert table.code(slot - slot % 4096) == local.code(slot - slot % 4096)
            assert len(asked) == MOST_QUESTIONS, "what was read is kept"


@pytest.mark.parametrize("ranges", [True, False])
def test_every_slot_and_key_is_found(in_pieces, ranges):
    held = SolvedFolder.open(in_pieces)
    keys = held.table("sparse").working_keys()
    with served(in_pieces, ranges=ranges) as (address, _):
        there = SolvedFolder.open(address + "/tables")
        for name, slots in (("KBNvK w", range(0, SLOTS, 37)), ("deep", range(0, 5000, 11)), ("sparse", range(3000))):
            local, remote = held.table(name), there.table(name)
            assert [remote.code(slot) for slot in slots] == [local.code(slot) for slot in slots]
        assert [there.table("sparse").find(keys[row].tolist()) for row in range(0, 3000, 50)] == [*range(0, 3000, 50)]
        assert there.table("sparse").find((1, 2, 3)) is None


@pytest.mark.parametrize("ranges", [True, False])
def test_a_key_and_its_code_take_three_small_questions(folder, ranges):
    publish(folder, pieces=not ranges)
    local = SolvedFolder.open(folder).table("sparse")
    with served(folder, ranges=ranges) as (address, asked):
        for row in (0, 170, 1234, 2999):
            asked.forget()
            table = SolvedFolder.open(address + "/tables").table("sparse")
            assert table.find(local.finder.levels[0].row(row)) == row
            assert table.code(row) == local.code(row)
            assert len(asked) == MOST_QUESTIONS
            assert asked.sent <= MOST_BYTES


def test_a_shard_of_keys_may_have_several_groups(tmp_path):
    keys = np.arange(40 * 512 + 7, dtype=np.int64)[:, None] * 3
    codes = np.arange(len(keys), dtype=np.uint32).astype(np.uint8)
    for shard_chunks in (4096, 20):
        where = tmp_path / str(shard_chunks)
        writer = SolvedFolder.create(where, game="nim", fingerprint="f")
        writer.write_table("all", 0, codes, keys, shard_chunks=shard_chunks)
        writer.finish()
        publish(where)
        with served(where) as (address, _):
            table = SolvedFolder.open(address + "/tables").table("all")
            for row in [*range(0, len(keys), 501), len(keys) - 1]:
                assert table.find((3 * row,)) == row
                assert table.find((3 * row + 1,)) is None
                assert table.code(row) == codes[row]
            assert table.find((-1,)) is None


def test_a_group_in_the_place_of_another_is_refused(tmp_path):
    folder = tmp_path / "tables"
    write_sample(folder, key_rows=6000)
    publish(folder)
    groups = folder / "front/sparse/keys.groups"
    (groups / "1").write_bytes((groups / "0").read_bytes())
    local = SolvedFolder.open(folder).table("sparse")
    with served(folder) as (address, _):
        table = SolvedFolder.open(address + "/tables").table("sparse")
        assert table.code(0) == local.code(0)
        with pytest.raises(DamagedTableError, match="another group"):
            table.code(3 * 682)


def test_groups_that_do_not_fit_the_keys_are_refused(tmp_path):
    folder = tmp_path / "tables"
    write_sample(folder, key_rows=6000)
    publish(folder)
    manifest = SolvedFolder.open(folder).manifest
    front = render_front(manifest, {"sparse": KeyGroups(16, ((1, 2, 3),))}, None)
    (folder / "front/tables.zst").write_bytes(front)
    with served(folder) as (address, _):
        table = SolvedFolder.open(address + "/tables").table("sparse")
        with pytest.raises(SolvedTableError, match="groups that don't fit the keys"):
            table.find((1, 2, 3))


def test_a_shard_may_have_several_pages(tmp_path):
    codes = np.arange(3 * PAGE_CHUNKS * 4096 // 2, dtype=np.uint32).astype(np.uint8)
    writer = SolvedFolder.create(tmp_path / "tables", game="nim", fingerprint="f")
    writer.write_table("all", 0, codes)
    writer.finish()
    assert publish(tmp_path / "tables").pages == 2 * 2068
    with served(tmp_path / "tables") as (address, _):
        table = SolvedFolder.open(address + "/tables").table("all")
        for slot in (0, PAGE_CHUNKS * 4096 - 1, PAGE_CHUNKS * 4096, len(codes) - 1):
            assert table.code(slot) == codes[slot]


def test_a_host_without_ranges_and_pieces_is_refused(folder):
    publish(folder)
    with served(folder, ranges=False) as (address, _):
        table = SolvedFolder.open(address + "/tables").table("KBNvK w")
        with pytest.raises(SolvedTableError, match="plywise publish DIR --pieces"):
            table.code(0)


def test_what_is_large_is_read_by_the_manifest(folder, tmp_path):
    publish(folder)
    local = SolvedFolder.open(folder)
    with served(folder) as (address, _):
        there = SolvedFolder.open(address + "/tables")
        table = there.table("sparse")
        assert np.array_equal(
            table.working_keys(tmp_path / "there"), local.table("sparse").working_keys(tmp_path / "here")
        )
        assert there.manifest == local.manifest
        assert [entry.name for entry in there.outline.tables] == [entry.name for entry in local.outline.tables]


def test_a_front_of_other_tables_is_refused(folder, tmp_path):
    publish(folder)
    other = tmp_path / "other"
    writer = SolvedFolder.create(other, game="nim", fingerprint="f")
    writer.write_table("KBNvK w", 0, np.zeros(5, dtype=np.uint8))
    writer.finish()
    (folder / "front").rename(other / "front")
    with served(other) as (address, _):
        there = SolvedFolder.open(address + "/tables")
        with pytest.raises(DamagedTableError, match="the front of other tables"):
            there.manifest  # noqa: B018 - it is read when it is asked for


def flipped(at):
    """Return what changes one bit of an answer."""

    def change(content: bytes) -> bytes:
        where = at % len(content)
        return content[:where] + bytes([content[where] ^ 1]) + content[where + 1 :]

    return change


CHANGES = {
    "early bit": flipped(9),
    "last bit": flipped(-1),
    "cut short": lambda content: content[:-1],
    "empty": lambda content: b"",
}


def probe(address, name, slot, key):
    """Return what a reader who knows nothing yet is told of a slot, and of its key."""
    try:
        table = SolvedFolder.open(address + "/tables").table(name)
        return table.code(slot) if key is None or table.find(key) == slot else "lost"
    except SolvedTableError:
        return "refused"


@pytest.mark.parametrize("ranges", [True, False])
@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("part", ["tables.zst", ".spans", "codes/c", ".groups", "keys/c"])
def test_damaged_answers_are_never_believed(in_pieces, part, kind, ranges):
    name, slots = (
        ("sparse", range(0, 3000, 500)) if part in (".groups", "keys/c") else ("KBNvK w", range(0, SLOTS, 4096))
    )
    local = SolvedFolder.open(in_pieces).table(name)
    truth = [local.code(slot) for slot in slots]
    keys = [local.finder.levels[0].row(slot) if local.is_sparse else None for slot in slots]

    def tamper(path, content):
        return CHANGES[kind](content) if part in path else content

    with served(in_pieces, ranges=ranges, tamper=tamper) as (address, _):
        found = [probe(address, name, slot, key) for slot, key in zip(slots, keys, strict=True)]
    assert all(told in (code, "refused") for told, code in zip(found, truth, strict=True))
    # A piece's last byte may be one that no probe reads, and where the front is empty, the manifest is read.
    assert "refused" in found or not ranges or part == "tables.zst"
    assert "refused" in found or kind != "early bit"


def test_another_part_than_asked_for_is_refused(folder):
    publish(folder)
    with served(folder, shift=2068) as (address, _), pytest.raises(DamagedTableError, match="another part"):
        SolvedFolder.open(address + "/tables").table("KBNvK w").code(SLOTS - 1)


def test_a_host_that_shows_a_page_of_its_own_has_no_front(folder):
    with served(folder, instead_of_404=b"<!doctype html>") as (address, _):
        assert SolvedFolder.open(address + "/tables").table("KBNvK w").code(0) is not None


def test_the_front_is_checked_with_the_tables(folder):
    publish(folder, pieces=True)
    assert not [check for check in check_files(folder) if check.fault]
    piece = folder / "front/pieces/KBNvK_w/codes/c/0/0"
    piece.write_bytes(b"x" + piece.read_bytes()[1:])
    (folder / "front/more").write_bytes(b"")
    faults = {check.path: check.fault for check in check_files(folder) if check.fault}
    assert [*faults] == ["front/pieces/KBNvK_w/codes/c/0/0", "front/more"]
    assert "plywise publish" in faults["front/more"]
    publish(folder)
    assert not [check for check in check_files(folder) if check.fault]


def test_the_command_says_what_it_wrote(folder):
    told = CliRunner().invoke(app, ["publish", str(folder), "--pieces"])
    assert told.exit_code == 0
    assert re.search(r"front/pieces:\d+files,[\d,]+bytes", "".join(told.output.split()))
    missing = CliRunner().invoke(app, ["publish", str(folder / "elsewhere")])
    assert "can't be read" in str(missing.exception)


def test_a_table_may_not_have_the_folder_of_the_front(tmp_path):
    writer = SolvedFolder.create(tmp_path / "tables", game="nim", fingerprint="f")
    writer.write_table("Front", 0, np.zeros(5, dtype=np.uint8))
    writer.finish()
    with pytest.raises(SolvedTableError, match="give it another name"):
        publish(tmp_path / "tables")


def test_a_page_asks_by_xml_http_request(folder, monkeypatch):
    """With a stand-in for the browser's own, which answers with a file that is missing as that does."""

    class XMLHttpRequest:
        @classmethod
        def new(cls):
            return cls()

        def open(self, method, address, is_asynchronous):
            assert (method, is_asynchronous) == ("GET", False)
            self.request = urllib.request.Request(address)

        def setRequestHeader(self, name, value):  # noqa: N802 - JavaScript's name
            self.request.add_header(name, value)

        def send(self):
            try:
                with urllib.request.urlopen(self.request) as answer:
                    self.status, self.headers, content = answer.status, answer.headers, answer.read()
            except urllib.error.HTTPError as error:
                self.status, self.headers, content = error.code, error.headers, b""
            self.response = types.SimpleNamespace(to_bytes=lambda: content)

        def getResponseHeader(self, name):  # noqa: N802
            return self.headers.get(name)

    monkeypatch.setitem(sys.modules, "js", types.SimpleNamespace(XMLHttpRequest=XMLHttpRequest))
    monkeypatch.setattr("plywise.knowledge.solved.places.place.web_place", PagePlace)
    local = SolvedFolder.open(folder).table("KBNvK w")
    with served(folder) as (address, asked):
        assert SolvedFolder.open(address + "/tables").table("KBNvK w").code(7) == local.code(7)
        publish(folder)
        asked.forget()
        table = SolvedFolder.open(address + "/tables").table("KBNvK w")
        assert isinstance(table.place, PagePlace)
        assert table.code(12_345) == local.code(12_345)
        assert len(asked) == MOST_QUESTIONS


def test_the_plain_checksum_is_the_compiled_one():
    random = np.random.default_rng(3)
    for size in (0, 1, 4, 4096):
        raw = random.bytes(size)
        assert plain_checksum(raw) == checksum(raw)


@pytest.mark.slow
@pytest.mark.parametrize("ranges", [True, False])
@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_a_table_of_100_mb_is_probed_in_three_small_questions(tmp_path, kind, ranges, record_property):
    where, random = tmp_path / "tables", np.random.default_rng(1)
    slots = 105_000_000 if kind == "dense" else 18_000_000
    codes = random.integers(0, 250, slots, dtype=np.uint8)
    keys = np.cumsum(random.integers(1, 1 << 38, (slots, 1)), axis=0) if kind == "sparse" else None
    writer = SolvedFolder.create(where, game="nim", fingerprint="f")
    entry = writer.write_table("all", 0, codes, keys)
    writer.finish()
    assert entry.bytes >= 100_000_000
    published = publish(where, pieces=not ranges)
    worst = 0
    with served(where, ranges=ranges) as (address, asked):
        for slot in random.integers(0, slots, 200).tolist():
            asked.forget()
            table = SolvedFolder.open(address + "/tables").table("all")
            assert keys is None or table.find(keys[slot].tolist()) == slot
            assert table.code(slot) == codes[slot]
            assert len(asked) <= MOST_QUESTIONS
            worst = max(worst, asked.sent)
    how = "by ranges" if ranges else f"in {published.pieces:,} pieces of {published.piece_bytes:,} bytes"
    told = f"{kind}, {entry.bytes:,} bytes {how}, front and pages {published.front:,} + {published.pages:,} bytes"
    record_property("figure", f"{told}: 3 questions, at most {worst:,} bytes a cold probe")
    assert worst <= MOST_BYTES

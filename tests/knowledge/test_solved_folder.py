"""What is written is read again: by our reader, in working form, and by any Zarr reader."""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import zarr
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from plywise.knowledge.solved import DamagedTableError, Meaning, SolvedFolder, SolvedTableError, check_files
from plywise.knowledge.solved.arrays import working
from plywise.knowledge.solved.layout import Layout
from tests.knowledge.solved_samples import FINGERPRINT, files_below, smooth_codes, sorted_keys, write_sample


@pytest.fixture
def here(tmp_path):
    return tmp_path / "tables"


def one_table(path, codes, keys=None, *, shard_chunks=3, meaning=None):
    writer = SolvedFolder.create(path, game="nim", fingerprint=FINGERPRINT, meaning=meaning)
    writer.write_table("all", 0, codes, keys, shard_chunks=shard_chunks)
    writer.finish()
    return SolvedFolder.open(path, fingerprint=FINGERPRINT).table("all")


def test_every_slot_and_key_of_the_sample_is_found(here, tmp_path):
    for name, (codes, keys) in write_sample(here).items():
        table = SolvedFolder.open(here).table(name)
        assert [table.code(slot) for slot in range(len(codes))] == codes.tolist()
        assert np.array_equal(table.working(tmp_path / "working"), codes)
        if keys is not None:
            assert [table.find(key) for key in keys.tolist()] == list(range(len(keys)))
            assert np.array_equal(table.working_keys(tmp_path / "working"), keys)


@pytest.mark.filterwarnings("ignore:Numcodecs codecs are not in the Zarr version 3 specification")
def test_zarr_reads_what_we_write(here):
    held = write_sample(here)
    for table in SolvedFolder.open(here).manifest.tables:
        codes, keys = held[table.name]
        found = zarr.open_array(here / table.codes.path, mode="r")
        assert found.dtype == codes.dtype
        assert np.array_equal(found[:], codes)
        if keys is None:
            continue
        assert np.array_equal(zarr.open_array(here / table.keys[0].path, mode="r")[:], keys)
        per_chunk = table.keys[0].layout.chunk_rows
        assert np.array_equal(zarr.open_array(here / table.keys[1].path, mode="r")[:], keys[::per_chunk])


def test_our_reader_reads_what_zarr_writes(here):
    codes = smooth_codes(20_000)
    table = one_table(here, codes)
    other = zarr.open_array(here / table.entry.codes.path, mode="r+")
    other[:] = codes[::-1]
    again = SolvedFolder.open(here).table("all")
    assert [again.code(slot) for slot in range(20_000)] == codes[::-1].tolist()


@settings(max_examples=25)
@given(
    st.sampled_from(["uint8", "uint16"]).flatmap(lambda kind: arrays.arrays(kind, st.integers(1, 9000))),
    st.integers(1, 4),
    st.integers(1, 5000),
)
def test_any_codes_come_back_however_they_are_cut(codes, shard_chunks, piece):
    with tempfile.TemporaryDirectory() as folder:
        pieces = (codes[start : start + piece] for start in range(0, len(codes), piece))
        table = one_table(Path(folder) / "cut", pieces, shard_chunks=shard_chunks)
        whole = one_table(Path(folder) / "whole", codes, shard_chunks=shard_chunks)
        assert table.entry == whole.entry
        assert np.array_equal(np.frombuffer(b"".join(table.codes.shards()), codes.dtype), codes)
        assert [table.code(slot) for slot in range(0, len(codes), 97)] == codes[::97].tolist()


@settings(max_examples=25)
@given(
    st.integers(1, 4).flatmap(
        lambda columns: st.sets(st.tuples(*[st.integers(-(2**63), 2**63 - 1)] * columns), min_size=1, max_size=300)
    )
)
def test_any_keys_are_found_and_no_others(keys):
    rows = sorted(keys)
    with tempfile.TemporaryDirectory() as folder:
        table = one_table(Path(folder) / "t", np.ones(len(rows), np.uint8), np.array(rows, np.int64), shard_chunks=1)
        for slot, key in enumerate(rows):
            assert table.find(key) == slot
            beside = (*key[:-1], key[-1] + 1)
            assert table.find(beside) == (rows.index(beside) if beside in keys else None)


def test_keys_of_many_levels(here):
    rows, columns = 300_000, 64
    keys = np.zeros((rows, columns), np.int64)
    keys[:, 0], keys[:, 1] = np.arange(rows) // 10, np.arange(rows) % 10 * 2 - 7
    table = one_table(here, np.ones(rows, np.uint8), keys, shard_chunks=4096)
    assert [level.layout.rows for level in table.entry.keys] == [300_000, 9375, 293, 10]
    rest = (0,) * (columns - 2)
    for row in (0, 1, 149_999, 299_999):
        assert table.find((row // 10, row % 10 * 2 - 7, *rest)) == row
        assert table.find((row // 10, row % 10 * 2 - 8, *rest)) is None
    assert table.find((-1, -7, *rest)) is None
    assert table.find((10**30, -7, *rest)) is None


def test_values_of_chance_games(here, tmp_path):
    values = np.random.default_rng(1).random(3000)
    values[7] = np.nan
    table = one_table(here, values, meaning=Meaning("value"))
    assert table.solved(6).value == values[6]
    assert table.solved(7) is None
    assert (table.entry.states, table.entry.wins, table.entry.longest) == (2999, None, None)
    assert np.array_equal(zarr.open_array(here / "all/codes", mode="r")[:], values, equal_nan=True)
    assert np.array_equal(table.working(tmp_path / "w"), values, equal_nan=True)


def test_counts_are_those_of_the_codes(here):
    entry = one_table(here, np.array([0, 1, 1, 2, 40, 129, 130, 150, 0], np.uint8)).entry
    assert (entry.states, entry.wins, entry.draws, entry.losses, entry.longest) == (7, 3, 2, 2, 38)
    assert entry.bytes == sum(file.stat().st_size for file in files_below(here / "all"))


@pytest.mark.parametrize(("lowest", "counts"), [(-3, (2, 1, 3)), (1, (6, 0, 0)), (-9, (0, 0, 6)), (0, (5, 1, 0))])
def test_counts_of_utilities(here, lowest, counts):
    codes = np.array([0, 2, 3, 4, 5, 6, 7], np.uint8)
    entry = one_table(here, codes, meaning=Meaning("utility", lowest=lowest)).entry
    assert (entry.wins, entry.draws, entry.losses) == counts


def test_a_table_is_never_in_memory_as_a_whole(here):
    """A terabyte would be written by the same steps: at most one shard of pieces is taken before it is on disk."""
    seen = []
    size = Layout("uint8", (1,), 2).shard_rows

    def pieces():
        for number in range(6):
            seen.append(len(list((here / "all").rglob("c/*"))))
            yield np.full(size, number + 1, np.uint8)

    one_table(here, pieces(), shard_chunks=2)
    assert seen == [0, 0, 1, 2, 3, 4] or seen == [0, 1, 2, 3, 4, 5]


def test_same_content_same_bytes(tmp_path):
    write_sample(tmp_path / "a", build={"seconds": 1.5})
    write_sample(tmp_path / "b", build={"seconds": 2.5, "machine": "another"})
    first, second = (
        {str(f.relative_to(p)): f.read_bytes() for f in files_below(p)} for p in (tmp_path / "a", tmp_path / "b")
    )
    assert {name for name in first if first[name] != second[name]} == {"manifest.json"}
    assert first.keys() == second.keys()
    assert SolvedFolder.open(tmp_path / "a").manifest.checksum == SolvedFolder.open(tmp_path / "b").manifest.checksum


def test_a_folder_begun_is_gone_on_with(here, tmp_path):
    write_sample(tmp_path / "whole")
    codes = smooth_codes(30_000)
    writer = SolvedFolder.create(here, game="chess", fingerprint=FINGERPRINT)
    writer.write_table("KBNvK w", 0, codes, shard_chunks=3)

    def dying():
        yield smooth_codes(5000, "uint16")[:4500]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writer.write_table("deep", 1, dying(), shard_chunks=1)
    (here / "unfinished.json.12345678.tmp").write_bytes(b"{")
    with pytest.raises(SolvedTableError, match=r"The tables in .* aren't finished"):
        SolvedFolder.open(here)

    writer = SolvedFolder.create(here, game="chess", fingerprint=FINGERPRINT)
    assert writer.names == ("KBNvK w",)
    keys = sorted_keys(3000, 3)
    writer.write_table("sparse", 2, smooth_codes(len(keys)), keys, shard_chunks=3)
    writer.write_table("deep", 1, smooth_codes(5000, "uint16"), shard_chunks=3)
    writer.finish()
    assert not [check for check in check_files(here) if check.fault]
    assert [(f.relative_to(here), f.read_bytes()) for f in files_below(here)] == [
        (f.relative_to(tmp_path / "whole"), f.read_bytes()) for f in files_below(tmp_path / "whole")
    ]


def test_folders_of_another_purpose_are_left_alone(here):
    SolvedFolder.create(here, game="chess", fingerprint=FINGERPRINT)
    with pytest.raises(SolvedTableError, match="begun for other rules"):
        SolvedFolder.create(here, game="chess", fingerprint="rules-2")
    SolvedFolder.create(here, game="chess", fingerprint=FINGERPRINT).finish()
    with pytest.raises(SolvedTableError, match="holds finished tables"):
        SolvedFolder.create(here, game="chess", fingerprint=FINGERPRINT)
    (here / "manifest.json").rename(here / "letter.txt")
    with pytest.raises(SolvedTableError, match="holds other files"):
        SolvedFolder.create(here, game="chess", fingerprint=FINGERPRINT)


@pytest.mark.parametrize(
    ("codes", "keys", "message"),
    [
        (np.zeros(0, np.uint8), None, "has no slot"),
        (np.zeros(3, np.int32), None, "uint8 or uint16, not int32"),
        (np.zeros((2, 2), np.uint8), None, "flatten"),
        ([np.zeros(2, np.uint8), np.zeros(2, np.uint16)], None, "one type"),
        (np.ones(2, np.uint8), np.array([[2], [1]]), "must rise"),
        (np.ones(2, np.uint8), np.array([[1, 2], [1, 2]]), "must rise"),
        (np.ones(3, np.uint8), np.array([[1], [2]]), "3 codes and 2 keys"),
        (np.ones(2, np.uint8), np.array([1, 2]), "int64 with a row"),
    ],
)
def test_what_is_no_table_is_refused(here, codes, keys, message):
    with pytest.raises(SolvedTableError, match=message):
        one_table(here, codes, keys)


def test_questions_a_table_can_not_answer(here):
    write_sample(here)
    folder = SolvedFolder.open(here)
    with pytest.raises(SolvedTableError, match="has no table 'KQK'"):
        folder.table("KQK")
    with pytest.raises(SolvedTableError, match="slots 0 to 29999, not 30000"):
        folder.table("KBNvK w").code(30_000)
    with pytest.raises(SolvedTableError, match="not -1"):
        folder.table("KBNvK w").code(-1)
    with pytest.raises(SolvedTableError, match="has no keys"):
        folder.table("KBNvK w").find((1,))
    with pytest.raises(SolvedTableError, match="have 3 numbers, not 1"):
        folder.table("sparse").find((1,))


def test_two_names_for_one_folder_are_refused(here):
    writer = SolvedFolder.create(here, game="chess", fingerprint=FINGERPRINT)
    writer.write_table("KBvK", 0, np.ones(1, np.uint8))
    with pytest.raises(SolvedTableError, match="would share a folder"):
        writer.write_table("kbVk", 1, np.ones(1, np.uint8))


def test_a_table_that_is_too_large_to_be_expanded_can_be_probed(here, tmp_path, monkeypatch):
    codes = smooth_codes(30_000)
    table = one_table(here, codes)
    monkeypatch.setattr(working, "MOST_BYTES", 29_999)
    with pytest.raises(SolvedTableError, match="takes 30,000 bytes expanded, above the limit of 29,999: probe it"):
        table.working(tmp_path / "working")
    assert table.code(7) == codes[7]


def test_the_working_form_is_made_once_and_noticed_when_changed(here, tmp_path):
    codes, work = smooth_codes(30_000), tmp_path / "working"
    table = one_table(here, codes)
    mapped = table.working(work)
    assert not mapped.flags.writeable
    (rows,) = work.glob("*.rows")
    made = rows.stat()
    assert np.array_equal(table.working(work), codes)
    assert rows.stat().st_ino == made.st_ino
    changed = bytearray(rows.read_bytes())
    changed[77] ^= 1
    rows.write_bytes(changed)
    assert np.array_equal(table.working(work), codes), "a change shows in the file's time"
    rows.write_bytes(rows.read_bytes()[:-1])
    assert np.array_equal(table.working(work, check=True), codes)


def test_a_damaged_table_is_not_expanded(here, tmp_path):
    table = one_table(here, smooth_codes(30_000))
    shard = here / "all/codes/c/1"
    shard.write_bytes(shard.read_bytes()[:-1])
    with pytest.raises(DamagedTableError, match="sha256 differs"):
        table.working(tmp_path / "working")
    assert not list((tmp_path / "working").iterdir())


def test_threads_read_one_table_together(here):
    codes = write_sample(here)["KBNvK w"][0]
    table = SolvedFolder.open(here).table("KBNvK w")
    slots = np.random.default_rng(5).integers(0, len(codes), 4000)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(table.code, slots.tolist())) == codes[slots].tolist()

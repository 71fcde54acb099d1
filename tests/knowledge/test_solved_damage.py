"""Damage is found wherever it is, and manifests that mean harm are refused before anything follows them."""

import hashlib
import json
import os
import random
import shutil
import struct

import google_crc32c
import numpy as np
import pytest
import zstandard

from plywise.knowledge.solved import DamagedTableError, SolvedFolder, SolvedTableError, check_files
from plywise.knowledge.solved.arrays.shards import SPAN, with_checksum
from plywise.knowledge.solved.manifest.manifest import render
from tests.knowledge.solved_samples import FINGERPRINT, files_below, write_sample

FLIPS = 100


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    path = tmp_path_factory.mktemp("solved") / "tables"
    held = write_sample(path, build={"seconds": 12.5, "machine": "a test", "note": 'with "marks"'})
    return path, held


@pytest.fixture
def copy(sample, tmp_path):
    shutil.copytree(sample[0], tmp_path / "copy")
    return tmp_path / "copy"


def probe_all(path, held):
    """Read every slot and find every key, as a probe does."""
    folder = SolvedFolder.open(path, fingerprint=FINGERPRINT)
    for name, (codes, keys) in held.items():
        table = folder.table(name)
        for slot in range(0, len(codes), table.codes.chunk_rows):
            table.code(slot)
        for key in [] if keys is None else keys[::100].tolist():
            table.find(key)


def test_a_sound_folder_has_no_fault(sample):
    checks = list(check_files(sample[0]))
    assert not [check for check in checks if check.fault]
    assert [check.done for check in checks] == list(range(1, checks[-1].files + 1))
    assert {check.path for check in checks} == {f.relative_to(sample[0]).as_posix() for f in files_below(sample[0])}
    probe_all(*sample)


def test_every_flipped_byte_is_found(copy, sample):
    """Half of the flips are spread over all bytes, half over all files, so that small files get their share."""
    chosen = random.Random(7)
    files = files_below(copy)
    sizes = [file.stat().st_size for file in files]
    picked = chosen.choices(files, sizes, k=FLIPS // 2) + chosen.choices(files, k=FLIPS // 2)
    assert {"manifest.json", "zarr.json"} <= {file.name for file in picked}
    for file in picked:
        sound = file.read_bytes()
        damaged = bytearray(sound)
        damaged[chosen.randrange(len(sound))] ^= chosen.randrange(1, 256)
        file.write_bytes(damaged)
        if file.name == "manifest.json":
            with pytest.raises(SolvedTableError):
                list(check_files(copy))
        else:
            assert [check.path for check in check_files(copy) if check.fault] == [file.relative_to(copy).as_posix()]
        with pytest.raises(SolvedTableError):
            probe_all(copy, sample[1])
        file.write_bytes(sound)
    probe_all(copy, sample[1])


def test_every_byte_of_the_manifest_counts(copy):
    file = copy / "manifest.json"
    sound = file.read_bytes()
    chosen = random.Random(3)
    for at in range(0, len(sound), 7):
        # A blank that becomes another kind of blank, or any other change.
        change = 0x20 ^ 0x0A if sound[at] == 0x20 else chosen.randrange(1, 256)
        file.write_bytes(sound[:at] + bytes([sound[at] ^ change]) + sound[at + 1 :])
        with pytest.raises(SolvedTableError):
            SolvedFolder.open(copy)


def test_a_probe_of_a_sound_chunk_goes_on_beside_a_damaged_one(copy, sample):
    shard = copy / "KBNvK_w/codes/c/0"
    damaged = bytearray(shard.read_bytes())
    damaged[5] ^= 1
    shard.write_bytes(damaged)
    table = SolvedFolder.open(copy).table("KBNvK w")
    assert table.code(4096) == sample[1]["KBNvK w"][0][4096]
    with pytest.raises(DamagedTableError, match=r"Chunk 0 of KBNvK_w/codes of .* is damaged"):
        table.code(0)


@pytest.mark.parametrize("left", [0, 3, 51, 52, 500])
def test_cut_files_are_found(copy, left):
    shard = copy / "KBNvK_w/codes/c/0"
    shard.write_bytes(shard.read_bytes()[:left])
    with pytest.raises(DamagedTableError):
        SolvedFolder.open(copy).table("KBNvK w").code(0)
    assert [check.path for check in check_files(copy) if check.fault] == ["KBNvK_w/codes/c/0"]


def test_missing_and_unknown_files_are_said(copy):
    (copy / "deep/codes/c/0").rename(copy / "deep/codes/c/9")
    (copy / "elsewhere").symlink_to("/")
    faults = {check.path: check.fault for check in check_files(copy) if check.fault}
    assert set(faults) == {"deep/codes/c/0", "deep/codes/c/9", "elsewhere"}
    assert "can't be read: No such file" in faults["deep/codes/c/0"]
    assert "isn't in the manifest" in faults["deep/codes/c/9"]


def rewrite(path, change):
    """Change a manifest as a forger would, its checksums made right again."""
    data = json.loads((path / "manifest.json").read_bytes())
    change(data)
    content = {name: part for name, part in data.items() if name not in ("build", "checksum", "build_checksum")}
    (path / "manifest.json").write_bytes(render(content, data["build"]))


def ask_all(path, **options):
    """Open a folder and ask for every table's first slot, none of which an evil manifest may let through."""
    folder = SolvedFolder.open(path, **options)
    for name in folder.names:
        folder.table(name).code(0)


def first(data):
    return data["tables"][0]


def set_path(path):
    return lambda data: first(data)["codes"].update(path=path)


def set_slots(slots):
    def change(data):
        first(data).update(slots=slots)
        first(data)["codes"].update(shape=[slots])

    return change


EVIL = [
    (set_path("../secret"), "inside its folder"),
    (set_path("/etc"), "inside its folder"),
    (set_path("KBNvK_w/../../secret"), "inside its folder"),
    (set_path("C:\\secret"), "inside its folder"),
    (set_path(""), "inside its folder"),
    (set_path("a\0b"), "inside its folder"),
    (set_slots(10**15), "above the limit of 1,099,511,627,776"),
    (set_slots(31_000_000), "files that the shape of KBNvK_w/codes implies"),
    (set_slots(-5), "no proper 'slots'"),
    (set_slots(True), "no proper 'slots'"),
    (set_slots(0), "no proper shape"),
    (lambda data: first(data).update(slots=5), "5 slots but another shape"),
    (lambda data: first(data)["codes"].update(dtype="object"), "unknown type 'object'"),
    (lambda data: first(data)["codes"].update(dtype="float64", shape=[30_000]), "no proper shards|shape of|codes no"),
    (lambda data: first(data)["codes"].update(shard_chunks=10**9), "no proper shards"),
    (lambda data: first(data)["codes"]["sha256"].update({"../../x": "0" * 64}), "files that the shape"),
    (lambda data: first(data)["codes"]["sha256"].update({"zarr.json": "0"}), "no proper sha256"),
    (lambda data: first(data).update(states=10**6), "more states than slots"),
    (lambda data: first(data).update(wins=first(data)["wins"] + 1), "twice over"),
    (lambda data: data["tables"].append(first(data)), "names a table twice"),
    (lambda data: data["tables"][2]["keys"].pop(), "without an end"),
    (lambda data: data["tables"][2]["keys"].pop(0), "don't fit its slots"),
    (lambda data: data.update(tables={}), "no proper 'tables'"),
    (lambda data: data["tables"].append(7), "no proper 'name'"),
    (lambda data: data.update(metric="luck"), "distances to 'luck'"),
    (lambda data: data.update(version=2), "of version 2, and this Plywise reads 1"),
    (lambda data: data.update(format="a letter"), "no manifest of solved tables"),
]


@pytest.mark.parametrize(("change", "message"), EVIL)
def test_evil_manifests_are_refused(copy, change, message):
    rewrite(copy, change)
    with pytest.raises(SolvedTableError, match=message):
        list(check_files(copy))
    with pytest.raises(SolvedTableError, match=message) as refused:
        ask_all(copy)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"[" * 100_000, b"\xff\xfe", b'{"version": 1' + b"0" * 5000 + b"}"])
def test_what_is_no_manifest_is_refused(copy, text):
    (copy / "manifest.json").write_bytes(text)
    with pytest.raises(SolvedTableError):
        SolvedFolder.open(copy)


def test_the_caller_sets_the_limit(copy):
    ask_all(copy, limit=200_000)
    with pytest.raises(SolvedTableError, match=r"above the limit of 10,000"):
        ask_all(copy, limit=10_000)


def test_a_description_of_another_array_is_refused(copy):
    file = copy / "KBNvK_w/codes/zarr.json"
    file.write_bytes(file.read_bytes().replace(b"30000", b"40000"))
    with pytest.raises(DamagedTableError, match="describes another array"):
        SolvedFolder.open(copy).table("KBNvK w")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("name", ["manifest.json", "KBNvK_w/codes/zarr.json", "KBNvK_w/codes/c/0"])
def test_a_pipe_is_refused_and_not_waited_for(copy, name):
    (copy / name).unlink()
    os.mkfifo(copy / name)
    with pytest.raises(SolvedTableError, match="not a regular file"):
        SolvedFolder.open(copy).table("KBNvK w").code(0)


@pytest.mark.parametrize("linked", ["KBNvK_w", "KBNvK_w/codes/c/0", "manifest.json"])
def test_links_out_of_the_folder_are_refused(copy, tmp_path, linked):
    outside = tmp_path / "outside"
    (copy / linked).rename(outside)
    (copy / linked).symlink_to(outside)
    with pytest.raises(SolvedTableError, match="leads outside that folder"):
        SolvedFolder.open(copy).table("KBNvK w").code(0)
    if linked != "manifest.json":
        assert any("leads outside" in check.fault for check in check_files(copy))


def with_first_chunk(copy, packed, claimed=None):
    """Put other bytes in place of a shard's first chunk, all checksums right."""
    shard = copy / "KBNvK_w/codes/c/0"
    index = bytearray(shard.read_bytes()[-52:-4])
    struct.pack_into("<QQ", index, 0, 0, claimed or len(packed))
    shard.write_bytes(packed + with_checksum(bytes(index)))


def bomb(mebibytes, claims):
    """A frame of zeros, packed piece by piece; it says how many they are, or doesn't."""
    packer = zstandard.ZstdCompressor(level=1, write_content_size=claims)
    stream = packer.compressobj(size=mebibytes << 20) if claims else packer.compressobj()
    return b"".join(stream.compress(bytes(1 << 20)) for _ in range(mebibytes)) + stream.flush()


@pytest.mark.parametrize("claims", [True, False])
@pytest.mark.parametrize(
    ("mebibytes", "message"), [(16, "doesn't unpack to 4096 bytes"), (256, "no chunk is so large")]
)
def test_a_chunk_that_unpacks_to_too_much_is_refused(copy, mebibytes, message, claims):
    with_first_chunk(copy, with_checksum(bomb(mebibytes, claims)))
    with pytest.raises(DamagedTableError, match=message):
        SolvedFolder.open(copy).table("KBNvK w").code(0)


def test_a_frame_that_lies_about_its_size_is_refused(copy):
    frame = bomb(1, claims=True)
    lying = frame.replace(struct.pack("<I", 1 << 20), struct.pack("<I", 4096))
    assert zstandard.frame_content_size(lying) == 4096
    with_first_chunk(copy, with_checksum(lying))
    with pytest.raises(DamagedTableError, match="can't be unpacked"):
        SolvedFolder.open(copy).table("KBNvK w").code(0)


def test_a_chunk_with_something_behind_its_frame_is_refused(copy):
    frame = zstandard.ZstdCompressor().compress(bytes(4096))
    with_first_chunk(copy, with_checksum(frame + frame))
    with pytest.raises(DamagedTableError):
        SolvedFolder.open(copy).table("KBNvK w").code(0)


def test_an_index_that_points_beyond_its_shard_is_refused(copy):
    for span in ((0, 2**63), (2**63, 100), (2**64 - 1, 2**64 - 1), (0, 0), (10**4, 100)):
        index = SPAN.pack(*span) * 3
        (copy / "KBNvK_w/codes/c/0").write_bytes(bytes(100) + with_checksum(index))
        with pytest.raises(DamagedTableError):
            SolvedFolder.open(copy).table("KBNvK w").code(0)


@pytest.mark.parametrize("spans", [0, 2, 4])
def test_a_shard_whose_index_has_another_size_is_not_expanded(copy, tmp_path, spans):
    shard = with_checksum(SPAN.pack(0, 0) * spans)
    (copy / "KBNvK_w/codes/c/0").write_bytes(shard)

    def forge(data):
        (entry,) = (table for table in data["tables"] if table["name"] == "KBNvK w")
        entry["codes"]["sha256"]["c/0"] = hashlib.sha256(shard).hexdigest()

    rewrite(copy, forge)
    with pytest.raises(DamagedTableError):
        SolvedFolder.open(copy).table("KBNvK w").working(tmp_path / "expanded")


def test_the_checksum_is_the_one_that_zarr_names():
    assert google_crc32c.value(b"123456789") == 0xE3069283
    assert with_checksum(b"123456789")[-4:] == bytes.fromhex("839206e3")
    assert np.uint32(0xE3069283).tobytes() == bytes.fromhex("839206e3")

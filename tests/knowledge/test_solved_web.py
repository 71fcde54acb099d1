"""Tables behind HTTP are read by byte ranges, and a server's tricks don't get far."""

import numpy as np
import pytest

from plywise.knowledge.solved import SolvedFolder, SolvedTableError, check_files
from tests.knowledge.serving import served
from tests.knowledge.solved_samples import FINGERPRINT


def test_a_probe_reads_one_index_and_one_chunk(folder):
    local = SolvedFolder.open(folder).table("KBNvK w")
    with served(folder) as (address, asked):
        table = SolvedFolder.open(address + "/tables/", fingerprint=FINGERPRINT).table("KBNvK w")
        del asked[:]
        assert [table.code(slot) for slot in (5000, 5001)] == [local.code(slot) for slot in (5000, 5001)]
        (path, tail), (again, part) = asked
    assert path == again == "KBNvK_w/codes/c/0"
    assert tail == "bytes=-52"
    assert part is not None
    assert part.startswith("bytes=")


def test_keys_working_form_and_check_work_behind_an_address(folder, tmp_path):
    local = SolvedFolder.open(folder).table("sparse")
    with served(folder) as (address, _):
        table = SolvedFolder.open(address + "/tables").table("sparse")
        keys = local.working_keys(tmp_path / "local")
        assert table.find(keys[1234].tolist()) == 1234
        assert np.array_equal(table.working_keys(tmp_path / "remote"), keys)
        assert not [check for check in check_files(address + "/tables") if check.fault]


def test_damage_behind_an_address_is_found(folder):
    shard = folder / "KBNvK_w/codes/c/0"
    shard.write_bytes(shard.read_bytes().replace(shard.read_bytes()[:8], bytes(8), 1))
    with served(folder) as (address, _):
        with pytest.raises(SolvedTableError, match=r"Chunk 0 .* is damaged"):
            SolvedFolder.open(address + "/tables").table("KBNvK w").code(0)
        assert [check.path for check in check_files(address + "/tables") if check.fault] == ["KBNvK_w/codes/c/0"]


def test_a_server_without_ranges_is_refused(folder):
    with served(folder, ranges=False) as (address, _):
        table = SolvedFolder.open(address + "/tables").table("KBNvK w")
        with pytest.raises(SolvedTableError, match="doesn't serve parts of files"):
            table.code(0)


def test_redirections_are_followed_to_the_web_only(folder):
    with served(folder) as (address, _), served(folder, redirect=address + "/tables") as (other, _):
        assert SolvedFolder.open(other).table("KBNvK w").code(0) is not None
    for elsewhere in (f"file://{folder}", "ftp://127.0.0.1"):
        with served(folder, redirect=elsewhere) as (other, _), pytest.raises(SolvedTableError, match="can't be read"):
            SolvedFolder.open(other)


def test_what_is_not_there_is_said(folder):
    with served(folder) as (address, _), pytest.raises(SolvedTableError, match="404"):
        SolvedFolder.open(address + "/tables/elsewhere")
    with pytest.raises(SolvedTableError, match="can't be read"):
        SolvedFolder.open(address + "/tables")

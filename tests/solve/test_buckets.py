"""Tables in an object store: the same bytes as in a folder, and work that was cut off goes on from there."""

import socket
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from plywise.executors import InProcess
from plywise.games.catalog import load_game
from plywise.knowledge.solved import SolvedFolder, SolvedTableError
from plywise.knowledge.solved.places import BucketPlace
from plywise.solve import solve_tiers
from plywise.solve.sparse import solve_sparse
from plywise.solve.spread import DenseWorker, JobStorage, SparseWorker, Spreading, SpreadJob, spread_sparse
from tests.cli.test_solve import run
from tests.solve.graph_game import Graph


@pytest.fixture(scope="module")
def endpoint():
    """A server that answers as S3 does, on the loopback."""
    pytest.importorskip("obstore")
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-W", "ignore", "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                urlopen(Request(f"{address}/tables", method="PUT")).close()
                break
            except URLError:
                assert server.poll() is None
                time.sleep(0.1)
        yield address
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def bucket(endpoint, request, monkeypatch):
    """A folder in a bucket."""
    known = {"ENDPOINT_URL": endpoint, "ACCESS_KEY_ID": "me", "SECRET_ACCESS_KEY": "mine", "REGION": "us-east-1"}
    for name, value in {**known, "ALLOW_HTTP": "true"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    return f"s3://tables/{request.node.name}"


def objects(bucket: str) -> dict[str, bytes]:
    """Return the bytes of all objects but the manifest."""
    place = BucketPlace(bucket)
    paths = [each["path"] for page in place.client.list(place.store) for each in page]
    return {path: place.whole(path, 1 << 30) for path in paths if path != "manifest.json"}


def assert_same(folder: Path, bucket: str) -> None:
    """See that a folder and a bucket hold the same, the records of their builds apart."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    del files["manifest.json"]
    assert objects(bucket) == files
    assert SolvedFolder.open(bucket).manifest.checksum == SolvedFolder.open(folder).manifest.checksum


def spreading(bucket: str, **options) -> Spreading:
    """Prepare two workers in this process that share nothing but the bucket."""
    return Spreading(InProcess(partial(DenseWorker, JobStorage(Graph, bucket)), 2), 3, bucket=bucket, **options)


@pytest.mark.parametrize("least", [0, 1 << 30])
def test_dense_tables(bucket, least, tmp_path):
    solve_tiers(Graph(), "graph", (0, 1), tmp_path / "one")
    SpreadJob(Graph(), "graph", (0, 1), tmp_path / "driver", spreading(bucket, least=least)).run()
    assert_same(tmp_path / "one", bucket)
    table = SolvedFolder.open(bucket).table("low a")
    assert table.code(5) == SolvedFolder.open(tmp_path / "one").table("low a").code(5)


def test_sparse_tables(bucket, tmp_path):
    spec = "nim:piles=1-2-3"
    load = partial(load_game, spec)
    solve_sparse(load(), spec, tmp_path / "one")
    crew = InProcess(partial(SparseWorker, JobStorage(load, bucket)), 2)
    spread_sparse(load(), spec, tmp_path / "driver", Spreading(crew, 3, bucket=bucket))
    assert_same(tmp_path / "one", bucket)
    assert "win in 4 plies for A, by table" in run("probe", bucket, "A(1,2,1)").stdout
    assert "40 states" in run("verify", bucket).stdout


class StopError(Exception):
    """Stands for a driver that is killed."""


@pytest.mark.parametrize(("table", "passed"), [("low_a", 2), ("high_a", 3)])
def test_another_driver_goes_on_from_what_lies_in_the_bucket(bucket, table, passed, tmp_path):
    about = f"{table} pass {passed}"

    def stop(task, outcome):
        if (task.key, task.about) == (("take", 1, passed), about):
            raise StopError

    solve_tiers(Graph(), "graph", (0, 1), tmp_path / "one")
    with pytest.raises(StopError):
        SpreadJob(Graph(), "graph", (0, 1), tmp_path / "a", spreading(bucket, least=0, on_outcome=stop)).run()
    done = []
    again = spreading(bucket, least=0, on_outcome=lambda task, outcome: done.append((task.key, task.about)))
    SpreadJob(Graph(), "graph", (0, 1), tmp_path / "b", again).run()
    assert_same(tmp_path / "one", bucket)
    assert (("take", 0, passed), about) not in done
    assert (("begin", 0, 0), "low_a") not in done


def test_what_isnt_there_is_told_in_a_sentence(bucket, tmp_path):
    with pytest.raises(SolvedTableError, match=r"manifest.json of s3://tables/.* can't be read"):
        SolvedFolder.open(bucket)
    assert BucketPlace(bucket).has("nothing") is False

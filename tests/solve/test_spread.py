"""Tables made by several workers: the same bytes as by one process, whatever is lost on the way."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import partial, partialmethod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plywise.executors import Done, Failed, InProcess, Lost, TaskRow
from plywise.games.catalog import load_game
from plywise.kernel.tables import Packing
from plywise.knowledge.solved import SolvedFolder
from plywise.rules import SearchError
from plywise.solve import solve_tiers
from plywise.solve.sparse import in_order, solve_sparse, unique
from plywise.solve.spread import DenseWorker, JobStorage, SparseWorker, Spreading, SpreadJob, spread_sparse
from plywise.solve.spread.files import WorkerFolder
from plywise.solve.spread.sparse.worker import cut_alike, ranked
from tests.solve.graph_game import Graph


def files(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files but the manifest."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def assert_same(one: Path, other: Path) -> None:
    """See that two folders hold the same, the records of their builds apart."""
    assert SolvedFolder.open(one).manifest.checksum == SolvedFolder.open(other).manifest.checksum
    assert files(one) == files(other)


def spread(load, spec, wanted, folder, *, shards, workers=2, executor=InProcess, **options):
    """Solve dense tables by several workers in this process, however small they are."""
    crew = executor(lambda: DenseWorker(JobStorage(load, folder)), workers)
    spreading = Spreading(crew, shards, least=0)
    SpreadJob(load(), spec, wanted, folder, spreading, **options).run()
    return spreading


@pytest.mark.parametrize("metric", ["win", "conversion"])
@pytest.mark.parametrize("shards", [1, 3, 7])
def test_shards_of_a_graph_make_the_same_tables(metric, shards, tmp_path):
    solve_tiers(Graph(), "graph", (0, 1), tmp_path / "one", metric=metric)
    spread(Graph, "graph", (0, 1), tmp_path / "many", shards=shards, metric=metric)
    assert_same(tmp_path / "one", tmp_path / "many")


@pytest.mark.parametrize(
    ("spec", "tier"),
    [("draughts", "2"), ("nine-mens-morris", "3-4"), pytest.param("draughts", "3", marks=pytest.mark.slow)],
)
def test_shards_of_a_game_make_the_same_tables(spec, tier, tmp_path):
    load = partial(load_game, spec)
    wanted = load().parse_tier(tier)
    solve_tiers(load(), spec, wanted, tmp_path / "one")
    spread(load, spec, wanted, tmp_path / "many", shards=3)
    assert_same(tmp_path / "one", tmp_path / "many")


def test_shards_that_dont_fit_into_memory_are_put_aside(tmp_path, monkeypatch):
    solve_tiers(Graph(), "graph", (0, 1), tmp_path / "one")
    calls: Counter[str] = Counter()

    def counted(keeper, name, method, *args):
        calls[name] += 1
        return method(keeper, *args)

    for name in ("put_aside", "recount"):
        monkeypatch.setattr(DenseWorker, name, partialmethod(counted, name, getattr(DenseWorker, name)))
    folder = tmp_path / "many"
    crew = InProcess(lambda: DenseWorker(JobStorage(Graph, folder, memory=2 * 6 * 40)), 2)
    SpreadJob(Graph(), "graph", (0, 1), folder, Spreading(crew, 6, least=0)).run()
    assert_same(tmp_path / "one", folder)
    assert calls["put_aside"] > 0
    assert calls["recount"] == 0


def test_a_worker_removes_what_one_that_was_killed_put_aside(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    own = WorkerFolder()
    own.write("shard", {"codes": np.arange(3)}, {})
    put_aside = (
        "own = WorkerFolder(); own.write('shard', {'codes': np.arange(3)}, {}); os.kill(os.getpid(), signal.SIGKILL)"
    )
    imports = "import os, signal, numpy as np; from plywise.solve.spread.files import WorkerFolder"
    subprocess.run(
        [sys.executable, "-c", f"{imports}; {put_aside}"], env=os.environ | {"TMPDIR": str(tmp_path)}, check=False
    )
    assert len([*tmp_path.iterdir()]) == 2
    another = WorkerFolder()
    assert {*tmp_path.iterdir()} == {own.folder, another.folder}
    assert own.find("shard") is not None
    del own, another
    assert not [*tmp_path.iterdir()]


class Forgetful(InProcess):
    """Loses workers, at random: before a task, or when it is done and nobody knows yet."""

    def __init__(self, make_worker, workers=1, seed=1, odds=0.05):
        super().__init__(make_worker, workers)
        self.lots, self.odds = random.Random(seed), odds
        self.names, self.lost, self.done = list(range(workers)), set(), []

    def run(self, tasks, parts):
        row = TaskRow(tasks)
        known = partial(row.part, parts=parts)
        for task in tasks:
            if row.leaves_out(task):
                continue
            place = task.shard % self.workers
            if self.lots.random() < self.odds:
                if self.lots.random() < 0.5:
                    list(super().run([task], known))
                name = self.names[place]
                self.lost.add(name)
                self.names[place], self.own_workers[place] = max(self.names) + 1, self.make_worker()
                row.undone.add(task.key)
                yield task, Lost(name, "at random")
                continue
            ((_, outcome),) = super().run([task], known)
            assert isinstance(outcome, Done)
            row.made[task.key] = outcome.parts
            self.done.append((task.key, task.arguments[1:3]))
            yield task, replace(outcome, worker=self.names[place])

    def reachable(self):
        return set(range(max(self.names) + 1)) - self.lost


@pytest.mark.parametrize("seed", range(4))
def test_lost_workers_change_nothing(seed, tmp_path):
    solve_tiers(Graph(), "graph", (0, 1), tmp_path / "one")
    executor = partial(Forgetful, seed=seed)
    spread(Graph, "graph", (0, 1), tmp_path / "many", shards=5, workers=3, executor=executor)
    assert_same(tmp_path / "one", tmp_path / "many")


class StopError(Exception):
    """Stands for a driver that is killed."""


@pytest.mark.parametrize("after", [3, 11, 24, 40])
def test_a_driver_that_was_cut_off_goes_on(after, tmp_path):
    solve_tiers(Graph(), "graph", (0, 1), tmp_path / "one")
    counted: Counter[Any] = Counter()

    def stop(task, outcome):
        counted[task.key, task.arguments[0].name, task.arguments[2:3]] += 1
        if counted.total() == after:
            raise StopError

    folder = tmp_path / "many"
    spreading = Spreading(InProcess(lambda: DenseWorker(JobStorage(Graph, folder)), 2), 3, least=0, on_outcome=stop)
    with pytest.raises(StopError):
        SpreadJob(Graph(), "graph", (0, 1), folder, spreading).run()
    spreading = Spreading(InProcess(lambda: DenseWorker(JobStorage(Graph, folder)), 2), 4, least=0, on_outcome=stop)
    SpreadJob(Graph(), "graph", (0, 1), folder, spreading).run()
    assert_same(tmp_path / "one", folder)
    again = [key for key, times in counted.items() if times > 1]
    assert len({name for _, name, _ in again}) <= 1
    assert len([key for key in again if key[0][0] in ("begin", "take")]) <= 1


def test_a_damaged_file_is_made_again(tmp_path):
    solve_tiers(Graph(), "graph", (0, 1), tmp_path / "one")
    folder = tmp_path / "many"

    def stop(task, outcome):
        if task.key == ("take", 1, 3):
            raise StopError

    spreading = Spreading(InProcess(lambda: DenseWorker(JobStorage(Graph, folder)), 2), 3, least=0, on_outcome=stop)
    with pytest.raises(StopError):
        SpreadJob(Graph(), "graph", (0, 1), folder, spreading).run()
    for path in folder.rglob("pass-00003-*"):
        path.write_bytes(path.read_bytes()[:-1])
    spread(Graph, "graph", (0, 1), folder, shards=3)
    assert_same(tmp_path / "one", folder)


class Failing(DenseWorker):
    """Can't do a certain task."""

    error: Exception = OSError("No space left on device")

    def take(self, partition, number, passed, *parts):
        if passed == 2 and number == 1:
            raise self.error
        return super().take(partition, number, passed, *parts)


@pytest.mark.parametrize(
    ("error", "said", "tries"),
    [
        (OSError("No space left"), "'take of shard 1' failed 3 times: OSError: No space left", 3),
        (SearchError("The rules are odd."), "The rules are odd.", 1),
    ],
)
def test_a_task_that_keeps_failing_stops_the_job_with_its_own_error(error, said, tries, tmp_path, monkeypatch):
    monkeypatch.setattr(Failing, "error", error)
    failed = []
    crew = InProcess(lambda: Failing(JobStorage(Graph, tmp_path / "many")), 2)
    note = lambda task, outcome: failed.append(outcome) if isinstance(outcome, Failed) else None  # noqa: E731
    with pytest.raises(SearchError, match=said):
        SpreadJob(Graph(), "graph", (0, 1), tmp_path / "many", Spreading(crew, 3, least=0, on_outcome=note)).run()
    assert len(failed) == tries


class Boasting(DenseWorker):
    """Says that it wrote a file, and didn't."""

    def take(self, partition, number, passed, *parts):
        written = super().take(partition, number, passed, *parts)
        (self.files.folder / written.name).unlink()
        return written


def test_a_result_counts_only_if_its_file_is_there(tmp_path):
    crew = InProcess(lambda: Boasting(JobStorage(Graph, tmp_path / "many")), 2)
    with pytest.raises(SearchError, match="isn't what was written"):
        SpreadJob(Graph(), "graph", (0, 1), tmp_path / "many", Spreading(crew, 3, least=0)).run()


def spread_keys(spec, folder, *, shards, workers=2, executor=InProcess, **options):
    """Solve all that can be reached by several workers in this process."""
    load = partial(load_game, spec)
    spreading = Spreading(executor(lambda: SparseWorker(JobStorage(load, folder)), workers), shards)
    return spread_sparse(load(), spec, folder, spreading, **options)


@pytest.mark.parametrize(
    ("spec", "shards"),
    [("connect-four:width=4,height=4", 3), ("kalah:pits=3,seeds=2", 4), ("nim:piles=1-2-3", 5)],
)
def test_shards_of_keys_make_the_same_table(spec, shards, tmp_path):
    levels = solve_sparse(load_game(spec), spec, tmp_path / "one")["levels"]
    assert spread_keys(spec, tmp_path / "many", shards=shards)["levels"] == levels
    assert_same(tmp_path / "one", tmp_path / "many")


@pytest.mark.parametrize("seed", range(2))
def test_lost_workers_change_no_keys(seed, tmp_path):
    spec = "connect-four:width=4,height=4"
    solve_sparse(load_game(spec), spec, tmp_path / "one")
    spread_keys(spec, tmp_path / "many", shards=4, executor=partial(Forgetful, seed=seed))
    assert_same(tmp_path / "one", tmp_path / "many")


def test_keys_that_are_too_narrow_are_widened(tmp_path, monkeypatch):
    spec = "connect-four:width=4,height=4"
    narrow = Packing((1, 2), (3, 3))  # an empty board is below both
    monkeypatch.setattr("plywise.solve.sparse.levels.find_packing", lambda game: narrow)
    monkeypatch.setattr("plywise.solve.spread.sparse.job.find_packing", lambda game: narrow)
    solve_sparse(load_game(spec), spec, tmp_path / "one")
    spread_keys(spec, tmp_path / "many", shards=3)
    assert_same(tmp_path / "one", tmp_path / "many")


def test_rows_are_cut_alike_piece_by_piece(monkeypatch):
    monkeypatch.setattr("plywise.solve.spread.sparse.worker.PIECE", 8)
    lots = np.random.default_rng(1)
    keys = unique([lots.integers(0, 9, (90, 2))], 2)
    codes = np.arange(len(keys), dtype=np.uint16)
    owners = lots.integers(0, 3, len(keys))
    rows = [{"keys": keys[owners == shard], "codes": codes[owners == shard]} for shard in range(3)]
    pieces = list(cut_alike(rows))
    assert len(pieces) > 3
    both = [
        in_order(*(np.concatenate([part[name] for part in parts]) for name in ("keys", "codes"))) for parts in pieces
    ]
    assert np.array_equal(np.concatenate([each for each, _ in both]), keys)
    assert np.array_equal(np.concatenate([each for _, each in both]), codes)


def test_a_table_is_written_in_stretches(tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.knowledge.solved.layout.SHARD_CHUNKS", 4)
    monkeypatch.setattr("plywise.knowledge.solved.layout.Layout.of.__func__.__defaults__", (4, ""))
    monkeypatch.setattr("plywise.knowledge.solved.arrays.writing.write_array.__defaults__", (4, ""))
    monkeypatch.setattr("plywise.knowledge.solved.folder.SolvedWriter.write_table.__kwdefaults__", {"shard_chunks": 4})
    monkeypatch.setattr("plywise.knowledge.solved.arrays.row_ranges.ROWS", 1 << 14)
    spec = "connect-four:width=4,height=4"
    solve_sparse(load_game(spec), spec, tmp_path / "one")
    spread_keys(spec, tmp_path / "many", shards=3)
    assert len(list((tmp_path / "one" / "all" / "codes" / "c").iterdir())) == 10
    assert_same(tmp_path / "one", tmp_path / "many")


@pytest.mark.parametrize("words", [1, 2])
def test_the_first_keys_of_several_rows(words):
    lots = np.random.default_rng(words)
    keys = unique([lots.integers(0, 9, (90, words))], words)
    owners = lots.integers(0, 3, len(keys))
    rows = [keys[owners == shard] for shard in range(3)]
    for rank in range(len(keys) + 1):
        assert ranked(rows, rank) == [int(np.sum(owners[:rank] == shard)) for shard in range(3)]


def test_games_with_cycles_are_left_to_one_process(tmp_path):
    with pytest.raises(SearchError, match="has cycles"):
        spread_sparse(Graph(), "graph", tmp_path / "many", Spreading(InProcess(lambda: None)))

"""Where each state of a shard leads: right, found once, and kept until the codes come back, wherever there is room."""

import shutil
from collections import Counter
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from plywise.executors import InProcess
from plywise.games.catalog import load_game
from plywise.kernel.tables import Packing, find_packing
from plywise.rules import RulesError, SearchError
from plywise.solve.sparse import solve_sparse, unique
from plywise.solve.spread import JobStorage, KeyPartition, ShardWork, SparseWorker, Spreading, spread_sparse
from tests.solve.test_spread import StopError, assert_same

BOARD = "connect-four:width=4,height=4"
KALAH = "kalah:pits=3,seeds=2"
WIDE = Packing((0, 0), (40, 40))
"""Keys of two words for Connect Four."""


def make(spec, folder, *, shards=3, memory=None, on_outcome=None, **options):
    """Solve all that can be reached by two workers in this process."""
    load = partial(load_game, spec)
    executor = InProcess(lambda: SparseWorker(JobStorage(load, folder, memory)), 2)
    return spread_sparse(load(), spec, folder, Spreading(executor, shards, on_outcome=on_outcome), **options)


@pytest.fixture
def reached(monkeypatch):
    """Count how often the states of each level of each shard are followed."""
    counts: Counter[bytes] = Counter()
    reach = ShardWork.reach

    def counted(work, level):
        counts[level.tobytes()] += len(level) > 0
        return reach(work, level)

    monkeypatch.setattr(ShardWork, "reach", counted)
    return counts


@pytest.mark.parametrize(("spec", "packing"), [(BOARD, None), (BOARD, WIDE), (KALAH, None)])
def test_edges_lead_where_the_rules_lead(spec, packing):
    game = load_game(spec)
    partition = KeyPartition(packing or find_packing(game), 3)
    work, packing = ShardWork(game, partition), partition.packing
    assert work.words == packing.words
    level = work.first
    for _ in range(6):
        parts, found = work.reach(level)
        by_number = found_in_order(parts, found.owners)
        edges = iter(found.edges.tolist())
        for key, count, code in zip(level, found.lefts, found.codes, strict=True):
            state = work.sparse.unpack(key)
            actions = [] if game.is_terminal(state) else list(game.actions(state))
            assert len(actions) == count
            assert (code > 0) == (not actions)
            for action in actions:
                edge, after = next(edges), game.result(state, action)
                assert tuple(by_number[edge >> 1]) == packing.key(after)
                assert edge & 1 == (game.to_move(after) == game.to_move(state))
        assert next(edges, None) is None
        for shard, part in enumerate(parts):
            assert (partition.owners(part) == shard).all()
            assert len(unique([part], packing.words)) == len(part)
        level = np.concatenate(parts)


def found_in_order(parts, owners):
    """Return keys by their numbers, from those of each shard."""
    found = np.empty((len(owners), parts[0].shape[1]), np.int64)
    for shard, part in enumerate(parts):
        found[owners == shard] = part
    return found


def test_room_for_edges_and_keys_grows(monkeypatch):
    game = load_game(BOARD)
    work = ShardWork(game, KeyPartition(find_packing(game), 2))
    level = work.first
    for _ in range(7):
        level = np.concatenate(work.reach(level)[0])
    wanted = ShardWork(game, work.partition).reach(level)
    monkeypatch.setattr("plywise.solve.spread.sparse.work.ROOM", 0)
    monkeypatch.setattr("plywise.solve.spread.sparse.work.MORE", 0)
    small = ShardWork(game, work.partition).reach(level)
    for one, other in zip((*wanted[0], *wanted[1]), (*small[0], *small[1]), strict=True):
        assert np.array_equal(one, other)


def test_keys_that_shards_found_are_gathered_with_their_places():
    game = load_game(BOARD)
    work = ShardWork(game, KeyPartition(find_packing(game), 2))
    parts = [np.array([[9], [4], [7]]), np.array([[7], [1]]), np.empty((0, 1), np.int64)]
    keys, places = work.gather(parts)
    assert keys[:, 0].tolist() == [9, 4, 7, 1]
    assert places.tolist() == [0, 1, 2, 2, 3]


def test_answers_must_be_as_many_as_were_asked_for():
    game = load_game(BOARD)
    work = ShardWork(game, KeyPartition(find_packing(game), 2))
    parts, edges = work.reach(work.first)
    assert sum(map(len, parts)) == 4
    answers = [np.full(len(part), 1, np.uint16) for part in parts]
    assert work.weigh(edges, answers).tolist() == [1]
    for wrong in ([*answers, answers[0]], answers[::-1], []):
        with pytest.raises(RulesError, match="wasn't reached before"):
            work.weigh(edges, wrong)
    with pytest.raises(RulesError, match="isn't known"):
        work.weigh(edges, [0 * answer for answer in answers])


@pytest.mark.parametrize("memory", [None, 0])
def test_states_are_followed_once(memory, reached, tmp_path):
    """Edges lie in memory, or on the worker's disk where that is asked to hold nothing."""
    solve_sparse(load_game(BOARD), BOARD, tmp_path / "one")
    make(BOARD, tmp_path / "many", memory=memory)
    assert_same(tmp_path / "one", tmp_path / "many")
    assert set(reached.values()) == {0, 1}


def full(monkeypatch, module):
    """Make a disk look full to one module."""
    usage = SimpleNamespace(free=1 << 10)
    fake = SimpleNamespace(disk_usage=lambda folder: usage, rmtree=shutil.rmtree)
    monkeypatch.setattr(f"plywise.solve.{module}.shutil", fake)


def test_states_are_followed_again_where_edges_have_no_room(reached, tmp_path, monkeypatch):
    solve_sparse(load_game(BOARD), BOARD, tmp_path / "one")
    full(monkeypatch, "spread.sparse.kept_edges")
    make(BOARD, tmp_path / "many", memory=0)
    assert_same(tmp_path / "one", tmp_path / "many")
    assert set(reached.values()) == {0, 2}


def test_damaged_edges_arent_used(reached, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    solve_sparse(load_game(BOARD), BOARD, tmp_path / "one")

    def damage(task, outcome):
        if task.key == ("answer", 0, 15):
            for path in tmp_path.glob("plywise-shards-*/all/level-00010-*"):
                path.write_bytes(path.read_bytes()[:-1] + b"x")

    make(BOARD, tmp_path / "many", memory=0, on_outcome=damage)
    assert_same(tmp_path / "one", tmp_path / "many")
    assert Counter(reached.values())[2] == 3


def test_a_full_disk_stops_the_job_which_goes_on_later(tmp_path, monkeypatch):
    solve_sparse(load_game(BOARD), BOARD, tmp_path / "one")
    with monkeypatch.context() as patched:
        full(patched, "sparse.store")
        with pytest.raises(SearchError, match="make room, and go on with --resume"):
            make(BOARD, tmp_path / "many")
    make(BOARD, tmp_path / "many")
    assert_same(tmp_path / "one", tmp_path / "many")


@pytest.mark.parametrize("after", [1, 40, 110, 150, 205])
def test_a_driver_that_was_cut_off_goes_on_with_its_levels(after, tmp_path):
    """Forwards, backwards, and while the table is written; what has a file isn't made again."""
    solve_sparse(load_game(BOARD), BOARD, tmp_path / "one")
    counted: Counter[tuple[str, int, int]] = Counter()

    def stop(task, outcome):
        counted[task.key] += 1
        if counted.total() == after:
            raise StopError

    with pytest.raises(StopError):
        make(BOARD, tmp_path / "many", on_outcome=stop)
    make(BOARD, tmp_path / "many", shards=4, on_outcome=stop)
    assert_same(tmp_path / "one", tmp_path / "many")
    again = [key for key, times in counted.items() if times > 1 and key[0] in ("start", "gather", "judge", "unite")]
    assert len(again) <= 1


def test_files_of_an_earlier_release_are_left(tmp_path, monkeypatch):
    def stop(task, outcome):
        if task.key == ("gather", 2, 5):
            raise StopError

    with monkeypatch.context() as patched:
        patched.setattr("plywise.solve.spread.sparse.job.VERSION", 1)
        with pytest.raises(StopError):
            make(BOARD, tmp_path / "many", on_outcome=stop)
    done = []
    make(BOARD, tmp_path / "many", on_outcome=lambda task, outcome: done.append(task.key))
    assert ("start", 0, 0) in done


@pytest.mark.parametrize(("packing", "symmetric"), [(None, True), (WIDE, False)])
def test_mirror_images_and_keys_of_two_words(packing, symmetric, tmp_path, monkeypatch):
    if packing is not None:
        monkeypatch.setattr("plywise.solve.sparse.levels.find_packing", lambda game: packing)
        monkeypatch.setattr("plywise.solve.spread.sparse.job.find_packing", lambda game: packing)
    levels = solve_sparse(load_game(BOARD), BOARD, tmp_path / "one", symmetric=symmetric)["levels"]
    assert make(BOARD, tmp_path / "many", symmetric=symmetric)["levels"] == levels
    assert_same(tmp_path / "one", tmp_path / "many")

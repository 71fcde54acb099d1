"""Tables made on a Ray cluster of two nodes: the same bytes as by one process, whatever is killed on the way."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    shutil.which("unshare") is None or shutil.which("ip") is None, reason="Ray is tried only where nothing else listens"
)


def run_alone(*command: str, timeout: int = 600) -> str:
    """Run Python where there is only the loopback; return what it prints."""
    pytest.importorskip("ray")
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src"), str(ROOT / "benchmarks" / "cluster")])
    ended = subprocess.run(
        [str(ROOT / "tools" / "loopback"), sys.executable, *command],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    return ended.stdout


def test_a_cluster_of_two_nodes(tmp_path):
    """One test, because a cluster is started once: everything is tried in one process; see `on_cluster`."""
    run_alone("-m", "tests.solve.on_cluster", str(tmp_path))
    lines = (tmp_path / "trials.jsonl").read_text(encoding="utf-8").splitlines()
    trials = {line["trial"]: line for line in map(json.loads, lines)}
    for name, check in globals().items():
        if name.startswith("check_"):
            check(trials)


def check_two_nodes_make_the_same_bytes(trials):
    found = trials["two_nodes"]
    assert found["same"]
    assert found["build"]["workers"] == 2
    assert found["build"]["repeated"] == 0


def check_a_sparse_table_made_by_two_nodes_has_the_same_bytes(trials):
    found = trials["sparse"]
    assert found["same"]
    assert sum(found["build"]["levels"]) == 161_029
    assert found["build"]["repeated"] == 0


def check_the_command_joins_a_cluster_by_its_address(trials):
    found = trials["command"]
    assert found["same"]
    assert found["printed"]["build"]["workers"] == 2


def check_workers_killed_at_three_moments_change_nothing(trials):
    found = trials["killed_workers"]
    assert found["same"]
    assert len(set(found["killed"])) == found["build"]["lost"] == 3
    # Each had one shard, and at most the sending and the taking of one pass of it is done again.
    assert 3 <= found["build"]["repeated"] <= 6


def check_a_task_that_keeps_failing_stops_the_job_with_its_own_error(trials):
    found = trials["failing_task"]
    assert "failed 3 times: OSError: No space left on device" in found["error"]
    assert found["status"]["state"] == "stopped"
    assert found["status"]["error"] == found["error"]
    assert any("No space left" in line for line in found["status"]["failures"])


def check_a_driver_that_was_killed_is_gone_on_with(trials):
    found = trials["killed_driver"]
    assert found["same"]
    assert found["status"]["state"] == "working"
    assert len(found["status"]["workers"]) == 2
    # Lines of the first log are tasks, but for those of its two workers; at most one pass of each shard is done again.
    assert found["build"]["tasks"] + found["done"] - 2 <= trials["removed_node"]["build"]["tasks"] + 4


def check_a_node_that_is_gone_changes_nothing(trials):
    found = trials["removed_node"]
    assert found["same"]
    assert found["build"]["lost"] == 1
    assert 1 <= found["build"]["repeated"] <= 2


@pytest.mark.slow
def test_throughput_on_a_large_table():
    printed = run_alone("benchmarks/cluster/cluster_speed.py", "--spec", "connect-four:width=5,height=5", timeout=3600)
    for kind in ("processor seconds", "the clock"):
        turns = re.findall(rf"by {kind}: .* throughput of the cluster ([\d.]+)", printed)
        assert max(map(float, turns)) >= 0.9


@pytest.mark.slow
def test_memory_stays_small_beside_the_data():
    used = json.loads(run_alone("benchmarks/cluster/cluster_memory.py", timeout=3600))
    assert used["workers"] + used["store"] <= 450 << 20
    assert used["times"] >= 4
    assert used["spilled"] > 0

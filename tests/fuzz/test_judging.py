"""What fuzzing and mutation look for is seen: planted faults of every kind."""

import time

import pytest

from plywise.rules import PlywiseError
from tests.fuzz.__main__ import summary
from tests.fuzz.judging import MEGABYTES, SECONDS, Judgement, judge
from tests.fuzz.worker import note


def refuse(data: bytes) -> None:
    raise PlywiseError(f"{data!r} can't be read.")


def fail(data: bytes) -> None:
    raise KeyError(data)


def take_long(data: bytes) -> None:
    begun = time.process_time()
    while time.process_time() <= begun + SECONDS:
        pass


def test_what_is_read_or_refused_is_in_order():
    assert judge(bytes.decode, b"x") == Judgement()
    assert judge(refuse, b"x")[:2] == ("b'x' can't be read.", "")


@pytest.mark.parametrize(("read", "fault"), [(fail, "KeyError: b'x'"), (take_long, "It takes 2.0 s.")])
def test_a_fault_is_seen(read, fault):
    assert judge(read, b"x").fault == fault


def test_much_memory_is_seen(monkeypatch):
    monkeypatch.setattr("tests.fuzz.judging.memory", iter([100, 101 + MEGABYTES]).__next__)
    assert judge(bytes.decode, b"x").fault == "It takes 201 MB."


def test_a_run_is_summed_up(tmp_path):
    note(tmp_path, b"x", "KeyError: 1", "KeyError rules/record.py:1 play")
    (tmp_path / "timeout-1234").write_bytes(b"y")
    ended = "#16\tNEW    cov: 9 ft: 10 corp: 1/1b rss: 90Mb\n"
    whole = (
        "INFO: seed corpus\n#8\tNEW    cov: 8 ft: 9 corp: 1/1b rss: 96Mb\nDone 20 runs in 6 second(s)\n"
        "stat::number_of_executed_units: 20\n"
    )
    run = summary(["INFO\n" + ended, whole], tmp_path)
    assert run[:5] == (6, 36, 9, 10, 96)
    assert run.findings == ["KeyError rules/record.py:1 play: KeyError: 1", "the process ended: timeout-1234"]

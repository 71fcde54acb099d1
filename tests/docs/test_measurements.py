"""Each figure of docs/measurements.md stands next to its command, and benchmarks/measure.py runs those commands."""

import importlib.util
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "benchmarks" / "measure.py"
PAGE, RECORD = ROOT / "docs" / "measurements.md", ROOT / "docs" / "measured.md"

pytest.importorskip("resource", reason="it limits the memory of what it runs, which this system can't")


def load() -> Any:
    spec = importlib.util.spec_from_file_location("measure", PROGRAM)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["measure"] = module
    spec.loader.exec_module(module)
    return module


measure = load()


def sections(text: str) -> dict[str, str]:
    """Return the sections of a page by their headings."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def without_command(text: str) -> list[str]:
    """Return the sections that have a table and name no command."""
    return [
        name
        for name, section in sections(text).items()
        if re.search(r"^\|---", section, re.MULTILINE) and not measure.COMMAND.search(section)
    ]


def missing(command: str) -> list[str]:
    """Return the files, folders and targets of a command that don't exist."""
    words = shlex.split(command)
    if words[0] == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        return [word for word in words[1:] if word not in targets]
    return [word for word in words if "/" in word and not (ROOT / word.partition("::")[0]).exists()]


# The pages


def test_every_section_with_a_table_names_a_command():
    assert len(sections(PAGE.read_text("utf-8"))) > 10
    assert not without_command(PAGE.read_text("utf-8"))


def test_every_command_can_be_found():
    commands = measure.read_commands(PAGE)
    assert len(commands) > 15
    assert {command: missing(command) for command in commands if missing(command)} == {}


def test_every_benchmark_is_named_or_writes_a_page_of_its_own():
    """A script that no page names is one that nobody runs."""
    pages = [page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md")]
    scripts = [path for path in PROGRAM.parent.glob("*/*.py") if 'if __name__ == "__main__"' in path.read_text("utf-8")]
    writers = {"algorithms.py", "chess_pictures.py", "enhancements.py"}
    unnamed = [
        path.name for path in scripts if path.name not in writers and not any(path.name in page for page in pages)
    ]
    assert unnamed == []


def test_what_was_measured_are_commands_of_the_page():
    entries = measure.read_entries(RECORD)
    assert entries
    assert set(entries) <= set(measure.read_commands(PAGE))
    assert RECORD.read_text("utf-8").count("\n## ") == len(entries)
    for entry in entries.values():
        assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d, commit \w+", entry.terms), entry.command
        assert measure.align_tables(measure.clean(entry.output)) == entry.output.splitlines(), entry.command


def test_planted_faults_are_seen():
    table = "| a |\n|---|\n| 1 |\n"
    assert without_command(f"# Page\n\n## One\n\nCommand: `make e2e`.\n\n{table}\n## Two\n\n{table}\n## Three\n") == [
        "Two"
    ]
    assert missing("python benchmarks/speed/twin.py --repeats 9") == []
    assert missing("python benchmarks/speed/nowhere.py") == ["benchmarks/speed/nowhere.py"]
    assert missing("make nothing") == ["nothing"]


# The program


@pytest.fixture
def tried(tmp_path):
    """A page of three commands, the second of which fails."""
    for name, line in {"one": "print('first')", "two": "raise SystemExit('broken')", "three": "print('third')"}.items():
        (tmp_path / f"{name}.py").write_text(line + "\n", encoding="utf-8")
    lines = [f"Command: `python {tmp_path}/{name}.py`, 2026-11-16." for name in ("one", "two", "three")]
    (tmp_path / "page.md").write_text("# Page\n\n" + "\n\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def arguments(folder: Path, *words: str) -> list[str]:
    return [sys.executable, str(PROGRAM), "--page", f"{folder}/page.md", "--record", f"{folder}/record.md", *words]


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(arguments(folder, *words), capture_output=True, text=True, check=False, timeout=60)


def test_a_failure_is_written_down_and_the_next_one_runs(tried):
    assert run(tried).returncode == 1
    found = {measure.name_of(command): entry for command, entry in measure.read_entries(tried / "record.md").items()}
    assert {name: entry.output for name, entry in found.items()} == {"one": "first", "two": "broken", "three": "third"}
    assert found["one"].terms.endswith("exit status 0.")
    assert found["two"].terms.endswith("exit status 1.")


def test_only_what_ran_again_is_replaced(tried):
    run(tried)
    (tried / "one.py").write_text("print('again')\n", encoding="utf-8")
    (tried / "three.py").write_text("print('again')\n", encoding="utf-8")
    assert run(tried, "one").returncode == 0
    assert [entry.output for entry in measure.read_entries(tried / "record.md").values()] == [
        "again",
        "broken",
        "third",
    ]
    unknown = run(tried, "four")
    assert unknown.returncode == 1
    assert "No command is called four: choose among one, three, two." in unknown.stderr


def test_an_interrupt_keeps_what_was_done_and_leaves_nothing_running(tried):
    (tried / "two.py").write_text(
        f"import os, pathlib, time\npathlib.Path('{tried}/pid').write_text(str(os.getpid()))\ntime.sleep(60)\n"
    )
    process = subprocess.Popen(arguments(tried), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not (tried / "pid").exists() or not (tried / "pid").read_text():
        assert time.monotonic() < until
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    printed, complaints = process.communicate(timeout=30)
    assert (process.returncode, complaints) == (130, "")
    assert "Add --resume" in printed
    assert [entry.output for entry in measure.read_entries(tried / "record.md").values()] == ["first"]
    assert not Path(f"/proc/{(tried / 'pid').read_text()}").exists()


def test_time_and_memory_are_limited(tried):
    (tried / "one.py").write_text("import time\nprint('begun', flush=True)\ntime.sleep(60)\n", encoding="utf-8")
    (tried / "two.py").write_text("b = bytearray(2 << 30)\n", encoding="utf-8")
    run(tried, "--hours", "0.001", "--memory", "1")
    slow, large, _ = measure.read_entries(tried / "record.md").values()
    assert (slow.output, slow.terms.endswith("stopped after 0.001 h.")) == ("begun", True)
    assert "MemoryError" in large.output


def test_outputs_are_tidied():
    assert measure.tidy("\x1b[1mbold\x1b[0m  \n10%\r100%\n````\n") == "bold\n100%\n ````"
    assert measure.tidy("\x1b]0;title\x07one\x1b(B\n\x1b[?25ltwo \r\nthree\r\n") == "one\ntwo\nthree"
    assert measure.tidy("10%\r   \ndone") == "done"
    long = measure.tidy("\n".join(map(str, range(500))))
    assert long.splitlines()[:2] == ["(350 lines left out)", "350"]


LOGGED = """\
2026-11-16 10:46:44,132\tWARNING authentication_token_setup.py:85 -- Token authentication is enabled.
[2026-11-16 10:46:44,146 W 1 1] network_util.cc:330: Failed to determine local IP
\x1b[36m(WorkerActor pid=123, ip=127.0.0.1)\x1b[0m printed by a worker
(pid=123) started
(raylet) It looks like you're creating a detached actor
othello ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 100% 0:00:00
 50%|█████     | 5/10 [00:01<00:01,  4.00it/s]
"""
KEPT = """\
2026-11-16 10:46:44,132\tERROR worker.py:12 -- A worker died.
(two cores) 100% of the games
┏━━━━━━┳━━━━┓
┃ game ┃  s ┃"""


def test_logs_and_progress_bars_are_left_out():
    assert measure.tidy(LOGGED) == ""
    assert measure.tidy(f"{LOGGED}{KEPT}\n{LOGGED}") == KEPT


def test_tables_stand_in_columns():
    two = "| a | b |\n|---|---|\n| x | 10 |\n\n| longer | 9 |\n\n| c |\n|---|\n| 1 |\n\nEnd."
    columns = "| a      |  b |\n|--------|----|\n| x      | 10 |\n| longer |  9 |\n\n| c |\n|---|\n| 1 |\n\nEnd."
    assert measure.tidy(two) == columns
    assert measure.tidy(columns) == columns
    ragged = "| a | b |\n|---|---|\n| x |"
    assert measure.tidy(ragged) == ragged
    assert measure.tidy("| no table") == "| no table"

"""The front door: `plywise` alone, `--help` and `--version` are short, say what is true, and cost next to nothing."""

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from plywise.cli.commands import COMMANDS, GROUPS, import_command
from plywise.cli.front import FIRST_STEPS, overview
from plywise.cli.group import make_command
from plywise.cli.main import app
from tests.docs.pages import environment

MODULES_OF = """
import json, sys
sys.argv = ["plywise", *sys.argv[1:]]
try:
    from plywise.__main__ import main
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
"""Runs the command, and then says which modules it has imported."""

CPU_SECONDS = 0.4


def modules_of(*args: str) -> set[str]:
    command = [sys.executable, "-c", MODULES_OF, *args]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_listed_with_the_first_line_of_its_help(name):
    command = import_command(name)
    text = command.info.help if isinstance(command, typer.Typer) else inspect.getdoc(command)
    assert text is not None
    assert text.splitlines()[0] == COMMANDS[name].help


def test_every_command_is_in_a_group():
    assert list(GROUPS) == ["Make", "Play", "Understand", "Solve", "Teach", "Share", "Tools"]
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)


@pytest.mark.parametrize("columns", [80, 120])
def test_help_is_in_groups_within_60_lines(plywise, columns):
    done = plywise("--help", COLUMNS=str(columns))
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert len(lines) <= 60
    assert max(map(len, lines)) <= columns
    assert [line for line in lines if line in GROUPS] == list(GROUPS)
    assert [line.split()[0] for line in lines if line.startswith("  ")] == list(COMMANDS)


def test_help_is_wrapped_in_a_narrow_terminal():
    lines = overview(40).splitlines()
    assert max(map(len, lines)) <= 40
    assert "  fit-weights   Fit the weights of a" in lines


def test_headings_are_bold_on_a_terminal_only(plywise):
    assert "\x1b[1mMake\x1b[0m" in overview(80, emphasise=True)
    assert "\x1b" not in plywise("--help").stdout


def test_plywise_alone_says_how_to_begin_in_10_lines(plywise):
    done = plywise()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == FIRST_STEPS
    assert len(done.stdout.splitlines()) <= 10
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_first_steps_can_be_followed(plywise):
    steps = [line.split("  ")[1].split()[1:] for line in FIRST_STEPS.splitlines() if line.startswith("  plywise")]
    assert [step[0] for step in steps] == ["new", "check", "play", "explain", "games"]
    for step in steps:
        done = plywise(*step, typed="quit\n")
        assert done.returncode == 0, done.stderr


def test_an_unknown_command_gets_the_nearest_one(plywise):
    done = plywise("analyze")
    assert done.returncode == 2
    assert "No such command 'analyze'. Did you mean 'analyse'?" in done.stderr


@pytest.mark.parametrize("args", [(), ("--help",), ("--version",), ("analyze",)], ids=str)
def test_the_front_door_imports_no_command(args):
    modules = modules_of(*args)
    assert "plywise.cli.main" in modules
    assert {name for name in modules if name.startswith("plywise.cli.commands.")} == set()
    assert modules & {"numpy", "numba", "llvmlite", "plywise.agents", "plywise.rules", "plywise.kernel"} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_leaves_wrapping_to_the_terminal_and_names_no_type_of_a_switch(name):
    command = make_command(name)
    inner = getattr(command, "commands", {})
    assert all("\n" not in each.help.replace("\n\n", "") for each in [command, *inner.values()])
    for words in [[name], *([name, each] for each in inner)]:
        shown = CliRunner().invoke(app, [*words, "--help"]).stdout
        assert "--help" in shown
        assert "bool" not in shown


def test_a_command_imports_no_other():
    modules = modules_of("perft", "--help")
    assert "plywise.cli.commands.rules.perft" in modules
    assert "plywise.cli.commands.play.serve" not in modules


def test_importing_plywise_is_light():
    code = "import json, sys, plywise; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    modules = set(json.loads(done.stdout))
    assert {name for name in modules if name.startswith("plywise.")} == set()
    assert modules & {"numpy", "numba", "llvmlite", "typer", "rich", "asyncio"} == set()


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="Windows counts no children's seconds")
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_front_door_takes_at_most_two_fifths_of_a_second(option):
    """The least of several runs, after one that keeps the bytecode: whatever else the machine does only adds to it."""
    variables = {name: value for name, value in environment().items() if name != "PYTHONDONTWRITEBYTECODE"}
    assert min(cpu_seconds([sys.executable, "-m", "plywise", option], variables) for _ in range(6)) <= CPU_SECONDS


def cpu_seconds(command: list[str], variables: dict[str, str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=variables)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("option", ["--help", "--version"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_is_one_sentence(option):
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "plywise", option]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment(), check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "refused to read or write" in done.stderr

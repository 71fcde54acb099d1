"""Runs a page as its reader would: files are written, commands run, sessions typed in, and the outputs compared.

A fenced block is, by its language:

    python title="name.py"   a file that the reader writes; python without a title is run as it stands
    pycon                    a session at the Python prompt (a doctest)
    console                  commands after "$ ", each followed by what it prints; "..." stands for anything
"""

import contextlib
import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.forking import run_plywise

BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
SNIPPET = "--8<--"
SHELL = re.compile(r"[|&;<>()$`\\*?\[#~%!{]")
"""What a shell does something about, outside quotes at least."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    title: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        title = re.search(r'title="([^"]+)"', match[2])
        line = text[: match.start()].count("\n") + 2
        found.append(Block(match[1], title[1] if title else "", match[3], line))
    return found


def follow(page: Path, folder: Path) -> int:
    """Do all that a page says, in a folder; return how many blocks were run."""
    names: dict[str, Any] = {"__name__": "__main__"}
    done = 0
    for block in blocks(page):
        if SNIPPET in block.text:
            continue
        if block.language == "python" and block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            with contextlib.chdir(folder):
                exec(compile(block.text, f"{page}:{block.line}", "exec"), names)
        elif block.language == "pycon":
            run_session(block, page)
        elif block.language == "console":
            run_commands(block, page, folder)
        else:
            continue
        done += 1
    return done


def run_session(block: Block, page: Path) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, {}, page.name, str(page), block.line)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not report, "".join(report)


def run_commands(block: Block, page: Path, folder: Path) -> None:
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        run = run_command(command, folder)
        printed = strip(run.stdout + run.stderr)
        place = f"{page}:{block.line}: {command}"
        assert "Traceback" not in printed, f"{place}\n{printed}"
        if expected.strip():
            same = doctest.OutputChecker().check_output(strip(expected), printed, doctest.ELLIPSIS)
            assert same, f"{place}\nexpected:\n{expected}\nprinted:\n{printed}"
        else:
            assert run.returncode == 0, f"{place}\n{printed}"


def run_command(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a line in the reader's shell, or without one where that is the same."""
    if command.startswith("plywise ") and not SHELL.search(command):
        return run_plywise(shlex.split(command)[1:], folder, environment())
    return subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, env=environment(), timeout=120, check=False
    )


def environment() -> dict[str, str]:
    """The reader's shell: this Python's commands first, a terminal of 100 columns without colour."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


PROGRESS = re.compile(r"^plywise [\w -]+: .*; [\d:]+ so far.*\n", re.MULTILINE)
"""A line about progress, which comes on a busy machine only."""


def strip(text: str) -> str:
    """Drop what the eye doesn't see, spaces at line ends and empty lines at both ends, and lines about progress."""
    text = PROGRESS.sub("", text)
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"

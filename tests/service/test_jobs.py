"""What the service asks of its workers, and what it tells of their failures."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plywise.service.jobs import Jobs
from plywise.service.schema import ExplanationRequest, VisitRequest
from plywise.service.settings import Settings
from plywise.service.worker.tasks import TASKS
from plywise.tasks import TaskError, offer, tell_failure


@contextlib.asynccontextmanager
async def working(settings: Settings) -> AsyncIterator[Jobs]:
    jobs = Jobs(offer(["connect-four", "nim"]), settings)
    try:
        yield jobs
    finally:
        await jobs.close()


async def forever() -> None:
    await asyncio.Event().wait()


def test_an_explanation_that_takes_too_long_says_what_to_ask_for():
    async def explain() -> None:
        late = pytest.raises(TaskError, match=r"longer than 0\.3 seconds.*: ask for a smaller depth; .*\.$")
        async with working(Settings(workers=1, explanation_seconds=0.3)) as jobs:
            with late:
                await jobs.explanation(ExplanationRequest(game="connect-four", depth=60), forever)

    asyncio.run(explain())


@pytest.mark.parametrize("compiles_ahead", [True, False])
def test_a_game_is_compiled_from_its_first_action_on(compiles_ahead):
    async def play() -> None:
        async with working(Settings(workers=1, compiles_ahead=compiles_ahead)) as jobs:
            await jobs.position(VisitRequest(game="nim"))
            assert not jobs.preparations.known
            await jobs.position(VisitRequest(game="nim", actions=["A1"]))
            assert [*jobs.preparations.known] == ([("nim", None)] if compiles_ahead else [])

    asyncio.run(play())


def test_whenever_it_is_closed_nothing_is_left_of_a_process_that_starts():
    async def close_after(moments: int) -> None:
        async with working(Settings(workers=1)) as jobs:
            jobs.preparations.prepare("nim")
            for _ in range(moments):
                await asyncio.sleep(0)

    for moments in range(12):
        asyncio.run(close_after(moments))
    gc.collect()  # whatever was left open complains now


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "There is no file gone.py."),
        ("def broken(:", "gone.py:1: invalid syntax: fix this."),
        ("open(__file__ + 'x')", "gone.py can't be imported: FileNotFoundError: "),
    ],
)
@pytest.mark.parametrize("is_relative", [True, False])
def test_a_client_is_told_a_files_name_and_not_where_it_lies(tmp_path, monkeypatch, text, told, is_relative):
    folder = tmp_path / "secret"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    path = Path("secret/gone.py") if is_relative else folder / "gone.py"
    if text is not None:
        path.write_text(text)
    with pytest.raises(Exception, match="secret") as caught:
        TASKS["position"](print, str(path), "gone", [])
    failure = tell_failure(caught.value)
    assert failure.code == "rules"
    assert failure.message.startswith(told)
    assert "secret" not in failure.message

"""Runs are repeatable, resume where they were stopped, and are written down whole."""

import json
import random
from pathlib import Path
from typing import Any, ClassVar

import pytest

from plywise.executors import Failed, InProcess, Lost
from plywise.lab.frame import (
    Axes,
    Experiment,
    Judgement,
    LabFigure,
    LabRun,
    LabSettings,
    Measurements,
    PlotPoint,
    Ruling,
    mean_of,
    plot_curves,
    read_results,
    write_pages,
    write_result,
)
from plywise.rules import PlywiseError, SearchError

done: list[int] = []


class Dice(Experiment):
    """Rolls dice."""

    number, name, title, claim, source, how = 1, "dice", "Dice are fair", "The mean is 3.5.", "nobody", "Rolled."
    quick: ClassVar[LabSettings] = {"cases": 4, "rolls": 20}
    full: ClassVar[LabSettings] = {"rolls": 100}
    axes = Axes("case", "mean")

    def cases(self, settings: LabSettings) -> list[int]:
        return list(range(settings["cases"]))

    def observe(self, settings: LabSettings, case: int, chooser: random.Random) -> list[int]:
        done.append(case)
        return [chooser.randint(1, 6) for _ in range(settings["rolls"])]

    def summarise(self, settings: LabSettings, cases: Any, observed: Any) -> Measurements:
        found = mean_of([roll for seen in observed for roll in seen], "3.5")
        return Measurements({"mean": found}, {"means": [PlotPoint.at(case, found) for case in cases]})

    def judge(self, found: Measurements) -> Judgement:
        is_fair = found["mean"].low <= 3.5 <= found["mean"].high
        return Judgement(Ruling.HOLDS if is_fair else Ruling.FAILS, f"The mean is {found['mean'].value:.2f}.")


def load() -> dict[str, Experiment]:
    return {"dice": Dice()}


def start(folder: Path | None = None, seed: int = 0, is_quick: bool = True) -> LabRun:
    done.clear()
    return LabRun(load, ["dice"], is_quick=is_quick, seed=seed, folder=folder)


def test_the_same_seed_gives_the_same_figures():
    first, again, other = (next(start(seed=seed).run()) for seed in (1, 1, 2))
    assert first.measurements == again.measurements != other.measurements
    assert first.measurements == Dice().measure(is_quick=True, seed=1)
    assert next(start(seed=1, is_quick=False).run()).settings == {"cases": 4, "rolls": 100}


class Stopped(InProcess):
    """Is stopped by Ctrl-C after two tasks."""

    def run_unordered(self, tasks: Any) -> Any:
        for number, pair in enumerate(super().run_unordered(tasks)):
            if number == 2:
                raise KeyboardInterrupt
            yield pair


def test_a_run_that_was_stopped_goes_on(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        next(start(tmp_path).run(Stopped))
    run = start(tmp_path)
    assert run.done == 2
    found = next(run.run())
    assert done == [2, 3]
    assert found.measurements == Dice().measure(is_quick=True)
    assert not list(tmp_path.rglob("*.jsonl"))


def test_what_was_seen_with_another_seed_or_cut_short_counts_for_nothing(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        next(start(tmp_path).run(Stopped))
    assert start(tmp_path, seed=1).done == 0
    (log,) = tmp_path.rglob("*.jsonl")
    log.write_text(log.read_text("utf-8")[:-9], encoding="utf-8")
    assert start(tmp_path).done == 1


def test_a_worker_that_dies_is_tried_again_and_given_up_in_the_end():
    class Dying(InProcess):
        deaths = 0

        def run_unordered(self, tasks: Any) -> Any:
            for task, outcome in super().run_unordered(tasks):
                Dying.deaths += 1
                yield task, Lost(0, "it died") if Dying.deaths <= most else outcome

    most = 2
    assert next(start().run(Dying)).measurements == Dice().measure(is_quick=True)
    Dying.deaths, most = 0, 100
    with pytest.raises(SearchError, match="3 workers died in case 0 of dice: it died"):
        next(start().run(Dying))


def test_what_fails_says_where():
    class Failing(InProcess):
        def run_unordered(self, tasks: Any) -> Any:
            for task, _ in super().run_unordered(tasks):
                yield task, Failed(0, ZeroDivisionError("by 0"))

    with pytest.raises(SearchError, match="dice failed in case 0: by 0"):
        next(start().run(Failing))


def test_results_are_read_as_they_were_written(tmp_path):
    found = next(start(tmp_path).run())
    write_result(tmp_path, found, Dice().plot(found.measurements))
    assert {name: each.to_data() for name, each in read_results(tmp_path).items()} == {"dice": found.to_data()}
    data = json.loads((tmp_path / "results" / "dice.json").read_text("utf-8"))
    assert data["command"] == "plywise lab run dice --quick --seed 0"
    assert data["machine"]
    assert data["commit"]
    pages = write_pages(tmp_path, load(), {"lab": "Dice"})
    assert "[Dice are fair](lab.md#dice) | **holds** | quick" in pages[0].read_text("utf-8")
    assert "> The mean is 3.5." in pages[1].read_text("utf-8")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"name": 1', '{"name": "dice", "quick": 1, "seed": "x"}'])
def test_a_damaged_result_gives_a_sentence(tmp_path, text):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "dice.json").write_text(text, encoding="utf-8")
    with pytest.raises(PlywiseError, match="is no result of the lab"):
        read_results(tmp_path)


def test_open_bars_and_logarithms_are_drawn():
    points = [PlotPoint.at(1, LabFigure(5, float("-inf"), float("inf"), 1)), PlotPoint.at(1000, 70)]
    for is_log in (False, True):
        drawn = plot_curves("<Title>", Axes("x", "y", is_log, is_log), {"one": points, "text: two": points})
        assert drawn.count("<circle") == 2
        assert "&lt;Title&gt;" in drawn
        assert "nan" not in drawn
        assert "inf" not in drawn
    assert "<svg" in plot_curves("Nothing", Axes("x", "y"), {})

"""Measuring from the command line: bench and ablate, on games small enough to compile and search soon."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from plywise.cli.commands.measure.ablate import ablate, draw_ablation
from plywise.explain import Pair, draw_ratios, plot_ratios
from plywise.games.catalog import load_game
from plywise.lab import Ablation, BenchRow, StateSample, random_openings, signature

TINY = "nim:piles=2-3"


def test_bench_shows_figures_and_a_signature_that_repeats(plywise):
    shown = plywise("bench", TINY).stdout
    assert TINY in shown
    assert "states/s" in shown
    data = json.loads(plywise("bench", TINY, "--json").stdout)
    assert f"signature {data['signature']}" in shown
    assert data["games"][0]["nodes"] > 10
    shallow = plywise("bench", TINY, "--depth", "2", "--signature").stdout.strip()
    assert len(shallow) == len(data["signature"])
    assert shallow != data["signature"]


def test_bench_goes_on_after_a_game_that_cannot_be_measured(plywise, tmp_path):
    (tmp_path / "broken.py").write_text("def f(:")
    rules = "from plywise.games.nim import Nim as N\nclass Nim(N):\n    def initial(self):\n        return 1 // 0\n"
    (tmp_path / "failing.py").write_text(rules)
    done = plywise("bench", "broken.py", "figure-5.4", "failing.py", TINY)
    assert done.returncode == 1
    assert TINY in done.stdout
    assert "signature" not in done.stdout
    first, second, third = (line for line in done.stderr.splitlines() if line.startswith("plywise:"))
    assert first == "plywise: broken.py:1: invalid syntax: fix this."
    assert second.startswith("plywise: The compiled alpha-beta is for two players")
    assert third.startswith("plywise: your rules failed at failing.py:4 in initial: ZeroDivisionError")
    data = json.loads(plywise("bench", TINY, "broken.py", "--json").stdout)
    assert data["signature"] is None
    assert [row["game"] for row in data["games"]] == [TINY]
    assert data["failed"] == {"broken.py": "broken.py:1: invalid syntax: fix this."}
    done = plywise("bench", "broken.py", TINY, "--signature")
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.parametrize("changed", [{"game": "nim"}, {"depth": 6}, {"nodes": 101}, {"value": 1}])
def test_the_signature_sees_every_change_but_time(changed):
    row = BenchRow(TINY, depth=5, nodes=100, value=0, seconds=1.0)
    assert signature([row]) == signature([replace(row, seconds=2.0)])
    assert signature([row]) != signature([replace(row, **changed)])


def test_ablate_as_table_data_and_plot(plywise, tmp_path):
    args = ("ablate", TINY, "--switch", "table", "--switch", "rank", "--openings", "1", "--svg", "plot.svg")
    done = plywise(*args, COLUMNS="80")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines[1:4]] == ["without", "nothing", "table"]
    assert "Nothing to switch off in this game: rank." in done.stdout
    data = json.loads(plywise(*args, "--json").stdout)
    assert data["is_whole"]
    assert data["idle"] == ["rank"]
    baseline, table = data["rows"]
    assert (baseline["without"], table["without"]) == ("nothing", "table")
    assert baseline["nodes_ratio"] == 1
    assert table["nodes"] > baseline["nodes"]
    assert ET.parse(tmp_path / "plot.svg").getroot().get("aria-label", "").startswith(TINY)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("ablate", "nim", "--switch", "tables"), "There is no switch 'tables': choose among deepening"),
        (("ablate", "nim", "--switch", "prob_cut"), "prob_cut needs fitted models: add --models FILE"),
        (("ablate", "nim", "--svg", "no/plot.svg"), "There is no folder no: make it"),
        (("ablate", "nim", "--svg", "plot.png"), "The plot is an SVG: call the file plot.svg."),
        (("ablate", "coin-toss"), "for two players, constant sum and no dice"),
        (("bench", "figure-5.4"), "for two players, constant sum and no dice"),
        (("bench", "nim", "--json", "--signature"), "leave out --signature"),
    ],
)
def test_a_mistake_gives_one_sentence(plywise, args, sentence):
    done = plywise(*args)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_ctrl_c_shows_what_was_measured(monkeypatch, capsys):
    def measure_a_little(ablation):
        ablation.depth = 5
        ablation.baseline.samples = {0: StateSample(5, 100, 0, 1.0)}
        ablation.variants[0].samples = {0: StateSample(5, 200, 0, 3.0)}
        raise KeyboardInterrupt

    monkeypatch.setattr(Ablation, "run", measure_a_little)
    ablate(TINY, openings=0)
    shown, told = capsys.readouterr()
    assert "2.00" in shown
    assert "Stopped: only what is shown was measured." in told


def test_ctrl_c_before_any_figure_ends_the_command(monkeypatch):
    def measure_nothing(ablation):
        raise KeyboardInterrupt

    monkeypatch.setattr(Ablation, "run", measure_nothing)
    with pytest.raises(KeyboardInterrupt):
        ablate(TINY, openings=0)


def test_ablation_counts_each_state_alike_and_says_what_was_given_up():
    game = load_game("tic-tac-toe")
    states = [game.initial(), *random_openings(game, game.initial(), 1)]
    ablation = Ablation(game, states, ["table", "killers"], depth=5, cap=8)
    assert ablation.rows() == []
    ablation.baseline.samples = {0: StateSample(5, 100, 0, 1.0), 1: StateSample(5, 10, 0, 0.1)}
    table, killers = ablation.variants
    killers.samples = {0: StateSample(5, 100, 0, 0.5)}
    table.samples = {0: StateSample(4, 800, 0, 2.0, is_complete=False), 1: StateSample(5, 20, 0, 0.1)}
    rows = ablation.rows()
    assert [row.name for row in rows] == ["nothing", "table", "killers"]
    assert (rows[1].nodes, rows[1].nodes_ratio, rows[1].is_more) == (820, 4.0, True)
    assert (rows[2].nodes_ratio, rows[2].time_ratio, rows[2].is_more) == (1.0, 0.5, False)
    assert draw_ablation(rows, 80, in_colour=False).row_count == 3


def test_bars_share_a_scale_and_fit():
    bars = [bar.plain for bar in draw_ratios([(1, 1), (100, 10), (0.25, 0.5)], 30, in_colour=False)]
    assert max(map(len, bars)) <= 30
    assert {bar.index("│") for bar in bars} == {bars[0].index("│")}
    assert bars[1].count("█") == bars[1].count("▀")
    assert "▀" in bars[2]
    assert bars[2].endswith("│")


def test_a_plot_is_sound_xml_whatever_the_names():
    plot = plot_ratios('<a> & "b"', "of 2", ("states", "time"), [Pair("x<y", 2, 0.5), Pair("all", 100, 50, True)])
    texts = [element.text for element in ET.fromstring(plot).iter("{http://www.w3.org/2000/svg}text")]
    assert {'<a> & "b"', "x<y", "> 100", "0.50"} <= set(texts)


def test_openings_repeat_by_their_seed_and_are_not_over():
    game = load_game("tic-tac-toe")
    first, again, other = (random_openings(game, game.initial(), 5, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len(set(first)) == 5
    assert not any(game.is_terminal(state) for state in first)
    assert len(random_openings(load_game("nim:piles=1-1"), load_game("nim:piles=1-1").initial(), 5, plies=1)) < 5

"""The report counts what the tables hold."""

from typing import Any

from plywise.agents.tables import Tables
from plywise.explain.counts import group_counts
from plywise.explain.svg import plot_histogram
from plywise.explain.terminal import draw_histogram
from plywise.knowledge.solved import Solved
from plywise.solve.report import add_up, report_tables
from tests.solve.graph_game import NODES, Graph


def test_counts_distances_and_longest_wins(graph_folder):
    game = Graph()
    tables = Tables(game, graph_folder)
    reports = report_tables(tables)
    assert [report.entry.name for report in reports] == ["high a", "high b", "low a", "low b"]
    for report in reports:
        entry: Any = report.entry
        assert (sum(report.wins), sum(report.losses)) == (entry.wins, entry.losses)
        assert entry.wins + entry.draws + entry.losses == entry.states == NODES
        assert report.bytes_a_state == entry.bytes / NODES
        longest: Any = report.longest
        assert longest.plies == len(report.wins) - 1 == len(longest.line)
        assert tables.solved(game.parse_state(longest.state)) == Solved(1, longest.plies)
    wins, losses = add_up(reports)
    assert sum(wins) + sum(losses) + sum(report.entry.draws or 0 for report in reports) == 4 * NODES


def test_a_line_to_a_conversion_ends_there(conversion_folder):
    game = Graph()
    (report,) = report_tables(Tables(game, conversion_folder), ["high a"])
    longest: Any = report.longest
    assert len(longest.line) == longest.plies


def test_histograms_say_all_counts():
    wins, losses = [0, 1000, 1], [30, 0, 0, 2]
    drawn = [line.plain for line in draw_histogram(wins, losses, 60)]
    assert [line.split()[-1] for line in drawn[1:]] == ["30", "1,000", "1", "2"]
    assert draw_histogram([], [], 60) == []
    svg = plot_histogram("a <title>", "some states", wins, losses)
    assert "<title>1: 1,000</title>" in svg
    assert "a &lt;title&gt;" in svg
    assert len(group_counts(range(1000), [], 24)) <= 24

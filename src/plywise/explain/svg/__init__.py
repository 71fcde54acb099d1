"""Traces, trees, boards and measurements as pictures that need nothing else."""

from plywise.explain.svg.graph_drawing import draw_graph
from plywise.explain.svg.histogram import plot_histogram
from plywise.explain.svg.intervals import Interval, plot_intervals
from plywise.explain.svg.ladders import Ladder, plot_ladders
from plywise.explain.svg.layout import Box, TreeLayout, lay_out
from plywise.explain.svg.lettering import text_width, wrap
from plywise.explain.svg.node_drawing import NodeDrawing, place
from plywise.explain.svg.partial import draw_branches, draw_partial
from plywise.explain.svg.picture import Panel, draw_picture
from plywise.explain.svg.plot import STYLE, Pair, plot_ratios, tell_ratio
from plywise.explain.svg.trace_drawing import (
    Moment,
    draw_beside,
    draw_moments,
    draw_nodes,
    draw_stages,
    draw_trace,
    draw_traces,
)

__all__ = [
    "STYLE",
    "Box",
    "Interval",
    "Ladder",
    "Moment",
    "NodeDrawing",
    "Pair",
    "Panel",
    "TreeLayout",
    "draw_beside",
    "draw_branches",
    "draw_graph",
    "draw_moments",
    "draw_nodes",
    "draw_partial",
    "draw_picture",
    "draw_stages",
    "draw_trace",
    "draw_traces",
    "lay_out",
    "place",
    "plot_histogram",
    "plot_intervals",
    "plot_ladders",
    "plot_ratios",
    "tell_ratio",
    "text_width",
    "wrap",
]

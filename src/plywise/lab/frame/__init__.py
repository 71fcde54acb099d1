"""What every experiment of the lab has in common: what it measures, how it is run, kept, drawn and shown."""

from plywise.lab.frame.curves import Axes, plot_curves
from plywise.lab.frame.experiment import Experiment, Judgement, LabSettings, Ruling
from plywise.lab.frame.measurements import LabFigure, Measurements, PlotPoint, geometric_of, mean_of, share_of, weigh
from plywise.lab.frame.pages import figure_rows, in_order, write_pages
from plywise.lab.frame.results import ExperimentResult, judge_again, read_results, write_result
from plywise.lab.frame.running import LabProgress, LabRun, LabWorker

__all__ = [
    "Axes",
    "Experiment",
    "ExperimentResult",
    "Judgement",
    "LabFigure",
    "LabProgress",
    "LabRun",
    "LabSettings",
    "LabWorker",
    "Measurements",
    "PlotPoint",
    "Ruling",
    "figure_rows",
    "geometric_of",
    "in_order",
    "judge_again",
    "mean_of",
    "plot_curves",
    "read_results",
    "share_of",
    "weigh",
    "write_pages",
    "write_result",
]

"""Commands for who measures: speed, what each enhancement is worth, and ProbCut's figures."""

from plywise.cli.commands.measure.ablate import ablate as ablate_command
from plywise.cli.commands.measure.bench import bench_games
from plywise.cli.commands.measure.fit import fit_prob_cut_command

__all__ = ["ablate_command", "bench_games", "fit_prob_cut_command"]

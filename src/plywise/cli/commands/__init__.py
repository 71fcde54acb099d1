"""The sub-commands of `plywise`, a module each, in a room for each kind of user."""

import typer

from plywise.cli.commands.measure import ablate_command, bench_games, fit_prob_cut_command
from plywise.cli.commands.play import algorithms_command, analyse_command, play_command, serve_command
from plywise.cli.commands.rules import check_command, features_command, games_command, new_command, perft_command
from plywise.cli.commands.tables import probe_command, solve_command, strategy_command, verify_command
from plywise.cli.commands.teach import explain_command, gallery_command, grade_command, tree_command

__all__ = ["add_commands"]


def add_commands(app: typer.Typer) -> None:
    """Add every sub-command, in the order in which `plywise --help` lists them."""
    app.command("games")(games_command)
    app.command("new")(new_command)
    app.command("check")(check_command)
    app.command("play")(play_command)
    app.command("serve")(serve_command)
    app.command("analyse")(analyse_command)
    app.command("algorithms")(algorithms_command)
    app.command("tree")(tree_command)
    app.command("explain")(explain_command)
    app.command("gallery")(gallery_command)
    app.command("features")(features_command)
    app.command("grade")(grade_command)
    app.command("strategy")(strategy_command)
    app.command("solve")(solve_command)
    app.command("probe")(probe_command)
    app.command("verify")(verify_command)
    app.command("perft")(perft_command)
    app.command("bench")(bench_games)
    app.command("ablate")(ablate_command)
    app.command("fit-prob-cut")(fit_prob_cut_command)

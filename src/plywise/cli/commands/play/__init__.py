"""Commands for who plays: against the engine, in the browser, or with its analysis."""

from plywise.cli.commands.play.algorithms import algorithms as algorithms_command
from plywise.cli.commands.play.analyse import analyse as analyse_command
from plywise.cli.commands.play.play import play as play_command
from plywise.cli.commands.play.serve import serve as serve_command

__all__ = ["algorithms_command", "analyse_command", "play_command", "serve_command"]

"""Commands for who solves: tables and strategies, made, asked and verified."""

from plywise.cli.commands.tables.probe import probe as probe_command
from plywise.cli.commands.tables.solve import solve as solve_command
from plywise.cli.commands.tables.strategy import strategy as strategy_command
from plywise.cli.commands.tables.verify import verify as verify_command

__all__ = ["probe_command", "solve_command", "strategy_command", "verify_command"]

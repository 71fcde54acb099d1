"""Commands for who writes a game: the games there are, a new one, its check, its counts and features."""

from plywise.cli.commands.rules.check import check as check_command
from plywise.cli.commands.rules.features import features as features_command
from plywise.cli.commands.rules.games import games as games_command
from plywise.cli.commands.rules.new import new as new_command
from plywise.cli.commands.rules.perft import perft as perft_command

__all__ = ["check_command", "features_command", "games_command", "new_command", "perft_command"]

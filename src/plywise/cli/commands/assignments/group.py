"""`plywise assignment`: its own sub-commands."""

import typer

from plywise.cli.commands.assignments.grade import grade
from plywise.cli.commands.assignments.prepare import autograder, check, hand_out, new
from plywise.cli.commands.assignments.tournament import tournament

assignment = typer.Typer(
    no_args_is_help=True,
    help="Set an assignment, hand it out, and grade a whole class.",
)
for command in (new, check, hand_out, autograder, grade, tournament):
    assignment.command(command.__name__.replace("_", "-"))(command)

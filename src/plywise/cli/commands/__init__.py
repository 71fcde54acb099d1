"""The sub-commands of `plywise`, a module each; a command is imported when it is run."""

from importlib import import_module
from typing import Any, NamedTuple

__all__ = ["COMMANDS", "GROUPS", "CommandEntry", "import_command"]


class CommandEntry(NamedTuple):
    """A sub-command's line in the registry."""

    place: str
    """Its module and its function, or the Typer of its own sub-commands."""
    help: str
    """The first line of its docstring: `plywise --help` lists it without importing the command."""


GROUPS = {
    "Make": {
        "new": CommandEntry("rules.new:new", "Write a small, commented game to start from."),
        "check": CommandEntry("rules.check:check", "Examine a game's rules: what is wrong, and how to fix it."),
        "report": CommandEntry("make.report:report", "Measure what a game is like: balance, length, skill, luck."),
        "learn": CommandEntry("measure.learn:learn", "Learn a game by self-play, so that agents play it better."),
        "levels": CommandEntry("measure.levels:levels", "Find levels of strength for a game, for `play --level`."),
        "fit-weights": CommandEntry(
            "measure.fit_weights:fit_weights_command", "Fit the weights of a game's features to self-play."
        ),
        "fit-prob-cut": CommandEntry(
            "measure.fit:fit_prob_cut_command", "Fit the models by which ProbCut prunes a game's search."
        ),
    },
    "Play": {
        "games": CommandEntry("rules.games:games", "List the games that come with Plywise, and their parameters."),
        "play": CommandEntry("play.play:play", "Play against an agent at the terminal."),
        "serve": CommandEntry("play.serve:serve", "Play in the browser, and watch the engine think."),
        "match": CommandEntry("measure.match:match", "Let agents play each other, and measure the gap in Elo."),
        "agents": CommandEntry("play.agents:agents", "List the agents, and how to name them."),
        "book": CommandEntry("books.group:book", "Build opening books, look into them, and name openings."),
        "uci": CommandEntry("play.protocols:uci", "Be the engine of a chess program that speaks UCI."),
        "gtp": CommandEntry("play.protocols:gtp", "Be the engine of a Go program that speaks GTP."),
    },
    "Understand": {
        "analyse": CommandEntry(
            "play.analyse:analyse", "Search a state: what each action is worth, and how sure that is."
        ),
        "explain": CommandEntry("teach.explain:explain", "Explain what to play in a state, and why."),
        "tree": CommandEntry("teach.tree:tree", "Draw the tree of what can follow, with its minimax values."),
        "features": CommandEntry("rules.features:features", "Show what each feature adds to the estimate of a state."),
        "algorithms": CommandEntry(
            "play.algorithms:algorithms", "List the algorithms; with a GAME, those that fit it."
        ),
    },
    "Solve": {
        "solve": CommandEntry("tables.solve:solve", "Write the exact value of every state into a folder of tables."),
        "probe": CommandEntry("tables.probe:probe", "Look up a state in solved tables."),
        "verify": CommandEntry(
            "tables.verify:verify", "Check solved tables, a strategy or a policy by the rules alone."
        ),
        "strategy": CommandEntry("tables.strategy:strategy", "Find replies that guarantee a player some utility."),
        "equilibrium": CommandEntry(
            "hidden.equilibrium:equilibrium", "Find a policy near an equilibrium, and say exactly how near."
        ),
        "pack": CommandEntry("tables.pack:pack", "Pack solved tables into fewer bytes."),
    },
    "Teach": {
        "gallery": CommandEntry("teach.gallery:gallery", "Write the book's figures, to look at and to step through."),
        "puzzles": CommandEntry("make.puzzles:puzzles", "Find states in which exactly one action keeps the value."),
        "exercises": CommandEntry(
            "teach.exercises:exercises", "Make sheets of random trees with blanks, and their solutions."
        ),
        "grade": CommandEntry("teach.grade:grade", "Grade a student's own search, and show where it goes wrong."),
        "assignment": CommandEntry(
            "assignments.group:assignment", "Set an assignment, hand it out, and grade a whole class."
        ),
        "lab": CommandEntry("lab.group:lab", "Measure what the texts say, one experiment at a time."),
    },
    "Share": {
        "export": CommandEntry("play.export:export", "Write games as web pages that need no server."),
        "publish": CommandEntry("tables.publish:publish_tables", "Make solved tables ready for a static web host."),
        "convert": CommandEntry("play.convert:convert", "Convert games between PGN, PDN, SGF and Plywise's records."),
    },
    "Tools": {
        "perft": CommandEntry("rules.perft:perft", "Count the lines of play of exactly DEPTH actions."),
        "bench": CommandEntry("measure.bench:bench_games", "Time fixed searches: states a second, and a signature."),
        "ablate": CommandEntry("measure.ablate:ablate", "Measure what each enhancement is worth in a game."),
        "cache": CommandEntry("tables.cache:cache", "List, measure or clear the kernels compiled on this machine."),
    },
}
"""Every sub-command, under its heading in `plywise --help` and in that order, the most used first in each group."""

COMMANDS = {name: entry for group in GROUPS.values() for name, entry in group.items()}
"""Every sub-command by its name."""


def import_command(name: str) -> Any:
    """Return a sub-command's function, or the Typer of its own sub-commands."""
    module, _, attribute = COMMANDS[name].place.partition(":")
    return getattr(import_module(f"{__name__}.{module}"), attribute)

"""The sub-commands of `plywise`, a module each, in a room for each kind of user; each is imported when it is run."""

from importlib import import_module
from typing import Any

import typer

__all__ = ["COMMANDS", "add_commands"]

COMMANDS = {
    "games": "rules.games:games",
    "new": "rules.new:new",
    "check": "rules.check:check",
    "play": "play.play:play",
    "serve": "play.serve:serve",
    "export": "play.export:export",
    "analyse": "play.analyse:analyse",
    "agents": "play.agents:agents",
    "algorithms": "play.algorithms:algorithms",
    "uci": "play.protocols:uci",
    "gtp": "play.protocols:gtp",
    "convert": "play.convert:convert",
    "tree": "teach.tree:tree",
    "explain": "teach.explain:explain",
    "gallery": "teach.gallery:gallery",
    "features": "rules.features:features",
    "grade": "teach.grade:grade",
    "assignment": "assignments.group:assignment",
    "exercises": "teach.exercises:exercises",
    "strategy": "tables.strategy:strategy",
    "solve": "tables.solve:solve",
    "probe": "tables.probe:probe",
    "verify": "tables.verify:verify",
    "pack": "tables.pack:pack",
    "publish": "tables.publish:publish_tables",
    "equilibrium": "hidden.equilibrium:equilibrium",
    "perft": "rules.perft:perft",
    "bench": "measure.bench:bench_games",
    "ablate": "measure.ablate:ablate",
    "match": "measure.match:match",
    "book": "books.group:book",
    "report": "make.report:report",
    "puzzles": "make.puzzles:puzzles",
    "levels": "measure.levels:levels",
    "learn": "measure.learn:learn",
    "fit-weights": "measure.fit_weights:fit_weights_command",
    "fit-prob-cut": "measure.fit:fit_prob_cut_command",
    "lab": "lab.group:lab",
    "cache": "tables.cache:cache",
}
"""The module and the function of each sub-command, in the order in which `plywise --help` lists them."""


def add_commands(app: typer.Typer, names: Any = tuple(COMMANDS)) -> None:
    """Add sub-commands by their names."""
    for name in names:
        module, _, function = COMMANDS[name].partition(":")
        found = getattr(import_module(f"{__name__}.{module}"), function)
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command(name)(found)

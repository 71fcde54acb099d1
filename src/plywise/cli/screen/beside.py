"""What was learned about a game of one's own, from the file beside its rules."""

from pathlib import Path
from typing import TYPE_CHECKING

from plywise.cli.screen.common import stderr
from plywise.rules import Game, PlywiseError

if TYPE_CHECKING:
    from plywise.knowledge.network import LearnedNetwork
    from plywise.knowledge.patterns import LearnedPatterns


def find_knowledge(spec: str, game: Game) -> "LearnedPatterns | LearnedNetwork | None":
    """Return what mygame.knowledge says of the game in mygame.py; tells that it is used, or why it isn't."""
    rules = Path(spec.partition(":")[0])
    file = rules.with_suffix(".knowledge")
    if rules.suffix != ".py" or not file.is_file():
        return None
    from plywise.agents.learned import open_knowledge
    from plywise.knowledge.learned import KnowledgeError

    try:
        learned = open_knowledge(file, game)
        assert learned is not None
    except KnowledgeError as error:
        stderr.print(f"{error} Until then it isn't used.", style="dim", soft_wrap=True)
        return None
    if learned.gain is None or learned.gain <= 0:
        why = "was never tried in a match" if learned.gain is None else "didn't beat playing without it"
        stderr.print(f"{file} {why}: it isn't used unless --knowledge names it.", style="dim", soft_wrap=True)
        return None
    stderr.print(f"Estimates are those of {file}.", style="dim", soft_wrap=True)
    return learned


def tell_uncalibrated(spec: str, game: Game) -> None:
    """Say that a game's levels are default ones, where they are."""
    from plywise.agents import find_levels

    if not find_levels(game).is_calibrated:
        measured = f"These levels aren't calibrated for {game.name}: `plywise levels {spec}` measures them."
        stderr.print(measured, style="dim", soft_wrap=True)


def known_patterns(file: str | Path | None, game: Game) -> "LearnedPatterns | None":
    """Return the learned patterns of a file; refuses another kind of knowledge."""
    from plywise.agents.learned import open_knowledge
    from plywise.knowledge.patterns import LearnedPatterns

    learned = open_knowledge(file, game)
    if learned is None or isinstance(learned, LearnedPatterns):
        return learned
    raise PlywiseError(f"{file} holds a network: ProbCut predicts searches by patterns, or by the game's evaluation.")

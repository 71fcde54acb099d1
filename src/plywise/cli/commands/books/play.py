"""`plywise book play`: many games of self-play in little time, to be counted."""

from pathlib import Path
from typing import Annotated

import typer

from plywise.agents import identify_rules
from plywise.books import play_games, require_duckdb, write_games
from plywise.cli.screen import (
    GameSpec,
    KnowledgeFile,
    ProgressForm,
    ProgressOption,
    Seed,
    check_writable,
    console,
    show_progress,
)
from plywise.games.catalog import load_game
from plywise.knowledge.patterns import LearnedPatterns
from plywise.rules import Game, PlywiseError


def play(
    spec: GameSpec,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the games: a file of Parquet.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games to play.")] = 10_000,
    temperature: Annotated[
        float, typer.Option("--temperature", min=0, max=10, help="How often worse actions are played; 0 is never.")
    ] = 0.2,
    knowledge: KnowledgeFile = None,
    seed: Seed = 0,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Play a game against itself by learned patterns, thousands of games a second; the same seed plays the same games.

    Patterns come from --knowledge, or from the file beside the game; where there is none, they are learned first, from
    20,000 games. Ctrl-C keeps the games that were played so far.
    """
    require_duckdb()
    if out.suffix.lower() != ".parquet":
        raise PlywiseError(f"Games are written as Parquet: let {out} end in .parquet.")
    check_writable(out)
    game = load_game(spec)
    with show_progress() as screen:
        screen.show("compiling", 0, games)
        played = play_games(
            game,
            games,
            seed=seed,
            patterns=_patterns(game, knowledge),
            temperature=temperature,
            on_played=lambda done: screen.show(f"played {done:,} of {games:,} games", done, games),
        )
        count = write_games(out, game, identify_rules(game), played)
    console.print(f"{count:,} games of {game.spec or game.name} are in {out}.", soft_wrap=True)


def _patterns(game: Game, knowledge: str | None) -> LearnedPatterns | None:
    """Return the patterns of a file, or of the one beside the game's own; None where there are none."""
    from plywise.agents import open_knowledge

    found = open_knowledge(knowledge or "beside", game)
    if knowledge and not isinstance(found, LearnedPatterns):
        raise PlywiseError(f"{knowledge} holds a network: quick self-play goes by patterns.")
    return found if isinstance(found, LearnedPatterns) else None

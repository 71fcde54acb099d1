"""`plywise play`: a game at the terminal, against an agent, another person, or agent against agent."""

import contextlib
import random
from pathlib import Path
from typing import Annotated

import typer

from plywise.agents import Agent, Clock, SearchOptions, TimeControl
from plywise.cli.commands.play.session import Session
from plywise.cli.screen import (
    GAME,
    AgentName,
    BookFile,
    KnowledgeFile,
    Seconds,
    Seed,
    StateText,
    TablesFolder,
    Threads,
    find_knowledge,
    load,
    tell_uncalibrated,
)
from plywise.games.record_files import read_records
from plywise.rules import Limit, PlywiseError, Record, player_name

SECONDS = 1.0
PATIENCE = 60.0
"""Seconds that a level may take: it ends by itself, on the slowest machine too."""


def play(
    spec: Annotated[str | None, GAME] = None,
    human: Annotated[
        str, typer.Option("--human", help="The seats that people take, such as A, B or AB; none for the agent alone.")
    ] = "A",
    agent: AgentName = "auto",
    level: Annotated[
        int | None,
        typer.Option("--level", min=1, help="How strong the agent plays, from 1; `plywise levels` says what there is."),
    ] = None,
    time: Seconds = None,
    clock: Annotated[
        str | None,
        typer.Option("--clock", help="Everybody's time: 5:00, 60+0.5 (more after each action), 40/300, 2/move."),
    ] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="Let the agent think while a person does.")] = False,
    state: StateText = None,
    seed: Seed = 0,
    threads: Threads = 1,
    tables: TablesFolder = None,
    book: BookFile = None,
    knowledge: KnowledgeFile = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Continue a saved game.")] = None,
) -> None:
    """Play against an agent at the terminal.

    Boards are drawn, `hint` and `undo` help, `save` and --resume keep a game.
    """
    if time is not None and clock is not None:
        raise PlywiseError("A clock says how long everybody may think: leave out --time, or --clock.")
    if level is not None and (agent != "auto" or time is not None):
        raise PlywiseError("A level says who plays, and how far it looks: leave out --agent and --time, or --level.")
    spec, record = _begin(spec, state, resume)
    if level is not None:
        agent, time = f"level:{level}", PATIENCE
        tell_uncalibrated(spec, record.game)
    seats = _seats(human, record.game.players)
    learned = knowledge or (find_knowledge(spec, record.game) if agent == "auto" else None)
    options = SearchOptions(threads=threads, tables=tables, book=book, knowledge=learned, wait=True, seed=seed)
    control = None if clock is None else TimeControl.parse(clock)
    clocks = [] if control is None else [Clock(control) for _ in range(record.game.players)]
    with Agent(record.game, agent, options=options) as player, contextlib.ExitStack() as stack:
        adviser = None if level is None else stack.enter_context(Agent(record.game, options=options))
        Session(
            spec,
            record,
            seats,
            random.Random(seed),
            player,
            Limit(time=SECONDS if time is None else time),
            clocks,
            is_pondering=ponder,
            adviser=adviser,
        ).run()


def _begin(spec: str | None, state: str | None, resume: Path | None) -> tuple[str, Record]:
    """Return the game to play, new or resumed, and what it is loaded by."""
    if resume is None:
        if spec is None:
            raise PlywiseError("Name a game, such as `plywise play tic-tac-toe`, or a saved one with --resume.")
        game, start = load(spec, state)
        return spec, Record(game, start)
    if state is not None:
        raise PlywiseError("A saved game goes on from its own state: leave out --state, or --resume.")
    how = f"plywise play GAME --resume {resume}"
    saved = read_records(resume, None if spec is None else load(spec)[0], how=how)
    if len(saved) != 1:
        raise PlywiseError(f"{resume} holds {len(saved):,} games: save the one to continue in a file of its own.")
    return spec or saved[0].game.spec, saved[0]


def _seats(human: str, players: int) -> set[int]:
    """Read the seats that people take."""
    names = {player_name(player): player for player in range(players)}
    if human.lower() == "none":
        return set()
    if not human or not set(human.upper()) <= set(names):
        raise PlywiseError(f"'{human}' names no seats: write letters out of {''.join(names)}, or none.")
    return {names[letter] for letter in human.upper()}

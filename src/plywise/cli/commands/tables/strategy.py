"""`plywise strategy`: a reply to everything, in a file; and how `plywise verify` checks such a file."""

import math
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from plywise.cli.screen import (
    CheckpointFile,
    GameSpec,
    Memory,
    Nodes,
    ProgressForm,
    ProgressOption,
    Resume,
    Seconds,
    StateText,
    check_writable,
    checkpoints_for,
    console,
    load,
    print_json,
    show_progress,
    show_state,
    tell_proof,
)
from plywise.kernel import DfPnSearcher, proven_strategy
from plywise.knowledge import Strategy, Verdict, check_strategy
from plywise.rules import Game, Limit, PlywiseError, player_name
from plywise.search import contingent_strategy

PROOF_MB = 256
"""The table of a proof unless --memory says so."""

Seat = Annotated[str, typer.Option("--player", metavar="A|B|...", help="Whose strategy: a letter or a number from 0.")]


def strategy(
    spec: GameSpec,
    player: Seat,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Write the strategy here, as JSON.")],
    state: StateText = None,
    at_least: Annotated[
        float | None, typer.Option("--at-least", metavar="V", help="What it must guarantee; a draw unless given.")
    ] = None,
    time: Seconds = None,
    nodes: Nodes = None,
    memory: Memory = None,
    checkpoint: CheckpointFile = None,
    resume: Resume = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Find replies that guarantee a player some utility.

    The file holds a reply to everything that can come up. With --memory or --checkpoint the compiled df-pn proves it,
    within a table of that size.
    """
    if at_least is not None and not math.isfinite(at_least):
        raise PlywiseError(f"--at-least {at_least:g} is no utility: give a finite number, such as 1.")
    check_writable(out)
    game, start = load(spec, state)
    seat = read_seat(game, player)
    wanted = game.draw_utility if at_least is None else at_least
    points, limit = checkpoints_for(checkpoint, resume, "df-pn"), Limit(time, nodes)
    with show_progress() as screen:
        screen.show("looking for a strategy")
        if memory is None and points is None:
            replies = contingent_strategy(game, start, player=seat, at_least=wanted, limit=limit)
        else:
            searcher = DfPnSearcher(game, table_mb=memory or PROOF_MB, checkpoints=points, on_step=screen.compiling)
            replies = proven_strategy(
                searcher,
                start,
                player=seat,
                at_least=wanted,
                limit=limit,
                on_progress=lambda standing: screen.show("proving", known=tell_proof(standing)),
            )
    Strategy.of(game, start, seat, wanted, replies).write(out)
    count = f"{len(replies):,} {'state' if len(replies) == 1 else 'states'}"
    console.print(
        Text.assemble(
            ("proven  ", "bold green"),
            f"{player_name(seat)} gets at least {wanted:g}: replies in {count} written to {out}.",
        ),
        Text(f"Check it with: plywise verify {spec} {out}", style="dim"),
        sep="\n",
    )


def verify_strategy(spec: str, file: Path, json: bool) -> None:
    """Check a strategy by the rules alone: every line it allows is walked to its end. Exits with 1 where it breaks."""
    check = cache(lambda: _check(spec, file))
    if json:
        print_json(lambda: _verdict_data(*check()))
    else:
        _show_verdict(*check())
    if not check()[2].holds:
        raise typer.Exit(1)


def read_seat(game: Game, text: str) -> int:
    """Return the player that a letter or a number names."""
    for seat in range(game.players):
        if text.strip().upper() in (player_name(seat), str(seat)):
            return seat
    names = " ".join(player_name(seat) for seat in range(game.players))
    raise PlywiseError(f"'{text}' is not a player of {game.name}: name one of {names}.")


def _check(spec: str, file: Path) -> tuple[Game, Strategy, Verdict]:
    game, _ = load(spec)
    claim = Strategy.read(file)
    return game, claim, check_strategy(game, claim)


def _show_verdict(game: Game, claim: Strategy, verdict: Verdict) -> None:
    who = player_name(claim.player)
    if verdict.holds:
        what = f"{who} gets at least {claim.at_least:g} from {claim.state}, whatever happens"
        console.print(Text.assemble(("✔ confirmed  ", "bold green"), f"{what}."))
        ends = f"{verdict.ends:,} {'end' if verdict.ends == 1 else 'ends'}"
        console.print(Text(f"{verdict.states:,} states, {ends}, by the rules alone", style="dim"))
        return
    line = " ".join(verdict.line) or "before the first action"
    console.print(Text.assemble(("✘ refuted  ", "bold red"), f"by the line: {line}"))
    show_state(game, verdict.state)
    console.print(Text(verdict.reason))


def _verdict_data(game: Game, claim: Strategy, verdict: Verdict) -> dict[str, Any]:
    return {
        "holds": verdict.holds,
        "states": verdict.states,
        "ends": verdict.ends,
        "reason": verdict.reason,
        "line": list(verdict.line),
        "state": None if verdict.holds else game.state_name(verdict.state),
    }

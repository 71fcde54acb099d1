"""`plywise puzzles`: states in which exactly one action keeps the value."""

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from plywise.cli.screen import (
    EngineName,
    GameSpec,
    Json,
    Seed,
    TablesFolder,
    check_writable,
    console,
    load,
    measuring,
    print_json,
    show_state,
    stderr,
)
from plywise.files import write_whole
from plywise.report.puzzles import Puzzle, PuzzleOptions, find_puzzles
from plywise.rules import Game


def puzzles(
    spec: GameSpec,
    count: Annotated[int, typer.Option("--count", min=1, help="How many puzzles to find.")] = 10,
    depth: Annotated[
        int, typer.Option("--depth", min=1, help="Leave out those that a search of fewer plies solves.")
    ] = 2,
    tables: TablesFolder = None,
    states: Annotated[
        int, typer.Option("--states", min=0, help="Solve games that have at most this many states; 0 for none.")
    ] = 100_000,
    games: Annotated[int, typer.Option("--games", min=1, help="Games to look for states in, at most.")] = 200,
    engine: EngineName = "auto",
    answers: Annotated[bool, typer.Option("--answers", help="Show the answers too.")] = False,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the puzzles and their answers as JSON.")
    ] = None,
    json: Json = False,
) -> None:
    """Find puzzles: states in which exactly one action keeps the value, graded by how deep a search must look.

    All of it is proven: by solved tables, by solving the game, or by searches to its end.
    """
    if out is not None:
        check_writable(out)
    game, _ = load(spec)
    options = PuzzleOptions(
        count=count,
        seed=seed,
        least_depth=depth,
        tables=tables,
        games=games,
        solve_states=states,
        engine=engine,
    )
    if json:
        print_json(lambda: _data(spec, _found(game, options)[0]))
        return
    found, is_stopped = _found(game, options)
    for number, puzzle in enumerate(found, 1):
        _show(puzzle, number, len(found), answers)
    if out is not None:
        write_whole(out, (json_module.dumps(_data(spec, found), indent=1) + "\n").encode())
        stderr.print(f"The puzzles and their answers are in {out}.", style="dim", soft_wrap=True)
    if len(found) < count and not is_stopped:
        stderr.print(f"Only {len(found)} found: try more --games, or a lower --depth.", style="yellow", soft_wrap=True)
    if is_stopped:
        raise typer.Exit(130)


def _found(game: Game, options: PuzzleOptions) -> tuple[list[Puzzle], bool]:
    """Look for puzzles, showing how far it is; return what there is, and whether Ctrl-C stopped it."""
    kept: list[Puzzle] = []
    with measuring() as screen:

        def note(doing: str) -> None:
            screen.show(f"{len(kept)} found; {doing}", len(kept), options.count)

        try:
            return find_puzzles(game, options, on_found=kept.append, on_note=note), False
        except KeyboardInterrupt:
            if not kept:
                raise
            return kept, True


def _data(spec: str, found: list[Puzzle]) -> dict[str, Any]:
    return {"format": "plywise-puzzles-1", "game": spec, "puzzles": [puzzle.to_data() for puzzle in found]}


def _show(puzzle: Puzzle, number: int, of: int, answers: bool) -> None:
    """Print a puzzle with its board; the answer only where it is asked for."""
    game, state = puzzle.game, puzzle.state
    console.print(Text(f"Puzzle {number} of {of}: {puzzle.task}", style="bold"))
    show_state(game, state)
    depth = "more plies than were tried" if puzzle.depth is None else _plies(puzzle.depth)
    end = "" if puzzle.distance is None else f", the end is {_plies(puzzle.distance)} away"
    console.print(Text(f"A search needs {depth}{end}; {game.state_name(state)}", style="dim"), soft_wrap=True)
    if answers:
        answer = game.action_name(state, puzzle.action)
        others = len(puzzle.others)
        worse = "the other action is" if others == 1 else f"all {others} other actions are"
        console.print(f"Answer: {answer}. Proven by {puzzle.source}: {worse} worse.")
    console.print()


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"

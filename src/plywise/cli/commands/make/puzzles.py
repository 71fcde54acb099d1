"""`plywise puzzles`: states in which exactly one action keeps the value."""

import json as json_module
import shlex
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from plywise.agents import identify_rules
from plywise.cli.screen import (
    EngineName,
    GameSpec,
    Json,
    ProgressForm,
    ProgressOption,
    Seed,
    TablesFolder,
    check_writable,
    console,
    kept_for_data,
    load,
    print_json,
    show_progress,
    show_state,
    stderr,
)
from plywise.files import parse_object, read_text, write_whole
from plywise.report.puzzles import Puzzle, PuzzleOptions, find_puzzles
from plywise.rules import Game, PlywiseError

FORMAT = "plywise-puzzles-1"


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
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Find states in which exactly one action keeps the value.

    They are graded by how deep a search must look. All of it is proven: by solved tables, by solving the game, or by
    searches to its end. With --out, each puzzle is written when it is found, and the same command continues what was
    stopped.
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
    with kept_for_data(json):
        found, is_stopped = _found(spec, game, options, out)
    if json:
        print_json(lambda: _data(spec, found))
    else:
        for number, puzzle in enumerate(found, 1):
            _show(puzzle, number, len(found), answers)
    if out is not None and not is_stopped:
        stderr.print(f"The puzzles and their answers are in {out}.", style="dim", soft_wrap=True)
    if len(found) < count and not is_stopped:
        stderr.print(f"Only {len(found)} found: try more --games, or a lower --depth.", style="yellow", soft_wrap=True)
    if is_stopped:
        kept = f"what was found is in {out}. Continue with: plywise {shlex.join(sys.argv[1:])}"
        stderr.print(f"Stopped; {kept if out else 'nothing is kept without --out FILE.'}", soft_wrap=True)
        raise typer.Exit(130)


def _found(spec: str, game: Game, options: PuzzleOptions, out: Path | None) -> tuple[list[Puzzle], bool]:
    """Look for puzzles, showing how far it is; return what there is, and whether Ctrl-C stopped it."""
    file: PuzzleFile | None = None
    try:
        with show_progress(at_once=True) as screen:
            screen.show("preparing (rules are compiled once)")
            file = PuzzleFile(spec, game, options, out)
            known = file.known

            def note(doing: str) -> None:
                screen.show(doing, len(known), options.count, unit="puzzles", is_open_ended=True)

            found = find_puzzles(
                game,
                options,
                known=tuple(known),
                first_game=file.game_number,
                on_found=file.add,
                on_game=file.begin_game,
                on_note=note,
            )
            file.finish(found)
            return found, False
    except KeyboardInterrupt:
        if file is None or (not file.known and out is None):
            raise
        return file.known, True


class PuzzleFile:
    """The file of the puzzles, written whenever there is another one: as long as it is unfinished, it says of what."""

    def __init__(self, spec: str, game: Game, options: PuzzleOptions, path: Path | None) -> None:
        self.spec, self.game, self.path = spec, game, path
        tables = None if options.tables is None else str(options.tables)
        asked = asdict(replace(options, tables=None)) | {"tables": tables}
        self.question = {"game": spec, "rules": identify_rules(game) if path else "", **asked}
        self.known: list[Puzzle] = []
        self.game_number = 0
        """The first game that hasn't been looked through."""
        if path is not None and path.exists():
            self._continue(path)

    def _continue(self, path: Path) -> None:
        """Take up an unfinished search for the same puzzles; refuses one for others, and replaces a finished one."""
        try:
            data = parse_object(read_text(path))
            unfinished = data.get("unfinished")
            is_ours = data.get("format") == FORMAT
        except (OSError, ValueError):
            is_ours = False
        if not is_ours:
            raise PlywiseError(f"{path} holds something else than puzzles: name another file.")
        if unfinished is None:
            return
        if unfinished["question"] != self.question:
            other = next(name for name, value in self.question.items() if unfinished["question"].get(name) != value)
            raise PlywiseError(
                f"{path} holds an unfinished search for other puzzles (its {other.replace('_', ' ')}: "
                f"{unfinished['question'].get(other)}): name another file, or repeat that command."
            )
        try:
            self.known = [Puzzle.from_data(self.game, each) for each in data["puzzles"]]
        except PlywiseError as error:
            stderr.print(f"{path} can't be continued, and is begun again: {error}", style="yellow", soft_wrap=True)
            return
        self.game_number = unfinished["games"]

    def add(self, puzzle: Puzzle) -> None:
        """Write another puzzle."""
        self._write([*self.known, puzzle])
        self.known.append(puzzle)

    def begin_game(self, number: int) -> None:
        """Note that all games before this one were looked through."""
        self.game_number = number
        self._write(self.known)

    def finish(self, found: list[Puzzle]) -> None:
        """Write all puzzles, in order."""
        if self.path is not None:
            write_whole(self.path, _as_text(_data(self.spec, found)))

    def _write(self, puzzles: list[Puzzle]) -> None:
        if self.path is not None:
            unfinished = {"unfinished": {"question": self.question, "games": self.game_number}}
            write_whole(self.path, _as_text(_data(self.spec, puzzles) | unfinished))


def _data(spec: str, puzzles: list[Puzzle]) -> dict[str, Any]:
    return {"format": FORMAT, "game": spec, "puzzles": [puzzle.to_data() for puzzle in puzzles]}


def _as_text(data: dict[str, Any]) -> bytes:
    return f"{json_module.dumps(data, indent=1)}\n".encode()


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

"""`plywise book build`: counts played games into an opening book."""

from pathlib import Path
from typing import Annotated, Any

import typer

from plywise.agents import identify_rules
from plywise.books import BookReport, GameCollection, build_book, require_duckdb
from plywise.cli.commands.books.sources import RecordReader
from plywise.cli.screen import (
    Json,
    ProgressForm,
    ProgressOption,
    Seed,
    check_writable,
    complete_game,
    console,
    print_json,
    show_progress,
    stderr,
)
from plywise.games.catalog import load_game


def build(
    records: Annotated[
        list[Path],
        typer.Argument(
            metavar="RECORDS...",
            help="Folders of `plywise match --out`, or files: .parquet, .json, .jsonl, .pgn, .pdn, .sgf.",
        ),
    ],
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="Whose games they are.", autocompletion=complete_game),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the book.")],
    plies: Annotated[
        int, typer.Option("--plies", min=1, max=10_000, help="How many plies of each game to count.")
    ] = 20,
    min_games: Annotated[
        int, typer.Option("--min-games", min=1, help="Leave out states that came up in fewer games.")
    ] = 3,
    seed: Seed = 0,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Count games into an opening book: in each state, how often each action was played, and how it ended.

    States that are reached in several ways, or are the same by symmetry, are counted together. One game in ten is held
    out at first, to say after how many plies a game leaves the book; in the end all of them are counted.
    """
    require_duckdb()
    check_writable(out)

    def work() -> tuple[BookReport, int]:
        rules = load_game(game)
        with GameCollection.open(rules, identify_rules(rules)) as collection, show_progress() as screen:
            reader = RecordReader(collection)
            for number, path in enumerate(records):
                screen.show(f"reading {path}", number, len(records))
                reader.read(path)
            report = build_book(
                collection,
                out,
                plies=plies,
                min_games=min_games,
                seed=seed,
                on_walked=lambda done, of: screen.show(f"counted {done:,} of {of:,} games", done, of),
            )
            return report, reader.without_result

    if json:
        print_json(lambda: _data(*work(), out))
        return
    report, without_result = work()
    _tell(report, without_result, out)


def _data(report: BookReport, without_result: int, out: Path) -> dict[str, Any]:
    return {
        **report.header.to_data(),
        "file": str(out),
        "bytes": report.bytes,
        "left_out": without_result,
        "seconds": round(report.seconds, 3),
        "cpu_seconds": round(report.cpu_seconds, 3),
    }


def _tell(report: BookReport, without_result: int, out: Path) -> None:
    header = report.header
    console.print(
        f"{out}: {header.states:,} states and {header.moves:,} actions of {header.games:,} games "
        f"({report.bytes / 1e6:.1f} MB), in {report.seconds:.1f} s.",
        soft_wrap=True,
    )
    console.print(header.leaving.describe(), soft_wrap=True)
    if without_result:
        stderr.print(f"{without_result:,} games without a result, or forfeited, were left out.", soft_wrap=True)

"""`plywise fit-prob-cut`: how well shallow searches predict deep ones, written to a file that search reads."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from plywise.cli.screen import (
    GameSpec,
    Json,
    KnowledgeFile,
    ProgressForm,
    ProgressOption,
    Seed,
    check_writable,
    console,
    known_patterns,
    load,
    print_json,
    show_progress,
    stderr,
)
from plywise.learn import FitProgress, ProbCutFit, fit_prob_cut, save_prob_cut


def fit_prob_cut_command(
    spec: GameSpec,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the models.")],
    states: Annotated[int, typer.Option("--states", min=1, help="How many random states to search.")] = 400,
    deepest: Annotated[int, typer.Option("--depth", min=3, help="The deepest search to predict.")] = 8,
    threshold: Annotated[
        float, typer.Option("--threshold", min=0.1, help="How many sigmas beyond the window to cut.")
    ] = 1.5,
    knowledge: KnowledgeFile = None,
    seed: Seed = 0,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Fit the models by which ProbCut prunes a game's search.

    Fits on half of the random states, and measures on the others how wrong the models are. With --knowledge, the models
    are for searches by those learned patterns, and for no others.
    """
    check_writable(out)

    def fitted() -> ProbCutFit:
        game, _ = load(spec)
        with show_progress() as screen:
            screen.show(f"compiling {spec}", 0, states)

            def show(progress: FitProgress) -> None:
                screen.show(f"searching state {progress.done + 1} of {progress.of}", progress.done, progress.of)

            fit = fit_prob_cut(
                game,
                states=states,
                seed=seed,
                deepest=deepest,
                threshold=threshold,
                knowledge=known_patterns(knowledge, game),
                on_progress=show,
            )
        save_prob_cut(fit, out)
        return fit

    if json:
        print_json(lambda: _fit_data(fitted()))
        return
    fit = fitted()
    console.print(draw_fit(fit))
    console.print(
        f"{spec}: values to the player to move, in units of evaluation; cuts at {threshold:g} sigmas.", style="dim"
    )
    stderr.print(f"The models are in {out}.", style="dim", soft_wrap=True)


def draw_fit(fit: ProbCutFit) -> Table:
    """Draw a row for each model: the line, its spread, and the error rate it claims and has."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("deep", "shallow", "slope", "offset", "sigma", "wrong: claimed", "measured", "on states"):
        table.add_column(heading, justify="right")
    for row in fit.rows:
        model = row.model
        table.add_row(
            str(model.deep),
            str(model.shallow),
            f"{model.slope:.3f}",
            f"{model.offset:.2f}",
            f"{model.sigma:.2f}",
            f"{row.claimed:.1%}",
            f"{row.measured:.1%}",
            str(row.states),
        )
    return table


def _fit_data(fit: ProbCutFit) -> dict[str, Any]:
    return {
        "game": fit.game,
        "rules": fit.rules,
        "threshold": fit.threshold,
        "rows": [
            {
                "deep": row.model.deep,
                "shallow": row.model.shallow,
                "slope": round(row.model.slope, 6),
                "offset": round(row.model.offset, 6),
                "sigma": round(row.model.sigma, 6),
                "claimed": round(row.claimed, 6),
                "measured": round(row.measured, 6),
                "states": row.states,
            }
            for row in fit.rows
        ],
    }

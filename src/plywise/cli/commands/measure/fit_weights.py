"""`plywise fit-weights`: what each feature of a game is worth, fitted to self-play and written to a file."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from plywise.cli.screen import (
    GameSpec,
    Json,
    ProgressForm,
    ProgressOption,
    Seed,
    check_writable,
    console,
    load,
    print_json,
    show_progress,
    stderr,
)
from plywise.knowledge.weights import FittedWeights, write_weights
from plywise.learn.weights import Playing, WeightsFit, WeightsProgress, fit_weights
from plywise.rules import Game


def fit_weights_command(
    spec: GameSpec,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the weights.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games each round has.")] = 1000,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Play by what was fitted, and fit again.")] = 1,
    depth: Annotated[int, typer.Option("--depth", min=1, help="How many plies each search looks ahead.")] = 3,
    opening: Annotated[int, typer.Option("--opening-plies", min=0, help="Random plies first, at the most.")] = 12,
    states: Annotated[int, typer.Option("--states", min=1, help="Quiet states from each game, at the most.")] = 8,
    deeper: Annotated[
        int, typer.Option("--deeper", min=0, help="Search these again, this many plies deeper, and fit to that too.")
    ] = 0,
    share: Annotated[
        float, typer.Option("--share", min=0, max=1, help="How much results count beside a deeper search.")
    ] = 0.5,
    from_nothing: Annotated[bool, typer.Option("--from-nothing", help="Begin with all weights at 0.")] = False,
    seed: Seed = 0,
    json: Json = False,
    progress: ProgressOption = ProgressForm.auto,
) -> None:
    """Fit the weights of a game's features to self-play.

    By logistic regression on quiet states. Agents take the file as auto:weights=FILE. Ctrl-C ends it with the games so
    far.
    """
    check_writable(out)
    playing = Playing(depth, (min(4, opening), opening), states, deeper=deeper)

    def fitted() -> tuple[Game, WeightsFit]:
        game, _ = load(spec)
        with show_progress() as screen:
            screen.show(f"compiling {spec}", 0, games * rounds)

            def show(progress: WeightsProgress) -> None:
                done = games * (progress.round - 1) + progress.done
                screen.show(
                    f"round {progress.round} of {rounds}, game {progress.done} of {games}", done, games * rounds
                )

            mixed = share if deeper else 1.0
            found = fit_weights(
                game,
                games=games,
                rounds=rounds,
                playing=playing,
                from_nothing=from_nothing,
                share=mixed,
                seed=seed,
                on_progress=show,
            )
        write_weights(found.fitted, out)
        return game, found

    if json:
        print_json(lambda: _fit_data(*fitted()))
        return
    game, found = fitted()
    console.print(draw_weights(game, found.fitted))
    fit = found.fitted
    console.print(
        f"{spec}: {fit.games:,} games, {fit.states:,} states. A lead of {fit.odds_unit:.4g} wins 2.7 times as often as "
        "it loses.",
        style="dim",
        soft_wrap=True,
    )
    if found.is_stopped:
        stderr.print("Stopped: fitted to the games so far.", style="dim", soft_wrap=True)
    stderr.print(f"The weights are in {out}: auto:weights={out} plays by them.", style="dim", soft_wrap=True)


def draw_weights(game: Game, fit: FittedWeights) -> Table:
    """Draw a row for each feature: its own weight, the fitted one, and twice its standard error."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("feature", "own weight", "fitted", "95% within"):
        table.add_column(heading, justify="left" if heading == "feature" else "right")
    for name, own in game.weights.items():
        table.add_row(name, f"{own:.4g}", f"{fit.weights[name]:.1f}", f"± {1.96 * fit.errors[name]:.1f}")
    return table


def _fit_data(game: Game, fit: WeightsFit) -> dict[str, Any]:
    found = fit.fitted
    return {
        "game": found.game,
        "rules": found.rules,
        "games": found.games,
        "states": found.states,
        "odds_unit": found.odds_unit,
        "is_stopped": fit.is_stopped,
        "own": dict(game.weights),
        "weights": dict(found.weights),
        "errors": dict(found.errors),
    }

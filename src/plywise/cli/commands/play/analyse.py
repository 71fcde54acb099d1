"""`plywise analyse`: every action's value, the line, and how sure it is, live while it thinks."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plywise.agents import Callbacks, SearchOptions, decide, open_book
from plywise.cli.commands.play.analyse_chance import chance_data, is_hidden_chance, show_chance
from plywise.cli.screen import (
    AlgorithmName,
    CheckpointFile,
    Depth,
    EngineName,
    GameSpec,
    Json,
    KnowledgeFile,
    Memory,
    Nodes,
    Resume,
    Seconds,
    Seed,
    Simulations,
    StateText,
    TablesFolder,
    Threads,
    checkpoints_for,
    console,
    draw_moves,
    find_knowledge,
    known_patterns,
    load,
    print_json,
    shown_view,
    tell_proof,
    thinking,
)
from plywise.explain import draw_board, odds_in_words, tell_choice, tell_count, tell_value, verdict
from plywise.kernel import Progress
from plywise.learn import load_prob_cut
from plywise.rules import Choice, Decision, Game, Limit, PlywiseError, Status, name_line, seen_view

if TYPE_CHECKING:
    from plywise.knowledge.books import ProbedBook

SECONDS = 5.0
"""How long to think where nothing else ends the search."""

STATUS_STYLES = {Status.PROVEN: "green", Status.BOUNDED: "cyan", Status.HEURISTIC: "yellow"}


def analyse(
    spec: GameSpec,
    state: StateText = None,
    time: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    simulations: Simulations = None,
    algorithm: AlgorithmName = None,
    enhancements: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="NAME", help="Turn on this enhancement of alpha-beta, such as beam=4; may be repeated."
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without", metavar="NAME", help="Turn off this one of the compiled alpha-beta; may be repeated."
        ),
    ] = None,
    models: Annotated[
        Path | None,
        typer.Option("--models", metavar="FILE", help="ProbCut's models, written by `plywise fit-prob-cut`."),
    ] = None,
    prove: Annotated[
        bool, typer.Option("--prove", help="Look straight to the end of the game, without a limit unless given.")
    ] = False,
    memory: Memory = None,
    checkpoint: CheckpointFile = None,
    resume: Resume = False,
    tables: TablesFolder = None,
    book: Annotated[
        str | None,
        typer.Option(
            "--book", metavar="FILE", help="Show what this opening book says of the state, beside the search."
        ),
    ] = None,
    knowledge: KnowledgeFile = None,
    threads: Threads = 1,
    engine: EngineName = "auto",
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Search a state: what each action is worth, and how sure that is.

    Searches for 5 seconds by default. Ctrl-C stops the search and gives the deepest answer so far.
    """
    search = partial(
        _search,
        spec,
        Limit(time, nodes, depth, simulations),
        models,
        algorithm,
        prove,
        table_mb=memory,
        checkpoints=checkpoints_for(checkpoint, resume, algorithm),
        tables=tables,
        knowledge=knowledge,
        threads=threads,
        engine=engine,
        seed=seed,
        enhancements=enhancements or (),
        without=without or (),
    )
    if json:
        print_json(partial(_analysis_data, spec, state, book, search))
        return
    game, start = load(spec, state)
    if is_hidden_chance(game, start):
        show_chance(game, start)
        return
    opened = None if book is None else open_book(book, game)
    with thinking(console) as screen:

        def show(decision: Decision) -> None:
            screen.show(draw_analysis(game, start, decision))

        def tell(progress: Progress) -> None:
            screen.note(tell_progress(game, start, progress))

        screen.note("looking deeper ... Ctrl-C stops")
        decision = search(game, start, Callbacks(show, screen.compiling, tell))
    console.print(draw_analysis(game, start, decision))
    if opened is not None:
        _show_book(opened, game, start)


def _show_book(book: "ProbedBook", game: Game, state: Any) -> None:
    """Show what was played before, and how it ended."""
    moves, named = book.moves(state), book.name_of(state)
    console.print(Text(f"\nOpening book{f': {named}' if named else ''}", "bold"))
    console.print(draw_moves(game, state, moves) if moves else "It doesn't know this state.")


def _search(
    spec: str,
    limit: Limit,
    models: Path | None,
    algorithm: str | None,
    prove: bool,
    game: Game,
    state: Any,
    callbacks: Callbacks | None = None,
    **options: Any,
) -> Decision:
    """Decide within five seconds unless given a limit, by ProbCut's models where a file has them."""
    if models is not None and not {"prob-cut", "prob_cut"}.intersection(options["enhancements"]):
        raise PlywiseError("--models are ProbCut's: add --with prob-cut, or leave them out.")
    tuning = None
    if models is not None:
        options["knowledge"] = known = known_patterns(options["knowledge"], game)
        tuning = load_prob_cut(models, game, known).tuning
    if limit.is_open and not prove:
        limit = Limit(time=SECONDS, is_default=True)
    if options["knowledge"] is None and algorithm is None and not (prove or models):
        options["knowledge"] = find_knowledge(spec, game)
    chosen_options = SearchOptions(wait=True, prove=prove, all_exact=not prove, tuning=tuning, **options)
    return decide(game, state, limit=limit, algorithm=algorithm, options=chosen_options, callbacks=callbacks)


def _analysis_data(spec: str, state: str | None, book: str | None, search: Callable[..., Decision]) -> dict[str, Any]:
    game, start = load(spec, state)
    if is_hidden_chance(game, start):
        return chance_data(spec, game, start)
    opened = None if book is None else open_book(book, game)
    decision = search(game, start)
    found = {"game": spec, **decision.to_data(game, start), "stopped_by": decision.stopped_by}
    if game.hides:
        found |= {"state": None, "hidden": list(odds_in_words(game, start))}
    if opened is None:
        return found
    from plywise.knowledge.books import book_data

    return {**found, "book": book_data(opened, game, start)}


def tell_progress(game: Game, state: Any, progress: Progress) -> str:
    """Say in one line how a search under way stands."""
    rate = progress.nodes / progress.seconds if progress.seconds else 0
    if progress.simulations:
        played = progress.simulations / progress.seconds if progress.seconds else 0
        done = f"{tell_count(progress.simulations, 'simulation')} in {progress.seconds:.0f} s"
        return f"{done} ({played:,.0f} a second) ... Ctrl-C stops"
    if progress.numbers is not None:
        return tell_proof(progress)
    trying = "" if progress.action is None else f", trying {game.action_name(state, progress.action)}"
    return (
        f"looking to depth {progress.depth}{trying}: {progress.nodes:,} states in {progress.seconds:.0f} s "
        f"({rate:,.0f} a second) ... Ctrl-C stops"
    )


def draw_analysis(game: Game, state: Any, decision: Decision) -> RenderableType:
    """Draw the board, every action with its value, a verdict, and what the search cost."""
    if game.hides:
        return _draw_hidden_analysis(game, state, decision)
    parts: list[RenderableType] = [Text(), draw_board(shown_view(game, state)), Text()]
    untried = sum(not choice.is_tried for choice in decision.choices)
    if untried < len(decision.choices):
        parts += [_draw_choices(game, state, decision), Text()]
        if untried:
            parts += [Text(f"Not tried: {tell_count(untried, 'more action')}.", style="dim"), Text()]
    elif untried:
        parts += [Text(f"{untried:,} actions are open here; the search did not get through them."), Text()]
    style = STATUS_STYLES[decision.status]
    parts.append(Text.assemble((f"{decision.status}  ", f"bold {style}"), verdict(game, decision)))
    parts.append(Text(_tell_effort(decision), style="dim"))
    if decision.note:
        parts.append(Text(decision.note, style="dim"))
    if decision.stopped_by:
        parts.append(Text(f"Ended without an exact value: {decision.stopped_by}.", "yellow"))
    return Group(*parts)


def _draw_hidden_analysis(game: Game, state: Any, decision: Decision) -> RenderableType:
    """Draw what the player to move sees, the odds over the rest, and how often each action was tried."""
    parts: list[RenderableType] = [Text(), draw_board(seen_view(game, state, decision.player)), Text()]
    for sentence in odds_in_words(game, state):
        parts.append(Text(sentence))
    has_values = len({choice.value for choice in decision.choices}) > 1
    parts += [Text(), _draw_tried(game, state, decision, has_values), Text()]
    style = STATUS_STYLES[decision.status]
    parts.append(Text.assemble((f"{decision.status}  ", f"bold {style}"), _tell_hidden(game, decision, has_values)))
    parts.append(Text(_tell_effort(decision), style="dim"))
    if decision.note:
        parts.append(Text(decision.note, style="dim"))
    return Group(*parts)


def _tell_hidden(game: Game, decision: Decision, has_values: bool) -> str:
    """Say what the values of a decision without sight of all cards are."""
    if decision.status is Status.PROVEN:
        return verdict(game, decision)
    return "The values are estimates: nothing is proven." if has_values else "Drawn by a policy near an equilibrium."


def _draw_tried(game: Game, state: Any, decision: Decision, has_values: bool) -> Table:
    """List the actions by how often they were tried, or a policy plays them; a policy drawn from has no values."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action")
    if has_values:
        table.add_column(f"value to {game.name_of(decision.player)}", justify="right")
    has_visits = any(choice.visits for choice in decision.choices)
    if has_visits:
        table.add_column("tried" if has_values else "played", justify="right")
    total = max(1, sum(choice.visits for choice in decision.choices))
    for choice in sorted(decision.choices, key=lambda choice: -choice.visits):
        name = Text(game.action_name(state, choice.action), "bold green" if choice.action == decision.action else "")
        value = [_tell_worth(choice)] if has_values else []
        table.add_row(name, *value, *([f"{100 * choice.visits / total:.0f}%"] if has_visits else []))
    return table


def _tell_worth(choice: Choice) -> str:
    """Say what an action is worth, an estimate as one; nothing where it wasn't tried."""
    if choice.status is Status.PROVEN:
        return tell_value(choice.value)
    return f"≈ {tell_value(float(f'{choice.value:.2g}'))}" if choice.is_tried else ""


def _tell_effort(decision: Decision) -> str:
    if decision.by_table:
        return f"known by table, {decision.probes:,} states in {decision.seconds:.2f} s"
    tables = f", {decision.probes:,} of them known by table" if decision.probes else ""
    rate = decision.nodes / decision.seconds if decision.seconds else 0
    simulations = f"{tell_count(decision.simulations, 'simulation')}, " if decision.simulations else ""
    return (
        f"{simulations}depth {decision.depth}, {tell_count(decision.nodes, 'state')} in {decision.seconds:.2f} s "
        f"({rate:,.0f} a second){tables}"
    )


def _draw_choices(game: Game, state: Any, decision: Decision) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("action")
    table.add_column(f"value to {game.name_of(decision.player)}", justify="right")
    table.add_column("")
    if decision.simulations:
        table.add_column("visits", justify="right")
    if decision.by_table:
        table.add_column("plies", justify="right")
    table.add_column("line", style="dim")
    for choice in (choice for choice in decision.choices if choice.is_tried):
        is_best = choice.action == decision.action
        table.add_row(
            Text(game.action_name(state, choice.action), style="bold green" if is_best else ""),
            tell_choice(game, choice, decision.player),
            Text(str(choice.status), style=STATUS_STYLES[choice.status]),
            *([f"{choice.visits:,}"] if decision.simulations else []),
            *(["" if choice.distance is None else str(choice.distance)] if decision.by_table else []),
            Text(" ".join(name_line(game, state, choice.line)[:12]) + (" ..." if len(choice.line) > 12 else "")),
        )
    return table

"""`plywise explain`: what to play and why, in sentences, as a picture, and as a page to step through."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from plywise.agents import SearchOptions
from plywise.cli.commands.teach.odds import explain_known, print_list, print_odds, print_part, require_known
from plywise.cli.screen import (
    Depth,
    GameSpec,
    Json,
    Nodes,
    Seconds,
    Seed,
    Simulations,
    StateText,
    check_writable,
    complete_algorithm,
    console,
    load,
    print_json,
    show_state,
    stderr,
    thinking,
)
from plywise.explain import Explanation, explain_state
from plywise.explain.svg import draw_stages
from plywise.explain.trace import MOST_STAGES, Narrator, Trace, find_stages, name_stage, tell_pruning
from plywise.games.catalog import with_seed
from plywise.rules import Limit, PlywiseError

Enhancements = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME", help="Turn on this enhancement of alpha-beta; may be repeated."),
]
WithoutNames = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="NAME", help="Turn off this one of the compiled alpha-beta; may be repeated."),
]


def explain(
    spec: GameSpec,
    state: StateText = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help="One of `plywise algorithms`, by default the one that fits; or your own, as my_search.py:alpha_beta.",
            autocompletion=complete_algorithm,
        ),
    ] = None,
    time: Seconds = None,
    nodes: Nodes = None,
    depth: Depth = None,
    simulations: Simulations = None,
    enhancements: Enhancements = None,
    without: WithoutNames = None,
    compare: Annotated[
        str | None,
        typer.Option(
            "--compare", metavar="NAME", help="Beside it: another algorithm, or `order`, best and worst first."
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page in which the search can be stepped through."),
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the tree as a picture.")] = None,
    stages: Annotated[
        bool, typer.Option("--stages", help="Show the search in stages, (a), (b), ..., like figure 5.5.")
    ] = False,
    player: Annotated[
        str | None,
        typer.Option(
            "--player", metavar="A", help="Of a game that hides something: whose knowledge, by default the mover's."
        ),
    ] = None,
    policy: Annotated[
        Path | None,
        typer.Option(
            "--policy", metavar="FILE", help="Odds and values by this policy, written by `plywise equilibrium`."
        ),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Explain what to play in a state, and why.

    The decision is the one that `plywise analyse` makes within the same limit; without a limit, states are counted, so
    that the same question has the same answer. Of a game that hides something: odds over what may be hidden, by what
    the player to move knows.
    """
    _check_outputs(html, svg, stages, json)
    limit = Limit(time, nodes, depth, simulations)
    if algorithm is not None and Path(algorithm.partition(":")[0]).suffix == ".py":
        if compare or stages:
            raise PlywiseError("A search of your own is shown beside the reference: leave out --compare and --stages.")
        if time or nodes or simulations or enhancements or without:
            raise PlywiseError("A search of your own is shown to the end or to a depth: give no other limit or switch.")
        from plywise.cli.commands.teach.own_search import explain_own  # few need it, and it takes long to import

        explain_own(algorithm, spec, state, depth, html, svg, json)
        return

    def make(**options: Any) -> tuple[Any, Explanation]:
        game, start = load(with_seed(spec, seed), state)
        if player or policy:
            require_known(game, limit, compare)
            return start, explain_known(game, start, player, policy, algorithm, seed)
        switches = SearchOptions(seed=seed, enhancements=enhancements or (), without=without or ())
        options |= {"algorithm": algorithm, "limit": limit, "compare": compare, "options": switches}
        return start, explain_state(game, start, **options)

    def make_data() -> dict[str, Any]:
        start, explanation = make()
        data, decision = explanation.to_data(), explanation.decision
        if decision is None or explanation.odds is not None:  # of a game that hides something, nothing but the odds
            return data
        return data | {"decision": decision.to_data(explanation.game, start)}

    if json:
        print_json(make_data)
        return
    with thinking(stderr) as screen:
        start, explanation = make(on_compile=screen.compiling)
    _show(explanation, start, stages)
    if html or svg:
        console.print()
    hint = "to read it" if explanation.odds is not None else "to step through the search"
    _write(html, explanation.to_html, f"Open it in a browser {hint}.")
    _write(svg, lambda: draw_stages(explanation.panes[0]) if stages else explanation.to_svg(), "")


def _show(explanation: Explanation, start: Any, has_stages: bool) -> None:
    """Print the board and the sentences: of odds, only what their player sees."""
    if explanation.odds is not None:
        if has_stages:
            raise PlywiseError(f"{explanation.game.name} is explained by odds, and these have no stages.")
        print_odds(explanation)
        return
    if has_stages:
        _require_stages(explanation.panes)
    show_state(explanation.game, start)
    _print_account(explanation)
    if has_stages:
        _print_stages(explanation.panes[0])


def _check_outputs(html: Path | None, svg: Path | None, has_stages: bool, json: bool) -> None:
    """Refuse files that can't be written, and other forms beside data."""
    for path in (html, svg):
        if path is not None:
            check_writable(path)
    if json and (html or svg or has_stages):
        raise PlywiseError(
            "--json prints the explanation as data, and that alone: leave out --html, --svg and --stages."
        )


def _require_stages(panes: Sequence[Trace]) -> None:
    """Refuse what has no stages."""
    if len(panes) > 1:
        raise PlywiseError("Stages are of one search: leave out --compare, or --stages.")
    if panes[0].grows:
        raise PlywiseError(f"{panes[0].name} grows its tree bit by bit and has no stages: step through it with --html.")


def _print_account(explanation: Explanation) -> None:
    """Print the sentences, each kind under a heading of its own."""
    account = explanation.account
    assert account is not None
    console.print(Text(account.choice, style="bold green"))
    console.print(account.value)
    if account.line:
        console.print(account.line)
    print_part("Why not another action?", account.others)
    notes = [trace.note for trace in explanation.panes]
    print_part("How far did it look?", [part for part in (account.horizon, *notes) if part])
    print_part("What was left out, and why?", [each for trace in explanation.panes for each in tell_pruning(trace)])


def _print_stages(trace: Trace) -> None:
    """Print each stage with the range of every state that it has come to, leaves apart."""
    found, narrator = find_stages(trace), Narrator(trace.game, trace.viewpoint)
    inner = sorted({node.parent for node in trace.nodes if node.parent is not None})
    places = {node: narrator.place(trace.nodes, node) for node in inner}
    entries = []
    for number, stage in enumerate(found[:MOST_STAGES]):
        looks = trace.at(stage.after)
        ranges = [f"{places[node]} {looks[node].label}" for node in inner if looks[node].label]
        entries.append((name_stage(number), Text.assemble(stage.text, (f"\n{'   '.join(ranges)}", "cyan"))))
    console.print(Text("\nIn stages", style="bold"))
    print_list(entries)
    if len(found) > MOST_STAGES:
        console.print(f" ... and {len(found) - MOST_STAGES:,} more: step through them with --html.")


def _write(path: Path | None, make: Callable[[], str], hint: str) -> None:
    if path is not None:
        path.write_text(make(), encoding="utf-8")
        console.print(Text(f"Wrote {path}. {hint}".rstrip(), style="dim"), soft_wrap=True)

"""Solving a game as a whole: by tiers where it numbers its states, else all that can be reached."""

from pathlib import Path
from typing import Any, Literal, NoReturn, TypeAlias

from plywise.rules import Game, PlywiseError, require_open
from plywise.solve.contents import table_contents
from plywise.solve.progress import OnProgress

Metric: TypeAlias = Literal["win", "conversion", "none"]
"""What the plies in a table count to: the win, or the next conversion; or that there are none, but outcomes alone."""

REACHABLE = "reachable"
"""Instead of a tier: every state that can be reached."""


def solve_game(
    game: Game,
    folder: str | Path,
    *,
    tier: str | None = None,
    metric: Metric = "win",
    threads: int = 1,
    symmetric: bool = False,
    memory: int | None = None,
    spec: str | None = None,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Solve a game: write the value of every state into a folder of tables; return the record of the build.

    Games that number their states are solved by `tier`, such as "KBNvK", with all that it leads to; of others, and with
    the tier "reachable", every state that can be reached is solved. A folder that was begun is continued. `spec`
    names the game as `load_game` takes it, where it wasn't loaded by that. With the metric "none", tables hold wins,
    draws and losses without distances: smaller, and enough to know a value, but not to play a win to its end. Of what
    can be reached, `symmetric` counts once what the game's `canonical` makes one, and `memory` is how many bytes the
    process may hold.

    >>> import tempfile, plywise
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     game = plywise.load_game("nim:piles=2-2")
    ...     build = solve_game(game, folder)
    ...     plywise.decide(game, options=plywise.SearchOptions(tables=folder)).describe(game)
    'A1: value -1 to player A, proven by table; line A1 B2 A1; 5 states, depth 1'
    """
    name = game.spec if spec is None else spec
    if not name:
        raise PlywiseError(f"Say how {game.name} is loaded again: solve_game(..., spec='my_game.py').")
    if not is_by_tiers(game, tier, metric) or tier is None:
        from plywise.solve.sparse import solve_sparse

        kind: dict[str, Any] = {"symmetric": symmetric, "memory": memory}
        return solve_sparse(game, name, Path(folder), threads=threads, on_progress=on_progress, **kind)
    if symmetric or memory is not None:
        raise PlywiseError("Tiers count equivalent states once by their index: leave out --symmetric and --memory.")
    wanted = game.parse_tier(tier)
    if game.has_chance:
        from plywise.solve.expected import solve_expected

        return solve_expected(game, name, wanted, Path(folder), threads=threads, on_progress=on_progress)
    from plywise.solve.dense import solve_tiers

    return solve_tiers(game, name, wanted, Path(folder), metric=metric, threads=threads, on_progress=on_progress)


def is_by_tiers(game: Game, tier: str | None, metric: Metric) -> bool:
    """Whether tables are by tier; refuses what no table can hold, and unclear requests."""
    require_open(game, "A solved table")
    has_tiers = game.offers("index")
    if not game.is_adversarial:
        _check_vectors(game, tier, metric)
        _check_states(game)
        return False
    if game.has_chance and game.cyclic and (tier == REACHABLE or not has_tiers):
        raise PlywiseError(
            f"No table can hold all that can be reached of {game.name} yet: it has dice and cycles, and those are "
            "solved by tiers, where a game numbers its states (`index`); `plywise analyse` searches it instead."
        )
    if game.has_chance and metric != "win":
        _refuse_distance(game)
    if tier == REACHABLE or (tier is None and not has_tiers):
        if metric == "conversion":
            raise PlywiseError("Conversions are between tiers: leave out --distance, or name a --tier.")
        if metric == "none":
            raise PlywiseError("Tables of all that can be reached keep distances: leave out --distance.")
        _check_states(game)
        return False
    if not has_tiers:
        raise PlywiseError(
            f"{game.name} has no tiers: leave out --tier, and every state that can be reached is solved; "
            "or give it `tier`, `index`, `unindex` and the rest."
        )
    if tier is None:
        raise PlywiseError(
            f"{game.name} is solved tier by tier: name one with --tier, "
            f"or every state that can be reached with --tier {REACHABLE}."
        )
    return True


def _check_vectors(game: Game, tier: str | None, metric: Metric) -> None:
    """Refuse what isn't solved where a state is worth a vector, a utility for each player."""
    from plywise.kernel.tables import vector_figures

    vector_figures(game)
    if tier not in (None, REACHABLE):
        raise PlywiseError(f"Of {game.name}, every state that can be reached is solved: leave out --tier.")
    if metric != "win":
        _refuse_distance(game)


def _check_states(game: Game) -> None:
    """Refuse states that no table can be looked up by, before any of them is visited."""
    from plywise.kernel.lowering import LoweringError, state_shape

    try:
        state_shape(game)
    except LoweringError as error:
        raise PlywiseError(
            f"No table can hold {game.name}: {error.reason.partition(': ')[2]}, and tables are packed from ints alone; "
            f"{error.fix}, or prove a small game as it is with `plywise analyse {game.spec or 'GAME'}`."
        ) from None


def _refuse_distance(game: Game) -> NoReturn:
    raise PlywiseError(f"Tables of {game.name} hold {table_contents(game)} and no distances: leave out --distance.")

"""What solved tables say of states that are named by their texts, as data: no search, and never a guess.

>>> import tempfile
>>> from plywise import load_game
>>> from plywise.agents import open_tables
>>> from plywise.solve import solve_game
>>> game = load_game("nim:piles=1-2-3")
>>> folder = tempfile.mkdtemp() + "/nim"
>>> build = solve_game(game, folder)
>>> found = probe_by_names(open_tables(folder, game), ["A(1,2,1)", "B(1,2,3)"])["states"]
>>> [(each["is_known"], each["value"], each["outcome"]) for each in found]
[(True, 1, 'win in 4 plies'), (False, None, 'not in these tables')]
>>> [(action["action"], action["outcome"]) for action in found[0]["actions"]][0]
('B1', 'win in 4 plies')
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from plywise.agents.tables import find_solved, is_in_time, utility_of
from plywise.rules import Game, NotationError

if TYPE_CHECKING:
    from plywise.agents import Tables
    from plywise.knowledge.solved import Solved

UNKNOWN = "not in these tables"


def probe_by_names(tables: "Tables", names: Sequence[str], with_actions: bool = True) -> dict[str, Any]:
    """Return what tables say of some states; refuses a text that names none.

    Clocks are heeded: a win that takes more plies than the rules leave isn't known from tables. What was played before
    isn't known at all.
    """
    states = []
    for number, name in enumerate(names, 1):
        try:
            states.append(_read(tables, name))
        except NotationError as error:
            raise NotationError(str(error) if len(names) == 1 else f"State {number}: {error}") from None
    return {"metric": tables.metric, "states": [_probe(tables, state, with_actions) for state in states]}


def _read(tables: "Tables", name: str) -> Any:
    """Return the state that a text names; refuses one in which nobody could move."""
    game = tables.game
    state = game.parse_state(name)
    if not game.is_terminal(state) and not 0 <= tables.holder(state) < game.players:
        raise NotationError(f"'{name}' is not a state of {game.name}: no player of that number is there to move.")
    return state


def _is_of_its_slot(tables: "Tables", state: Any) -> bool:
    """Whether a state has as many actions as the one that its slot stands for.

    Texts may name what play never leads to, and an index is made for states that it does lead to: it may number others
    as one of those.
    """
    found = None if tables.is_sparse else tables.find(state)
    if found is None:
        return True
    same = tables.state_of(*found)
    return not tables.game.is_terminal(same) and _width(tables.game, same) == _width(tables.game, state)


def _width(game: Game, state: Any) -> int:
    """Return how many actions or rolls there are."""
    return sum(1 for _ in (game.chances(state) if game.to_move(state) < 0 else game.actions(state)))


def _probe(tables: "Tables", state: Any, with_actions: bool) -> dict[str, Any]:
    game = tables.game
    is_over = game.is_terminal(state)
    player = max(0, game.to_move(state)) if is_over else tables.holder(state)
    known = tables.ended(state, player) if is_over else find_solved(tables, state)
    if not is_over and not _is_of_its_slot(tables, state):
        known = None
    lists = with_actions and known is not None and not is_over
    return {
        "state": game.state_name(state),
        "player": player,
        "is_over": is_over,
        "is_known": known is not None,
        "by_table": known is not None and not is_over,
        **_worth(tables, known),
        "actions": _actions(tables, state) if lists else [],
    }


def _actions(tables: "Tables", state: Any) -> list[dict[str, Any]]:
    """Return every action or roll with its outcome to the player, best first."""
    game, found = tables.game, []
    for option in tables.options(state):
        known = option.solved
        is_late = known is not None and not is_in_time(tables, known, 1 + game.plies_left(option.after))
        name = game.action_name(state, option.action)
        found.append({"action": name, **_worth(tables, None if is_late else known)})
    return found


def _worth(tables: "Tables", known: "Solved | None") -> dict[str, Any]:
    if known is None:
        return {"value": None, "distance": None, "outcome": UNKNOWN}
    return known.to_data() | {"value": utility_of(tables, known), "outcome": tables.tell(known)}

"""Enumeration: list the distinct states that can follow, breadth first, and value them backwards from the ends.

A game that looks large as a tree is often small as a graph: many lines lead to the same state.

    root   ->  [a] [b]  ->  [c] [d]  ->  [e]        each state once, with its successors;
                 \\___________^                      then values flow back: e, then c and d, then a and b, then the root

| the game | how values flow back |
|---|---|
| no state can recur, any players, dice | each state after all that it leads to: best, or mean where chance moves |
| states recur, two players, no dice | wins spread backwards ply by ply; what neither side can win is a draw |

With three or more players a player may be indifferent between actions that matter to others. Then the value of a state
isn't unique, and what is proven is only what its player gets at least.

An undeclared cycle is refused, with two of its states. A game that turns out to be too large for the budget is given
up as soon as that shows; what was listed by then stays in the graph, and a search may start from it.

>>> from plywise.games.nim import Nim
>>> graph = enumerate_states(Nim(piles=(2, 2)))
>>> len(graph.states), graph.is_complete
(14, True)
>>> decision = decide_by_enumeration(graph)
>>> decision.action, decision.value, str(decision.status), decision.nodes
((0, 1), -1, 'proven', 14)
"""

import contextlib
import math
import time
from collections import deque
from collections.abc import Hashable, Sequence
from typing import Any

from plywise.rules import (
    CHANCE,
    MAX,
    TOLERANCE,
    Action,
    Bound,
    Choice,
    Decision,
    Game,
    Limit,
    NoActionError,
    Scale,
    Status,
    fatal_states,
    state_key,
)
from plywise.search.shared import (
    ALWAYS,
    DOUBTFUL,
    AcyclicValues,
    CyclicValues,
    GraphValues,
    LimitReachedError,
    Outlook,
    ReturningState,
    StateGraph,
    UndeclaredCycleError,
    components,
)

MOST_STATES = 1_000_000
"""How many states are listed at most, unless the limit says fewer: about half a gigabyte."""

LOOK_INTERVAL = 16
"""States between two looks at what is still to come."""


def enumerate_states(
    game: Game,
    state: Any = None,
    *,
    limit: Limit | None = None,
    history: Sequence[Any] = (),
    is_doubtful: bool = False,
) -> StateGraph:
    """List the states that can follow, until all are there or the limit's time, states or cancellation end it.

    Of a played game, only what `repetition` says of its states counts: one that one more occurrence would end is a
    draw. A game that `is_doubtful`, because it was too large a move ago, is given up sooner.
    """
    limit = limit or Limit()
    state = game.initial() if state is None else state
    graph = StateGraph(game, [state], tuple(history))
    started = time.perf_counter()
    with contextlib.suppress(LimitReachedError):
        _list_states(graph, limit, started, DOUBTFUL if is_doubtful else ALWAYS)
    graph.seconds = time.perf_counter() - started
    return graph


def _list_states(graph: StateGraph, limit: Limit, started: float, always: float) -> None:
    """Expand one state after the other; those found on the way join the end of the list."""
    game, states = graph.game, graph.states
    numbers: dict[Hashable, int] = {state_key(states[0]): 0}
    fatal = _fatal_keys(game, graph.history)
    most = min(MOST_STATES, limit.nodes or MOST_STATES)
    outlook = Outlook(started, limit, most, always)
    number = 0
    while number < len(states):
        if number == outlook.next_level:
            outlook.enter_level(number, len(states))
        state = states[number]
        is_repeated = bool(fatal) and number > 0 and game.repetition_key(state) in fatal
        if is_repeated or game.is_terminal(state):
            _close(graph, number, is_repeated)
            number += 1
            continue
        mover = game.to_move(state)
        actions, odds = _offered(graph, number, mover)
        successors = []
        for action in actions:
            child = game.result(state, action)
            key = state_key(child)
            place = numbers.get(key)
            if place is None:
                place = numbers[key] = len(states)
                states.append(child)
            successors.append(place)
            if time.perf_counter() > outlook.deadline and not outlook.goes_on(number, len(states)):
                raise LimitReachedError(len(states))
        graph.movers.append(mover)
        graph.actions.append(actions)
        graph.successors.append(successors)
        graph.odds.append(odds)
        number += 1
        if (
            limit.is_cancelled
            or len(states) > most
            or (not number % LOOK_INTERVAL and outlook.is_hopeless(number, len(states)))
        ):
            raise LimitReachedError(len(states))
    graph.is_complete = True


def _offered(graph: StateGraph, number: int, mover: int) -> tuple[list[Action], list[float]]:
    """Return the actions or outcomes at a state, and the odds of outcomes; note those of the root."""
    game, state = graph.game, graph.states[number]
    if mover == CHANCE:
        options = list(game.chances(state))
        actions, odds = [outcome for outcome, _ in options], [odds for _, odds in options]
    else:
        actions, odds = list(game.actions(state)), []
    if not actions:
        raise NoActionError(game.name, game.state_name(state))
    if not number:
        graph.root_actions, graph.root_player = actions, mover
    return actions, odds


def _close(graph: StateGraph, number: int, is_repeated: bool) -> None:
    """Note what each player gets where the game is over, by the rules or by a repetition of the played game."""
    game, state = graph.game, graph.states[number]
    if is_repeated:
        graph.ends[number] = (game.draw_utility,) * game.players
    else:
        utilities = tuple(game.utility(state, player) for player in range(game.players))
        for utility in utilities:
            graph.scale.of_utility(utility)  # refuses one outside the declared range
        graph.ends[number] = utilities
    graph.movers.append(MAX)
    graph.actions.append(())
    graph.successors.append(())
    graph.odds.append(())


def _fatal_keys(game: Game, history: Sequence[Any]) -> frozenset[Hashable]:
    """Return the keys of states that one more occurrence would end, where the game rules on repetition."""
    return frozenset(fatal_states(game, history)) if game.repetition is not None and history else frozenset()


def decide_by_enumeration(graph: StateGraph) -> Decision | None:
    """Return what is proven of the root of a complete graph; None where the graph leaves its value open.

    Raises UndeclaredCycleError where states recur though the game doesn't declare `cyclic`.
    """
    values = value_states(graph, from_root=True)
    return None if values is None else _decide(graph, values)


def value_states(graph: StateGraph, *, from_root: bool = False) -> "GraphValues | None":
    """Return what every state of a complete graph is worth; None where nothing says how those that recur end.

    With `from_root` they are the values for play that comes from the root: where its return would end the game, coming
    back to it is a draw. Otherwise each holds for play that begins there.
    Raises UndeclaredCycleError where states recur though the game doesn't declare `cyclic`.

    >>> from plywise.games.nim import Nim
    >>> value_states(enumerate_states(Nim(piles=(2, 2)))).vectors[0]
    (-1, 1)
    """
    if not graph.is_complete:
        return None
    order = components(graph.successors)
    cycle = next((part for part in order if len(part) > 1 or part[0] in graph.successors[part[0]]), None)
    if cycle is None:
        return AcyclicValues(graph, [part[0] for part in order])
    game = graph.game
    if not game.cyclic:
        raise UndeclaredCycleError(game, _shortest_way_back(graph, cycle))
    if game.is_adversarial and not game.has_chance and game.repetition != "illegal":
        return CyclicValues(graph, from_root=from_root)
    return None


def _shortest_way_back(graph: StateGraph, cycle: Sequence[int]) -> ReturningState:
    """Return the first state of a cycle that was listed, the state before it comes again, and the plies until then."""
    first, inside = min(cycle), set(cycle)
    plies = {first: 0}
    waiting = deque([first])
    while True:
        number = waiting.popleft()
        if first in graph.successors[number]:
            return ReturningState(graph.states[first], graph.states[number], plies[number] + 1)
        for child in graph.successors[number]:
            if child in inside and child not in plies:
                plies[child] = plies[number] + 1
                waiting.append(child)


def _decide(graph: StateGraph, values: GraphValues) -> Decision | None:
    """Return the decision at the root."""
    game, count = graph.game, {"nodes": len(graph.states), "leaves": len(graph.ends), "seconds": graph.seconds}
    vector = values.vectors[0]
    if vector is None:
        return None
    if graph.odds[0] or not graph.successors[0]:
        player = MAX
        status = Status.PROVEN if _is_unique(values, 0, MAX) else Status.HEURISTIC
        return Decision(None, vector[MAX], MAX, status, values=vector, **count)  # type: ignore[arg-type]
    player = graph.movers[0]
    choices = tuple(_choice(graph, values, place) for place in range(len(graph.successors[0])))
    best = choices[values.best[0]]
    if game.is_adversarial:
        status, bound = Scale(game).verdict(best, choices)
    else:  # what is sure counts: another action may look as good, but only if others break ties kindly
        best = max(choices, key=lambda choice: choice.value)
        is_unique = _is_unique(values, 0, player)
        status, bound = (Status.PROVEN, Bound.EXACT) if is_unique else (Status.BOUNDED, Bound.LOWER)
        vector = values.vectors[graph.successors[0][choices.index(best)]]
    keeps_vector = not game.is_adversarial
    return Decision(
        best.action,
        best.value,
        player,
        status,
        bound,
        line=best.line,
        choices=choices,
        values=vector if keeps_vector else None,
        depth=len(best.line),
        distance=best.distance,
        **count,  # type: ignore[arg-type]
    )


def _choice(graph: StateGraph, values: GraphValues, place: int) -> Choice:
    """Describe a root action by what is proven of the state it leads to."""
    game, player = graph.game, graph.movers[0]
    child, action = graph.successors[0][place], graph.actions[0][place]
    vector = values.vectors[child]
    if vector is None:
        return Choice(action, game.draw_utility, line=(action,))
    line = (action, *_line(graph, values, child))
    if not _is_unique(values, child, player):
        return Choice(action, values.least(child, player), Bound.LOWER, Status.BOUNDED, line=line)
    is_decided = game.wins_are_equal and vector[player] != game.draw_utility
    distance = 1 + values.distances[child] if is_decided else None
    return Choice(action, vector[player], Bound.EXACT, Status.PROVEN, line=line, distance=distance)


def _is_unique(values: GraphValues, number: int, player: int) -> bool:
    """Whether a player gets the same at a state, whichever of equals the others take."""
    least, most = values.least(number, player), values.most(number, player)
    return math.isclose(least, most, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _line(graph: StateGraph, values: GraphValues, number: int) -> tuple[Action, ...]:
    """Follow the best actions from a state to the end, to the next chance, or until a state comes up again."""
    line, seen = [], {0}
    while number not in seen and graph.successors[number] and not graph.odds[number]:
        seen.add(number)
        place = values.best[number]
        line.append(graph.actions[number][place])
        number = graph.successors[number][place]
    return tuple(line)


def can_be_enumerated(game: Game) -> bool:
    """Whether a state says all that counts: what recurs, and what that means, shows in the states alone."""
    if game.hides:
        return False
    kind = type(game)
    is_plain = kind.repetition_key is Game.repetition_key and kind.key is Game.key
    return game.repetition is None or (game.repetition == "draw" and is_plain)

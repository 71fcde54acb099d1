"""Belief states: all states that fit what a player knows, and how an action splits them by what is seen next.

        {s1, s2, s3}                 the player can't tell these apart, and must do the same in all of them
             | action a
     s1 ---> t1   t2 <--- s2, s3     the others reply in every way the rules allow
             |     |
          sees x  sees y             what is seen sorts the results: {t1} after x, {t2, ...} after y

A belief state is found from the rules alone: by all plays that lead to what the player has seen and done, where the
game is known from its start, or else by every state that looks the same now.

>>> from plywise.games.cards.kuhn_poker import KuhnPoker
>>> game = KuhnPoker()
>>> dealt = game.parse_state("KJ check bet")
>>> sorted(game.state_name(state) for state in find_belief(game, dealt, ()))
['KJ check bet', 'KQ check bet']
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from plywise.rules import (
    CHANCE,
    Action,
    Game,
    Information,
    OwnAction,
    SearchError,
    StateMap,
    first_information,
    information_of,
    next_information,
    same_state,
    with_observation,
)

MOST_VISITED = 200_000
"""States that are visited to find a belief state, before it is given up."""
LONGEST = 1_000
"""Plies of others in a row after which it is given up."""

Front: TypeAlias = dict[Information, StateMap[float]]
"""Where play may have come to, by what the player has seen: each state with how likely it is."""


class Reply(NamedTuple):
    """What may come of an action before the player acts again: what is seen on the way, and where it leads."""

    seen: Information
    """From what was seen before the action, the action itself included."""
    state: int
    """The number of the state in which the player acts next, or -1 where the game is over."""
    utility: float
    """Where the game is over, what it is worth to the player."""
    chance: float
    """How likely it is if the others act at random, each of their actions alike."""


class BeliefRules:
    """A game as one player meets it: states by number, and the replies to an action in each."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player = game, player
        self.states: list[Any] = []
        self.visited = 0
        self._numbers: StateMap[int] = StateMap({})
        self._actions: dict[int, tuple[Action, ...]] = {}
        self._replies: dict[tuple[int, Action], tuple[Reply, ...]] = {}

    def number(self, state: Any) -> int:
        """Return a state's number."""
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
        return self._numbers[state]

    def actions(self, number: int) -> tuple[Action, ...]:
        """Return what the player can do in a state, which is the same in all that look like it."""
        if number not in self._actions:
            self._actions[number] = tuple(self.game.actions(self.states[number]))
        return self._actions[number]

    def replies(self, number: int, action: Action) -> tuple[Reply, ...]:
        """Return what may come of an action, up to the player's next turn or the end."""
        known = self._replies.get((number, action))
        if known is None:
            known = self._replies[number, action] = tuple(self._follow(self.states[number], action))
        return known

    def _follow(self, state: Any, action: Action) -> Iterator[Reply]:
        game, player = self.game, self.player
        before: Information = (game.observe(state, player), OwnAction(action))
        after = game.result(state, action)
        front: Front = {}
        _add(front, with_observation(before, game.observe(after, player)), after, 1.0)
        for _ in range(LONGEST):
            if not front:
                return
            behind, front = front, {}
            for seen, reached, chance in _each(behind):
                self.visited += 1
                if game.is_terminal(reached):
                    yield Reply(seen, -1, game.utility(reached, player), chance)
                elif game.to_move(reached) == player:
                    yield Reply(seen, self.number(reached), 0.0, chance)
                else:
                    for outcome, odds in _options(game, reached):
                        then = game.result(reached, outcome)
                        _add(front, with_observation(seen, game.observe(then, player)), then, chance * odds)
        raise SearchError(
            f"In {game.name} the others can go on for more than {LONGEST:,} plies before {game.name_of(player)} acts "
            "again: choose information-set-uct."
        )


def find_belief(game: Game, state: Any, history: Sequence[Any], most: int = MOST_VISITED) -> StateMap[float]:
    """Return all states that fit what the player to move knows, each with its probability.

    Where the history goes back to the start, it is how likely each is if the others act at random. Otherwise only what
    is seen now counts, and all states that look like this are taken to be equally likely. The true state is looked at
    for what the player knows and nothing else.
    """
    player, states = game.to_move(state), (*history, state)
    if same_state(states[0], game.initial()):
        known = information_of(game, states, player)
        weights = _by_memory(game, player, known, most)
    else:
        seen = game.observe(state, player)
        fitting = game.fitting_states(seen, player) if game.offers("fitting_states") else _reachable(game, most)
        weights = StateMap[float]({})
        for each in fitting:
            if _looks_so(game, each, player, seen):
                weights[each] = 1.0
    total = sum(weights.values())
    if not total:
        raise SearchError(
            f"No play of {game.name} from its start leads to what {game.name_of(player)} sees: play the game from its "
            "start, or write `fitting_states(self, observation, player)`."
        )
    for each, weight in list(weights.items()):
        weights[each] = weight / total
    return weights


def _by_memory(game: Game, player: int, known: Information, most: int) -> StateMap[float]:
    """Return the states at the end of every play in which a player has come to know this, and how likely each is."""
    found: Front = {}
    front: Front = {}
    _add(front, first_information(game, game.initial(), player), game.initial(), 1.0)
    visited = 0
    while front:
        behind, front = front, {}
        for so_far, state, chance in _each(behind):
            visited += 1
            if visited > most:
                raise _too_many(game, most)
            if game.is_terminal(state):
                continue
            is_own = game.to_move(state) == player
            if is_own and so_far == known:
                _add(found, known, state, chance)
                continue
            for outcome, odds in _options(game, state):
                after = game.result(state, outcome)
                then = next_information(game, so_far, player, state, outcome, after)
                if then == known[: len(then)]:
                    # What the player did is known: it isn't a matter of chance.
                    _add(front, then, after, chance * (1.0 if is_own else odds))
    return found.get(known, StateMap({}))


def _reachable(game: Game, most: int) -> Iterator[Any]:
    """Yield every state that play from the start can lead to."""
    waiting = [game.initial()]
    reached = StateMap[bool]({})
    reached[waiting[0]] = True
    while waiting:
        state = waiting.pop()
        yield state
        if game.is_terminal(state):
            continue
        for outcome, _ in _options(game, state):
            after = game.result(state, outcome)
            if after not in reached:
                reached[after] = True
                waiting.append(after)
        if len(reached) > most:
            raise _too_many(game, most)


def _add(front: Front, seen: Information, state: Any, chance: float) -> None:
    """Note that play may have come to a state, beside the other ways there."""
    states = front.setdefault(seen, StateMap({}))
    states[state] = states.get(state, 0.0) + chance


def _each(front: Front) -> Iterator[tuple[Information, Any, float]]:
    """Yield what was seen, the state, and how likely it is."""
    for seen, states in front.items():
        for state, chance in states.items():
            yield seen, state, chance


def _looks_so(game: Game, state: Any, player: int, seen: Any) -> bool:
    is_turn = not game.is_terminal(state) and game.to_move(state) == player
    return is_turn and game.observe(state, player) == seen


def _options(game: Game, state: Any) -> Iterable[tuple[Action, float]]:
    """Return what may happen in a state, with how likely it is if players act at random."""
    if game.to_move(state) == CHANCE:
        return [(outcome, chance) for outcome, chance in game.chances(state) if chance > 0]
    actions = tuple(game.actions(state))
    return [(action, 1 / len(actions)) for action in actions]


def _too_many(game: Game, most: int) -> SearchError:
    return SearchError(
        f"More than {most:,} states of {game.name} have to be visited to find those that fit what is seen: choose "
        "information-set-uct, or write `fitting_states(self, observation, player)`."
    )

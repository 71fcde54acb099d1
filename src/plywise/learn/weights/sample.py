"""States to fit weights to: quiet ones from games that a shallow search plays against itself after a random opening.

A state counts as quiet where nothing is urgent and the action that the search chose is none of `noisy_actions`: in the
middle of an exchange the amounts say nothing. A game is won, drawn or lost, by however much.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.kernel import LoweringError, Searcher, Switches, suits
from plywise.learn.states import draw
from plywise.rules import Decision, Game, Limit, SearchError, Status, Unit
from plywise.search import iterative_deepening

LONGEST = 300
"""A game that isn't over after this many plies counts as drawn."""

RECENT = 8
"""How many states before are handed to a search, so that it doesn't repeat them."""

TABLE_MB = 2
"""Enough for a shallow search, and quick to clear."""


@dataclass(frozen=True, slots=True)
class Playing:
    """How games are played, and how many states are taken from each."""

    depth: int = 3
    """How many plies the search looks ahead for each action."""
    opening: tuple[int, int] = (4, 12)
    """The fewest and the most plies that are drawn at random before it begins."""
    states: int = 8
    """How many quiet states are taken from a game at most."""
    at_random: float = 0.0
    """Which share of the actions after the opening is drawn at random."""
    deeper: int = 0
    """How many plies deeper these are searched again, for values to fit to; 0: results alone count."""


@dataclass(frozen=True, slots=True)
class PlayedState:
    """A quiet state of a game: how much of each feature there was, and what came of it, all to player 0."""

    game: int
    amounts: tuple[float, ...]
    result: float
    """1 for a win of player 0, 0 for a loss, 1/2 for a draw."""
    value: float | None = None
    """What a deeper search estimated, in units of `evaluate`."""


Decide = Callable[[Any, int, Sequence[Any]], Decision]


def sample_play(game: Game, games: int, playing: Playing, seed: int = 0) -> Iterator[list[PlayedState]]:
    """Play games and yield the states taken from each; the same seed gives the same ones."""
    if not suits(game):
        raise SearchError(f"Weights are fitted to games of two players without dice, which {game.name} is not.")
    decide, clear = _searching(game)
    for number in range(games):
        clear()
        yield _played(game, number, playing, random.Random(f"{seed} {number}"), decide)


def _searching(game: Game) -> tuple[Decide, Callable[[], None]]:
    """Return a compiled search, or a plain one where the rules don't compile, and how to make it forget."""
    try:
        searcher = Searcher(game, Switches(), table_mb=TABLE_MB)
    except LoweringError:

        def decide(state: Any, depth: int, history: Sequence[Any]) -> Decision:
            return iterative_deepening(game, state, limit=Limit(depth=depth), history=history)

        return decide, lambda: None
    return searcher.glance, searcher.clear


def _played(game: Game, number: int, playing: Playing, lots: random.Random, decide: Decide) -> list[PlayedState]:
    """Play one game, as long as its result isn't proven, and take some of its quiet states."""
    state, line, keys, quiet = _opened(game, playing, lots), list[Any](), list[Any](), list[int]()
    result = 0.5
    while len(line) < LONGEST and not _is_repeated(game, state, keys):
        if game.is_terminal(state):
            result = _result(game.utility(state, 0) - game.draw_utility)
            break
        decision = decide(state, playing.depth, _recent(game, line))
        if decision.status is Status.PROVEN or decision.action is None:
            result = _result(game.value_to(decision.player, decision.value) - game.draw_utility)
            break
        action = decision.action
        if is_quiet(game, state, action):
            quiet.append(len(line))
        if lots.random() < playing.at_random:
            action = draw(game, state, lots)
        line.append(state)
        state = game.result(state, action)
    taken = lots.sample(quiet, min(playing.states, len(quiet)))
    return [_taken(game, number, line[: place + 1], result, playing, decide) for place in taken]


def _taken(game: Game, number: int, line: list[Any], result: float, playing: Playing, decide: Decide) -> PlayedState:
    """Return the last state of a line as it is fitted to."""
    amounts, value = tuple(map(float, game.amounts(line[-1], 0))), None
    if playing.deeper:
        decision = decide(line[-1], playing.depth + playing.deeper, _recent(game, line[:-1]))
        if decision.unit is Unit.EVALUATION:
            value = decision.value if decision.player == 0 else -decision.value
    return PlayedState(number, amounts, result, value)


def _opened(game: Game, playing: Playing, lots: random.Random) -> Any:
    """Return a state after random plies in which the game goes on."""
    while True:
        state = game.initial()
        for _ in range(lots.randint(*playing.opening)):
            if game.is_terminal(state):
                break
            state = game.result(state, draw(game, state, lots))
        if not game.is_terminal(state):
            return state


def is_quiet(game: Game, state: Any, action: Any) -> bool:
    """Whether a state is none in which much is about to change: neither urgent, nor is the best action noisy.

    >>> from plywise.games.draughts import Draughts
    >>> game = Draughts()
    >>> state = game.parse_state("B:W18,27:BK14,K3")
    >>> is_quiet(game, state, game.parse_action(state, "14x32")), is_quiet(game, game.initial(), 0)
    (False, True)
    """
    rules: Any = game
    if game.offers("is_urgent") and rules.is_urgent(state):
        return False
    return not game.offers("noisy_actions") or action not in set(rules.noisy_actions(state))


def _is_repeated(game: Game, state: Any, keys: list[Any]) -> bool:
    """Whether a state came up so often that the game is drawn; notes its key."""
    if game.repetition != "draw":
        return False
    keys.append(game.repetition_key(state))
    return keys[-1] is not None and keys.count(keys[-1]) >= game.repetition_count


def _recent(game: Game, line: list[Any]) -> Sequence[Any]:
    """Return the states before that a search should know: all of them where repeating one is illegal."""
    return line if game.repetition == "illegal" else line[-RECENT:]


def _result(lead: float) -> float:
    return 0.5 if lead == 0 else float(lead > 0)

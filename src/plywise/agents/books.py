"""Playing by an opening book: what was played here before, how often, and how it went; never a proof.

Book, then tables, then search: what a book knows needs no search. Of the actions that were played often enough, those
that did nearly as well as the best are drawn from, by how often they were played.
"""

import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.agents.beside import identify_rules
from plywise.rules import CHANCE, Action, Choice, Decision, Game, Status

if TYPE_CHECKING:
    from plywise.knowledge.books import BookMove, ProbedBook

MIN_GAMES = 5
"""In fewer games, an action isn't known well enough to be played."""
NEAR = 0.05
"""How much of the range of utilities an action may be worse than the best one."""
PRIOR = 10
"""Games by which each mean is drawn towards that of all: one that was played five times was perhaps lucky."""


def open_book(where: str | Path, game: Game) -> "ProbedBook":
    """Open a game's opening book; refuses one that was made by other rules.

    A file that ends in .bin is a Polyglot book, of chess. Hand the book to `decide` as `SearchOptions(book=...)`:
    opened once, it serves any number of decisions.

    >>> import plywise
    >>> plywise.open_book("none.book", plywise.load_game("nim"))
    Traceback (most recent call last):
    plywise.knowledge.books.errors.BookError: none.book can't be read (No such file or directory): name a book.
    """
    from plywise.knowledge.books import OpeningBook, PolyglotBook, is_polyglot

    if is_polyglot(where):
        return PolyglotBook(where, game)
    return OpeningBook(where, game, identify_rules(game))


def opened_book(where: "str | Path | ProbedBook | None", game: Game) -> "ProbedBook | None":
    """Return a game's book, from a file unless it is open; None where there is none."""
    return open_book(where, game) if isinstance(where, str | Path) else where


def decide_by_book(
    book: "ProbedBook", game: Game, state: Any, history: Sequence[Any] = (), seed: int = 0
) -> Decision | None:
    """Return the decision that a book gives; None where the game is over, or it knows too little.

    The same seed draws the same action in the same state.
    """
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return None
    known = [move for move in book.moves(state) if move.mean is None or move.games >= MIN_GAMES]
    moves = [(move, actions) for move in known if (actions := _allowed(game, state, move, history))]
    if not moves:
        return None
    scores = _scores(game, [move for move, _ in moves])
    good = [place for place, score in enumerate(scores) if score >= max(scores) - NEAR]
    draws = random.Random(f"{seed} {game.state_name(state)}")
    move, actions = moves[draws.choices(good, [moves[place][0].games for place in good])[0]]
    action, player = draws.choice(actions), game.to_move(state)
    value = game.draw_utility if move.mean is None else move.mean
    choices = tuple(_choice(game, each, open_actions) for each, open_actions in moves)
    return Decision(action, value, player, Status.HEURISTIC, line=(action,), choices=choices, by_book=True)


def _allowed(game: Game, state: Any, move: "BookMove", history: Sequence[Any]) -> list[Action]:
    """Return those actions of a book's entry that a search may play too, and that repeat nothing that mustn't be."""
    searched = set(game.actions(state))
    actions = [action for action in (move.action, *move.also) if action in searched]
    if game.repetition != "illegal":
        return actions
    seen = {game.repetition_key(each) for each in (*history, state)} - {None}
    return [action for action in actions if game.repetition_key(game.result(state, action)) not in seen]


def _scores(game: Game, moves: "list[BookMove]") -> list[float]:
    """Return how well actions did, from 0 to 1; all the same where a book doesn't say."""
    means = [move.mean for move in moves if move.mean is not None]
    if len(means) < len(moves):
        return [0.0] * len(moves)
    games = sum(move.games for move in moves)
    overall = sum(move.games * mean for move, mean in zip(moves, means, strict=True)) / games
    low, high = game.utility_range
    reach = high - low if math.isfinite(high - low) and high > low else max(means) - min(means) or 1.0
    pairs = zip(moves, means, strict=True)
    return [(move.games * mean + PRIOR * overall) / (move.games + PRIOR) / reach for move, mean in pairs]


def _choice(game: Game, move: "BookMove", actions: list[Action]) -> Choice:
    value = game.draw_utility if move.mean is None else move.mean
    games = 0 if move.mean is None else move.games  # a weight is no number of games
    return Choice(actions[0], value, line=(actions[0],), visits=games)

"""The same statistics by brute force, and games at random."""

import random
from collections import defaultdict
from pathlib import Path
from typing import Any

from plywise.agents import identify_rules
from plywise.books import GameCollection, PlayedGame, build_book, numbered
from plywise.books.played import offered
from plywise.knowledge.books import OpeningBook
from plywise.rules import CHANCE, Game, Record


def random_games(game: Game, count: int, seed: int, most: int = 40) -> list[PlayedGame]:
    """Play games at random; one that is not over after so many plies counts as a draw."""
    lots, found = random.Random(seed), []
    for _ in range(count):
        record = Record(game)
        while not record.is_over and len(record.actions) < most:
            record.play(lots.choice(record.options()))
        worths = record.utilities if record.is_over else (game.draw_utility,) * game.players
        found.append(numbered(record, worths))
    return found


def built(game: Game, games: list[PlayedGame], folder: Path, plies: int = 50, min_games: int = 1) -> OpeningBook:
    """Build a book of games, and open it."""
    with GameCollection.open(game, identify_rules(game)) as collection:
        collection.add(games)
        build_book(collection, folder / "built.book", plies=plies, min_games=min_games)
    return OpeningBook(folder / "built.book", game, identify_rules(game))


def states_of(game: Game, played: PlayedGame) -> list[Any]:
    """Replay a game."""
    states = [game.parse_state(played.start) if played.start else game.initial()]
    for number in played.actions:
        states.append(game.play_action(states[-1], offered(game, states[-1])[number]))
    return states


def recount(game: Game, games: list[PlayedGame], plies: int) -> dict[Any, dict[Any, list[float]]]:
    """Count games in the plainest way: by canonical keys, games, wins, draws, losses, utility and plies."""
    found: dict[Any, dict[Any, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0, 0, 0.0, 0]))
    for played in games:
        states, seen = states_of(game, played), set()
        keys = [game.key(game.canonical(state)) for state in states]
        for ply in range(min(plies, len(played.actions))):
            if keys[ply] in seen:
                continue
            seen.add(keys[ply])
            mover = game.to_move(states[ply])
            worth = played.utilities[0 if mover == CHANCE else mover]
            row, lead = found[keys[ply]][keys[ply + 1]], worth - game.draw_utility
            added = [1, lead > 0, lead == 0, lead < 0, worth, len(played.actions)]
            found[keys[ply]][keys[ply + 1]] = [one + more for one, more in zip(row, added, strict=True)]
    return found

"""`plywise book probe`: what a book says of one state."""

from plywise.cli.commands.books.options import BookPath, OfGame, open_named
from plywise.cli.screen import Json, StateText, console, draw_moves, print_json
from plywise.knowledge.books import book_data


def probe(path: BookPath, game: OfGame = None, state: StateText = None, json: Json = False) -> None:
    """Say what was played in a state, how often, and how it ended; mean utility and results are to who moves there."""
    book, rules, start = open_named(path, game, state)
    if json:
        print_json(lambda: book_data(book, rules, start))
        return
    named, moves = book.name_of(start), book.moves(start)
    if named:
        console.print(str(named))
    if moves:
        console.print(draw_moves(rules, start, moves))
    else:
        console.print("The book doesn't know this state.")

"""Opening books: what was played in each state of a game, how often, and how it ended; formats, reading, probing."""

from plywise.knowledge.books.book import BookMove, BookName, ProbedBook, book_data
from plywise.knowledge.books.book_file import OpeningBook, book_game, is_book, is_polyglot
from plywise.knowledge.books.book_header import BookHeader, Leaving
from plywise.knowledge.books.book_keys import book_key
from plywise.knowledge.books.book_writing import CountedMove, name_states, write_book
from plywise.knowledge.books.errors import BookError
from plywise.knowledge.books.polyglot import PolyglotBook

__all__ = [
    "BookError",
    "BookHeader",
    "BookMove",
    "BookName",
    "CountedMove",
    "Leaving",
    "OpeningBook",
    "PolyglotBook",
    "ProbedBook",
    "book_data",
    "book_game",
    "book_key",
    "is_book",
    "is_polyglot",
    "name_states",
    "write_book",
]

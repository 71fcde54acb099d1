"""The tables of a book, which is a file of SQLite 3. A book with any other table, index, view or trigger is refused.

header    one row: what the book says of itself, as JSON (see `book_header`)
moves     state, after: the keys of a state, and of the one that an action leads to (see `book_keys`)
          games, wins, draws, losses, utility (the sum), plies (the sum): to the player who moves in `state`
names     state, code, name: what an opening is called
"""

APPLICATION = 0x504C5942
"""PLYB: what SQLite's header says of the program that the file belongs to."""

VERSION = 1

TABLES = {
    "header": "CREATE TABLE header (content TEXT NOT NULL)",
    "moves": (
        "CREATE TABLE moves (state INTEGER NOT NULL, after INTEGER NOT NULL, games INTEGER NOT NULL, "
        "wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL, utility REAL NOT NULL, "
        "plies INTEGER NOT NULL, PRIMARY KEY (state, after)) WITHOUT ROWID"
    ),
    "names": "CREATE TABLE names (state INTEGER PRIMARY KEY, code TEXT NOT NULL, name TEXT NOT NULL)",
}
"""How each table is made, to the letter."""

PROBE = "SELECT after, games, wins, draws, losses, utility, plies FROM moves WHERE state = ?"
ANY_NAME = "SELECT state FROM names LIMIT 1"
NAME = "SELECT code, name FROM names WHERE state = ?"

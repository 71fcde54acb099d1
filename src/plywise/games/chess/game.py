"""Chess: mate the other's king.

    8  r n b q k b n r
    7  p p p p p p p p      White, player 0, has capitals and moves first. Squares are numbered from a1 (0) to h8 (63);
    6  . . . . . . . .      an action is from | to << 6 | kind << 12, where the kind is what a pawn becomes (bishop 2,
    5  . . . . . . . .      rook 3, knight 4, queen 5), else 0. Castling is the king's own step, e1g1.
    4  . . . . . . . .
    3  . . . . . . . .      A state is a few boards of 64 bits (`board`); which actions are legal is found without
    2  P P P P P P P P      playing them (`moves`), and what they lead to is computed by masks (`playing`).
    1  R N B Q K B N R
       a b c d e f g h

>>> game = Chess()
>>> state = game.initial()
>>> len(list(game.actions(state))), game.state_name(game.result(state, game.parse_action(state, "e2e4")))
(20, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from plywise.bits import mul, shr
from plywise.games.chess import board, ranking
from plywise.games.chess.attacks import pawn_reach, square_name
from plywise.games.chess.board import (
    CLOCK_AT,
    LETTERS,
    LOST_AT,
    MOST_PLIES,
    TELLING,
    attacked_by,
    in_check,
    is_dead,
    player_of,
)
from plywise.games.chess.endings import (
    index_of,
    name_of,
    size_of,
    slots_after,
    slots_before,
    state_of,
    tier_of,
    tiers_after,
    tiers_named,
    unplayed,
)
from plywise.games.chess.evaluation import ChessEstimate, material_only
from plywise.games.chess.moves import EVERYWHERE, can_move, legal_actions
from plywise.games.chess.notation import START, fen, polyglot, san
from plywise.games.chess.playing import passed_turn, played
from plywise.games.shared.grid import rows_with, square_names
from plywise.rules import Action, CatalogError, Cell, Look, Unit, View

MEN_NAMES = {
    "Q": ("a queen", "{} queens"),
    "R": ("a rook", "{} rooks"),
    "B": ("a bishop", "{} bishops"),
    "N": ("a knight", "{} knights"),
    "P": ("a pawn", "{} pawns"),
}
"""What one man and several of a kind are called."""


ORDERS, ESTIMATES = ("usual", "text"), ("full", "material")


class Chess(ChessEstimate):
    """Attack the other's king so that it can't escape."""

    look = Look("chequered", "chessmen", ("white", "black"), "wood")
    player_names = ("White", "Black")
    setup_pieces = (tuple("KQRBNP"), tuple("kqrbnp"))
    State = board.State
    evaluation_limit = 20_000
    best_agent = (
        "alpha-beta:null-move,null-move-growth=4,reductions,reductions-less=0,reductions-growth=3,reductions-rank=0"
    )
    cyclic = True
    repetition = "draw"
    repetition_count = 3
    max_actions = 323
    distinct_actions = 6 << 12
    """Nine queens, two rooks, bishops, knights and a king on empty boards; the most known in any state are 218."""

    def __init__(
        self,
        fen: str = START,
        order: Annotated[str, ORDERS] = "usual",
        estimate: Annotated[str, ESTIMATES] = "full",
    ) -> None:
        """Begin at a FEN; `rank` may give the text's order of moves, and `evaluate` may count nothing but material."""
        if order not in ORDERS:
            raise CatalogError(f"order is {' or '.join(ORDERS)}, not {order}.")
        if estimate not in ESTIMATES:
            raise CatalogError(f"estimate is {' or '.join(ESTIMATES)}, not {estimate}.")
        self.start = self.parse_state(fen)
        self.has_text_order = order == "text"
        if estimate == "material":
            self.weights = material_only(self.weights)

    def initial(self) -> board.State:
        """Set up the pieces, or the state that a FEN describes."""
        return self.start

    def to_move(self, state: board.State) -> int:
        """Return whose turn it is."""
        return player_of(state)

    def actions(self, state: board.State) -> Iterator[int]:
        """Yield every legal action: the king's, then those of pawns, knights and sliders."""
        yield from legal_actions(state, EVERYWHERE, 0)

    def result(self, state: board.State, action: int) -> board.State:  # type: ignore[override]
        """Play an action."""
        return played(state, action)

    def is_terminal(self, state: board.State) -> bool:
        """Whether the player to move is mated or stalemated, or the game is drawn by material or after fifty moves."""
        if shr(state.flags, CLOCK_AT) & 511 >= MOST_PLIES or is_dead(state):
            return True
        return not can_move(state)

    def utility(self, state: board.State, player: int) -> int:
        """Return -1 to the player who is mated, 1 to the one who mated, 0 in a draw."""
        if shr(state.flags, LOST_AT) & 1:
            return 1 if player == player_of(state) else -1
        if not in_check(state) or can_move(state):
            return 0
        return -1 if player == player_of(state) else 1

    def rank(self, state: board.State, action: int) -> int:
        """Say how early to try an action: captures and checks first, or in the text's order."""
        return ranking.text_rank(state, action) if self.has_text_order else ranking.rank(state, action)

    def noisy_actions(self, state: board.State) -> Iterator[int]:
        """Yield captures and promotions, except captures after which a pawn would take back more."""
        player = player_of(state)
        foes = state.white if player else state.black
        yield from legal_actions(state, foes, pawn_reach(state.pawns & foes, 1 - player))

    def is_urgent(self, state: board.State) -> bool:
        """Whether the player to move is in check."""
        return in_check(state)

    def pass_turn(self, state: board.State) -> board.State:
        """Return the state as if the player had passed; where a search can learn nothing from that, a pass loses."""
        return passed_turn(state)

    def key(self, state: board.State) -> int:
        """Return a hash of the board, the player, castling rights and the en passant square; clocks are left out."""
        return state.hash ^ mul((state.flags & TELLING) + 1, 0x9E37_79B9_7F4A_7C15)

    # Solved tables

    def tier(self, state: board.State) -> int:
        """Return the table of a state: its men, and which side moves."""
        return tier_of(state)

    def index(self, state: board.State) -> int:
        """Return a state's slot in its table, or -1."""
        return index_of(state)

    def plies_left(self, state: board.State) -> int:
        """Return how many plies are left until a draw by fifty quiet moves: tables leave the clock out."""
        return MOST_PLIES - (shr(state.flags, CLOCK_AT) & 255)

    def unindex(self, tier: int, index: int) -> board.State:
        """Return the state of a slot."""
        return state_of(tier, index)

    def tier_size(self, tier: int) -> int:
        """Return how many slots a table has."""
        return size_of(tier)

    def predecessors(self, state: board.State) -> Iterator[board.State]:
        """Yield the states from which an action leads here that neither captures nor promotes."""
        yield from unplayed(state)

    def indexes_before(self, state: board.State) -> Iterator[int]:
        """Yield the slots of the predecessors; in all of them the other side is to move."""
        yield from slots_before(state)

    def indexes_after(self, state: board.State) -> Iterator[int]:
        """Yield the slots that actions lead to which neither capture nor promote."""
        yield from slots_after(state)

    def converting_actions(self, state: board.State) -> Iterator[int]:
        """Yield captures and promotions; usually the squares attacked show at once that there are none."""
        player = player_of(state)
        own, foes = (state.black, state.white) if player else (state.white, state.black)
        if state.pawns & own or attacked_by(state, player, own, own | foes) & foes:
            yield from legal_actions(state, foes, 0)

    def next_tiers(self, tier: int) -> tuple[int, ...]:
        """Return the tables that an action may lead to."""
        return tiers_after(tier)

    def tier_name(self, tier: int) -> str:
        """Name a table, such as KBNvK w."""
        return name_of(tier)

    def parse_tier(self, text: str) -> tuple[int, ...]:
        """Return the tables that a text names: KBNvK w, KBNvK for both sides, or 4 for all with up to four men."""
        return tiers_named(text)

    # Books in Polyglot's form

    def polyglot_key(self, state: board.State, numbers: Sequence[int]) -> int:
        """Return the key of a state in a Polyglot book."""
        return polyglot.key_of(state, numbers)

    def polyglot_action(self, state: board.State, move: int) -> Action | None:
        """Return the action that a Polyglot book means; None where it isn't legal."""
        action = polyglot.action_of(state, move)
        return action if action is not None and action in self.actions(state) else None

    # Notation and display

    def value_name(self, value: float, player: int, unit: Unit) -> str:
        """Say a lead in pawns, as chess players do."""
        if unit is Unit.EVALUATION:
            return f"{value / 100:+.2f} pawns"
        winner = player if value > 0 else 1 - player
        return f"{('White', 'Black')[winner]} wins" if value else "a draw"

    def action_name(self, state: board.State, action: Any) -> str:
        """Name an action in SAN, such as Nf3."""
        return san.name(self, state, action)

    def parse_action(self, state: board.State, text: str) -> Action:
        """Read SAN, also as people type it, or UCI notation."""
        return san.find(self, state, text)

    def uci(self, state: board.State, action: int) -> str:
        """Name the squares, and what a pawn becomes: e2e4, e7e8q."""
        promotion = LETTERS[action >> 12].lower() if action >> 12 else ""
        return f"{square_name(action & 63)}{square_name(action >> 6 & 63)}{promotion}"

    def clicks(self, state: board.State, action: Any) -> tuple[str, ...]:
        """Name the squares from and to; a promotion is then chosen by name."""
        return square_name(action & 63), square_name(action >> 6 & 63)

    def state_name(self, state: board.State) -> str:
        """Write a FEN."""
        return fen.write(state)

    def parse_state(self, text: str) -> board.State:
        """Read a FEN; clocks may be left out."""
        return fen.read(text)

    def place_pieces(self, pieces: Mapping[str, str], player: int) -> board.State:
        """Return the state with these pieces by their squares; who stands at home may castle. Raises NotationError."""
        homes = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
        rights = "".join(
            right
            for right, (king, rook) in homes.items()
            if (pieces.get(king), pieces.get(rook)) == (("K", "R") if right.isupper() else ("k", "r"))
        )
        return self.parse_state(f"{rows_with(pieces, square_names(8, 8))} {'wb'[player]} {rights or '-'} - 0 1")

    def view(self, state: board.State) -> View:
        """Show the board, White below, whose turn it is, and a king in check."""
        threatened = "Kk"[player_of(state)] if in_check(state) else ""
        cells = tuple(
            Cell(
                x,
                y,
                "" if piece == "." else piece,
                None if piece == "." else int(piece.islower()),
                name,
                "check" if piece == threatened else "",
            )
            for y, (row, names) in enumerate(zip(fen.rows(state), square_names(8, 8), strict=True))
            for x, (piece, name) in enumerate(zip(row, names, strict=True))
        )
        if self.is_terminal(state):
            return View(cells, self.tell_end(state))
        told = ["check"] if in_check(state) else []
        caption = ", ".join(told + self._leads([cell.piece for cell in cells]))
        return View(cells, caption, turn=f"{self.name_of(player_of(state))} to move")

    def _leads(self, men: list[str]) -> list[str]:
        """Say of which men each side has more than the other: "White has a knight more"."""
        told = []
        for player, count in enumerate((1, -1)):
            more = {man: count * (men.count(man) - men.count(man.lower())) for man in MEN_NAMES}
            parts = [MEN_NAMES[man][lead > 1].format(lead) for man, lead in more.items() if lead > 0]
            if parts:
                listed = " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)
                told.append(f"{self.name_of(player)} has {listed} more")
        return told

    def tell_end(self, state: board.State) -> str:
        """Say who has mated, or why it is a draw."""
        if self.utility(state, 0):
            return f"{self.name_of(1 - player_of(state))} wins by checkmate"
        if is_dead(state):
            return "Draw: nobody can mate"
        clock = shr(state.flags, CLOCK_AT) & 255
        if clock >= MOST_PLIES:
            return "Draw: fifty moves without a capture or a pawn's move"
        return f"Draw by stalemate: {self.name_of(player_of(state))} has no move"

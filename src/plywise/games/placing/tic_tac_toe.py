"""Tic-tac-toe, or noughts and crosses: three in a row on 3x3 (Russell & Norvig, figure 5.1).

    3  . . .
    2  . X .        X moves first. There are 255,168 ways to play it, 5,478 states, 765 up to symmetry,
    1  . . O        and with best play it is a draw.
       a b c

>>> game = TicTacToe()
>>> game.state_name(game.parse_state("3/1x1/2o"))
'3/1X1/2O'
"""

from plywise.games.placing.mnk import MNK


class TicTacToe(MNK):
    """Three in a row on a board of 3x3."""

    def __init__(self) -> None:
        super().__init__(m=3, n=3, k=3)

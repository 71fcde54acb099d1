"""The games that ship, by name: a new game is one line here.

>>> SHIPPED["tic-tac-toe"]
'plywise.games.placing.tic_tac_toe:TicTacToe'
"""

SHIPPED = {
    "abalone": "plywise.games.moving.abalone:Abalone",
    "amazons": "plywise.games.moving.amazons:Amazons",
    "ataxx": "plywise.games.moving.ataxx:Ataxx",
    "backgammon": "plywise.games.backgammon:Backgammon",
    "battleship": "plywise.games.cards.battleship:Battleship",
    "brandubh": "plywise.games.moving.brandubh:Brandubh",
    "breakthrough": "plywise.games.moving.breakthrough:Breakthrough",
    "bridge": "plywise.games.cards.bridge:Bridge",
    "chess": "plywise.games.chess:Chess",
    "chinese-checkers": "plywise.games.moving.chinese_checkers:ChineseCheckers",
    "clobber": "plywise.games.moving.clobber:Clobber",
    "connect-four": "plywise.games.placing.connect_four:ConnectFour",
    "dice-race": "plywise.games.dice.dice_race:DiceRace",
    "domineering": "plywise.games.placing.domineering:Domineering",
    "dots-and-boxes": "plywise.games.placing.dots_and_boxes:DotsAndBoxes",
    "double-dummy": "plywise.games.cards.bridge:DoubleDummy",
    "draughts": "plywise.games.draughts:Draughts",
    "einstein": "plywise.games.dice.einstein:Einstein",
    "go": "plywise.games.go:Go",
    "goofspiel": "plywise.games.cards.goofspiel:Goofspiel",
    "hex": "plywise.games.placing.hex:Hex",
    "kalah": "plywise.games.sowing.kalah:Kalah",
    "konane": "plywise.games.moving.konane:Konane",
    "kuhn-poker": "plywise.games.cards.kuhn_poker:KuhnPoker",
    "kriegspiel": "plywise.games.cards.kriegspiel:Kriegspiel",
    "leduc-poker": "plywise.games.cards.leduc_poker:LeducPoker",
    "liars-dice": "plywise.games.cards.liars_dice:LiarsDice",
    "mnk": "plywise.games.placing.mnk:MNK",
    "morris": "plywise.games.morris:Morris",
    "nim": "plywise.games.nim:Nim",
    "othello": "plywise.games.placing.othello:Othello",
    "oware": "plywise.games.sowing.oware:Oware",
    "pentago": "plywise.games.placing.pentago:Pentago",
    "phantom-tic-tac-toe": "plywise.games.cards.phantom_tic_tac_toe:PhantomTicTacToe",
    "pig": "plywise.games.dice.pig:Pig",
    "quarto": "plywise.games.placing.quarto:Quarto",
    "quoridor": "plywise.games.moving.quoridor:Quoridor",
    "small-whist": "plywise.games.cards.small_whist:SmallWhist",
    "three-kings": "plywise.games.three_kings:ThreeKings",
    "tic-tac-toe": "plywise.games.placing.tic_tac_toe:TicTacToe",
    "two-roads": "plywise.games.tree:two_roads",
}
"""Games, each in a file of its own, and the class there."""

PRESETS = {
    "figure-5.8a": "chess:fen=1k1r4/ppp2ppp/3n4/4p1q1/4P3/8/PPP1Q2P/1K5R w - - 0 1",
    "figure-5.8b": "chess:fen=1k1r4/ppp2ppp/3n4/4p1q1/4P3/8/PPP1Q2P/1K4R1 w - - 0 1",
    "ii-nim": "nim:piles=2-2",
    "nine-mens-morris": "morris:men=9",
    "queening-pawn": "chess:fen=6k1/8/3p4/1P3p1P/2P1p3/1P6/b1P1PKPR/8 b - - 0 1",
    "six-mens-morris": "morris:men=6,flying=false",
    "three-mens-morris": "morris:men=3,flying=false",
}
"""Names for a shipped game with certain parameters."""

LIBRARIES = {"open-spiel": "plywise.adapters.open_spiel:load_open_spiel"}
"""Other libraries whose games can be loaded: makers that take the library's own spelling of a game."""

GENERATED = {"random-tree": "plywise.games.tree:random_tree"}
"""Trees that are made when they are asked for, each with a seed."""

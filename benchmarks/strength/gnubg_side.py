"""Runs inside GNU Backgammon (`gnubg -t -q -r -p gnubg_side.py`), and answers with the moves that it finds best.

Requests and answers are lines of JSON on the two pipes that the environment names: rolls, each with a list of boards;
a board is the other's checkers and the mover's on points 1 to 24 and the bar. Back come the steps of each move, from
and to.
"""

import json
import os

import gnubg  # what GNU Backgammon offers its scripts

for line in ("set automatic game off", "set automatic roll off", "set automatic move off"):
    gnubg.command(line)
for line in ("set player 0 human", "set player 1 human", "new session", "set turn 1"):
    gnubg.command(line)

PLIES = int(os.environ["PLYWISE_GNUBG_PLIES"])
cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0)
cube["jacoby"] = 0
context = gnubg.evalcontext(0, PLIES, 1, 0, 0.0)
asked = os.fdopen(int(os.environ["PLYWISE_GNUBG_IN"]), "r")
answers = os.fdopen(int(os.environ["PLYWISE_GNUBG_OUT"]), "w")

for line in asked:
    moves = []
    for first, second, boards in json.loads(line):
        gnubg.command(f"set dice {first} {second}")
        found = [gnubg.findbestmove((tuple(theirs), tuple(mine)), cube, context) for theirs, mine in boards]
        moves.append([list(move) for move in found])
    answers.write(json.dumps(moves) + "\n")
    answers.flush()

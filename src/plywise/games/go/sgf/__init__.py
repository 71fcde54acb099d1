r"""Games of Go in SGF, the Smart Game Format (FF[4]): every variation, comment and property is kept.

    (;GM[1]FF[4]SZ[9]KM[7]PB[Ana]RE[B+2];B[ee](;W[ge]C[usual];B[];W[])(;W[dd]))

A point is two letters, column and row from the top left; an empty value, or tt up to 19x19, is a pass. Stones set up
before the first move (AB, AW) and who moves first (PL) are the start. What a game's first node says about it, such as
PB, are its tags, RE is its result. A node without a move belongs to the one before it. TE, BM, IT and DO are the signs
!, ?, !? and ?!; other signs are written as NAG[13].

>>> [tree] = read_sgf("(;SZ[3]KM[0]PB[Ana];B[bb]TE[1](;W[];B[])(;W[aa]))")
>>> tree.record.action_names, tree.record.utilities, tree.tags, tree.nodes[1].signs
(['B2', 'pass', 'pass'], (9, -9), {'PB': 'Ana'}, (1,))
>>> write_sgf([tree])
'(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[0]PB[Ana];B[bb]TE[1](;W[];B[])(;W[aa]))\n'
"""

from plywise.games.go.sgf.reading import read_sgf
from plywise.games.go.sgf.writing import tell_result, write_sgf

__all__ = ["read_sgf", "tell_result", "write_sgf"]

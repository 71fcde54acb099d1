r"""Games of Go in SGF, the Smart Game Format (FF[4]): every variation, comment and property is kept.

>>> [tree] = read_sgf("(;SZ[3]KM[0]PB[Ana];B[bb]TE[1](;W[];B[])(;W[aa]))")
>>> tree.record.action_names, tree.record.utilities, tree.tags, tree.nodes[1].signs
(['B2', 'pass', 'pass'], (9, -9), {'PB': 'Ana'}, (1,))
>>> write_sgf([tree])
'(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[0]PB[Ana];B[bb]TE[1](;W[];B[])(;W[aa]))\n'
"""

from plywise.games.go.sgf.reading import read_sgf
from plywise.games.go.sgf.writing import tell_result, write_sgf

__all__ = ["read_sgf", "tell_result", "write_sgf"]

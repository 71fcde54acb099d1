"""The arithmetic of a step, as it is done on the board: 0.9·2 + 0.1·3 = 2.1, min(3, 12, 8) = 3.

>>> tell_mean([0.9, 0.1], ["2", "3"], "2.1")
'0.9·2 + 0.1·3 = 2.1'
"""

import math
from collections.abc import Mapping, Sequence

from plywise.explain.prose import write_number
from plywise.explain.trace.narration import Narrator
from plywise.explain.trace.seen_tree import SeenTree
from plywise.rules import CHANCE
from plywise.search import ProofNode

MOST_TERMS = 8
"""A sum of more terms is not written out."""


def tell_mean(odds: Sequence[float], values: Sequence[str], mean: str) -> str:
    """Write a mean out: each value with its probability; one below zero stands in brackets."""
    factors = [f"({value})" if value.startswith("−") else value for value in values]
    terms = [f"{odd:.3g}·{factor}" for odd, factor in zip(odds, factors, strict=True)]
    return f"{' + '.join(terms)} = {mean}"


def tell_working(
    narrator: Narrator, tree: SeenTree, numbers: Sequence[int], vectors: Mapping[int, str]
) -> tuple[str, ...]:
    """Write out how states' values, or the ranges they are in, follow from their successors'."""
    worked = {number: _work(narrator, tree, number, vectors) for number in numbers}
    if len(numbers) == 1:
        return worked[numbers[0]]
    return tuple(f"{narrator.place(tree.nodes, number)}: {line}" for number, lines in worked.items() for line in lines)


def _work(narrator: Narrator, tree: SeenTree, number: int, vectors: Mapping[int, str]) -> tuple[str, ...]:
    children, player = tree.known[number].children, tree.nodes[number].player
    if not tree.known[number].tried or len(children) > MOST_TERMS:
        return ()
    if number in vectors:
        return _tell_vectors(narrator, tree, number, vectors)
    ranges = [tree.known[child].range for child in children]
    result = tree.known[number].range
    if player == CHANCE:
        odds = [tree.nodes[child].probability or 0.0 for child in children]
        lines = [_tell_end(narrator, odds, [range_[end] for range_ in ranges], end) for end in (0, 1)]
        if result[0] == result[1]:
            return tuple(line.removeprefix("at least ") for line in lines[:1] if line)
        return tuple(filter(None, lines))
    if any(low != high for low, high in ranges):
        return ()
    values = ", ".join(narrator.value(low) for low, _ in ranges)
    return (f"{'max' if tree.maximises(number) else 'min'}({values}) = {narrator.value(result[0])}",)


def _tell_end(narrator: Narrator, odds: Sequence[float], ends: Sequence[float], end: int) -> str:
    """Write out the least or the most that a mean can be; nothing where that is unbounded."""
    if any(math.isinf(value) for value in ends):
        return ""
    mean = sum(odd * value for odd, value in zip(odds, ends, strict=True))
    told = tell_mean(odds, [narrator.value(value) for value in ends], narrator.value(float(f"{mean:.6g}")))
    return f"{('at least', 'at most')[end]} {told}"


def _tell_vectors(narrator: Narrator, tree: SeenTree, number: int, vectors: Mapping[int, str]) -> tuple[str, ...]:
    """Say which share the player to move compares, vector by vector."""
    player = tree.nodes[number].player
    known = [child for child in tree.known[number].children if child in vectors]
    if player is None or player == CHANCE or not known:
        return ()
    lines = [
        f"{tree.nodes[child].action} {vectors[child]}: {narrator.role(player)} gets {_share(vectors[child], player)}"
        for child in known
    ]
    return (*lines, f"The greatest for {narrator.role(player)} is {_share(vectors[number], player)}.")


def _share(vector: str, player: int) -> str:
    return vector.strip("()").split(", ")[player]


def tell_proof(name: str, node: ProofNode) -> str:
    """Write out a state's proof and disproof number: the least of one, the sum of the other."""
    proofs, disproofs = [child.proof for child in node.children], [child.disproof for child in node.children]
    least, total = (proofs, disproofs) if node.is_asker else (disproofs, proofs)
    least_told = f"{'min(' if len(least) > 1 else ''}{', '.join(map(_count, least))}{')' if len(least) > 1 else ''}"
    total_told = " + ".join(map(_count, total))
    first, second = (least_told, total_told) if node.is_asker else (total_told, least_told)
    return f"{name}: proof {_equal(first, node.proof)}, disproof {_equal(second, node.disproof)}"


def _equal(told: str, number: float) -> str:
    return told if told == _count(number) else f"{told} = {_count(number)}"


def _count(number: float) -> str:
    return "∞" if math.isinf(number) else write_number(number)

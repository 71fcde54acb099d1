"""Bridge with open cards: all twenty contracts of some deals, by ours and by DDS in one run, their tricks and CPU time.

    python benchmarks/peers/double_dummy.py DEALS.txt --count 20 --packages FOLDER

DEALS.txt has DDS's own form (lines PBN and TABLE). DDS comes with `endplay` (PyPI), from FOLDER if it isn't installed
beside Plywise. Seconds are CPU seconds of this process, compiling left out.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from plywise import Limit
from plywise.games.cards.bridge import SEATS, STRAINS, DoubleDummy
from plywise.kernel import Searcher
from plywise.rules import Status


def main() -> None:
    """Print a row for each deal, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deals", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--packages", help="a folder of packages with endplay")
    options = parser.parse_args()
    if options.packages:
        sys.path.append(options.packages)
    lines = options.deals.read_text(encoding="utf-8").splitlines()
    hands = [line.split('"')[1] for line in lines if line.startswith("PBN")]
    tables = [list(map(int, line.split()[1:])) for line in lines if line.startswith("TABLE")]
    chosen = range(options.first, min(len(hands), options.first + options.count))
    game = DoubleDummy()
    search = Searcher(game, table_mb=512)
    right, ours, theirs = 0, 0.0, 0.0
    for number in chosen:
        began = time.process_time()
        found = by_search(game, search, hands[number])
        middle = time.process_time()
        reference = by_dds(hands[number])
        ours, theirs = ours + middle - began, theirs + time.process_time() - middle
        is_right = found == tables[number] == reference
        right += is_right
        word = "right" if is_right else "WRONG"
        sys.stdout.write(
            f"{number:4} {word}  ours {middle - began:7.2f} s, DDS {time.process_time() - middle:5.2f} s\n"
        )
        sys.stdout.flush()
    count = len(chosen)
    sys.stdout.write(f"{right} of {count} right; ours {ours / count:.2f} s a deal, DDS {theirs / count:.3f} s, ")
    sys.stdout.write(f"{ours / theirs:.1f} times as long\n")


def by_search(game: DoubleDummy, search: Searcher, hands: str) -> list[int]:
    """Return the declarer's tricks, strain by strain and declarer by declarer; -1 where they aren't proven."""
    search.clear()
    tricks = []
    for trumps in STRAINS:
        for declarer in range(4):
            state = game.deal(hands, trumps, SEATS[(declarer + 1) % 4])
            decision = search.decide(state, limit=Limit(), prove=True)
            lead = decision.value if decision.player == declarer % 2 else -decision.value
            tricks.append(int(13 + lead) // 2 if decision.status is Status.PROVEN else -1)
    return tricks


def by_dds(hands: str) -> list[int]:
    """Return the same by DDS."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Denom, Player

    table: Any = calc_dd_table(Deal(hands))
    strains = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt)
    players = (Player.north, Player.east, Player.south, Player.west)
    return [table[strain, player] for strain in strains for player in players]


if __name__ == "__main__":
    main()

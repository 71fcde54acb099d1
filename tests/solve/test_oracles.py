"""Dense tables of the shipped games against published figures."""

import random
from collections.abc import Iterable
from math import comb
from pathlib import Path
from typing import Any

import pytest

from plywise.agents.tables import Tables
from plywise.games.catalog import load_game
from plywise.games.chess.endings.king_pairs import KING_PLACES, PAIRS
from plywise.games.chess.endings.slots import TWO_PIECES
from plywise.knowledge.solved import SolvedFolder
from plywise.solve import solve_tiers
from plywise.solve.verify import verify_all, verify_sample
from tests.solve.published import CHESS, DRAUGHTS_BOARDS, LONGEST_WINS, MEN_ALIKE, MORRIS, ONE_AGAINST_ONE
from tests.solve.syzygy import compare_with_syzygy


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    """Solve tiers into a folder, once."""
    made: dict[tuple[str, str], SolvedFolder] = {}

    def built(spec: str, tier: str) -> SolvedFolder:
        if (spec, tier) not in made:
            game, path = load_game(spec), tmp_path_factory.mktemp("tables") / "all"
            solve_tiers(game, spec, game.parse_tier(tier), path, threads=2)
            made[spec, tier] = SolvedFolder.open(path)
        return made[spec, tier]

    return built


def outcome(folder: SolvedFolder, name: str) -> tuple[int | None, ...]:
    entry = folder.table(name).entry
    return entry.wins, entry.draws, entry.losses


def check_chess(folder: SolvedFolder, names: Iterable[str]) -> None:
    for name in names:
        for side, published in (("w", CHESS[name][:3]), ("b", CHESS[name][3:])):
            if f"{name} {side}" not in folder.names:  # both sides have the same men: Black's is White's
                assert name[: len(name) // 2] == name[len(name) // 2 + 1 :]
            elif name.startswith(MEN_ALIKE):
                once = mirror_pairs(folder, f"{name} {side}")
                ours = outcome(folder, f"{name} {side}")
                assert tuple(2 * (count or 0) - less for count, less in zip(ours, once, strict=True)) == published, name
            else:
                assert outcome(folder, f"{name} {side}") == published, name


def mirror_pairs(folder: SolvedFolder, name: str) -> tuple[int, int, int]:
    """Count the wins, draws and losses where two men are each other's mirror image, kings on the diagonal.

    Two men alike are told apart in the published counts, so that most states count twice there, and these once.
    """
    game, table, found = load_game("chess"), folder.table(name), [0, 0, 0]
    if "P" in name:
        return 0, 0, 0
    codes = table.working()
    for pair, kings in enumerate(KING_PLACES[:PAIRS]):
        if any(square % 9 for square in divmod(kings, 64)):
            continue
        for slot in range(pair * TWO_PIECES, (pair + 1) * TWO_PIECES):
            if codes[slot] and is_swapped_by_mirror(game.unindex(table.entry.tier, slot)):
                solved = table.solved(slot)
                assert solved is not None
                found[1 - int(solved.value)] += 1
    return found[0], found[1], found[2]


def is_swapped_by_mirror(state: Any) -> bool:
    """Whether a mirror along the diagonal makes each of two men the other."""
    men = [square for square in range(64) if (state.white & ~state.kings) >> square & 1]
    return men[0] == men[1] % 8 * 8 + men[1] // 8


def test_chess_with_three_men_counts_as_published(build):
    folder = build("chess", "3")
    check_chess(folder, [name for name in CHESS if len(name) == 4])
    for name in ("KQvK", "KRvK", "KPvK"):
        assert folder.table(f"{name} b").entry.longest == 2 * LONGEST_WINS[name]


def test_chess_with_three_men_is_what_syzygy_says(build):
    compare_with_syzygy(load_game("chess"), build("chess", "3"), 2_000, random.Random(1))


@pytest.mark.slow
def test_chess_with_four_men_counts_as_published(build):
    folder = build("chess", "4")
    check_chess(folder, CHESS)
    assert folder.table("KBNvK b").entry.longest == 2 * LONGEST_WINS["KBNvK"]
    assert folder.table("KBNvK w").entry.slots * 2 == 3_494_568


@pytest.mark.slow
def test_chess_with_four_men_is_what_syzygy_says(build):
    compare_with_syzygy(load_game("chess"), build("chess", "4"), 100_000, random.Random(1))


def test_draughts_one_against_one_counts_as_computed_elsewhere(build):
    folder = build("draughts", "2")
    for name, (wins, draws, losses, longest) in ONE_AGAINST_ONE.items():
        assert outcome(folder, name) == (wins, draws, losses)
        assert folder.table(name).entry.longest == longest


def test_draughts_with_up_to_four_pieces_is_verified_in_full(build):
    folder = build("draughts", "4")
    found = verify_all(Tables(load_game("draughts"), folder.place.name), threads=2)
    assert (found.wrong, found.states) == (0, sum(folder.table(name).entry.states for name in folder.names))
    one_sided = 2 * sum(comb(28, men) * comb(32 - men, n - men) for n in range(1, 5) for men in range(n + 1))
    assert found.states + one_sided == sum(DRAUGHTS_BOARDS[:4])


@pytest.mark.slow
def test_draughts_with_five_pieces_is_verified_by_sample(build):
    folder = build("draughts", "5")
    found = verify_sample(Tables(load_game("draughts"), folder.place.name), 20_000)
    assert (found.wrong, found.slots) == (0, 20_000)


def check_morris(folder: SolvedFolder, names: list[str]) -> None:
    for name in names:
        wins, draws, losses, win, loss = MORRIS[name]
        assert outcome(folder, name) == (wins, draws, losses), name
        assert folder.table(name).entry.longest == max(win, loss)


@pytest.mark.parametrize("name", ["4-4", pytest.param("3-5", marks=pytest.mark.slow)])
def test_morris_counts_as_published(build, name):
    folder = build("nine-mens-morris", name)
    check_morris(folder, [other for other in MORRIS if other in folder.names])
    assert {"3-3", "3-4", "4-3", name} <= set(folder.names)


@pytest.mark.slow
def test_larger_morris_counts_as_published(build):
    folder = build("nine-mens-morris", "5-5")
    check_morris(folder, [other for other in MORRIS if other in folder.names])
    assert "5-5" in folder.names


def test_a_table_is_the_same_bytes_whatever_the_threads(tmp_path):
    game = load_game("draughts")
    for threads in (1, 2):
        solve_tiers(game, "draughts", game.parse_tier("2"), tmp_path / str(threads), threads=threads)
    first, second = (_files(tmp_path / str(threads)) for threads in (1, 2))
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == ["manifest.json"]
    one, two = (SolvedFolder.open(tmp_path / str(threads)).manifest for threads in (1, 2))
    assert one.checksum == two.checksum


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

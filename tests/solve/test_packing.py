"""Packed tables: the same values in fewer bytes, an absent state refused, nothing left out that doesn't come back."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zarr
from typer.testing import CliRunner

from plywise.agents.tables import Tables
from plywise.agents.tables.table_play import searched_tables
from plywise.cli.main import app
from plywise.knowledge.solved import SolvedFolder, SolvedTableError, check_files, publish
from plywise.knowledge.solved.layout import DERIVED, FILLED
from plywise.rules import SearchError
from plywise.solve import solve_tiers
from plywise.solve.packing import pack_folder
from plywise.solve.verify import verify_all, verify_sample
from tests.knowledge.serving import served
from tests.solve.graph_game import Graph
from tests.solve.planted import plant

METRICS = ("win", "conversion", "none")
GRAPH = str(Path(__file__).with_name("graph_game.py"))


@pytest.fixture(scope="module", params=METRICS)
def folders(request, tmp_path_factory):
    """The graph's tables by a metric, as they are solved and packed."""
    place = tmp_path_factory.mktemp("packing")
    solve_tiers(Graph(), "graph", (0, 1), place / "tables", metric=request.param)
    assert len(list(pack_folder(Graph(), place / "tables", place / "packed"))) == 4
    return place / "tables", place / "packed"


def coding(entry: Any) -> str:
    return str(entry.codes.layout.coding)


def test_every_slot_holds_what_it_held(folders):
    full, packed = (Tables(Graph(), each) for each in folders)
    assert sorted(coding(entry) for entry in packed.manifest.tables) == [DERIVED, DERIVED, FILLED, FILLED]
    for entry in full.manifest.tables:
        table, same = full.folder.table(entry.name), packed.folder.table(entry.name)
        assert [same.code(slot) for slot in range(entry.slots)] == [table.code(slot) for slot in range(entry.slots)]
        rows, others = (each.solved_slots(entry.name, range(entry.slots)) for each in (packed, full))
        for name in ("values", "distances", "known"):
            assert np.array_equal(getattr(rows, name), getattr(others, name), equal_nan=name == "values")
        counted = [(each.states, each.wins, each.draws, each.losses, each.longest) for each in (entry, same.entry)]
        assert counted[0] == counted[1]
    assert searched_tables(packed) == []


def test_an_absent_state_is_refused(folders):
    packed = Tables(Graph(), folders[1])
    for entry in packed.manifest.tables:
        table = packed.folder.table(entry.name)
        if coding(entry) == FILLED:  # something is stored there, and must never be an answer
            assert np.concatenate(list(table.pieces())).all()
        assert [table.solved(slot) for slot in range(1, table.slots, 2)] == [None] * (table.slots // 2)
        assert not packed.solved_slots(entry.name, range(1, table.slots, 2)).known.any()
        bare = SolvedFolder.open(folders[1]).table(entry.name)
        for ask in (lambda bare=bare: bare.solved(1), bare.working):
            with pytest.raises(SolvedTableError, match="is packed, and the rules must tell which"):
                ask()


def test_packed_tables_are_verified_and_read_by_zarr(folders):
    tables = Tables(Graph(), folders[1])
    for found in (verify_all(tables, threads=2), verify_sample(tables, 200)):
        assert (found.wrong, found.states > 0) == (0, True)
    assert [check.fault for check in check_files(folders[1]) if check.fault] == []
    for entry in tables.manifest.tables:
        if coding(entry) == FILLED:
            stored = np.concatenate(list(tables.folder.table(entry.name).pieces()))
            array = zarr.open_array(folders[1] / entry.codes.path, mode="r")
            assert np.array_equal(array[:], stored)
            assert "no state" in str(array.attrs["filled"])


def test_a_wrong_code_in_a_packed_table_is_found(folders, tmp_path):
    folder = SolvedFolder.open(folders[1])
    manifest = folder.manifest
    rules = {"game": manifest.game, "fingerprint": manifest.fingerprint}
    writer = SolvedFolder.create(tmp_path / "wrong", **rules, metric=manifest.metric, meaning=manifest.meaning)
    is_changed = False
    for entry in manifest.tables:
        writer.add(entry)
        if coding(entry) == FILLED:
            codes = np.concatenate(list(folder.table(entry.name).pieces()))
            drawn = [slot for slot in np.flatnonzero(codes == 1).tolist() if slot % 2 == 0]
            if drawn and not is_changed:
                is_changed, codes[drawn[0]] = True, 2 + 30 * (manifest.metric != "none")
            made = writer.write_table(entry.name, entry.tier, codes, coding=FILLED)
            writer.add(replace(entry, codes=made.codes))
    writer.finish()
    assert is_changed
    assert verify_all(Tables(Graph(), tmp_path / "wrong")).wrong > 0


@pytest.mark.parametrize(("slot", "code"), [(1, 1.0), (1, 130.0), (0, 0.0)])
def test_a_planted_state_is_not_packed(slot, code, conversion_folder, tmp_path):
    wrong = plant(conversion_folder, tmp_path / "wrong", {("high b", slot): code})
    with pytest.raises((SolvedTableError, SearchError), match=f"Slot {slot} of high b|can't be worked out"):
        list(pack_folder(Graph(), wrong, tmp_path / "packed"))
    assert not (tmp_path / "packed" / "manifest.json").exists()


def test_tables_derived_from_each_other_are_refused(folders, tmp_path):
    manifest = SolvedFolder.open(folders[1]).manifest
    writer = SolvedFolder.create(
        tmp_path / "all",
        game="graph",
        fingerprint=manifest.fingerprint,
        metric=manifest.metric,
        meaning=manifest.meaning,
    )
    for entry in manifest.tables:
        layout = replace(entry.codes.layout, coding=DERIVED)
        writer.add(replace(entry, codes=replace(entry.codes, layout=layout, files={})))
    writer.finish()
    with pytest.raises(SolvedTableError, match="derives high a, high b, low a, low b from each other"):
        Tables(Graph(), tmp_path / "all")


@pytest.mark.parametrize("said", ["other", DERIVED, 3])
def test_a_coding_that_does_not_fit_is_refused(said, folders, tmp_path):
    manifest = SolvedFolder.open(folders[1]).manifest
    entry = next(entry for entry in manifest.tables if coding(entry) == FILLED)
    layout = replace(entry.codes.layout)
    object.__setattr__(layout, "coding", said)
    text = replace(manifest, tables=(replace(entry, codes=replace(entry.codes, layout=layout)),)).text()
    (tmp_path / "manifest.json").write_bytes(text)
    with pytest.raises(SolvedTableError, match=r"no proper|doesn't list the files"):
        SolvedFolder.open(tmp_path).table(entry.name)


@pytest.mark.parametrize("ranges", [True, False])
def test_packed_tables_are_probed_by_their_address(ranges, folders):
    publish(folders[1], pieces=not ranges)
    local = Tables(Graph(), folders[1])
    with served(folders[1], ranges=ranges) as (address, asked):
        there = Tables(Graph(), address + "/tables")
        for entry in local.manifest.tables:
            for slot in range(0, entry.slots, 7):
                assert there.folder.table(entry.name).solved(slot) == local.folder.table(entry.name).solved(slot)
        assert not any(path.endswith("manifest.json") for path, _ in asked)


def test_a_folder_begun_is_continued_and_has_the_same_bytes(conversion_folder, tmp_path):
    once, twice = tmp_path / "once", tmp_path / "twice"
    list(pack_folder(Graph(), conversion_folder, once))
    begun: Any = pack_folder(Graph(), conversion_folder, twice)
    next(begun)
    next(begun)
    begun.close()
    list(pack_folder(Graph(), conversion_folder, twice))
    assert (once / "manifest.json").read_bytes() == (twice / "manifest.json").read_bytes()
    with pytest.raises(SearchError, match="packed already"):
        list(pack_folder(Graph(), once, tmp_path / "again"))


def test_what_is_not_dense_is_refused(sparse_folder, tmp_path):
    with pytest.raises(SearchError, match="Only tables by tiers"):
        list(pack_folder(Graph(), sparse_folder, tmp_path / "packed"))
    assert not (tmp_path / "packed").exists()


def test_the_command(graph_folder, tmp_path):
    made = CliRunner().invoke(
        app, ["pack", str(graph_folder), "--out", str(tmp_path / "packed"), "--game", GRAPH], env={"COLUMNS": "120"}
    )
    assert made.exit_code == 0, made.output
    assert made.output.count("follows in a ply") == 2
    told = CliRunner().invoke(
        app, ["pack", str(graph_folder), "--out", str(tmp_path / "again"), "--game", GRAPH, "--json"]
    )
    assert [table["derived"] for table in json.loads(told.output)["tables"]].count(True) == 2

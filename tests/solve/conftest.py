"""Folders that several tests read, solved once."""

import pytest

from plywise.solve import solve_tiers
from plywise.solve.sparse import solve_sparse
from tests.solve.graph_game import Graph


@pytest.fixture(scope="session")
def graph_folder(tmp_path_factory):
    """The graph, distances to the win."""
    folder = tmp_path_factory.mktemp("graph") / "tables"
    solve_tiers(Graph(), "graph", (0, 1), folder)
    return folder


@pytest.fixture(scope="session")
def conversion_folder(tmp_path_factory):
    """The graph, distances to the change of layers."""
    folder = tmp_path_factory.mktemp("conversion") / "tables"
    solve_tiers(Graph(), "graph", (0, 1), folder, metric="conversion")
    return folder


@pytest.fixture(scope="session")
def sparse_folder(tmp_path_factory):
    """All states of the graph that can be reached."""
    folder = tmp_path_factory.mktemp("sparse") / "tables"
    solve_sparse(Graph(), "graph", folder)
    return folder

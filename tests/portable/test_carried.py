"""Kernels that a game was given: found by the very game and by what is asked, and nowhere else."""

import ctypes

import pytest

from plywise import load_game
from plywise.kernel.building import KernelKind, WasmKernel, build_portable, carry_kernel, load_kernel, noted_kinds
from plywise.kernel.building import find as finding
from plywise.kernel.building.carried import carried_kernel
from plywise.kernel.running import threads
from plywise.rules import Limit, PlywiseError, RulesError, SearchError

RULES = KernelKind("rules")


@pytest.fixture
def in_page(monkeypatch):
    """As in a page: nothing can be compiled, and there are no threads."""
    monkeypatch.setattr(finding, "CAN_COMPILE", False)
    monkeypatch.setattr(threads, "HAS_THREADS", False)


def carried(spec, answer):
    """Return a game with a kernel whose entries all end with what `answer` says."""
    game = load_game(spec)
    manifest, _ = build_portable(game, RULES)
    kernel = WasmKernel(manifest, answer)
    carry_kernel(game, kernel)
    return game, kernel


def test_a_kernel_is_for_its_very_game():
    game, kernel = carried("nim", lambda *_: 0)
    assert carried_kernel(game, RULES) is kernel
    assert carried_kernel(load_game("nim"), RULES) is None
    assert carried_kernel(game, KernelKind("rules", checked=True)) is None
    assert load_kernel(game, RULES) == (kernel, 0.0)


def test_results_come_back_through_memory():
    def answer(entry, place, *numbers):
        assert entry == "run_perft"
        ctypes.c_int64.from_address(place).value = numbers[-1]
        return 0

    _, kernel = carried("nim", answer)
    assert kernel.call("perft", 0, 41) == 41


def test_errors_are_numbers_that_the_manifest_explains():
    status = 1
    _, kernel = carried("nim", lambda *_: status)
    name, text = kernel.manifest.errors["1"]
    with pytest.raises(Exception, match=text[:20]) as raised:
        kernel.call("perft", 0, 1)
    assert type(raised.value).__name__ == name
    status = 99_999
    with pytest.raises(RulesError, match="failed"):
        kernel.call("perft", 0, 1)


@pytest.mark.parametrize(("status", "said"), [(-1, "deeper than the page's stack"), (-2, "stopped at a fault")])
def test_faults_of_webassembly_are_sentences(status, said):
    _, kernel = carried("nim", lambda *_: status)
    with pytest.raises(SearchError, match=said):
        kernel.call("perft", 0, 1)


def test_without_a_kernel_the_plain_engine_answers(in_page, recwarn):
    from plywise import decide

    decision = decide(load_game("connect-four"), limit=Limit(depth=3))
    assert decision.engine == "plain"
    assert not recwarn.list


def test_without_a_kernel_what_must_be_compiled_is_refused(in_page):
    from plywise import SearchOptions, decide

    with pytest.raises(PlywiseError, match="has no kernel for this in the page"):
        decide(load_game("connect-four"), limit=Limit(depth=3), options=SearchOptions(engine="compiled"))


def test_without_threads_the_work_is_done_here(monkeypatch):
    from plywise.kernel import Searcher, TreeSearcher

    game = load_game("connect-four")
    usual = Searcher(game, table_mb=1), TreeSearcher(game, tree_mb=8)
    with_threads = [usual[0].decide(limit=Limit(depth=5)), usual[1].decide(limit=Limit(simulations=300), seed=1)]
    monkeypatch.setattr(threads, "HAS_THREADS", False)
    depths = []
    searcher = Searcher(game, table_mb=1, threads=4)
    assert len(searcher.workers.members) == 1
    deep = searcher.decide(limit=Limit(depth=5), on_depth=lambda found: depths.append(found.depth))
    assert depths == [1, 2, 3, 4, 5]
    assert (deep.value, deep.nodes, deep.line) == (with_threads[0].value, with_threads[0].nodes, with_threads[0].line)
    grown = TreeSearcher(game, tree_mb=8).decide(limit=Limit(simulations=300), seed=1)
    assert [each.visits for each in grown.choices] == [each.visits for each in with_threads[1].choices]
    assert searcher.decide(limit=Limit(time=0.05)).seconds < 1


def test_what_is_asked_for_is_noted():
    from plywise.kernel import Searcher

    with noted_kinds() as kinds:
        Searcher(load_game("connect-four"), table_mb=1)
        Searcher(load_game("connect-four"), table_mb=2)
    assert [kind.name for kind in kinds] == ["alpha-beta"]

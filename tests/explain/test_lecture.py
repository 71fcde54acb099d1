"""What a lecturer writes beside a tree: pseudo-code, arithmetic, phases of UCT, and a whole tree to predict from."""

import math
import re

import pytest

from plywise import load_game
from plywise.explain import explain_state
from plywise.explain.trace import Trace, find_code, find_line, make_whole, record_proof, record_search, record_uct
from plywise.rules import Limit
from plywise.search import alpha_beta, expectiminimax, max_n, minimax, star1


def by_code(trace: Trace) -> set[tuple[str, str]]:
    code = find_code(trace)
    return {(step.kind, code[find_line(trace, step) or 0].strip()) for step in trace.steps}


def working(trace: Trace) -> list[str]:
    return [line for step in trace.steps for line in step.working]


def test_every_step_of_every_search_has_its_line():
    figure, gamble, three = load_game("figure-5.2"), load_game("figure-5.12"), load_game("figure-5.4")
    traces = [
        record_search(figure, alpha_beta),
        record_search(figure, minimax, marks="value"),
        record_search(gamble, expectiminimax, marks="value"),
        record_search(gamble, star1, start=gamble.utility_range),
        record_search(three, max_n, marks="vector"),
        explain_state(three, algorithm="paranoid").panes[0],
        record_uct(load_game("tic-tac-toe"), limit=Limit(simulations=12)),
        record_proof(load_game("nim:piles=1-2")),
    ]
    for trace in traces:
        assert all(find_line(trace, step) is not None for step in trace.steps), trace.name


def test_alpha_beta_cuts_at_the_line_of_whoever_moves():
    told = by_code(record_search(load_game("figure-5.2"), alpha_beta))
    assert ("cutoff", "if value ≤ α: return value") in told
    assert ("narrow", "β = min(β, value)") in told
    assert ("narrow", "if value ≤ α: return value") not in told
    assert ("enter", "return utility(state)") in told


def test_means_are_written_out():
    game = load_game("figure-5.12")
    lines = working(record_search(game, expectiminimax, marks="value"))
    assert "0.9·2 + 0.1·3 = 2.1" in lines
    assert "max(2.1, 1.3) = 2.1" in lines
    bounds = working(record_search(game, star1, start=game.utility_range))
    assert "at most 0.9·1 + 0.1·4 = 1.3" in bounds
    assert "F: at most 0.9·2 + 0.1·4 = 2.2" in bounds


def test_max_n_says_which_share_is_compared():
    lines = working(record_search(load_game("figure-5.4"), max_n, marks="vector"))
    assert "x1 (1, 2, 6): C gets 6" in lines
    assert "The greatest for C is 6." in lines


def test_proof_numbers_are_least_and_sum():
    lines = working(record_proof(load_game("figure-5.2"), at_least=3))
    assert lines[0] == "A: proof min(1, 1, 1) = 1, disproof 1 + 1 + 1 = 3"
    assert any(line.startswith("B: proof 0 + 0 + 0 = 0") for line in lines)


def test_uct_goes_through_its_phases_and_its_sums_are_right():
    trace = record_uct(load_game("tic-tac-toe"), limit=Limit(simulations=40), seed=3)
    kinds = " ".join(step.kind for step in trace.steps[:-1])
    assert re.fullmatch(r"((select )*expand simulate back-up ?)+", kinds)
    assert kinds.count("simulate") == 40
    sums = [line for step in trace.steps if step.kind == "select" for line in step.working]
    assert sums
    for line in sums:
        mean, factor, total, visits, bound = re.fullmatch(
            r"\w+: ([−\d.]+) \+ ([\d.]+)·√\(ln (\d+) / (\d+)\) = ([−\d.]+)(?:  ◀)?", line
        ).groups()  # type: ignore[union-attr]
        numbers = [float(text.replace("−", "-")) for text in (mean, factor, total, visits, bound)]
        assert numbers[4] == pytest.approx(
            numbers[0] + numbers[1] * math.sqrt(math.log(numbers[2]) / numbers[3]), abs=0.006
        )
    for step in trace.steps:
        if step.kind == "select":  # the one that is followed has the greatest sum
            bounds = [float(line.partition("= ")[2].removesuffix("  ◀").replace("−", "-")) for line in step.working]
            assert bounds[0] == max(bounds)


def test_alpha_and_beta_are_known_at_every_node_on_the_path():
    trace = record_search(load_game("figure-5.2"), alpha_beta)
    windows = {
        trace.game.state_name(trace.nodes[c.node].state): c.window for s in trace.steps for c in s.changes if c.window
    }
    assert windows == {"A": "α 3  β +∞", "B": "α −∞  β 3", "C": "α 3  β 2", "D": "α 3  β 2"}


def test_the_whole_tree_is_there_to_predict_from():
    game = load_game("random-tree:b=3,d=3,seed=7")
    trace = record_search(game, alpha_beta)
    whole = make_whole(trace)
    assert whole is not None
    assert len(whole.nodes) == 1 + 3 + 9 + 27 > len(trace.nodes)
    looks, seen = (
        whole.at(),
        {trace.nodes[number].state for number, look in enumerate(trace.at()) if look.status == "done"},
    )
    for node, look in zip(whole.nodes, looks, strict=True):
        assert look.status == ("done" if node.state in seen else "pruned")
    assert make_whole(record_search(game, minimax, marks="value")) is None
    assert make_whole(record_search(load_game("tic-tac-toe"), alpha_beta, limit=Limit(depth=2))) is None


def test_the_page_carries_code_lines_and_leaves():
    (pane,) = explain_state(load_game("figure-5.2"), algorithm="alpha-beta").to_data()["panes"]
    assert pane["is_whole"]
    assert pane["players"] == ["MAX", "MIN"]
    assert [node["name"] for node in pane["nodes"] if node["name"]] == ["A", "B", "C", "D"]
    assert [node["worth"] for node in pane["nodes"] if node["worth"]] == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    cutoff = next(step for step in pane["steps"] if step["kind"] == "cutoff")
    assert "α" in pane["code"][cutoff["line"]]


def test_pictures_carry_the_books_letters():
    drawn = explain_state(load_game("figure-5.2"), algorithm="alpha-beta").to_svg()
    assert re.findall(r'class="node"[^>]*>(\w+)<', drawn) == ["A", "B", "C", "D"]
    assert "MAX moves" in drawn
    assert ">A, MAX" not in drawn

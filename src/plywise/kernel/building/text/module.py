"""The generated module: a game's own State, buffers in one block of memory, and entry points that take only ints.

    block of int64s     | root state | new state | actions, ply after ply ... | odds |
    in units of 8 bytes   ROOT         NEXT        ACTIONS                      ODDS   END

One address is all that travels. Inside, a state is a NamedTuple of ints, which Numba keeps in registers.
"""

import math

from plywise.kernel.building.budget import DEFAULT_MAX_ACTIONS, MAX_STATES
from plywise.kernel.building.compiled import field_bits
from plywise.kernel.lowering import Lowered, is_cells

HEAD = '''"""The rules of {game}, as Plywise compiles them."""

from collections import namedtuple

import numpy as np
from numba import njit

MAX_ACTIONS, MAX_STATES = {max_actions}, {max_states}
STACK = {stack}
ROOT, NEXT, ACTIONS = 0, {size}, {twice}
ODDS = ACTIONS + STACK
END = ODDS + MAX_ACTIONS
LOWEST_PLAYER, PLAYERS, SCALE, INPUT_COUNT = {lowest}, {players}, {scale}, {input_count}
ply_int64 = np.int64
ply_inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
ply_inline = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)
ply_entry = ply_inner
State = namedtuple("State", {fields!r})
State.__name__ = State.__qualname__ = "State_" + __name__


@ply_inner
def ply_make({arguments}):
    return State({casts})


@ply_inner
def ply_load_state(at):
    return State({loads})


@ply_inner
def ply_save_state(at, state):
{saves}


@ply_inner
def ply_encode(action):
{encode}


@ply_inner
def ply_decode(code):
    return {decode}


@ply_inner
def ply_put(out, n, action):
    code = ply_encode(action)
    if n >= MAX_ACTIONS:
        raise ply_RulesError("A state offers more than {max_actions} actions: declare a larger max_actions.")
    ply_store(out, n, code)
    return n + 1


@ply_inner
def ply_put_place(out, n, state):
    if n >= MAX_STATES:
        raise ply_RulesError("A state has more than {max_states} predecessors.")
    known = ply_load(out, -1)
    ply_store(out, 3 * n, known - 1 if known > 0 else rule_tier(state))
    ply_store(out, 3 * n + 1, rule_index(state))
    ply_store(out, 3 * n + 2, ply_who(state))
    return n + 1


@ply_inner
def ply_put_index(out, n, index):
    if n >= MAX_STATES:
        raise ply_RulesError("A state has more than {max_states} slots before or after it.")
    ply_store(out, n, ply_int64(index))
    return n + 1


@ply_inner
def ply_put_odds(out, odds, n, pair):
    after = ply_put(out, n, pair[0])
    ply_store_float(odds, n, float(pair[1]))
    return after


@ply_inner
def ply_put_input(out, values, n, pair):
    number = ply_action_int(pair[0])
    if number < 0 or number >= INPUT_COUNT or n >= INPUT_COUNT:
        raise ply_RulesError("inputs names a number outside 0..{last_input}, or one twice: see input_count.")
    ply_store(out, n, number)
    ply_store_float(values, n, float(pair[1]))
    return n + 1


ply_bind(globals())  # constants, and the rules themselves, which carry the user's own file and lines


@ply_inner
def ply_who(state):
    player = ply_int64(rule_to_move(state))
    if player < LOWEST_PLAYER or player >= PLAYERS:
        raise ply_RulesError("to_move returned a player that isn't in the game.")
    return player

'''

ENTRIES = {
    "to_move": "def run_to_move(block):\n    return ply_int64(rule_to_move(ply_load_state(block)))",
    "is_terminal": "def run_is_terminal(block):\n    return ply_int64(bool(rule_is_terminal(ply_load_state(block))))",
    "actions": (
        "def run_actions(block):\n    return rule_actions(ply_load_state(block), block + 8 * ACTIONS, ply_int64(0))"
    ),
    "actions_count": (
        "def run_actions_count(block):\n    return rule_actions_count(ply_load_state(block), ply_int64(0))"
    ),
    "noisy_actions": (
        "def run_noisy_actions(block):\n"
        "    return rule_noisy_actions(ply_load_state(block), block + 8 * ACTIONS, ply_int64(0))"
    ),
    "playout_actions": (
        "def run_playout_actions(block):\n"
        "    return rule_playout_actions(ply_load_state(block), block + 8 * ACTIONS, ply_int64(0))"
    ),
    "chances": (
        "def run_chances(block):\n"
        "    return rule_chances(ply_load_state(block), block + 8 * ACTIONS, block + 8 * ODDS, ply_int64(0))"
    ),
    "result": (
        "def run_result(block, code):\n"
        "    ply_save_state(block + 8 * NEXT, rule_result(ply_load_state(block), ply_decode(code)))\n"
        "    return ply_int64(0)"
    ),
    "canonical": (
        "def run_canonical(block):\n"
        "    ply_save_state(block + 8 * NEXT, rule_canonical(ply_load_state(block)))\n"
        "    return ply_int64(0)"
    ),
    "pass_turn": (
        "def run_pass_turn(block):\n"
        "    ply_save_state(block + 8 * NEXT, rule_pass_turn(ply_load_state(block)))\n"
        "    return ply_int64(0)"
    ),
    "utility": "def run_utility(block, player):\n    return UTILITY(rule_utility(ply_load_state(block), player))",
    "evaluate": "def run_evaluate(block, player):\n    return rule_evaluate(ply_load_state(block), player) + 0",
    "rank": "def run_rank(block, code):\n    return rule_rank(ply_load_state(block), ply_decode(code)) + 0",
    "is_urgent": "def run_is_urgent(block):\n    return ply_int64(bool(rule_is_urgent(ply_load_state(block))))",
    "cells": (
        "def run_cells(block):\n"
        "    return ply_spread(block + 8 * ACTIONS, ply_int64(0), rule_cells(ply_load_state(block)))"
    ),
    "key": (
        "def run_key(block):\n    return ply_spread(block + 8 * ACTIONS, ply_int64(0), rule_key(ply_load_state(block)))"
    ),
}
"""For each rule, the entry that Python calls: it reads the state at the block's start and returns an int or a float.

A bool plus 0 is an int; the ints of a key, or of `cells`, are written where actions are, and counted.
"""

OF_NUMBERS = ("result", "utility", "evaluate", "rank")
"""Entries that take a player or an action after the block."""

PERFT = """
@ply_inner
def ply_perft(block, state, depth, base) -> int:
    if depth == 0:
        return 1
{ended}    at = block + 8 * (ACTIONS + base)
    if base + MAX_ACTIONS > STACK:
        raise ply_RulesError("The line of play is too long for the stack of actions.")
{chance}    if depth == 1:
        n = rule_actions_count(state, ply_int64(0))
        if n > MAX_ACTIONS:
            raise ply_RulesError("A state offers more than {max_actions} actions: declare a larger max_actions.")
        return n
    n = rule_actions(state, at, ply_int64(0))
    total = 0
    for i in range(n):
        after = rule_result(state, ply_decode(ply_load(at, i)))
        total += ply_perft(block, after, depth - 1, base + n)
    return total


@ply_entry
def run_perft(block, depth):
    return ply_perft(block, ply_load_state(block), ply_int64(depth), ply_int64(0))
"""

PERFT_CHANCE = """    if ply_who(state) < 0:
        n = rule_chances(state, at, block + 8 * ODDS, ply_int64(0))
        total = 0
        for i in range(n):
            after = rule_result(state, ply_decode(ply_load(at, i)))
            total += ply_perft(block, after, depth - 1, base + n)
        return total
"""


def module_text(lowered: Lowered) -> str:
    """Return the generated module's source, the rules' own functions aside, which `ply_bind` puts in."""
    game = lowered.game
    most = game.max_actions or DEFAULT_MAX_ACTIONS
    head = HEAD.format(
        game=type(game).__name__,
        max_actions=most,
        max_states=MAX_STATES,
        stack=max(1 << 16, 16 * most),
        size=lowered.shape.size,
        twice=2 * lowered.shape.size,
        lowest=-1 if game.has_chance else 0,
        players=game.players,
        scale=int(game.utility_scale),
        fields=lowered.shape.fields,
        input_count=game.input_count,
        last_input=game.input_count - 1,
        **_state_parts(lowered),
        **_action_parts(lowered.arity),
    )
    scaled = "float(" if game.has_chance else "ply_scaled("
    entries = [text.replace("UTILITY(", scaled) for rule, text in ENTRIES.items() if rule in lowered.rules]
    entries = [text if scaled != "ply_scaled(" else text.replace("player))", "player), SCALE)") for text in entries]
    ended = "" if lowered.default_terminal else "    if rule_is_terminal(state):\n        return 0\n"
    chance = PERFT_CHANCE if game.has_chance else ""
    decorated = [f"\n@ply_entry\n{text}\n" for text in entries]
    return head + "\n".join(decorated) + PERFT.format(ended=ended, chance=chance, max_actions=most)


def rule_entries(lowered: Lowered, with_perft: bool) -> list[tuple[str, int]]:
    """Return the entries by which Python asks single rules, and how many numbers each takes.

    Perft needs more rules than some tests lower.
    """
    counted = ("actions_count",) if with_perft else ()
    found = [rule for rule in ENTRIES if rule in lowered.rules and (rule != "actions_count" or rule in counted)]
    needed = {"actions", "actions_count", "result"}
    needed |= {"to_move", "chances"} if lowered.game.has_chance else set()
    needed |= set() if lowered.default_terminal else {"is_terminal"}
    has_perft = with_perft and lowered.rules.keys() >= needed
    return [*((rule, 1 + (rule in OF_NUMBERS)) for rule in found), *([("perft", 2)] if has_perft else [])]


def _state_parts(lowered: Lowered) -> dict[str, str]:
    """How states are made, loaded from the block and saved to it."""
    casts, loads, saves, place = [], [], [], 0
    for i, (name, length) in enumerate(zip(lowered.shape.fields, lowered.shape.lengths, strict=True)):
        if is_cells(length):
            rows, columns = (*length, 0)[:2]
            casts.append(f"ply_as_board(part_{i}, {rows}, {columns})")
            loads.append(f"ply_at_address(at, {place}, {rows}, {columns})")
            saves.append(f"    ply_to_address(at, {place}, state.{name})")
        elif not length:
            casts.append(f"ply_as_int(part_{i})")
            loads.append(f"ply_load(at, {place})")
            saves.append(f"    ply_store(at, {place}, state.{name})")
        else:
            casts.append(f"ply_as_cells(part_{i}, {(0,) * length[0]})")
            loads.append("(" + "".join(f"ply_load(at, {place + j}), " for j in range(length[0])) + ")")
            saves += [f"    for i in range({length[0]}):", f"        ply_store(at, {place} + i, state.{name}[i])"]
        place += math.prod(length)
    return {
        "arguments": ", ".join(f"part_{i}" for i in range(len(lowered.shape.fields))),
        "casts": ", ".join(casts),
        "loads": ", ".join(loads),
        "saves": "\n".join(saves),
    }


def _action_parts(arity: int) -> dict[str, str]:
    """How an action becomes one int and back."""
    width = field_bits(arity)
    most = (1 << width) - 1
    outside = f'raise ply_RulesError("An action is outside 0..{most}: number actions from 0.")'
    if arity == 0:
        lines = ["code = ply_action_int(action)", f"if code < 0 or code > {most}:", f"    {outside}", "return code"]
        return {"encode": "\n".join(f"    {line}" for line in lines), "decode": "code"}
    lines = [f"cells = ply_action_cells(action, {(0,) * arity})", "for cell in cells:"]
    lines += [f"    if cell < 0 or cell > {most}:", f"        {outside}"]
    lines += ["return " + " | ".join(f"cells[{i}] << {width * i}" for i in range(arity))]
    decode = "".join(f"code >> {width * i} & {most}, " for i in range(arity))
    return {"encode": "\n".join(f"    {line}" for line in lines), "decode": f"({decode})"}

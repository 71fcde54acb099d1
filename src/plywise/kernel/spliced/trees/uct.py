"""UCT as it is compiled: the twin of `plywise.search.uct`, with the same random numbers and the same visits.

States aren't stored but played again from the root. A state's children are looked at when it is visited first, for what
they prove, but kept only when it is visited again: that is the twin's tree in a fraction of its memory. Until then
they are written to SPARE, which lies behind the tree.
"""

from typing import Any

from plywise.kernel.spliced.common.ends import is_over
from plywise.kernel.spliced.common.repetition import (
    is_repeated,
    step_into,
)
from plywise.kernel.spliced.common.supplied import (
    ACTIONS,
    BIAS,
    DEEPEST,
    DRAW_REPEATS,
    DRAW_UNCERTAIN,
    ESTIMATES,
    FIRST_BLOCK,
    GAINS,
    HAS_CHANCE,
    ILLEGAL_REPEATS,
    KNOWN,
    LOSS,
    ODDS,
    OWN_RANK,
    PATH,
    PATTERNS,
    PLAYED,
    RAVE,
    SHARE,
    SHARED,
    SPARE,
    SPENT,
    SPREAD,
    TRAIL,
    TREE_AT,
    TREE_SIZE,
    TRUST,
    USED,
    atomic_add,
    atomic_add_float,
    int64,
    load,
    load_float,
    ply_decode,
    ply_load_state,
    ply_RulesError,
    ply_who,
    rule_result,
    set_if,
    store,
    store_float,
)
from plywise.kernel.spliced.trees.later_moves import (
    count_later_moves,
    note_first,
)
from plywise.kernel.spliced.trees.playouts import (
    note_cut,
    note_draw,
    note_end,
    note_play,
    offer,
    outcome_to,
    play_out,
)
from plywise.kernel.spliced.trees.priors import prefer_learned, prefer_ranked
from plywise.kernel.spliced.trees.records import (
    BYTES,
    CODE,
    LATER_TOTAL,
    LATER_VISITS,
    LINKS,
    TOTAL,
    VISITS,
    children_at,
    is_proven,
    keep_proof,
    links_of,
    mover,
    prove,
    proven_to,
    take_proof,
    width,
)
from plywise.kernel.spliced.trees.selection import (
    score,
    select,
)


def is_leaf(block: int, state: Any, ply: int) -> bool:
    """Whether the game, or the simulation, ends at a state; if so its worth is the outcome."""
    if DRAW_REPEATS and is_repeated(block, state, ply):
        note_draw(block)
        if DRAW_UNCERTAIN:
            store(block, ESTIMATES, load(block, ESTIMATES) + 1)
        return True
    if is_over(state):
        note_end(block, state)
        return True
    if ply >= load(block, DEEPEST):
        note_cut(block, state)
        store(block, ESTIMATES, load(block, ESTIMATES) + 1)
        return True
    return False


def list_options(block: int, state: Any, ply: int) -> int:
    """Make a state part of the path and write what it offers to the block; return how many there are."""
    n = offer(block, state, int64(0))
    if n == 0:
        raise ply_RulesError("A state that isn't terminal offers no action.")
    if DRAW_REPEATS or ILLEGAL_REPEATS:
        step_into(block, state, ply)
    return n


def grow(block: int, state: Any, ply: int, n: int, child_at: int) -> int:
    """Write records of the states that the n options listed lead to, from an address on; return how many are legal.

    That is none where every action would repeat a state illegally.
    """
    player, kept = ply_who(state), int64(0)
    for i in range(n):
        code = load(block, ACTIONS + i)
        child = rule_result(state, ply_decode(code))
        if ILLEGAL_REPEATS and player >= 0 and is_repeated(block, child, ply + 1):
            continue
        kept += 1
        store(block, PATH + ply, code)
        store(child_at, CODE, code)
        store(child_at, VISITS, 0)
        store_float(child_at, TOTAL, 0.0)
        store(child_at, LINKS, 0)
        store(child_at, LATER_VISITS, 0)
        store_float(child_at, LATER_TOTAL, 0.0)
        if HAS_CHANCE:
            store_float(child_at, SHARE, load_float(block, ODDS + i) if player < 0 else 1.0)
        if SPREAD:
            store_float(child_at, GAINS, 0.0)
        if is_leaf(block, child, ply + 1):
            keep_proof(block, child_at)
        child_at += BYTES
    return kept


def back_up(block: int, last: int) -> None:
    """Count the visit of every record on the trail, from the last to the root; from a proven one on, its value."""
    is_news, rave = False, load_float(block, RAVE) > 0
    if rave:
        for ply in range(load(block, PLAYED) - 1, last - 1, -1):
            note_first(block, ply)
    for ply in range(last, -1, -1):
        at = load(block, TRAIL + ply)
        links = links_of(at)
        count_visit(block, at)
        if rave and ply < last:
            note_first(block, ply)
        if is_proven(links):
            take_proof(block, at)
            is_news = True
            continue
        player, child, n = mover(links), children_at(block, links), width(links)
        if is_news and prove(block, at, player, child, n):
            continue
        if ply < last and player >= 0:
            if rave:
                count_later_moves(block, child, n, player, score(block, outcome_to(block, player)))
            if not is_news:
                prefer_known(block, ply, player)
        is_news = False
        chooser = max(mover(links_of(load(block, TRAIL + ply - 1))), 0) if ply > 0 else int64(0)
        add_outcome(block, at, outcome_to(block, chooser))


def count_visit(block: int, at: int) -> None:
    """Count a visit; threads that share a tree did so on the way down."""
    if load(block, SHARED) == 0:
        store(at, VISITS, load(at, VISITS) + 1)


def expect_loss(block: int, at: int) -> None:
    """Count a visit as lost until its outcome is known, so that other threads look elsewhere (virtual loss)."""
    atomic_add(at, VISITS, 1)
    atomic_add_float(at, TOTAL, load_float(block, LOSS))


def add_outcome(block: int, at: int, utility: float) -> None:
    """Add to a record what its chooser gets."""
    if load(block, SHARED) != 0:
        atomic_add_float(at, TOTAL, score(block, utility) - load_float(block, LOSS))
        if SPREAD:
            atomic_add_float(at, GAINS, utility)
        return
    store_float(at, TOTAL, load_float(at, TOTAL) + score(block, utility))
    if SPREAD:
        store_float(at, GAINS, load_float(at, GAINS) + utility)


def prefer_known(block: int, ply: int, player: int) -> None:
    """Make the best proven child's utilities the outcome where the player would rather have them than what it tried."""
    known, tried = load(block, KNOWN + ply), load(block, TRAIL + ply + 1)
    if known != 0 and score(block, proven_to(known, player)) >= load_float(tried, TOTAL) / float(load(tried, VISITS)):
        take_proof(block, known)


def visit(block: int, at: int, state: Any, ply: int) -> bool:
    """Reach a record without children: True where the simulation ends with it, False where there are some now.

    At the first visit they are looked at for what they prove, and forgotten; at the second they are kept.
    """
    n = list_options(block, state, ply)
    if load(at, VISITS) <= load(block, SHARED):
        n = grow(block, state, ply, n, load(block, SPARE))
        store(block, SPENT, load(block, SPENT) + n)
        if n == 0:
            note_end(block, state)
            keep_proof(block, at)
            return True
        if prove(block, at, ply_who(state), load(block, SPARE), n):
            return True
    elif keep_children(block, at, state, ply, n):
        return False
    store(block, SPENT, load(block, SPENT) + play_out(block, state, ply))
    return True


def keep_children(block: int, at: int, state: Any, ply: int, n: int) -> bool:
    """Give a record its children, if there is room for all n options; they may prove it, if no thread saw them yet."""
    chief = load(block, FIRST_BLOCK)
    first = load(chief, USED)
    if first + n > load(block, TREE_SIZE):
        return False
    if load(block, SHARED) == 0:
        store(chief, USED, first + n)
    else:
        first = atomic_add(chief, USED, n)
        if first + n > load(block, TREE_SIZE):
            return False
    child = load(block, TREE_AT) + BYTES * first
    kept = grow(block, state, ply, n, child)
    if kept == 0:
        return False
    if PATTERNS and load(block, TRUST) > 0 and ply_who(state) >= 0:
        prefer_learned(block, state, child, kept)
    elif OWN_RANK and load(block, BIAS) > 0 and ply_who(state) >= 0:
        prefer_ranked(block, state, child, kept)
    if set_if(at, LINKS, 0, first << 24 | kept << 8 | (ply_who(state) + 1) << 1) and load(block, SHARED) != 0:
        prove(block, at, ply_who(state), child, kept)
    return True


def simulate(block: int) -> None:
    """Go once from the root to the end of the game, and take the outcome back."""
    state = ply_load_state(block)
    at, ply = load(block, TREE_AT), int64(0)
    store(block, TRAIL, at)
    store(block, PLAYED, 0)
    if load(block, SHARED) != 0:
        expect_loss(block, at)
    while not is_proven(links_of(at)):
        links = links_of(at)
        if width(links) == 0:
            if visit(block, at, state, ply):
                break
            continue
        if DRAW_REPEATS or ILLEGAL_REPEATS:
            step_into(block, state, ply)
        child = select(block, at, links, ply)
        if child == 0:
            prove(block, at, mover(links), children_at(block, links), width(links))
            continue
        if load(block, SHARED) != 0:
            expect_loss(block, child)
        at, code = child, load(child, CODE)
        note_play(block, ply, ply_who(state), code)
        after = rule_result(state, ply_decode(code))
        state = after
        ply += 1
        store(block, TRAIL + ply, at)
    store(block, SPENT, load(block, SPENT) + ply)
    back_up(block, ply)

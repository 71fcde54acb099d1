"""Words, pictures and analysis of one state, held against each other: what the one says, no other denies."""

import re
from collections.abc import Iterator

from plywise.explain import Explanation
from plywise.explain.judging import DIFFERENCE
from plywise.explain.trace import best_line, tell_pruning
from plywise.explain.trace.pruning import NOT_NEEDED
from plywise.explain.trace.replay import placed
from plywise.rules import Bound, Choice, Decision, Game, Scale, Status

HYPHEN = re.compile(r"(?<![\w.)\]])-\d")
"""A hyphen where a minus sign belongs."""
MET_FIRST = "The search met "
ALONE = "Searched by itself, "


def contradictions(explanation: Explanation, analysis: Decision) -> list[str]:
    """Return what the words, the picture and the analysis of a state say against each other."""
    return [
        *by_words(explanation),
        *by_picture(explanation),
        *by_analysis(explanation, analysis),
    ]


def names_of(explanation: Explanation) -> dict[str, Choice]:
    """Return the root's actions by their names."""
    assert explanation.decision
    game, state = explanation.game, explanation.panes[-1].nodes[0].state
    return {game.action_name(state, choice.action): choice for choice in explanation.decision.choices}


def said_of(explanation: Explanation, name: str) -> str:
    """Return the sentence that is about an action alone."""
    assert explanation.account
    starts = (f"{name} ", f"{ALONE}{name} ")
    return next((sentence for sentence in explanation.account.others if sentence.startswith(starts)), "")


# Words


def by_words(explanation: Explanation) -> Iterator[str]:
    """Hold the words against the decision that they are about."""
    game, decision, account = explanation.game, explanation.decision, explanation.account
    assert decision
    assert account
    state = explanation.panes[-1].nodes[0].state
    told = [*explanation.summary, *(sentence for trace in explanation.panes for sentence in tell_pruning(trace))]
    yield from (f"a hyphen for a minus sign: {sentence}" for sentence in told if HYPHEN.search(sentence))
    if decision.action is None:
        return
    name = game.action_name(state, decision.action)
    endings = (f" play {name}.",) if decision.has_preference else (f", so {name} was drawn.",)
    if not account.choice.endswith(endings):
        yield f"{account.choice!r}, and the decision is {name}"
    is_proven = decision.status is Status.PROVEN
    if is_proven != ("That is proven" in account.value):
        yield f"{decision.status}, and the words say {account.value!r}"
    if is_proven and any("≈" in sentence for sentence in told) and NOT_NEEDED not in told:
        yield "nothing is guessed, they say, beside a ≈ that nobody accounts for"
    yield from line_that_ends_otherwise(game, state, decision)


def line_that_ends_otherwise(game: Game, state: object, decision: Decision) -> Iterator[str]:
    """Play the lines of what is proven: where one ends the game, it ends with that value."""
    if game.has_chance:
        return
    for choice in decision.choices:
        if choice.status is not Status.PROVEN or choice.bound is not Bound.EXACT:
            continue
        end = state
        for action in choice.line:
            end = game.result(end, action)
        if choice.line and game.is_terminal(end) and game.utility(end, decision.player) != choice.value:
            yield f"{choice.line} ends with {game.utility(end, decision.player)}, not with {choice.value}"


# Pictures


def by_picture(explanation: Explanation) -> Iterator[str]:
    """Hold the tree, as it stands at the end of the search, against the words."""
    trace, game, decision = explanation.panes[-1], explanation.game, explanation.decision
    assert decision
    if DIFFERENCE in trace.note:  # the picture's note says that its numbers aren't the decision's
        return
    if trace.marks != "range" or decision.action is None or trace.viewpoint is not None:
        return
    looks, scale, root = trace.at(), Scale(game), trace.nodes[0].state
    met_first = any(sentence.startswith(MET_FIRST) for sentence in explanation.summary)
    value = placed(game, scale, decision)
    low, high = looks[0].range
    if not low - 1e-9 <= value <= high + 1e-9:
        yield f"the root is drawn as {looks[0].label}, and the words say {decision.value}"
    best = [trace.nodes[node].action for node in best_line(trace)]
    expected = name_line(game, root, decision.line)
    # Where the decision was drawn among equals, the picture may show another of them.
    if best and decision.has_preference and not met_first and best[: len(expected)] != expected[: len(best)]:
        yield f"the best line is drawn as {best}, and the words expect {expected}"
    for node, look in enumerate(looks):
        if trace.nodes[node].parent == 0 and look.status == "done":
            choice = names_of(explanation).get(trace.nodes[node].action)
            if choice is not None:
                yield from by_drawn_action(explanation, choice, node)


def by_drawn_action(explanation: Explanation, choice: Choice, node: int) -> Iterator[str]:
    """Hold one of the root's children against what is said of that action."""
    trace, decision = explanation.panes[-1], explanation.decision
    assert decision
    look, name = trace.at()[node], trace.nodes[node].action
    value = placed(explanation.game, Scale(explanation.game), decision.choosing(choice))
    low, high = look.range
    if choice.bound is Bound.EXACT and not low - 1e-9 <= value <= high + 1e-9:
        yield f"{name} is drawn as {look.label}, and its value is {choice.value}"
    sentence = said_of(explanation, name)
    if sentence and choice.line and not sentence.startswith(ALONE) and ":" in sentence:
        left_out = pruned_on(explanation, choice)
        if left_out:
            yield f"{sentence!r}, and {left_out} is drawn as left out"


def pruned_on(explanation: Explanation, choice: Choice) -> str:
    """Return the first branch of an action's line that the picture shows as left out."""
    trace, game = explanation.panes[-1], explanation.game
    looks, children, node = trace.at(), trace.children(), 0
    for action in choice.line:
        name = game.action_name(trace.nodes[node].state, action)
        below = [child for child in children[node] if trace.nodes[child].action == name]
        if not below:
            return ""
        if looks[below[0]].status == "pruned":
            return name
        node = below[0]
    return ""


def name_line(game: Game, state: object, line: tuple[object, ...]) -> list[str]:
    names = []
    for action in line:
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    return names


# Analysis


def by_analysis(explanation: Explanation, analysis: Decision) -> Iterator[str]:
    """Hold what the analysis has proven against values and words."""
    game, decision = explanation.game, explanation.decision
    assert decision
    if not game.is_adversarial or game.has_chance:
        return
    if decision.status is analysis.status is Status.PROVEN and decision.value != analysis.value:
        yield f"proven {decision.value}, and by the analysis {analysis.value}"
    sure = {c.action: c.value for c in analysis.choices if c.status is Status.PROVEN and c.bound is Bound.EXACT}
    for name, choice in names_of(explanation).items():
        if choice.action not in sure:
            continue
        theirs = sure[choice.action]
        if choice.status is not Status.HEURISTIC and not fits(choice, theirs):
            yield f"{name} is {choice.bound} {choice.value}, and by the analysis {theirs}"
        yield from by_verdict(game, said_of(explanation, name), theirs, name)
    at_once = [a for a, value in sure.items() if value == game.utility_bounds[1] and ends(explanation, a)]
    if at_once and decision.status is Status.PROVEN and decision.action not in at_once:
        yield f"{at_once} win at once, and the words say {decision.action}"


def by_verdict(game: Game, sentence: str, value: float, name: str) -> Iterator[str]:
    """Hold a verdict in words against a proven value."""
    if not game.wins_are_equal:
        return
    low, high = game.utility_bounds
    words = sentence.removeprefix(ALONE)
    verdicts = {f"{name} loses": value == low, f"{name} only draws": low < value < high}
    yield from (
        f"{sentence!r}, and its value is {value}"
        for said, holds in verdicts.items()
        if words.startswith(said) and not holds
    )


def fits(choice: Choice, value: float) -> bool:
    """Whether a true value is on the side of a choice's that its bound says."""
    if choice.bound is Bound.EXACT:
        return choice.value == value
    return value >= choice.value if choice.bound is Bound.LOWER else value <= choice.value


def ends(explanation: Explanation, action: object) -> bool:
    """Whether an action ends the game."""
    game, state = explanation.game, explanation.panes[-1].nodes[0].state
    return bool(game.is_terminal(game.result(state, action)))

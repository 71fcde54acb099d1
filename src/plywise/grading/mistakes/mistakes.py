"""The usual mistakes: what each looks like, where to fix it, and the wrong variants of the search that make it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plywise.grading.exercises import GradedAlgorithm


@dataclass(frozen=True)
class Mistake:
    """A name for it, what it looks like and where to fix it, and the variants that make it."""

    name: str
    what: str
    fix: str
    changes: Sequence[Mapping[str, object]] = ()


SAME_STATE = Mistake(
    "no step to a successor",
    "it calls itself with the state that it was called with",
    "Hand game.result(state, action) to the next call, not state.",
)
NO_VALUE = Mistake(
    "a value is not returned",
    "for some state the function returns None",
    "Let every way through the function end in a return: look at the ends of the game, at depth 0, and after the loop.",
)
LEFT_OVER = Mistake(
    "left over from the last search",
    "alone the exercise is answered correctly, after others it isn't",
    "Start every search with new bounds and an empty table: what is kept outside the function stays there.",
)
"""Seen while the student's function works, not in its answers."""

OWN_BOUND = Mistake(
    "cut at the own bound",
    "MAX stops at alpha and MIN at beta, which are their own: after the first action, in every state",
    "Stop at the other player's bound: value >= beta where MAX moves, value <= alpha where MIN does.",
    [{"cuts_at": "the own bound"}],
)

FIRST_ONLY = Mistake(
    "first move only",
    "only the first of a state's actions is looked at",
    "Go through all of game.actions(state): look for a return in the loop that isn't behind an if.",
    [{"looks_at": "the first"}, {"looks_at": "the first at the root"}],
)
"""Both look the same from outside: the source must tell which of them it is."""

ANYWHERE = (
    Mistake(
        "wrong viewpoint",
        "a leaf is counted for the wrong player",
        "Ask utility(state, 0) and evaluate(state, 0) at every leaf: all values are to MAX, player 0.",
        [{"leaf_to": "the one to move"}, {"leaf_to": "the one who moved"}, {"leaf_to": "MIN"}],
    ),
    Mistake(
        "value to the player to move",
        "where MIN moves at the root, the value is MIN's own",
        "Return the value to MAX, player 0, whoever moves at the root.",
        [{"answer_to": "the one to move"}],
    ),
    Mistake(
        "min and max swapped",
        "the wrong one of min and max is taken",
        "Take the largest value where game.to_move(state) == 0, and the smallest where it is 1.",
        [{"chooses": "swapped"}],
    ),
    Mistake(
        "always the largest",
        "the largest value is taken in every state, whoever moves",
        "Take the smallest value where game.to_move(state) == 1: MIN chooses there.",
        [{"chooses": "always max"}],
    ),
    Mistake(
        "MAX assumed at the root",
        "at the root the largest value is taken even where MIN moves",
        "Ask game.to_move(state) at the root too.",
        [{"chooses": "max at the root"}],
    ),
    Mistake(
        "turns assumed to alternate",
        "min and max are taken by turns",
        "Ask game.to_move(state) in every state: a player may move twice in a row.",
        [{"chooses": "by turns"}, {"chooses": "MAX first"}],
    ),
    Mistake(
        "last value kept",
        "a state gets the value of its last successor, not of its best one",
        "Replace the best value only where the new one is better for the player to move.",
        [{"chooses": "the last"}],
    ),
    Mistake(
        "start value in the way",
        "a best value that is set before the loop is never beaten",
        "Start with -math.inf where MAX moves and math.inf where MIN does: any utility must be better.",
        [{"starts_at": start} for start in (0, 10, 100, 999, 1000, 9999, 10000, 99999)],
    ),
    Mistake(
        "depth off by one",
        "the search stops a ply too soon or too late",
        "The root has the whole depth left, each successor one less, and a state with depth 0 is evaluated.",
        [{"deeper_by": 1}, {"deeper_by": -1}],
    ),
    Mistake(
        "depth not counted down",
        "the search goes on to the end of the game, whatever the depth",
        "Hand depth - 1 to every successor, and evaluate where it is 0.",
        [{"deeper_by": 1000}],
    ),
    Mistake(
        "depth counted in rounds",
        "the depth is counted down only after both have moved",
        "Hand depth - 1 to every successor, whoever moves: a depth is in plies here.",
        [{"counts": "rounds"}],
    ),
    Mistake(
        "utility asked before the end",
        "where the depth is spent, utility is asked for and not evaluate",
        "Return game.evaluate(state, 0) where depth is 0 and the game isn't over: utility is for its end only.",
        [{"horizon": "asked for its utility"}],
    ),
    Mistake(
        "end of the game estimated",
        "where the game is over, evaluate is asked for and not utility",
        "Ask game.is_terminal(state) before you look at the depth, and return game.utility(state, 0) there.",
        [{"ends": "estimated"}, {"ends": "estimated at the horizon"}],
    ),
    Mistake(
        "terminal ignored",
        "a state where the game is over is not taken for a leaf",
        "Ask game.is_terminal(state) before anything else, and return game.utility(state, 0) there.",
        [{"ends": "ignored"}, {"ends": "refused"}],
    ),
    FIRST_ONLY,
    Mistake(
        "last move left out",
        "the last of a state's actions is not looked at",
        "Go through all of game.actions(state), the last one too.",
        [{"looks_at": "all but the last"}],
    ),
    Mistake(
        "searched twice",
        "the same states are searched a second time, to find the action",
        "Keep the action beside the best value while you look for it, then one search is enough.",
        [{"searches": "twice"}, {"searches": "twice at the root"}],
    ),
    Mistake(
        "action for a value",
        "an action is returned where its value is meant",
        "Return (value, action) in this order; in the recursion a state's value is that of its best successor.",
        [{"returns": "the action at the root"}, {"returns": "the action"}],
    ),
    Mistake(
        "another action than the best",
        "the value is right, the action isn't the one that leads to it",
        "Remember the action whenever the best value changes, and only then.",
        [{"plays": "the last"}, {"plays": "the first"}, {"plays": "none"}],
    ),
)

SIGNS = (
    Mistake(
        "sign not turned",
        "values are to the player to move, and yet not turned around on the way up",
        "In negamax a successor is worth minus what it is worth to the other player: -negamax(...).",
        [{"signs": "never turned"}, {"signs": "never turned", "answer_to": "the one to move"}],
    ),
    Mistake(
        "turns assumed to alternate",
        "the sign is turned at every step down, though a player may move twice in a row",
        "Turn the sign only where game.to_move of the successor is the other player.",
        [{"signs": "always turned"}, {"signs": "always turned", "answer_to": "the one to move"}],
    ),
)
"""Mistakes of those who write negamax."""

PRUNING = (
    Mistake(
        "alpha not updated",
        "what one player has found is not used where the other moves, so that nothing is cut off there",
        "After each successor set alpha = max(alpha, value) where MAX moves, beta = min(beta, value) where MIN does, "
        "and cut off in both.",
        [{"keeps_alpha": False}, {"keeps_beta": False}],
    ),
    Mistake(
        "wrong bound updated",
        "where MAX moves beta is changed, and where MIN moves alpha",
        "MAX raises alpha, and MIN lowers beta: alpha = max(alpha, value), beta = min(beta, value).",
        [{"keeps": "the other bound"}],
    ),
    Mistake(
        "cut with > for >=",
        "nothing is cut off where a value just equals the bound",
        "Stop as soon as value >= beta where MAX moves, value <= alpha where MIN does: equal is enough.",
        [{"cuts_equal": False}],
    ),
    OWN_BOUND,
    Mistake(
        "wrong bound returned",
        "at a cutoff the wrong one of alpha and beta is returned",
        "Return the value that was found; or beta where MAX moves and alpha where MIN does.",
        [{"after_cut": "the wrong bound"}],
    ),
    Mistake(
        "shared window",
        "alpha and beta are shared by all states: what one branch sets stays set in the others",
        "Hand alpha and beta down as arguments, so that each state has its own.",
        [{"window": "shared"}],
    ),
    Mistake(
        "window handed down swapped",
        "a successor gets beta for alpha and alpha for beta",
        "Hand alpha and beta down in this order; in negamax as (-beta, -alpha).",
        [{"window": "handed down swapped"}],
    ),
    Mistake(
        "another order of actions",
        "the last action is looked at first",
        "Go through game.actions(state) in the order in which they come, so that leaves can be compared.",
        [{"looks_at": "from the last"}],
    ),
    Mistake(
        "nothing is cut off",
        "every leaf is visited, as by minimax",
        "Hand alpha and beta down, update them after each successor, and stop as soon as one reaches the other.",
        [{"prunes": False}],
    ),
)

CHANCE = (
    Mistake(
        "outcomes taken for equally likely",
        "the outcomes of chance are not weighted by their probabilities",
        "A chance state is worth the sum of probability * value over game.chances(state).",
        [{"chance": "equal"}],
    ),
    Mistake(
        "outcomes added up",
        "the values of the outcomes are added without their probabilities",
        "A chance state is worth the sum of probability * value over game.chances(state).",
        [{"chance": "sum"}],
    ),
    Mistake(
        "mean divided again",
        "the weighted sum is divided by the number of outcomes",
        "The probabilities add up to 1: the sum of probability * value is the mean, don't divide it.",
        [{"chance": "mean of products"}],
    ),
    Mistake(
        "chance taken for a player",
        "where chance moves, the best or the worst outcome is taken",
        "Ask whether game.to_move(state) is -1 before you take min or max: chance doesn't choose.",
        [{"chance": "best"}, {"chance": "worst"}],
    ),
    Mistake(
        "first outcome only",
        "only the first outcome of chance is looked at",
        "Go through all of game.chances(state) before you return.",
        [{"chance": "first"}],
    ),
)


def mistakes_of(algorithm: GradedAlgorithm) -> tuple[Mistake, ...]:
    """Return the mistakes that can be made in an algorithm, those of its own first."""
    own = {"minimax": SIGNS, "alpha-beta": (*PRUNING, *SIGNS), "expectiminimax": CHANCE}[algorithm]
    return (*own, *ANYWHERE)

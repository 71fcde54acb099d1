"""A decision in sentences that a student understands: what to play, why, and how sure that is.

>>> from plywise.games.tree import Tree
>>> from plywise.search import alpha_beta
>>> tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> account = account_for(tree, tree.initial(), alpha_beta(tree))
>>> print(account.choice)
MAX should play a1.
>>> print(*account.others, sep="\\n")
a2 is worse: MIN answers c1, and MAX gets 2 at most.
a3 is worse: MIN answers d3, and MAX gets 2 at most.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.explain.prose.sampled import mean_of, tell_others_sampled, tell_sampled, tell_untried
from plywise.explain.prose.words import tell_names, tell_outcome, verdict, write_number
from plywise.rules import (
    CHANCE,
    Action,
    Bound,
    Choice,
    Decision,
    Game,
    Record,
    Scale,
    Status,
    Unit,
    ranked_choices,
)

MOST_OTHERS, MOST_PLIES, MOST_ANSWERS = 7, 6, 3
"""How many worse actions are described one by one, how many plies of the line, and how many of an answer."""

OVER, SO_ON = "; the game is over", ", and so on"


@dataclass(frozen=True, slots=True)
class Account:
    """What is said of a decision, part by part; a part that has nothing to say is empty."""

    choice: str
    value: str
    line: str = ""
    others: tuple[str, ...] = ()
    horizon: str = ""

    def sentences(self) -> list[str]:
        """Return all of it in order."""
        return [part for part in (self.choice, self.value, self.line, *self.others, self.horizon) if part]


def account_for(game: Game, state: Any, decision: Decision, apart: Collection[Action] = ()) -> Account:
    """Say what a decision is, and why; actions searched `apart` were left out, in part, of the search that is shown."""
    if decision.action is None:
        return _account_without_choice(game, state, decision)
    is_only = len(decision.choices) == 1
    others = () if is_only else tuple(_tell_others(game, state, decision, apart))
    choice, value = _tell_choice(game, state, decision, is_only), _tell_value(game, state, decision)
    return Account(choice, value, _tell_line(game, state, decision), others, _tell_horizon(game, decision))


def _tell_choice(game: Game, state: Any, decision: Decision, is_only: bool) -> str:
    player, name = game.name_of(decision.player), game.action_name(state, decision.action)
    if not decision.has_preference and not is_only:
        is_proven = decision.status is Status.PROVEN
        why = "all actions are worth the same" if is_proven else "nothing distinguishes the actions so far"
        return f"{player} has no preference: {why}, so {name} was drawn."
    return f"{player} {'can only' if is_only else 'should'} play {name}."


def _account_without_choice(game: Game, state: Any, decision: Decision) -> Account:
    if game.is_terminal(state):
        return Account("The game is over.", tell_outcome(Record(game, state)))
    return Account("Chance moves here.", _tell_value(game, state, decision), horizon=_tell_horizon(game, decision))


def _tell_value(game: Game, state: Any, decision: Decision) -> str:
    """Say what the state is worth and how sure that is."""
    if decision.by_book:
        return verdict(game, decision)
    if decision.status is Status.HEURISTIC:
        return _tell_estimate(game, state, decision)
    player = game.name_of(decision.player)
    if decision.status is Status.BOUNDED:
        side, rest = ("at least", "more") if decision.bound is Bound.LOWER else ("at most", "less")
        return f"{player} gets {side} {write_number(decision.value)}: this is proven, and it may be {rest}."
    if decision.values is not None and not game.is_adversarial:
        each = tell_names([f"{game.name_of(seat)} {write_number(share)}" for seat, share in enumerate(decision.values)])
        what = f"If everyone plays their best, they get: {each}."
    elif game.has_chance:
        what = f"Played well, it brings {player} {mean_of(decision.value)} on average."
    elif game.is_adversarial:
        what = f"If both play their best, {_tell_end(game, decision.value, decision.player)}."
    else:
        what = f"Even if all the others play against {player}, {player} gets {write_number(decision.value)}."
    return f"{what} That is proven: it follows from the rules alone."


def _tell_estimate(game: Game, state: Any, decision: Decision) -> str:
    player, value = game.name_of(decision.player), _worth(game, decision, decision.player)
    if decision.simulations:
        return tell_sampled(game, state, decision)
    if decision.learned:
        return f"By what was learned it brings {player} {value} on average. Nothing is proven."
    if decision.depth == 0:
        return "Not one ply was searched to its end, so this is a guess."
    if not game.offers("evaluate"):
        return "Nothing is decided within this depth, and this game has no `evaluate` to estimate with."
    if game.evaluates_in_own_unit:
        if decision.unit is Unit.UTILITY and decision.value != game.draw_utility:
            return f"It seems that {_tell_end(game, decision.value, decision.player)}, but estimates took part in that."
        lead = "even" if decision.value == 0 else f"{'good' if decision.value > 0 else 'bad'} for {player}"
        return f"It looks {lead}: the estimate is {value} to {player}. Nothing is proven."
    return f"By estimate it brings {player} {value}{' on average' if game.has_chance else ''}. Nothing is proven."


def _worth(game: Game, worth: Choice | Decision, player: int) -> str:
    """Write a value in the game's own unit: pawns, seeds; an estimate with three significant digits."""
    if worth.unit is Unit.EVALUATION and game.offers("value_name"):
        return game.value_name(worth.value, player, worth.unit).replace("-", "−")
    return mean_of(worth.value) if worth.status is Status.HEURISTIC else write_number(worth.value)


def _tell_end(game: Game, value: float, player: int) -> str:
    """Say how a game between two ends: "A wins", "it is a draw"; where more than winning counts, who gets how much."""
    if game.wins_are_equal:
        if value == game.draw_utility:
            return "it is a draw"
        return f"{game.name_of(player if value > game.draw_utility else 1 - player)} wins"
    return f"{game.name_of(player)} gets {write_number(value)}"


def _tell_line(game: Game, state: Any, decision: Decision) -> str:
    """Say how play would go on."""
    if not decision.line:
        return ""
    plies, end = _tell_plies(game, state, decision.line, MOST_PLIES, decision.player)
    return f"It expects: {plies}{end}."


def _tell_plies(game: Game, state: Any, line: Sequence[Action], most: int, player: int) -> tuple[str, str]:
    """Say who plays what from here on, and what comes after; `player` is the one whose decision it is.

    The first ply of another player answers it.
    """
    parts: list[str] = []
    has_answer = False
    for action in line if len(line) <= most + 2 else line[:most]:
        mover = game.to_move(state)
        if mover == CHANCE:
            break
        answers = mover != player and not has_answer
        verb = "answers" if answers else "plays"
        parts.append(f"{game.name_of(mover)} {verb} {game.action_name(state, action)}")
        has_answer = has_answer or answers
        state = game.result(state, action)
    told = ", ".join(parts)
    if game.is_terminal(state):
        return told, f"{OVER}, and {_tell_final(game, state)}"
    if game.to_move(state) == CHANCE:
        return told, "; then chance decides"
    return told, SO_ON if len(line) > len(parts) else ""


def _tell_final(game: Game, state: Any) -> str:
    if game.is_adversarial:
        return _tell_end(game, game.utility(state, 0), 0)
    shares = [f"{game.name_of(seat)} has {write_number(game.utility(state, seat))}" for seat in range(game.players)]
    return tell_names(shares)


def _tell_others(game: Game, state: Any, decision: Decision, apart: Collection[Action]) -> list[str]:
    """Say of each other action what is wrong with it, the best first; actions never tried aren't compared."""
    scale = Scale(game, has_estimates=decision.learned)
    best = next(choice for choice in decision.choices if choice.action == decision.action)
    others = [choice for choice in decision.choices if choice is not best]
    untried, rest = tell_untried(game, state, others), [choice for choice in others if choice.is_tried]
    if decision.simulations or decision.by_book:
        rest = [choice for choice in ranked_choices(game, decision) if choice in rest]
        open_ = [choice for choice in rest if choice.status is Status.HEURISTIC]
        sampled = tell_others_sampled(game, state, decision, open_)
        rest = [choice for choice in rest if choice.status is not Status.HEURISTIC]
        if best.status is Status.HEURISTIC:
            return sampled + [_tell_proven(game, state, best, choice, decision) for choice in rest] + untried
        untried = sampled + untried
    rest.sort(key=scale.of_choice, reverse=True)
    equal = [c for c in rest if scale.of_choice(c) == scale.of_choice(best)]
    worse = [c for c in rest if c not in equal]
    told = _tell_equals(game, state, best, equal)
    for choice in worse[:MOST_OTHERS]:
        sentence = _tell_worse(game, state, best, choice, decision.player)
        told.append(f"Searched by itself, {sentence}" if choice.action in apart else sentence)
    return told + _tell_rest(game, state, best, worse[MOST_OTHERS:]) + untried


def _tell_proven(game: Game, state: Any, best: Choice, choice: Choice, decision: Decision) -> str:
    """Say what is proven of an action beside one that only looks good."""
    if choice.value < game.draw_utility:
        return _tell_worse(game, state, best, choice, decision.player)
    name = game.action_name(state, choice.action)
    return f"{name}: {_tell_end(game, choice.value, decision.player)}, which is proven."


def _tell_rest(game: Game, state: Any, best: Choice, rest: Sequence[Choice]) -> list[str]:
    """Name the actions that are too many to be described one by one, the sure ones first."""
    told = []
    for is_sure in (True, False):
        names = [game.action_name(state, c.action) for c in rest if (c.status is not Status.HEURISTIC) == is_sure]
        one, many = ("is worse", "are worse") if is_sure else ("looks worse", "look worse")
        if not is_sure and best.status is not Status.HEURISTIC:
            one, many = "is less sure", "are less sure"
        if not is_sure and not game.offers("evaluate") and not any(choice.visits for choice in rest):
            one, many = "is not decided", "are not decided"
        if names:
            told.append(f"{tell_names(names)} {one if len(names) == 1 else many} too.")
    return told


def _is_undecided(game: Game, choice: Choice | Decision) -> bool:
    """Whether nothing at all is known of a value: the search ended before the game did, and nobody estimated."""
    if choice.status is not Status.HEURISTIC or choice.value != game.draw_utility or choice.unit is Unit.EVALUATION:
        return False
    return game.evaluates_in_own_unit or not game.offers("evaluate")


def _tell_equals(game: Game, state: Any, best: Choice, equal: Sequence[Choice]) -> list[str]:
    """Name the actions that are as good, or at least not better."""
    told = []
    if _is_undecided(game, best):
        names = [game.action_name(state, choice.action) for choice in equal]
        return [f"{tell_names(names)} {'is' if len(names) == 1 else 'are'} not decided either."] if names else []
    exact = [game.action_name(state, choice.action) for choice in equal if choice.bound is Bound.EXACT]
    bounded = [game.action_name(state, choice.action) for choice in equal if choice.bound is not Bound.EXACT]
    if exact:
        is_lost = best.status is Status.PROVEN and game.wins_are_equal and best.value == game.utility_range[0]
        seems = ("look", "looks") if best.status is Status.HEURISTIC else ("are", "is")
        many, one = ("lose too", "loses too") if is_lost else (f"{verb} just as good" for verb in seems)
        told.append(f"{tell_names(exact)} {one if len(exact) == 1 else many}.")
    if bounded:
        told.append(f"{tell_names(bounded)} {'is' if len(bounded) == 1 else 'are'} no better.")
    return told


def _tell_worse(game: Game, state: Any, best: Choice, choice: Choice, player: int) -> str:
    """Say what an action leads to: the answer that refutes it, and what the player gets then."""
    name = game.action_name(state, choice.action)
    if choice.status is Status.HEURISTIC and not game.offers("evaluate"):
        return f"{name} is not decided so far ahead."
    if best.status is not Status.HEURISTIC and choice.status is Status.HEURISTIC:
        estimate = f"the estimate is {_worth(game, choice, player)}, and " if choice.unit is Unit.EVALUATION else ""
        return f"{name} is less sure: {estimate}nothing is proven."
    verb, what = _judge(game, choice), _tell_worth(game, best, choice, player)
    if not choice.line[1:]:
        return f"{name} {verb}: {what}."
    child = game.result(state, choice.action)
    answers, end = _tell_plies(game, child, choice.line[1:], MOST_ANSWERS, player)
    if OVER in end and choice.unit is Unit.UTILITY and (game.wins_are_equal or not game.is_adversarial):
        return f"{name} {verb}: {answers}{end}."
    return f"{name} {verb}: {answers}{SO_ON if end == SO_ON else ''}, and {what}."


def _judge(game: Game, choice: Choice) -> str:
    is_sure = choice.status is not Status.HEURISTIC
    if is_sure and game.wins_are_equal and choice.unit is Unit.UTILITY:
        return "only draws" if choice.value == game.draw_utility else "loses"
    return "is worse" if is_sure else "looks worse"


def _tell_worth(game: Game, best: Choice, choice: Choice, player: int) -> str:
    """Say what a player is left with."""
    name, value = game.name_of(player), _worth(game, choice, player)
    side = {Bound.EXACT: "", Bound.LOWER: " at least", Bound.UPPER: " at most"}[choice.bound]
    if choice.unit is Unit.EVALUATION:
        return f"the estimate is {value}{side} instead of {_worth(game, best, player)}"
    if game.wins_are_equal:
        return _tell_end(game, choice.value, player)
    if game.has_chance:
        return f"{name} gets {mean_of(choice.value)}{side} on average"
    return f"{name} gets {value}{side}"


def _tell_horizon(game: Game, decision: Decision) -> str:
    """Say how far the search saw."""
    if decision.simulations or decision.by_book:
        return decision.note
    if decision.by_table:
        return "That is known by table."
    if decision.algorithm == "enumeration" and decision.status is Status.PROVEN:
        return f"It listed every state that can come up from here, {decision.nodes:,} of them, so nothing is guessed."
    if decision.status is Status.PROVEN:
        whole = "It looked as far as the end of the game wherever that matters, so nothing is guessed."
        return f"{whole} {decision.note}".rstrip()
    plies = f"{decision.depth} {'ply' if decision.depth == 1 else 'plies'}"
    beyond = "beyond that it estimates" if game.offers("evaluate") else "what comes after that it does not know"
    if decision.learned:
        beyond = "beyond that it goes by what was learned"
    stopped = f" It ended there because {decision.stopped_by}." if decision.stopped_by else ""
    noted = f" {decision.note}" if decision.note else ""
    return f"It looked {plies} ahead (a ply is one action of one player); {beyond}.{stopped}{noted}"

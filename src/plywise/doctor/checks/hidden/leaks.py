"""What gives a secret away: actions, their order and their names, turns, views, moves of others, the game's end."""

import json
from collections.abc import Iterator
from typing import Any

from plywise.doctor.case import Case
from plywise.doctor.checks.hidden.alike import Arrival, alike_to_players, pairs_alike
from plywise.doctor.report import Finding
from plywise.doctor.sample import Seen
from plywise.doctor.values import short
from plywise.rules import CHANCE, Lots, RulesError, as_view, names_for_players, same_state, seen_view, shows_everything

STATES = 400
DEALS = 100


def check_observations(case: Case) -> Iterator[Finding]:
    """What a player observes must be hashable, and the same every time."""
    if not case.game.offers("observe"):
        return
    for seen in case.sample.some(STATES):
        for player in range(case.game.players):
            first, second = (case.ask("observe", seen.state, player) for _ in range(2))
            try:
                hash(first)
            except TypeError:
                what = f"observe returned {short(first)}, which can't be hashed."
                yield case.finding("observation", "observe", what, "Return ints, texts and tuples of them.", seen.state)
                return
            if first != second:
                answers = f"{short(first)} and {short(second)}"
                what = f"Asked twice what {case.game.name_of(player)} sees, observe answered {answers}."
                fix = "Let observe depend on the state and the player alone."
                yield case.finding("observation", "observe", what, fix, seen.state)
                return
    groups = alike_to_players(case)
    if all(len(group) == 1 for group in groups.values()):
        what = "No two sampled states looked alike to a player, so that leaks couldn't be looked for."
        fix = "If players hide something, write deals(self, observation, player, numbers); otherwise leave observe out."
        yield case.finding("nothing-hidden", "observe", what, fix, level="note")


def check_turns_hidden(case: Case) -> Iterator[Finding]:
    """A player must know when it is their turn, and when the game is over."""
    for player, one, other in _pairs(case):
        name = case.game.name_of(player)
        if bool(one.seen.terminal) != bool(other.seen.terminal):
            what = f"{_both(case, one, other)} look the same to {name}, but the game is over in only one of them."
            fix = "Let observe show that the game is over."
            yield case.finding("hidden-end", "observe", what, fix, one.seen.state)
            return
        if not one.seen.terminal and (one.seen.mover == player) != (other.seen.mover == player):
            what = f"{_both(case, one, other)} look the same to {name}, who is to move in only one of them."
            fix = "Let observe show whose turn it is, or let to_move depend only on what all players see."
            yield case.finding("hidden-turn", "to_move", what, fix, one.seen.state)
            return


def check_actions_hidden(case: Case) -> Iterator[Finding]:
    """Actions, their order and their names must follow from what the player to move sees."""
    for player, one, other in _pairs(case):
        if one.seen.terminal or one.seen.mover != player or other.seen.mover != player:
            continue
        complaint = _action_complaint(case, one.seen, other.seen)
        if complaint:
            check, rule, what, fix = complaint
            looks = f"{_both(case, one, other)} look the same to {case.game.name_of(player)}, but {what}"
            yield case.finding(check, rule, looks, fix, one.seen.state)
            return


def _action_complaint(case: Case, one: Seen, other: Seen) -> tuple[str, str, str, str] | None:
    fix = "Let actions depend only on what observe shows the player to move."
    if set(one.choices) != set(other.choices):
        odd = sorted(map(str, set(one.choices) ^ set(other.choices)))[0]
        return "hidden-actions", "actions", f"{odd} is open in only one of them.", fix
    if one.choices != other.choices:
        return "hidden-order", "actions", "the same actions come in another order.", fix
    for action in one.choices:
        names = [case.ask("action_name", seen.state, action) for seen in (one, other)]
        if names[0] != names[1]:
            what = f"{short(action)} is called {names[0]!r} and {names[1]!r}."
            return "hidden-name", "action_name", what, "Name actions by what the player to move sees."
        if not case.game.offers("clicks"):
            continue
        clicks = [case.ask("clicks", seen.state, action) for seen in (one, other)]
        if clicks[0] != clicks[1]:
            what = f"{names[0]} is clicked at {clicks[0]} and {clicks[1]}."
            return "hidden-clicks", "clicks", what, "Let clicks depend only on what the player to move sees."
    return None


def check_views_hidden(case: Case) -> Iterator[Finding]:
    """The view of a seat must show nothing but what that seat observes."""
    if not case.game.offers("observe"):
        return
    if case.game.offers("view") and shows_everything(case.game):
        what = "view shows the whole state, whoever looks."
        fix = "Write def view(self, state, player=None), and show a player only what observe says."
        yield case.finding("view-shows-all", "view", what, fix)
        return
    for player, one, other in _pairs(case):
        try:
            pictures = [_picture(case, each.seen, player) for each in (one, other)]
        except (RulesError, TypeError, ValueError):
            return  # which another check finds
        if pictures[0] != pictures[1]:
            what = (
                f"{_both(case, one, other)} are the same to {case.game.name_of(player)} by observe, but look different."
            )
            fix = "Leave out of view(state, player) what the player doesn't see, or let observe show it."
            yield case.finding("hidden-view", "view", what, fix, one.seen.state)
            return


def check_moves_hidden(case: Case) -> Iterator[Finding]:
    """What others do, and chance, must not be named to a player by what that player can't see."""
    for player, one, other in _pairs(case):
        names = [_told(case, each, player) for each in (one, other)]
        if None not in names and names[0] != names[1]:
            what = (
                f"{_both(case, one, other)} look the same to {case.game.name_of(player)}, but the last move is "
                f"shown as {names[0]!r} in one and as {names[1]!r} in the other."
            )
            fix = (
                "Write action_name(self, state, action, player=None), and name to a player only what that player sees."
            )
            yield case.finding("hidden-move", "action_name", what, fix, one.seen.state)
            return


def _told(case: Case, arrival: Arrival, player: int) -> str | None:
    """Return by which name a player hears of the last move; None where it was the player's own, or has no name."""
    before = arrival.before
    if before is None or before.mover == player:
        return None
    if names_for_players(case.game):
        return str(case.ask("action_name", before.state, arrival.action, player))
    rivals = [rival for rival in before.options if rival != arrival.action]
    seen = case.ask("observe", arrival.seen.state, player)
    for rival in rivals:
        if case.ask("observe", case.ask("result", before.state, rival), player) == seen:
            return "?"
    return str(case.ask("action_name", before.state, arrival.action))


def check_endings_hidden(case: Case) -> Iterator[Finding]:
    """What is said at the end must follow from what each player sees then."""
    for player, one, other in _pairs(case):
        if not (one.seen.terminal and other.seen.terminal):
            continue
        told = [case.ask("tell_end", each.seen.state) for each in (one, other)]
        if told[0] != told[1]:
            what = (
                f"{_both(case, one, other)} look the same to {case.game.name_of(player)}, but tell_end says "
                f"{told[0]!r} and {told[1]!r}."
            )
            fix = "Say only what both players see, or let observe show at the end what was hidden."
            yield case.finding("hidden-ending", "tell_end", what, fix, one.seen.state)
            return


def check_deals(case: Case) -> Iterator[Finding]:
    """A state that `deals` draws must show the player what was observed, with the same player to move."""
    if not (case.game.offers("observe") and case.game.offers("deals")):
        return
    lots = Lots(case.seed)
    for seen in case.sample.some_inner(DEALS):
        if seen.mover == CHANCE:
            continue
        observation = case.ask("observe", seen.state, seen.mover)
        drawn = case.ask("deals", observation, seen.mover, lots)
        fix = "Draw a state in which the player observes exactly this."
        if case.ask("observe", drawn, seen.mover) != observation:
            what = f"deals drew {case.watch.show(drawn)}, in which {case.game.name_of(seen.mover)} sees something else."
            yield case.finding("deals", "deals", what, fix, seen.state)
            return
        if case.ask("is_terminal", drawn) or case.ask("to_move", drawn) != seen.mover:
            what = f"deals drew {case.watch.show(drawn)}, in which {case.game.name_of(seen.mover)} isn't to move."
            yield case.finding("deals", "deals", what, fix, seen.state)
            return


def check_fitting(case: Case) -> Iterator[Finding]:
    """The states that `fitting_states` yields must look like this to the player, and the true one must be there.

    Whatever it leaves out would make a guarantee false, and what it adds, too weak.
    """
    if not (case.game.offers("observe") and case.game.offers("fitting_states")):
        return
    for seen in case.sample.some_inner(DEALS):
        if seen.mover == CHANCE:
            continue
        player, observation = seen.mover, case.ask("observe", seen.state, seen.mover)
        fitting = list(case.ask("fitting_states", observation, player))
        what, fix = "", "Yield every state in which the player to move observes exactly this, each once."
        if not any(same_state(each, seen.state) for each in fitting):
            what = "fitting_states leaves out the state that was observed."
        for each in fitting:
            is_turn = not case.ask("is_terminal", each) and case.ask("to_move", each) == player
            if not is_turn or case.ask("observe", each, player) != observation:
                what = (
                    f"fitting_states yields {case.watch.show(each)}, which {case.game.name_of(player)} can tell apart."
                )
        if what:
            yield case.finding("fitting-states", "fitting_states", what, fix, seen.state)
            return


def _pairs(case: Case) -> Iterator[tuple[int, Arrival, Arrival]]:
    return pairs_alike(case) if case.game.offers("observe") else iter(())


def _both(case: Case, one: Arrival, other: Arrival) -> str:
    return f"{case.watch.show(one.seen.state)} and {case.watch.show(other.seen.state)}"


def _picture(case: Case, seen: Seen, player: int) -> Any:
    if not case.game.offers("view"):
        return json.dumps(seen_view(case.game, seen.state, player).to_data())
    return json.dumps(as_view(case.ask("view", seen.state, player)).to_data())

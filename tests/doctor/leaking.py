"""Kuhn poker with a leak each: something that is shown to a player depends on what the player doesn't see."""

from dataclasses import replace
from typing import Any

from plywise.games.cards.kuhn_poker import KuhnPoker
from plywise.rules import CHANCE, Cell, View

JACK, QUEEN, KING = range(3)


class Honest(KuhnPoker):
    """Nothing leaks."""

    def other(self, state, player):
        """Return the card that the player doesn't see."""
        return state.cards[1 - player]


class ActionMissing(Honest):
    """Whoever plays against a king can't bet."""

    def actions(self, state):
        yield 0
        if self.other(state, self.to_move(state)) != KING:
            yield 1


class ActionAdded(Honest):
    """Against a jack there is a third action."""

    def actions(self, state):
        yield from (0, 1)
        if self.other(state, self.to_move(state)) == JACK:
            yield 2

    def result(self, state, action):
        return super().result(state, min(action, 1) if self.to_move(state) != CHANCE else action)


class OrderOfActions(Honest):
    """Against a king, betting comes first."""

    def actions(self, state):
        yield from (1, 0) if self.other(state, self.to_move(state)) == KING else (0, 1)


class NameOfAction(Honest):
    """The own bet is named after the other's card."""

    def action_name(self, state, action):
        name = super().action_name(state, action)
        beats = self.to_move(state) != CHANCE and self.other(state, self.to_move(state)) == JACK
        return f"{name} safely" if beats and action == 1 else name


class NameOfOthersAction(Honest):
    """A bet is named after the card of whoever bets."""

    def action_name(self, state, action):
        name = super().action_name(state, action)
        mover = self.to_move(state)
        return f"{name} with {'JQK'[state.cards[mover]]}" if mover != CHANCE and action == 1 else name


class NameToOthers(Honest):
    """The name to other players says the card."""

    def action_name(self, state, action, player=None):
        name = super().action_name(state, action)
        mover = self.to_move(state)
        is_other = player is not None and mover not in (player, CHANCE)
        return f"{name} ({state.cards[mover]})" if is_other else name


class NameOfDeal(Honest):
    """Chance says aloud which card it deals."""

    def action_name(self, state, action, player=None):
        return super().action_name(state, action)


class ViewOfEverything(Honest):
    """The view takes no player."""

    def view(self, state):  # type: ignore[override]
        return super().view(state)


class ViewOfCard(Honest):
    """The view ignores who looks."""

    def view(self, state, player=None):
        return super().view(state)


class ViewCaption(Honest):
    """The caption says who has the higher card."""

    def view(self, state, player=None):
        view = super().view(state, player)
        return replace(view, caption=f"{view.caption} {state.cards[0] > state.cards[1]}")


class ViewMark(Honest):
    """The other's card is marked where it is a king."""

    def view(self, state, player=None):
        view = super().view(state, player)
        is_king = player is not None and self.other(state, player) == KING
        return replace(view, cells=tuple(replace(cell, mark="line" if is_king else "") for cell in view.cells))


class ViewCellCount(Honest):
    """There are as many cards face down as the other's card is high."""

    def view(self, state, player=None):
        view = super().view(state, player)
        extra = 0 if player is None else max(0, self.other(state, player))
        return replace(view, cells=(*view.cells, *(Cell(9 + each, 9, "?") for each in range(extra))))


class ViewDice(Honest):
    """Dice on the table show the other's card."""

    def view(self, state, player=None):
        view = super().view(state, player)
        return view if player is None else replace(view, dice=(self.other(state, player) + 2,))


class ViewCellName(Honest):
    """The names of cells depend on the other's card."""

    def view(self, state, player=None):
        view = super().view(state, player)
        name = "" if player is None else f"card{self.other(state, player)}"
        return replace(view, cells=tuple(replace(cell, name=name) for cell in view.cells))


class ViewAsText(Honest):
    """The view is the state's name."""

    def view(self, state, player=None) -> Any:
        return self.state_name(state)


class ViewTurn(Honest):
    """Who is to move is written with the card."""

    def view(self, state, player=None) -> View:
        return replace(super().view(state, player), turn=f"{state.cards}")


class TurnByCard(Honest):
    """Where A has a king, A moves twice."""

    def to_move(self, state):
        mover = super().to_move(state)
        return 0 if mover == 1 and state.cards[0] == KING else mover


class EndByCard(Honest):
    """Against a bet by a king the game is over at once."""

    def is_terminal(self, state):
        return super().is_terminal(state) or (state.plays == (1, -1, -1) and state.cards[0] == KING)

    def utility(self, state, player):
        return super().utility(state._replace(plays=(1, 0, -1)) if state.plays == (1, -1, -1) else state, player)


class EndingTold(Honest):
    """The end tells the card of who folded."""

    def tell_end(self, state):
        return f"{super().tell_end(state)}, cards {state.cards}"


class ClicksByCard(Honest):
    """What is clicked depends on the other's card."""

    def clicks(self, state, action):
        return (f"{self.other(state, self.to_move(state))}",)


class DealsWrong(Honest):
    """The dealt state shows the player another card."""

    def deals(self, observation, player, numbers):
        state = super().deals(observation, player, numbers)
        first, second = state.cards
        return state._replace(cards=(second, first))


class DealsAnothersTurn(Honest):
    """The dealt state is one ply further, and looks the same."""

    def observe(self, state, player):
        return super().observe(state, player)[0], state.cards[1] == -1, self.is_terminal(state)

    def deals(self, observation, player, numbers):
        first, _, is_over = observation
        plays = (0, 0, -1) if is_over else ((0, -1, -1) if player == 0 else (-1, -1, -1))
        cards = (first, (first + 1) % 3) if player == 0 else ((first + 1) % 3, first)
        return self.State(cards, plays)


class ObservationUnhashable(Honest):
    """What is observed is a list."""

    def observe(self, state, player):
        return list(super().observe(state, player))


class ObservationChanges(Honest):
    """What is observed differs from call to call."""

    def observe(self, state, player):
        self.asked = getattr(self, "asked", 0) + 1
        return self.asked

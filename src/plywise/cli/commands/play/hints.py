"""What a hint says to a person who plays: an action and its value, or the odds over what that person can't see."""

from plywise.explain import odds_in_words, verdict
from plywise.rules import Decision, Record


def tell_hint(record: Record, decision: Decision, hides: bool) -> str:
    """Say what to play and why, by nothing that the player to move can't know."""
    game, state = record.game, record.state
    name = game.action_name(state, decision.action)
    if not hides:
        return f"{name}: {verdict(game, decision)}"
    return " ".join([f"{name}, by estimate.", *odds_in_words(game, state, record.history)])

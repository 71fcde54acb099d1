"""Texts that are nearly right, for parsers: each is read or refused in one sentence, and what is read can be played."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from plywise import Game
from plywise.rules import IllegalActionError, NotationError

LETTERS = "XOxo0123456789/.-: ABWH\n²٣é王"


def mutated(random: Random, text: str, letters: str = LETTERS) -> str:
    """Change a text in one to four places."""
    found = list(text)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(found) + 1)
        found[at : at + random.randint(0, 3)] = random.choices(letters + text, k=random.randint(0, 3))
    return "".join(found)


def check_mutated(game: Game, seeds: Sequence[str], random: Random) -> bool:
    """Read a mutated state, and where that can be done a mutated action; return whether there was a state to read."""
    text = mutated(random, random.choice(seeds))
    state, refused = None, ""
    try:
        state = game.parse_state(text)
    except NotationError as error:
        refused = str(error)
    if state is None:
        assert refused.replace(text, "").count("\n") == 0
        return False
    assert game.parse_state(game.state_name(state)) == state
    if game.is_terminal(state):
        assert sorted(game.utility(state, player) for player in (0, 1)) == [-1, 1]
        return True
    actions = list(game.actions(state))
    names = [game.action_name(state, action) for action in actions]
    assert [game.parse_action(state, name) for name in names] == actions
    assert all(game.result(state, action) for action in actions)
    with suppress(IllegalActionError):
        assert game.parse_action(state, mutated(random, random.choice(names))) in actions
    return True

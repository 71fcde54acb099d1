"""No byte that a seat is sent depends on what is hidden from it.

The scan needs no list of secrets: it plays two games that look alike to a seat and differ in what is hidden, and
compares all that the seat is sent, status, headers, bodies and messages. Planted leaks show that it finds them.
"""

import asyncio
import itertools

import pytest

from plywise import load_game
from plywise.games.catalog import catalog
from plywise.rules import Lots, view_of
from plywise.service.seats import Sitting
from plywise.service.settings import Settings
from plywise.service.web import create_app
from plywise.service.worker import seats as worker
from plywise.tasks import TaskError, offer
from tests.service.seating import play_script, random_pair, run_here

SMALLER = {"bridge": "bridge:cards=3"}
"""Of four hands of 13 cards, no search finds two deals that look alike to a seat after every play."""
SEEING = {"kriegspiel": {1}}
"""Players from whom nothing is hidden: Black sees both sides' men."""
HIDING = sorted(SMALLER.get(name, name) for name in catalog().makers if load_game(name).hides)


def first_leak(name, games, monkeypatch, seed=1):
    """Return the first difference between what a seat was sent in two games that it can't tell apart."""
    game, lots = load_game(name), Lots(seed)
    unseeing = [player for player in range(game.players) if player not in SEEING.get(name, ())]
    app = create_app(offer([name], keeps_secrets=True), Settings(workers=1, sittings=1_000))
    monkeypatch.setattr(app.state.jobs.quick, "run", run_here)

    async def compare():
        for number in range(games):
            player = unseeing[number % len(unseeing)]
            pair = random_pair(game, player, lots)
            assert pair[0].states != pair[1].states
            first, second = [(await play_script(app, name, each, player, monkeypatch)).heard for each in pair]
            assert len(first) >= 6
            for one, other in itertools.zip_longest(first, second):
                if one != other:
                    return one, other
        return None

    return asyncio.run(compare())


def test_the_new_games_are_among_them():
    assert {"bridge:cards=3", "kriegspiel", "two-roads"} <= set(HIDING)


@pytest.mark.parametrize("name", HIDING)
def test_what_a_seat_is_sent_is_the_same_whatever_is_hidden(name, monkeypatch):
    assert first_leak(name, 6, monkeypatch) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDING)
def test_so_it_is_in_200_games(name, monkeypatch):
    assert first_leak(name, 200, monkeypatch, seed=2) is None


def shows_the_true_board(monkeypatch):
    monkeypatch.setattr(worker, "seen_view", lambda game, state, player: view_of(game, state))


def names_the_true_actions(monkeypatch):
    monkeypatch.setattr(worker, "seen_action", lambda game, state, action, player: game.action_name(state, action))


def says_how_many_plies_there_were(monkeypatch):
    seen_by = worker.seen_by

    def counting(record, player):
        seen = seen_by(record, player)
        return {**seen, "players": [*seen["players"], str(len(record.actions))]}

    monkeypatch.setattr(worker, "seen_by", counting)


def offers_what_another_may_play(monkeypatch):
    seen_by = worker.seen_by

    def offering(record, player):
        return {**seen_by(record, player), "options": seen_by(record, record.game.to_move(record.state))["options"]}

    monkeypatch.setattr(worker, "seen_by", offering)


def sends_a_message_for_every_ply(monkeypatch):
    advance = Sitting._advance

    async def waking(self, *arguments):
        await advance(self, *arguments)
        for player, seen in self._seen.items():
            self._seen[player] = {**seen, "seats": [*seen["seats"][:1], str(len(self.actions))]}

    monkeypatch.setattr(Sitting, "_advance", waking)


def says_in_a_refusal_where_the_game_stands(monkeypatch):
    act = Sitting.act

    async def telling(self, player, action):
        try:
            await act(self, player, action)
        except TaskError as error:
            error.message += " ".join(self.actions)
            raise

    monkeypatch.setattr(Sitting, "act", telling)


LEAKS = {
    shows_the_true_board: "kuhn-poker",
    names_the_true_actions: "battleship",
    says_how_many_plies_there_were: "phantom-tic-tac-toe",
    offers_what_another_may_play: "small-whist",
    sends_a_message_for_every_ply: "phantom-tic-tac-toe",
    says_in_a_refusal_where_the_game_stands: "leduc-poker",
}


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant, monkeypatch):
    plant(monkeypatch)
    assert first_leak(LEAKS[plant], 30, monkeypatch) is not None

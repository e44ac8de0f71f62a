"""What streams tell of the chat of a game: that there is something new, to its players alone."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from api.live.feeds import GameFeed
from games import services
from games.models import Game
from games.runtime import notifications
from games.runtime.notifications import Hint
from tests.api.conftest import Caller, Turn
from tests.api.watching import ANONYMOUS, Watching, events_at, watching


def say(caller: Caller, turn: Turn, text: str = "a secret plan") -> None:
    services.say(game_id=turn.game.pk, user=caller.user, text=text, now=timezone.now())


@pytest.mark.uncounted
def test_players_are_told_that_there_is_news(
    turn: Turn, charlie: Caller, anonymous: Caller
) -> None:
    players = [watching(caller, turn.game, turn.version) for caller in turn.callers]
    spectator = watching(charlie, turn.game, turn.version)
    stranger = Watching(GameFeed(ANONYMOUS, turn.game.pk, turn.version))
    stranger.now()
    say(turn.callers[0], turn)
    say(turn.callers[1], turn)
    for one in players:
        (event,) = one.now()
        # Without an id, or a browser would resume the log there.
        assert (event.event, event.data, event.id) == ("chat", {"number": 2}, None)
        assert one.now() == []
    assert spectator.now() == stranger.now() == []
    path = f"{turn.path}/stream"
    for caller in (charlie, anonymous):
        assert [one.event for one in events_at(caller, path)] == ["table"]


def test_who_comes_back_is_told_again_and_never_what_was_said(turn: Turn) -> None:
    say(turn.callers[0], turn)
    turn.play_first(1)
    events = events_at(turn.callers[1], f"{turn.path}/stream", Last_Event_ID=str(turn.version - 1))
    assert [one.event for one in events] == ["table", "event", "chat"]
    assert "secret plan" not in str(events)


def test_who_leaves_the_table_is_told_no_more(
    table: Callable[..., Game], alice: Caller, bob: Caller
) -> None:
    game, now = table(players=3), timezone.now()
    services.join_game(game_id=game.pk, user=bob.user, now=now)
    watched = watching(bob, game)
    services.say(game_id=game.pk, user=bob.user, text="hello", now=now)
    assert [one.event for one in watched.now()] == ["chat"]
    services.leave_game(game_id=game.pk, user=bob.user, now=now)
    services.say(game_id=game.pk, user=alice.user, text="and?", now=now)
    assert [one.event for one in watched.now()] == ["table"]


@pytest.mark.django_db(transaction=True)
def test_a_message_wakes_who_watches(turn: Turn) -> None:
    heard: list[Hint] = []
    notifications.listen(heard.append)
    try:
        say(turn.callers[0], turn)
    finally:
        notifications.ignore(heard.append)
    assert heard == [Hint(turn.game.pk)]

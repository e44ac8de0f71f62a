"""The stream of the games that wait for a user, as far as it goes without waiting."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.utils import timezone

from api.live import feeds
from api.live.feeds import WaitingFeed, look
from api.models import Token
from games import engine, selectors, services
from games.models import Game
from simulation.live import ServerSentEvent, events_in
from tests.api.conftest import Caller, Turn, problem
from tests.api.watching import Watching, ends, events_at, viewer

NOW = timezone.now


def mine(caller: Caller, last_id: str = "") -> tuple[Watching, list[ServerSentEvent]]:
    """The stream of a user, and its first events."""
    watched = Watching(WaitingFeed(viewer(caller), last_id))
    return watched, watched.now()


def test_all_games_that_wait_come_first(turn: Turn) -> None:
    (first,) = events_at(turn.active, "me/stream")
    assert first.event == "waiting"
    (game,) = first.data["games"]
    assert (game["game"], game["name"]) == (str(turn.game.pk), "Highlands")
    assert (game["version"], game["round"]) == (turn.version, 0)
    (decision,) = game["decisions"]
    assert (decision["seat"], decision["kind"]) == (turn.waiting[0], "choose_clan")
    (other,) = events_at(turn.idle, "me/stream")
    assert turn.idle.user
    assert other.data == {"user": turn.idle.user.pk, "games": []}


def test_my_turn_begins_and_ends(turn: Turn) -> None:
    active, idle = turn.active, turn.idle
    (busy, _), (free, _) = mine(active), mine(idle)
    turn.play_first(1)
    assert turn.active is idle
    (done,) = busy.now()
    assert (done.event, done.data) == ("done", {"game": str(turn.game.pk)})
    (begun,) = free.now()
    assert (begun.event, begun.data["version"]) == ("turn", turn.version)
    assert busy.now() == free.now() == []


@pytest.mark.once
@pytest.mark.uncounted
def test_the_next_decision_of_the_same_turn_is_not_told(turn: Turn) -> None:
    turn.until_action()
    active = turn.active
    watched, _ = mine(active)
    turn.play("hire")
    assert turn.active is active
    assert watched.now() == []


@pytest.mark.uncounted
def test_a_turn_that_came_back_between_two_looks_is_told(turn: Turn) -> None:
    turn.until_action()
    active = turn.active
    watched, _ = mine(active)
    turn.play("hire", "end")
    assert turn.active is not active
    turn.play("hire", "end")
    assert turn.active is active
    (begun,) = watched.now()
    assert (begun.event, begun.data["version"]) == ("turn", turn.version)


def test_who_comes_back_and_has_missed_nothing_is_told_nothing(turn: Turn) -> None:
    (first,) = events_at(turn.active, "me/stream")
    assert first.id
    assert events_at(turn.active, "me/stream", Last_Event_ID=first.id) == []
    assert events_at(turn.active, f"me/stream?last_event_id={first.id}") == []
    (again,) = events_at(turn.active, "me/stream", Last_Event_ID="0123")
    assert again == first


def test_who_comes_back_and_has_missed_something_gets_the_list(turn: Turn) -> None:
    active, idle = turn.active, turn.idle
    (watched, (first,)), (_, (empty,)) = mine(active), mine(idle)
    turn.play_first(1)
    (done,) = watched.now()
    assert mine(active, done.id or "")[1] == []
    (again,) = mine(active, first.id or "")[1]
    assert again.data["games"] == []
    (news,) = mine(idle, empty.id or "")[1]
    assert len(news.data["games"]) == 1


def test_who_comes_back_as_somebody_else_gets_a_list(alice: Caller, bob: Caller) -> None:
    """A browser resumes with the last id, also if another user has signed in there meanwhile."""
    (first,) = events_at(alice, "me/stream")
    assert events_at(alice, "me/stream", Last_Event_ID=first.id) == []
    (other,) = events_at(bob, "me/stream", Last_Event_ID=first.id)
    assert bob.user
    assert other.data == {"user": bob.user.pk, "games": []}


def test_an_id_of_nowhere(alice: Caller) -> None:
    problem(alice.get("me/stream", Last_Event_ID="x" * 65), 400, "malformed")
    problem(alice.get("me/stream?last_event_id=" + "x" * 65), 400, "malformed")
    problem(alice.get("me/stream?after=1"), 400, "malformed")


def test_an_erased_game_waits_for_nobody(turn: Turn) -> None:
    watched, _ = mine(turn.active)
    services.erase_game(game_id=turn.game.pk, by=None, reason="test", now=timezone.now())
    (done,) = watched.now()
    assert done.event == "done"


def test_my_stream_ends_with_the_token(turn: Turn) -> None:
    watched, _ = mine(turn.active)
    turn.play_first(1)
    Token.objects.all().delete()
    ends(watched, "signed_out")


# --- Many games -----------------------------------------------------------------------------------


@pytest.fixture
def many(alice: Caller) -> list[Game]:
    """Seven games that Alice plays alone, by id."""
    made = []
    for _ in range(7):
        options = engine.Options(players=1)
        game = services.create_game(
            host=alice.user, name="Alone", options=options, visibility="private", now=NOW()
        )
        made.append(services.start_game(game_id=game.pk, user=alice.user, now=NOW()))
    return sorted(made, key=lambda game: game.pk)


def no_states(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The games whose states are asked for from now on."""
    asked: list[Game] = []

    def state_of(game: Game) -> engine.State:
        asked.append(game)
        return real(game)

    real = selectors.state_of
    monkeypatch.setattr(selectors, "state_of", state_of)
    return asked


@pytest.mark.long
def test_many_games_take_two_queries_and_no_state(
    alice: Caller,
    many: list[Game],
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    asked = no_states(monkeypatch)
    feed = WaitingFeed(viewer(alice))
    with django_assert_num_queries(2):  # The token, and the games.
        (delivery,) = look([feed], now=NOW())
    (first,) = events_in(delivery.text)
    assert [game["game"] for game in first.data["games"]] == [str(game.pk) for game in many]
    assert not asked


@pytest.mark.long
def test_what_an_earlier_release_wrote_is_asked_a_part_at_a_time_and_kept(
    alice: Caller, many: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    (expected,) = events_at(alice, "me/stream")
    stored = dict(Game.objects.values_list("pk", "asking"))
    Game.objects.update(asking="")
    Game.objects.filter(pk=many[2].pk).update(asking="[0,[],[0,0]]")
    asked = no_states(monkeypatch)
    monkeypatch.setattr(feeds, "MOST_ANEW", 3)
    feed, pieces = WaitingFeed(viewer(alice)), []
    for _ in range(3):
        (delivery,) = look([feed], now=NOW())
        pieces.append((len(asked), delivery.more))
        text = delivery.text
    assert pieces == [(3, True), (6, True), (7, False)]
    assert events_in(text) == [expected]
    assert dict(Game.objects.values_list("pk", "asking")) == stored


def test_no_more_than_so_many_games_are_told(
    alice: Caller, many: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "MOST_GAMES", 4)
    (first,) = events_at(alice, "me/stream")
    assert [game["game"] for game in first.data["games"]] == [str(game.pk) for game in many[:4]]

"""The stream of the games that wait for a user, as far as it goes without waiting."""

from django.utils import timezone

from api.live.feeds import WaitingFeed
from api.models import Token
from games import services
from simulation.live import Told
from tests.api.conftest import Caller, Turn, problem
from tests.api.watching import Watching, ends, told, viewer


def mine(caller: Caller, last_id: str = "") -> tuple[Watching, list[Told]]:
    """The stream of a user, and what it tells at first."""
    watched = Watching(WaitingFeed(viewer(caller), last_id))
    return watched, watched.now()


def test_all_games_that_wait_come_first(turn: Turn) -> None:
    (first,) = told(turn.active, "me/stream")
    assert first.event == "waiting"
    (game,) = first.data["games"]
    assert (game["game"], game["name"]) == (str(turn.game.pk), "Highlands")
    assert (game["version"], game["round"]) == (turn.version, 0)
    (decision,) = game["decisions"]
    assert (decision["seat"], decision["kind"]) == (turn.waiting[0], "choose_clan")
    (other,) = told(turn.idle, "me/stream")
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


def test_the_next_decision_of_the_same_turn_is_not_told(turn: Turn) -> None:
    turn.until_action()
    active = turn.active
    watched, _ = mine(active)
    turn.play("hire")
    assert turn.active is active
    assert watched.now() == []


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
    (first,) = told(turn.active, "me/stream")
    assert first.id
    assert told(turn.active, "me/stream", Last_Event_ID=first.id) == []
    assert told(turn.active, f"me/stream?last_event_id={first.id}") == []
    (again,) = told(turn.active, "me/stream", Last_Event_ID="0123")
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
    """A browser comes back with the last id, whoever has signed in there meanwhile."""
    (first,) = told(alice, "me/stream")
    assert told(alice, "me/stream", Last_Event_ID=first.id) == []
    (other,) = told(bob, "me/stream", Last_Event_ID=first.id)
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

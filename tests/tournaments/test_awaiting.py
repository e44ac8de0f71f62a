"""What the lobby says that a tournament waits for, beside moves."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoCaptureOnCommitCallbacks

from games import services as games
from tests.tournaments.by_hand import NOON
from tournaments import services, tasks
from tournaments.models import Participant, Tournament
from tournaments.reading import state_of
from tournaments.state import Settings

pytestmark = pytest.mark.usefixtures("plain")


def _drawn(director: User, *players: User, **settings: Any) -> Tournament:
    chosen = Settings(format="plain", **settings)
    cup = services.create_tournament(user=director, name="Cup", settings=chosen, now=NOON)
    services.open_registration(tournament_id=cup.pk, user=director, now=NOON)
    for player in players:
        services.register(tournament_id=cup.pk, user=player, now=NOON)
    if len(players) == 1:
        services.add_players(tournament_id=cup.pk, user=director, labels=["Ada"], now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=director, now=NOON)
    cup.refresh_from_db()
    return cup


def _awaited(cup: Tournament) -> dict[str, str]:
    people = Participant.objects.filter(tournament=cup, user__isnull=False)
    return dict(people.values_list("user__username", "awaited"))


@pytest.mark.parametrize("asked", [True, False])
def test_a_director_is_told_of_a_report_when_nobody_confirms_it_first(
    alice: User, bob: User, charlie: User, asked: bool
) -> None:
    cup = _drawn(alice, bob, charlie, played_here=False, director_confirms=asked)
    who: dict[str, Any] = {"tournament_id": cup.pk, "table": 1, "now": NOON}
    services.report_result(user=bob, places=[1, 2], **who)
    assert _awaited(cup) == {"alice": "", "bob": "", "charlie": "confirm"}
    services.confirm_result(user=charlie, **who)
    said = "reported" if asked else "round"
    assert _awaited(cup) == {"alice": said, "bob": "", "charlie": ""}


def test_a_director_is_told_of_a_report_that_others_cannot_confirm(alice: User, bob: User) -> None:
    cup = _drawn(alice, bob, played_here=False)
    services.report_result(tournament_id=cup.pk, user=bob, table=1, places=[1, 2], now=NOON)
    assert _awaited(cup) == {"alice": "reported", "bob": ""}


def test_a_director_is_told_of_a_game_that_all_agreed_to_end(
    alice: User, bob: User, charlie: User
) -> None:
    cup = _drawn(alice, bob, charlie)
    game = UUID(state_of(cup).tables[1].game or "")
    assert set(_awaited(cup).values()) == {""}
    for user in (bob, charlie):
        games.agree_to_abandon(game_id=game, user=user, now=NOON)
    assert services.game_over(game_id=game, now=NOON) is None
    assert _awaited(cup) == {"alice": "result", "bob": "", "charlie": ""}
    services.record_result(tournament_id=cup.pk, user=alice, table=1, places=[1, 2], now=NOON)
    assert _awaited(cup)["alice"] == "round"


def test_a_director_is_told_of_a_game_that_was_erased(
    alice: User,
    bob: User,
    charlie: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks.note_awaited, "delay", tasks.note_awaited)
    cup = _drawn(alice, bob, charlie)
    game = UUID(state_of(cup).tables[1].game or "")
    with django_capture_on_commit_callbacks(execute=True):
        games.erase_game(game_id=game, by=None, reason="Test.", now=NOON)
    assert _awaited(cup) == {"alice": "result", "bob": "", "charlie": ""}

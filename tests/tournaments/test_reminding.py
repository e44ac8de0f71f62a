"""Reminders of deadlines: once, a day before, to those whose tables have no result."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import TestCase

from tournaments import services
from tournaments.models import Participant, Tournament
from tournaments.state import Settings
from web.mail import outbox
from web.models import AccountMail, MailAddress, Profile

pytestmark = pytest.mark.usefixtures("plain")

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=30)


@pytest.fixture
def cup(alice: User, bob: User, charlie: User, dora: User) -> Tournament:
    """A round of 48 hours of two tables, of which one has a result."""
    for user in (alice, bob, charlie, dora):
        user.email = f"{user.username}@example.org"
        user.save()
        MailAddress.objects.create(user=user, verified=user.email)
    settings = Settings(format="plain", played_here=False, round_hours=48)
    made = services.create_tournament(user=alice, name="Cup", settings=settings, now=NOON)
    services.open_registration(tournament_id=made.pk, user=alice, now=NOON)
    for user in (alice, bob, charlie, dora):
        services.register(tournament_id=made.pk, user=user, now=NOON)
    services.publish_draw(tournament_id=made.pk, user=alice, now=NOON)
    services.record_result(tournament_id=made.pk, user=alice, table=1, places=[1, 2], now=NOON)
    return Tournament.objects.get(pk=made.pk)


def test_players_are_reminded_once_and_a_day_before(cup: Tournament) -> None:
    assert services.reminders_due(NOON) == []
    who = {"tournament_id": cup.pk, "user": cup.director, "now": NOON}
    services.change_tournament(paused=True, **who)
    people = [person.user for person in Participant.objects.filter(tournament=cup) if person.user]
    assert not any(services.tables_due(user, LATER) for user in people)
    services.change_tournament(paused=False, **who)
    assert sum(len(services.tables_due(user, LATER)) for user in people) == 2
    assert services.reminders_due(LATER) == [cup.pk]
    assert services.remind(tournament_id=cup.pk, now=LATER) == 2
    assert services.remind(tournament_id=cup.pk, now=LATER) == 0
    assert services.reminders_due(LATER) == []
    stored = AccountMail.objects.filter(kind=AccountMail.Kind.DEADLINE)
    assert stored.count() == 2


def test_a_deadline_that_moves_a_little_reminds_nobody_again(cup: Tournament) -> None:
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": cup.director, "now": LATER}
    end = NOON + timedelta(hours=48)

    def reminded(deadline: datetime, now: datetime) -> int:
        services.change_tournament(deadline=deadline, **who)
        return sum(
            services.remind(tournament_id=one, now=now) for one in services.reminders_due(now)
        )

    assert reminded(end, LATER) == 2
    moves = [reminded(end + timedelta(hours=hours), LATER) for hours in (1, 5, 9)]
    assert moves == [0, 0, 0]
    week = end + timedelta(days=7)
    assert reminded(week, LATER) == 0
    assert reminded(week, week - timedelta(hours=20)) == 2


def test_one_tournament_reminds_a_player_three_times_a_day(cup: Tournament) -> None:
    counts = []
    for number in range(5):
        Tournament.objects.filter(pk=cup.pk).update(reminded_in=7 + number, reminded_of=LATER)
        counts.append(services.remind(tournament_id=cup.pk, now=LATER))
    assert counts == [2, 2, 2, 0, 0]


def test_who_wants_no_mail_about_turns_gets_none(cup: Tournament, settings: Any) -> None:
    Profile.objects.bulk_create(
        Profile(user=user, turn_mail=user.username == "alice") for user in User.objects.all()
    )
    services.remind(tournament_id=cup.pk, now=LATER)
    assert {one.user.username for one in AccountMail.objects.all() if one.user} <= {"alice"}


@pytest.mark.uncounted
def test_the_mail_says_where_to_look(cup: Tournament, settings: Any) -> None:
    with TestCase.captureOnCommitCallbacks(execute=False):
        services.remind(tournament_id=cup.pk, now=LATER)
    assert outbox.send_next(lambda: LATER) is not None
    (sent,) = mail.outbox
    assert "“Cup”, Round 1, table 2:" in sent.body
    assert f"{settings.SITE_URL}/tournaments/{cup.pk}/tables/2/" in sent.body


@pytest.mark.uncounted
def test_no_mail_goes_out_once_the_table_has_a_result(cup: Tournament, alice: User) -> None:
    with TestCase.captureOnCommitCallbacks(execute=False):
        services.remind(tournament_id=cup.pk, now=LATER)
    services.record_result(tournament_id=cup.pk, user=alice, table=2, places=[1, 2], now=LATER)
    outbox.send_next(lambda: LATER)
    assert mail.outbox == []

"""Mail addresses from before any were verified: asked once each, a few at a time."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.games.test_races import at_once
from tests.web.conftest import user_of
from tests.web.mailing import ANNA, in_force, path_in, sent_to
from web import existing_addresses
from web.address_state import state_of
from web.mail import account_mail
from web.models import AccountMail, MailAddress

pytestmark = [pytest.mark.usefixtures("mail_at_once"), pytest.mark.once, pytest.mark.uncounted]

BRUCE = "bruce@example.org"
DAY = timedelta(days=1)


@pytest.fixture
def existing(anna: Client, bruce: Client) -> None:
    """What a server has that is upgraded: addresses of which nothing is known."""
    MailAddress.objects.all().delete()
    User.objects.create_user("carol")
    migration = import_module("web.migrations.0005_existing_addresses")
    migration.note(apps, connection.schema_editor())


def test_existing_addresses_are_asked_once_a_few_at_a_time(
    existing: None, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now().replace(second=1)
    assert mail.outbox == []
    assert in_force(anna) == (ANNA, False, ANNA)
    monkeypatch.setattr(existing_addresses, "AT_ONCE", 1)
    moments = [now + timedelta(seconds=second) for second in (0, 1, 58, 59, 60, 118, 119)]
    asked = [existing_addresses.ask(moment) for moment in moments]
    # Once a minute, however often the task comes.
    assert asked == [1, 0, 0, 1, 0, 0, 0]
    assert list(AccountMail.objects.values_list("address", flat=True)) == [ANNA, BRUCE]
    later = now + 2 * account_mail.HANDED_OVER
    for mail_id in account_mail.due(later):
        account_mail.send(mail_id=mail_id, now=later)
    assert sorted(sent.to for sent in mail.outbox) == [[ANNA], [BRUCE]]
    Client().post(path_in(sent_to(ANNA)[0]))
    assert in_force(anna) == (ANNA, True, "")
    assert len(mail.outbox) == 2


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_however_many_ask_at_once_only_so_many_are_asked_in_a_minute(
    existing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(existing_addresses, "AT_ONCE", 1)
    now = timezone.now()
    results = at_once([lambda: existing_addresses.ask(now)] * 6)
    assert sorted(map(str, results)) == ["0"] * 5 + ["1"]
    assert AccountMail.objects.count() == 1


def test_existing_addresses_get_links_that_reset_for_90_days(existing: None, anna: Client) -> None:
    known, now = state_of(user_of(anna)), timezone.now()
    assert known.gets_resets(now + 90 * DAY - timedelta(minutes=1))
    assert not known.gets_resets(now + 90 * DAY + timedelta(minutes=1))
    assert (
        "a link that resets your password is still sent" in anna.get("/profile/").content.decode()
    )

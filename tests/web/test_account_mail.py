"""Mail about accounts: only what was requested, to whom it belongs, once, and not too late."""

import json
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from threading import Thread

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from caledonia.celery import app as celery
from games import services
from tests.games.test_races import at_once
from tests.web.conftest import PASSWORD, Rates, user_of
from tests.web.mailing import ANNA, ask, lost, put_off, requested
from web import tasks
from web.mail import account_mail
from web.models import AccountMail, MailAddress

__all__ = ["lost"]

pytestmark = [pytest.mark.once, pytest.mark.uncounted, pytest.mark.usefixtures("mail_at_once")]

Kind = AccountMail.Kind
NEW = "moss-and-oats-22"
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


# --- what a queue can do --------------------------------------------------------------------------


def test_a_task_names_a_row_and_nothing_else(anna: Client, bruce: Client, lost: None) -> None:
    ask()
    row = requested(Kind.RESET_REQUEST)
    with pytest.raises(TypeError):
        tasks.send_account_mail(row.pk, "evil@example.com")
    # Whatever it names, only mail goes out that waits, to whom it belongs.
    for number in (0, -1, row.pk + 999):
        tasks.send_account_mail(number)
    assert [sent.to for sent in mail.outbox] == [[ANNA]]


def test_a_task_that_comes_twice_sends_one_mail(anna: Client) -> None:
    ask()
    for row in AccountMail.objects.all():
        tasks.send_account_mail(row.pk)
        tasks.send_account_mail(row.pk)
    assert len(mail.outbox) == 1


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_one_mail(anna: Client, lost: None) -> None:
    row = put_off()
    now = row.requested_at
    results = at_once([lambda: account_mail.send(mail_id=row.pk, now=now)] * 6)
    assert sorted(map(str, results)) == ["False"] * 5 + ["True"]
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("ago", [HOUR + SECOND, -HOUR - SECOND])
def test_a_request_is_good_for_an_hour(anna: Client, ago: timedelta) -> None:
    row = put_off()
    assert account_mail.send(mail_id=row.pk, now=row.requested_at + ago) == 0
    # Nor is it later, whatever the clock says then.
    assert account_mail.send(mail_id=row.pk, now=row.requested_at) == 0
    assert mail.outbox == []


def test_an_address_that_was_changed_meanwhile_gets_nothing(anna: Client) -> None:
    row = put_off()
    User.objects.update(email="new@example.org")
    MailAddress.objects.update(verified="new@example.org")
    tasks.send_account_mail(row.pk)
    assert mail.outbox == []


def test_messages_of_the_former_signature_do_nothing(anna: Client) -> None:
    given = {"protocol": "https", "domain": "evil.example", "language": "en"}
    message = json.loads(json.dumps([[user_of(anna).pk, "evil@example.com"], given]))
    task = celery.tasks["web.tasks.send_password_reset"]
    assert task(*message[0], **message[1]) is None
    assert mail.outbox == []


def test_an_address_gets_only_so_much_mail_of_a_kind(anna: Client, rates: Rates) -> None:
    rates["mail"] = "2/day"
    for _ in range(4):
        ask()
    assert len(mail.outbox) == 2


@pytest.mark.parametrize(
    "spellings",
    [
        ["bomb@example.org", '"bomb"@example.org', '"b\\omb"@example.org', "BOMB@Example.ORG"],
        ['"a,b"@example.org', '"a\\,b"@example.org', '"\\a,b"@example.org'],
        ["a@b\u00fccher.example", "a@xn--bcher-kva.example", "a@B\u00dcCHER.example"],
    ],
    ids=ascii,
)
def test_a_mailbox_gets_only_so_much_however_its_address_is_written(
    anna: Client, rates: Rates, spellings: list[str]
) -> None:
    rates["mail"] = "1/day"
    written = [*spellings, "another@example.org"]
    for address in written:
        validate_email(address)
        User.objects.filter(pk=user_of(anna).pk).update(email=address)
        MailAddress.objects.update(verified=address)
        account_mail.send(mail_id=put_off(address).pk, now=timezone.now())
    assert [sent.to for sent in mail.outbox] == [[written[0]], [written[-1]]]


# --- what gets lost -------------------------------------------------------------------------------


def test_the_sweep_sends_what_was_lost(anna: Client, lost: None) -> None:
    row = put_off()
    assert account_mail.due(row.requested_at) == []
    later = row.requested_at + account_mail.HANDED_OVER
    assert account_mail.due(later) == [row.pk]
    assert account_mail.send(mail_id=row.pk, now=later) == 1
    assert account_mail.due(later + HOUR) == []


def test_mail_requested_by_a_clock_that_was_ahead_does_not_wait_for_its_time(anna: Client) -> None:
    row = put_off()
    for pause in (timedelta(), account_mail.LONGEST_PAUSE):
        AccountMail.objects.update(due_at=row.requested_at + pause)
        assert account_mail.due(row.requested_at - timedelta(seconds=1)) == []
    assert account_mail.due(row.requested_at - timedelta(days=1)) == [row.pk]


def test_the_sweep_is_a_task(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    row = put_off()
    AccountMail.objects.update(due_at=row.requested_at)
    sent: list[int] = []
    monkeypatch.setattr(tasks.send_account_mail, "delay", sent.append)
    assert tasks.sweep_account_mail() == 1
    assert sent == [row.pk]


def test_what_the_mail_server_cannot_take_is_sent_later(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = put_off()
    begun, minute = row.requested_at, timedelta(minutes=1)
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", failing(SMTPServerDisconnected("not now")))
        for later in (0 * minute, minute):
            assert account_mail.send(mail_id=row.pk, now=begun + later) == 0
    row.refresh_from_db()
    assert (row.failures, row.due_at) == (2, begun + 3 * minute)
    assert account_mail.send(mail_id=row.pk, now=begun + 3 * minute) == 1


@pytest.mark.long
def test_a_mail_server_that_is_away_for_long_uses_up_no_mail(
    anna: Client, monkeypatch: pytest.MonkeyPatch, rates: Rates
) -> None:
    """Only what it has taken counts; all else is tried until it is too old."""
    rates["mail"] = "2/day"
    user = user_of(anna)
    row = account_mail.store(
        kind=Kind.CHANGED, user=user, address=ANNA, language="en", now=timezone.now()
    )
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", failing(SMTPServerDisconnected("not now")))
        for _ in range(25):
            assert account_mail.send(mail_id=row.pk, now=row.due_at) == 0
            row.refresh_from_db()
    now = row.due_at
    assert timedelta(hours=20) < now - row.requested_at < timedelta(days=1)
    assert account_mail.send(mail_id=row.pk, now=now) == 1
    more = [
        account_mail.store(kind=Kind.CHANGED, user=user, address=ANNA, language="en", now=now)
        for _ in range(2)
    ]
    assert [account_mail.send(mail_id=one.pk, now=now) for one in more] == [1, 0]


def test_a_task_that_comes_before_its_mail_is_due_again_is_no_try(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = put_off()
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", failing(SMTPServerDisconnected("not now")))
        for second in range(60):
            account_mail.send(mail_id=row.pk, now=row.requested_at + second * SECOND)
    row.refresh_from_db()
    assert (row.failures, row.done_at) == (1, None)
    assert account_mail.send(mail_id=row.pk, now=row.requested_at + 59 * SECOND) == 0
    # Unless a clock was ahead when it was tried.
    AccountMail.objects.update(due_at=row.requested_at + timedelta(days=1))
    assert account_mail.send(mail_id=row.pk, now=row.requested_at + 60 * SECOND) == 1


@pytest.mark.parametrize(("code", "again"), [(550, False), (450, True), (452, True)])
def test_a_recipient_that_is_refused_for_good_is_not_tried_again(
    code: int, again: bool, anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Greylisting and a full disk pass."""
    row = put_off()
    refused = SMTPRecipientsRefused({row.address: (code, b"no")})
    monkeypatch.setattr(EmailMessage, "send", failing(refused))
    assert account_mail.send(mail_id=row.pk, now=row.requested_at) == 0
    assert account_mail.due(row.requested_at + HOUR) == ([row.pk] if again else [])


def failing(error: Exception) -> object:
    def send(message: EmailMessage) -> int:
        raise error

    return send


@pytest.mark.parametrize("background", [False, True])
def test_without_a_queue_mail_goes_out_all_the_same(
    anna: Client,
    monkeypatch: pytest.MonkeyPatch,
    settings: LazySettings,
    background: bool,
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("no broker")

    began: list[str] = []
    monkeypatch.setattr(Thread, "start", lambda thread: began.append(thread.name))
    monkeypatch.setattr("web.tasks.send_account_mail.delay", away)
    settings.EMBEDDED = False
    settings.BACKGROUND_TASKS = background
    ask()
    # In a thread, the time of the answer does not tell whether there was mail to send.
    assert (len(mail.outbox), began) == ((0, ["account mail"]) if background else (1, []))


def test_what_is_old_is_forgotten(anna: Client) -> None:
    row = put_off()
    account_mail.forget(row.requested_at + account_mail.KEPT)
    assert AccountMail.objects.exists()
    account_mail.forget(row.requested_at + account_mail.KEPT + SECOND)
    assert not AccountMail.objects.exists()


def test_mail_goes_with_its_account(anna: Client) -> None:
    put_off()
    anna.post("/profile/delete/", {"username": "anna", "password": PASSWORD})
    assert not AccountMail.objects.exists()
    assert not MailAddress.objects.exists()


def test_requests_with_the_addresses_of_an_account_go_with_it(anna: Client, lost: None) -> None:
    """But for an address that another account has too."""
    user = user_of(anna)
    MailAddress.objects.filter(user=user).update(awaited="new@example.org")
    User.objects.create(username="both", email="shared@example.org")
    store, now = account_mail.store, timezone.now()
    store(kind=Kind.CHANGED, user=user, address="shared@example.org", language="en", now=now)
    for address in ("Anna@example.org", "new@example.org", "shared@example.org", "x@example.org"):
        store(kind=Kind.RESET_REQUEST, user=None, address=address, language="en", now=now)
    services.delete_account(user=user, now=now)
    left = AccountMail.objects.order_by("pk").values_list("address", flat=True)
    assert list(left) == ["shared@example.org", "x@example.org"]

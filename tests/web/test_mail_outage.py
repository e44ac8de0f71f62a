"""A mail server that is away, hangs or refuses: one mail at a time, and none while it is away."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from smtplib import (
    SMTPDataError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as LocmemBackend
from django.test import Client
from django.utils import timezone

from games.models import Game, Seat
from games.runtime import places
from games.waiting import AHEAD
from tests.mail_servers import MailServer, answers, hangs
from tests.web.conftest import PASSWORD, Rates, user_of
from web import tasks
from web.mail import account_mail, mail_server, outbox, turn_mail
from web.mail.mail_server import FIRST_PAUSE, LONGEST_PAUSE
from web.models import AccountMail, MailOutage, Profile

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

SECOND = timedelta(seconds=1)
AWAY = SMTPServerDisconnected("not now")
FULL = SMTPDataError(452, b"too much mail")


@pytest.fixture(autouse=True)
def _much_mail(rates: Rates) -> None:
    rates["mail"] = "1000/day"


@pytest.fixture
def server(settings: LazySettings) -> Iterator[MailServer]:
    """A real mail server, to which mail goes."""
    with MailServer() as made:
        settings.EMAIL_BACKEND = "caledonia.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", made.port
        settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = False, 0.2
        yield made


def requested(anna: Client, number: int = 1) -> list[AccountMail]:
    """Mails that wait, requested one after the other, the last one now."""
    user, now = user_of(anna), timezone.now()
    kind = AccountMail.Kind.CHANGED
    return [
        account_mail.store(
            kind=kind,
            user=user,
            address=f"{one}@example.org",
            language="en",
            now=now - (number - 1 - one) * SECOND,
        )
        for one in range(number)
    ]


def fail(monkeypatch: pytest.MonkeyPatch, *errors: Exception) -> None:
    """Have the next mails raise these errors; those after them go out."""
    coming, send = iter(errors), EmailMessage.send

    def sending(message: EmailMessage) -> int:
        for error in coming:
            raise error
        return send(message)

    monkeypatch.setattr(EmailMessage, "send", sending)


def later() -> datetime:
    """A time when the first pause is over."""
    return timezone.now() + FIRST_PAUSE + SECOND


# --- a server that hangs --------------------------------------------------------------------------


def test_a_server_that_hangs_costs_the_time_of_one_mail(anna: Client, server: MailServer) -> None:
    first, *others = requested(anna, 20)
    before = list(AccountMail.objects.exclude(pk=first.pk).values())
    server.behaviour = hangs
    for row in (first, *others):
        tasks.send_account_mail(row.pk)
    tasks.sweep_account_mail()
    assert len(server.connections) == 1
    first.refresh_from_db()
    assert (first.failures, first.done_at) == (1, None)
    assert list(AccountMail.objects.exclude(pk=first.pk).values()) == before


def test_what_an_outage_has_kept_back_goes_out_when_it_is_over(
    anna: Client, server: MailServer
) -> None:
    first, *others = requested(anna, 5)
    server.behaviour = hangs
    tasks.send_account_mail(first.pk)
    server.behaviour = answers
    MailOutage.objects.update(next_try_at=timezone.now())
    tasks.send_account_mail(others[-1].pk)
    assert server.recipients == [row.address for row in others]
    assert not MailOutage.objects.exists()
    AccountMail.objects.update(due_at=timezone.now())
    tasks.sweep_account_mail()
    assert server.recipients[-1] == first.address


def test_one_mail_is_tried_after_a_pause(anna: Client, server: MailServer) -> None:
    requested(anna, 5)
    server.behaviour = hangs
    outbox.send_next(timezone.now)
    for _ in range(3):
        assert outbox.send_next(later) is None
    assert len(server.connections) == 2
    # The one that was not tried before.
    failures = AccountMail.objects.order_by("pk").values_list("failures", flat=True)
    assert list(failures) == [1, 1, 0, 0, 0]


def test_pauses_grow(anna: Client) -> None:
    now, pauses = timezone.now(), []
    for _ in range(8):
        mail_server._note_outage(now, OSError("away"))
        pauses.append((MailOutage.objects.get().next_try_at - now).total_seconds())
        assert mail_server.pausing(now + timedelta(seconds=pauses[-1] - 1))
        now += timedelta(seconds=pauses[-1])
        assert not mail_server.pausing(now)
    assert pauses == [30, 60, 120, 240, 480, 900, 900, 900]
    assert timedelta(minutes=15) == LONGEST_PAUSE


def test_a_pause_that_a_clock_noted_that_was_ahead_is_over(anna: Client) -> None:
    now = timezone.now()
    mail_server._note_outage(now + LONGEST_PAUSE + AHEAD, OSError("away"))
    assert not mail_server.pausing(now)


# --- what is an outage ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (AWAY, True),
        (TimeoutError("timed out"), True),
        (ConnectionRefusedError(111), True),
        (SMTPDataError(421, b"shutting down"), True),
        (SMTPRecipientsRefused({"a@example.org": (421, b"shutting down")}), True),
        (FULL, False),
        (SMTPRecipientsRefused({"a@example.org": (550, b"unknown")}), False),
    ],
)
def test_a_refusal_is_no_outage(
    anna: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, outage: bool
) -> None:
    first, *others = requested(anna, 3)
    fail(monkeypatch, error)
    tasks.send_account_mail(first.pk)
    assert MailOutage.objects.exists() is outage
    assert len(mail.outbox) == (0 if outage else len(others))


def test_a_server_that_lets_nobody_in_is_away(
    anna: Client, server: MailServer, settings: LazySettings
) -> None:
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = PASSWORD
    requested(anna, 2)
    assert outbox.send_next(timezone.now) is None
    assert MailOutage.objects.get().failures == 1


def test_a_server_that_refuses_a_mail_is_back(anna: Client, server: MailServer) -> None:
    row, *_ = requested(anna)
    mail_server._note_outage(timezone.now() - FIRST_PAUSE, OSError("away"))
    server.refused[row.address] = "550 unknown"
    tasks.send_account_mail(row.pk)
    assert not MailOutage.objects.exists()


# --- mail about turns -----------------------------------------------------------------------------


@pytest.fixture
def due(running: Game, settings: LazySettings) -> int:
    """A user to whom a mail about turns is due."""
    Seat.objects.filter(waiting=True).update(waiting_since=timezone.now() - timedelta(hours=1))
    (user_id,) = turn_mail.due(timezone.now())
    return user_id


def test_mail_about_turns_stays_due_in_an_outage(due: int, server: MailServer) -> None:
    mail_server._note_outage(timezone.now(), OSError("away"))
    assert tasks.mail_turns() == 1
    assert server.connections == []
    assert not Profile.objects.filter(user=due).exclude(turns_told=None).exists()
    MailOutage.objects.update(next_try_at=timezone.now())
    assert tasks.mail_turns() == 1
    assert len(server.recipients) == 1
    assert tasks.mail_turns() == 0


def test_mail_about_turns_follows_mail_about_accounts(due: int, anna: Client) -> None:
    row, *_ = requested(anna)
    assert outbox.next_mail(timezone.now()) == ("account", row.pk)
    assert outbox.send_next(timezone.now) == ("turns", due)
    tasks.mail_turns_of(due)
    assert len(mail.outbox) == 2


def test_who_was_tried_in_vain_comes_after_the_others(
    due: int, anna: Client, bruce: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    Seat.objects.update(waiting=True, waiting_since=timezone.now() - timedelta(hours=1))
    fail(monkeypatch, FULL)
    first = turn_mail.next_one(timezone.now())
    assert first is not None
    assert not turn_mail.send(user_id=first, now=timezone.now())
    for ahead in (0 * SECOND, 2 * turn_mail.TRIED_AGAIN):
        other = turn_mail.next_one(timezone.now() + ahead)
        assert other not in {first, None}


# --- turns ----------------------------------------------------------------------------------------


def test_who_finds_the_place_taken_leaves(anna: Client) -> None:
    """Also where there are no workers: threads that wait would pile up."""
    rows = requested(anna, 3)
    with places.place(places.MAIL):
        for row in rows:
            tasks.send_account_mail(row.pk)
        assert mail.outbox == []
    tasks.send_account_mail(rows[-1].pk)
    assert [sent.to for sent in mail.outbox] == [[row.address] for row in rows]


@pytest.mark.long
def test_without_workers_one_thread_sends_all(anna: Client) -> None:
    requested(anna, 300)
    tasks.send_account_mail(0)
    assert len(mail.outbox) == 300


def test_a_worker_sends_one_mail_and_the_task_of_the_next(
    anna: Client, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.EMBEDDED = False
    sent: list[int] = []
    monkeypatch.setattr(tasks.send_account_mail, "delay", sent.append)
    rows = requested(anna, 3)
    tasks.send_account_mail(rows[2].pk)
    assert (len(mail.outbox), sent) == (1, [rows[1].pk])


def test_a_mail_that_is_requested_while_another_is_sent_is_not_forgotten(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, *_ = requested(anna)
    send = EmailMessage.send

    def sending(message: EmailMessage) -> int:
        if not mail.outbox:
            for other in requested(anna, 1):
                tasks.send_account_mail(other.pk)
        return send(message)

    monkeypatch.setattr(EmailMessage, "send", sending)
    tasks.send_account_mail(row.pk)
    assert len(mail.outbox) == 2


def test_a_mail_is_not_lost_by_an_error_while_it_is_sent(
    anna: Client, due: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = requested(anna, 1)
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", lambda _: 1 / 0)
        tasks.send_account_mail(row.pk)
    row.refresh_from_db()
    assert (row.failures, row.done_at) == (1, None)
    profile = Profile.objects.get(user=due)
    assert (profile.turns_told, profile.turns_tried is None) == (None, False)


def test_a_password_that_cannot_be_sent_is_an_outage(
    anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = requested(anna, 1)
    wrong = UnicodeEncodeError("ascii", "ł", 0, 1, "not in range")

    def opening(backend: LocmemBackend) -> bool:
        raise wrong

    monkeypatch.setattr(LocmemBackend, "open", opening)
    tasks.send_account_mail(row.pk)
    row.refresh_from_db()
    assert row.done_at is None
    assert MailOutage.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        SMTPRecipientsRefused({"a@example.org": (550, b"5.1.1 <a@example.org>: unknown")}),
        SMTPRecipientsRefused({"a@example.org": (421, b"a@example.org: shutting down")}),
        SMTPDataError(554, b"5.7.1 a@example.org has blocked you"),
        SMTPSenderRefused(451, b"no more mail to a@example.org", "b@example.org"),
    ],
)
@pytest.mark.long
def test_the_log_names_accounts_and_no_addresses(
    wrong: OSError,
    anna: Client,
    due: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (row,) = requested(anna)
    fail(monkeypatch, wrong, wrong)
    now = timezone.now()
    assert not account_mail.send(mail_id=row.pk, now=now)
    assert not turn_mail.send(user_id=due, now=now)
    assert f"to account {row.user_id} cannot be sent" in caplog.text
    assert f"to account {due} cannot be sent" in caplog.text
    assert "example.org" not in caplog.text


@pytest.mark.parametrize(("code", "noted"), [(550, True), (450, False)])
def test_mail_about_turns_is_not_tried_again_where_there_is_no_mailbox(
    code: int, noted: bool, due: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, SMTPRecipientsRefused({"a@example.org": (code, b"no")}))
    assert not turn_mail.send(user_id=due, now=timezone.now())
    assert (Profile.objects.get(user=due).turns_told is not None) == noted


def test_a_mail_that_cannot_be_written_keeps_no_other_back(
    anna: Client, due: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one of a kind that a newer version has requested."""
    strange, other = requested(anna, 2)
    AccountMail.objects.filter(pk=strange.pk).update(kind="unheard_of")
    with monkeypatch.context() as patched:
        patched.setattr(turn_mail, "_written", lambda *_: 1 / 0)
        tasks.send_account_mail(strange.pk)
    assert [sent.to for sent in mail.outbox] == [[other.address]]
    strange.refresh_from_db()
    assert (strange.failures, strange.done_at) == (1, None)
    assert Profile.objects.get(user=due).turns_tried is not None

"""Mail about accounts: links that reset passwords or verify addresses, and what has changed.

What is to be sent stands in a table. ``send`` takes the id of a row; who gets which mail, and
whether it is still to be sent, is looked up here. The row is locked and noted as done before the
mail goes out, so calls that come late, twice or at the same moment send one.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.accounts import attempts
from games.runtime.commit import in_transaction
from games.waiting import AHEAD
from tournaments import services as tournaments
from web.address_state import state_of, verification_tokens
from web.forms.mailboxes import mailbox_of
from web.mail import mail_server
from web.models import AccountMail, Profile
from web.pages.tournaments.wording import table_title
from web.untrusted_names import safe_in_mail

log = logging.getLogger(__name__)

Kind = AccountMail.Kind

FRESH: Final = {
    Kind.RESET_REQUEST: timedelta(hours=1),
    Kind.RESET: timedelta(hours=1),
    Kind.VERIFY: timedelta(days=1),
    Kind.CHANGED: timedelta(days=1),
    Kind.SECOND_FACTOR_ON: timedelta(days=1),
    Kind.SECOND_FACTOR_OFF: timedelta(days=1),
    Kind.RECOVERY_CODE_USED: timedelta(days=1),
    Kind.PASSKEY_ADDED: timedelta(days=1),
    Kind.PASSKEY_REMOVED: timedelta(days=1),
    Kind.CODES_RENEWED: timedelta(days=1),
    Kind.SECOND_FACTOR_LOCKED: timedelta(days=1),
    Kind.DEADLINE: timedelta(hours=12),
}
"""How long after its request a mail is still sent."""
HANDED_OVER: Final = timedelta(minutes=1)
"""How long the task of a new mail has before the sweep sends another one."""
LONGEST_PAUSE: Final = timedelta(hours=1)
KEPT: Final = timedelta(days=7)


def store(
    *, kind: Kind, user: User | None, address: str, language: str, now: datetime
) -> AccountMail:
    """Note a mail that is to be sent; the sweep sends it if nothing else does."""
    return AccountMail.objects.create(
        user=user,
        kind=kind,
        address=address,
        language=language,
        requested_at=now,
        due_at=now + HANDED_OVER,
    )


def next_one(now: datetime) -> int | None:
    """The mail whose turn it is, also if its task may still come; those that failed come last."""
    waiting = AccountMail.objects.filter(_waiting(now)).order_by("failures", "requested_at", "pk")
    return waiting.values_list("pk", flat=True).first()


def due(now: datetime) -> list[int]:
    """Mail whose task was lost or failed."""
    waiting = AccountMail.objects.filter(_overdue(now), done_at=None).order_by("due_at", "pk")
    return list(waiting.values_list("pk", flat=True))


def _waiting(now: datetime) -> Q:
    return Q(done_at=None) & (Q(failures=0) | _overdue(now))


def _overdue(now: datetime) -> Q:
    """No mail is due later than after the longest pause, unless a clock was ahead: then now."""
    return Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST_PAUSE + AHEAD)


def forget(now: datetime) -> None:
    """Delete what was requested long ago."""
    AccountMail.objects.filter(requested_at__lt=now - KEPT).delete()


def send(*, mail_id: int, now: datetime) -> bool:
    """Send a mail that was requested, unless that was done or is too late; whether it went out.

    A mail that the mail server cannot take now is tried again later, and not before it is due.
    Of a request for a new password nothing goes out: the mails that follow from it wait then.
    """
    mail = _claim(mail_id, now)
    if mail is None:
        return False
    try:
        return _deliver(mail, now)
    except Exception:
        # It did not go out, and the caller puts it off.
        AccountMail.objects.filter(pk=mail.pk, done_at=now).update(done_at=None)
        raise


def _deliver(mail: AccountMail, now: datetime) -> bool:
    """Send a mail that was claimed; whether it went out."""
    message = _message(mail, now)
    if message is None or _beyond_limit(mail):
        log.info("mail %s is dropped: it was cancelled, or its address has had too many", mail.pk)
        return False
    try:
        mail_server.deliver(message, now)
    except (SMTPException, OSError) as error:
        said = mail_server.without_addresses(error)
        log.warning("mail %s to account %s cannot be sent: %s", mail.pk, mail.user_id, said)
        if mail_server.refuses_for_good(error):
            return False
        attempts.give_back(**_counter(mail))
        if AccountMail.objects.filter(pk=mail.pk, done_at=now).update(done_at=None):
            put_off(mail.pk, now)
        return False
    return True


def put_off(mail_id: int, now: datetime) -> None:
    """Note that a mail was tried in vain: it is due after a pause, which grows."""
    mail = AccountMail.objects.filter(pk=mail_id, done_at=None).first()
    if mail is not None:
        mail.due_at = now + min(timedelta(minutes=2 ** min(mail.failures, 10)), LONGEST_PAUSE)
        mail.failures += 1
        mail.save(update_fields=["due_at", "failures"])


@in_transaction
def _claim(mail_id: int, now: datetime) -> AccountMail | None:
    """Note a mail as done, for the caller alone to send; None if there is nothing to send.

    What follows from a request for a new password is stored with it.
    """
    mail = AccountMail.objects.select_for_update().filter(_waiting(now), pk=mail_id).first()
    if mail is None:
        return None
    mail.done_at = now
    mail.save(update_fields=["done_at"])
    if abs(now - mail.requested_at) > FRESH[Kind(mail.kind)]:  # or requested by a clock far ahead
        return None
    if mail.kind == Kind.RESET_REQUEST:
        _store_resets(mail, now)
        return None
    return mail


def _store_resets(request: AccountMail, now: datetime) -> None:
    """A mail for each account with the address that somebody typed."""
    for user in _accounts(request.address):
        if state_of(user).gets_resets(now):
            language = request.language
            store(kind=Kind.RESET, user=user, address=user.email, language=language, now=now)


def _accounts(address: str) -> Iterator[User]:
    """The active accounts with this address and a password, by Django's careful comparison."""
    yield from PasswordResetForm().get_users(address)


def _beyond_limit(mail: AccountMail) -> bool:
    """Count a mail before it goes out; whether it is one more than its address may get.

    A mail that was not sent is given back, so no outage uses up what an address may get.
    """
    rate = settings.ATTEMPT_RATES["mail"]
    return bool(attempts.count(**_counter(mail), rate=rate))


def wait_for(kind: Kind, address: str) -> int:
    """For how many seconds an address gets no more mail of this kind; 0 if it does."""
    rate = settings.ATTEMPT_RATES["mail"]
    return attempts.wait(kind=f"mail-{kind}", caller=mailbox_of(address), rate=rate)


def _counter(mail: AccountMail) -> dict[str, str]:
    return {"kind": f"mail-{mail.kind}", "caller": mailbox_of(mail.address)}


def _message(mail: AccountMail, now: datetime) -> EmailMessage | None:
    """The mail, in the language of its reader; None when it must not be sent any more."""
    user = mail.user
    if user is None or not user.is_active:
        return None
    known = state_of(user)
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    if mail.kind == Kind.RESET:
        if mail.address != known.in_force or not known.gets_resets(now):
            return None
        token = default_token_generator.make_token(user)
        path = reverse("web:password_reset_confirm", args=[uid, token])
    elif mail.kind == Kind.VERIFY:
        if mail.address != known.awaited:
            return None
        path = reverse("web:verify_address", args=[uid, verification_tokens.make_token(user)])
    elif mail.kind == Kind.CHANGED:
        path = reverse("web:profile")
    elif mail.kind == Kind.DEADLINE:
        if mail.address != known.in_force or not known.verified:
            return None
        return _deadline(mail, user, now)
    elif mail.kind == Kind.SECOND_FACTOR_LOCKED:
        path = reverse("web:password_change")
    else:
        path = reverse("web:two_step")
    return _written(mail, user, settings.SITE_URL + path)


def _deadline(mail: AccountMail, user: User, now: datetime) -> EmailMessage | None:
    """Which tables wait for a result; None when none does any more."""
    with translation.override(Profile.language_of(user, otherwise=mail.language)):
        tables = [
            (
                safe_in_mail(tournament.name),
                table_title(state, table),
                settings.SITE_URL + reverse("web:tournament_table", args=[tournament.pk, table]),
            )
            for tournament, state, table in tournaments.tables_due(user, now)
        ]
    return _written(mail, user, "", tables=tables) if tables else None


TEMPLATES: Final = {
    Kind.RESET: "password_reset",
    Kind.VERIFY: "verify_address",
    Kind.CHANGED: "address_changed",
    Kind.SECOND_FACTOR_ON: "second_factor_on",
    Kind.SECOND_FACTOR_OFF: "second_factor_off",
    Kind.RECOVERY_CODE_USED: "recovery_code_used",
    Kind.PASSKEY_ADDED: "passkey_added",
    Kind.PASSKEY_REMOVED: "passkey_removed",
    Kind.CODES_RENEWED: "codes_renewed",
    Kind.SECOND_FACTOR_LOCKED: "second_factor_locked",
    Kind.DEADLINE: "deadline",
}


def _written(mail: AccountMail, user: User, link: str, **facts: object) -> EmailMessage:
    name = f"web/mail/{TEMPLATES[Kind(mail.kind)]}"
    # A stranger who enters somebody's address also chooses the name of the account.
    given = {"name": safe_in_mail(user.get_username()), "link": link, **facts}
    with translation.override(Profile.language_of(user, otherwise=mail.language)):
        subject = " ".join(render_to_string(f"{name}_subject.txt", given).split())
        text = render_to_string(f"{name}.txt", given)
    headers = {"Auto-Submitted": "auto-generated"}
    return EmailMessage(subject, text, None, [mail.address], headers=headers)

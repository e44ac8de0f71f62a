"""Handing mail to the mail server, which may be away or hang.

An outage is remembered in the database, for all processes: after a mail that the server has not
taken for want of a connection or an answer, no mail is tried for a while, and then a single one
is. The pauses grow; a server that answers, be it by refusing a mail, ends the outage.
"""

import logging
import time
from datetime import datetime, timedelta
from smtplib import (
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from typing import Final

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.db.models import Q

from games.waiting import AHEAD
from web.models import MailOutage

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(minutes=15)
GOES_AWAY: Final = 421
"""The answer of a server that takes no further command."""
PERMANENT: Final = 500
"""The least answer that will not be another one later."""
MOST_COUNTED: Final = 1000


class MailServerAway(OSError):
    """The mail server could not be reached, did not answer in time, or ended the connection."""


def pausing(now: datetime) -> bool:
    """Whether no mail is to be tried yet because the mail server was away."""
    # A time that is too far ahead was noted by a clock that was.
    soon = Q(next_try_at__gt=now, next_try_at__lte=now + LONGEST_PAUSE + AHEAD)
    return MailOutage.objects.filter(soon).exists()


def deliver(message: EmailMessage, now: datetime) -> None:
    """Hand a mail to the mail server, and note whether the server is there.

    Raises MailServerAway; where it refuses this mail SMTPException, its recipient
    SMTPRecipientsRefused.
    """
    began = time.monotonic()
    try:
        _hand_over(message)
    except MailServerAway as error:
        _note_outage(now + timedelta(seconds=time.monotonic() - began), error)
        raise
    except SMTPException:
        _end_outage()
        raise
    try:
        _end_outage()
    except DatabaseError:  # the mail went out all the same
        log.exception("the end of an outage cannot be noted")


def _hand_over(message: EmailMessage) -> None:
    connection = message.connection = get_connection()
    try:
        _open(connection)
        message.send()
    except MailServerAway:
        raise
    except OSError as error:
        if _refuses_this_mail(error):
            raise
        raise MailServerAway(without_addresses(error)) from None
    finally:
        _close(connection)


def _open(connection: BaseEmailBackend) -> None:
    try:
        connection.open()
    # SMTPException is an OSError: what is refused here is refused to all mail. A password that
    # cannot be sent is a ValueError.
    except (OSError, ValueError) as error:
        raise MailServerAway(str(error)) from error


def _close(connection: BaseEmailBackend) -> None:
    try:
        connection.close()
    except OSError as error:  # the mail was sent or refused before
        log.info("the mail server has not ended the connection in order: %s", error)


def refuses_for_good(error: OSError) -> bool:
    """Whether there is no such mailbox: other refusals of a recipient pass, such as greylisting."""
    return isinstance(error, SMTPRecipientsRefused) and all(
        code >= PERMANENT for code, _ in error.recipients.values()
    )


def without_addresses(error: Exception) -> str:
    """What went wrong, for the log: what a server says of a recipient names the address."""
    if isinstance(error, SMTPRecipientsRefused):
        return f"recipient refused: {sorted({code for code, _ in error.recipients.values()})}"
    if isinstance(error, SMTPResponseException):
        return f"{type(error).__name__} {error.smtp_code}"
    return str(error)


def _refuses_this_mail(error: OSError) -> bool:
    """Whether the server has answered, and would take another mail."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code != GOES_AWAY for code, _ in error.recipients.values())
    if isinstance(error, SMTPResponseException):
        return error.smtp_code != GOES_AWAY
    return isinstance(error, SMTPException) and not isinstance(error, SMTPServerDisconnected)


def _note_outage(now: datetime, error: OSError) -> None:
    outage, _ = MailOutage.objects.get_or_create(
        pk=MailOutage.ONLY, defaults={"since": now, "next_try_at": now}
    )
    pause = min(FIRST_PAUSE * 2 ** min(outage.failures, 10), LONGEST_PAUSE)
    outage.next_try_at = now + pause
    outage.failures = min(outage.failures + 1, MOST_COUNTED)
    outage.save(update_fields=["next_try_at", "failures"])
    log.warning(
        "the mail server is away since %s (%s): no mail is tried for %s seconds",
        outage.since.isoformat(timespec="seconds"),
        error,
        pause.total_seconds(),
    )


def _end_outage() -> None:
    ended, _ = MailOutage.objects.filter(pk=MailOutage.ONLY).delete()
    if ended:
        log.warning("the mail server is back")

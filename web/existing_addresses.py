"""Addresses from before addresses were verified: their users are asked once, a few at a time."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games.runtime.commit import in_transaction
from web.mail import account_mail
from web.models import AccountMail, MailAddress, Profile

MINUTE: Final = timedelta(minutes=1)
AT_ONCE: Final = 20
"""In each minute of the clock: a mail server distrusts who suddenly sends to everybody."""


@in_transaction
def ask(now: datetime) -> int:
    """Request the one mail for the next users that were never asked; for how many.

    However often it is called: all mail that asks for an address counts for its minute.
    """
    unasked = MailAddress.objects.filter(asked_at=None, user__is_active=True).exclude(awaited="")
    next_ones = unasked.select_for_update(of=("self",)).order_by("pk")
    # Of calls at the same moment, one waits for these rows and then counts what the other asked.
    rows = list(next_ones[:AT_ONCE])
    rows = rows[: max(0, AT_ONCE - _asked_in_minute(now))]
    for row in rows:
        account_mail.store(
            kind=AccountMail.Kind.VERIFY,
            user=row.user,
            address=row.awaited,
            language=_language(row),
            now=now,
        )
    MailAddress.objects.filter(pk__in=[row.pk for row in rows]).update(asked_at=now)
    return len(rows)


def _asked_in_minute(now: datetime) -> int:
    minute = now.replace(second=0, microsecond=0)
    asked = MailAddress.objects.filter(asked_at__gte=minute, asked_at__lt=minute + MINUTE)
    return asked.count()


def _language(row: MailAddress) -> str:
    profile = Profile.objects.filter(user=row.user_id).first()
    return (profile and profile.seen_language) or settings.LANGUAGE_CODE

"""Addresses from before addresses were verified: their users are asked once, a few at a time."""

from datetime import datetime
from typing import Final

from django.conf import settings

from games.runtime.commit import in_transaction
from web import account_mail
from web.models import AccountMail, MailAddress, Profile

AT_ONCE: Final = 20
"""Each minute: a mail server distrusts who suddenly sends to everybody."""


@in_transaction
def ask(now: datetime) -> int:
    """Request the one mail for the next users that were never asked; for how many."""
    unasked = MailAddress.objects.filter(asked_at=None, user__is_active=True).exclude(awaited="")
    rows = list(unasked.select_for_update(of=("self",)).order_by("pk")[:AT_ONCE])
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


def _language(row: MailAddress) -> str:
    profile = Profile.objects.filter(user=row.user_id).first()
    return (profile and profile.seen_language) or settings.LANGUAGE_CODE

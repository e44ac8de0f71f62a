"""Telling the owner of an account by mail what has happened to its second factor."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import get_language

from games.models import SecondFactor
from games.signals import SecondFactorChange
from web.address_state import state_of
from web.mail import account_mail
from web.mail.mail_queue import send_soon
from web.models import AccountMail

KINDS: Final = {
    SecondFactorChange.ON: AccountMail.Kind.SECOND_FACTOR_ON,
    SecondFactorChange.OFF: AccountMail.Kind.SECOND_FACTOR_OFF,
    SecondFactorChange.RECOVERY_CODE_USED: AccountMail.Kind.RECOVERY_CODE_USED,
    SecondFactorChange.PASSKEY_ADDED: AccountMail.Kind.PASSKEY_ADDED,
    SecondFactorChange.PASSKEY_REMOVED: AccountMail.Kind.PASSKEY_REMOVED,
    SecondFactorChange.CODES_RENEWED: AccountMail.Kind.CODES_RENEWED,
    SecondFactorChange.LOCKED: AccountMail.Kind.SECOND_FACTOR_LOCKED,
}


def mail_owner(
    sender: type[SecondFactor],
    *,
    user: User,
    change: SecondFactorChange,
    now: datetime,
    **more: object,
) -> None:
    """Have mail sent, in the transaction of the change, if the user has a verified address.

    Receives ``second_factor_changed``.
    """
    known = state_of(User.objects.get(pk=user.pk))
    if known.verified:
        language = get_language() or settings.LANGUAGE_CODE
        mail = account_mail.store(
            kind=KINDS[change], user=user, address=known.in_force, language=language, now=now
        )
        send_soon(mail)

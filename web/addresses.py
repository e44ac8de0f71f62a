"""Giving, changing and verifying the mail address of an account.

All of it raises ChangedMeanwhile when the account is gone.
"""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import get_language

from games.accounts import attempts
from games.runtime.commit import in_transaction, lock_user
from web.address_state import AddressState, state, verification_tokens
from web.forms.mailboxes import mailbox_of
from web.mail import account_mail
from web.mail.mail_queue import send_soon
from web.models import AccountMail, MailAddress

Kind = AccountMail.Kind


SAME_ADDRESS: Final = "3/day"
"""Mails that verify one address: so many for each account, and for each network that asks.

Another account may wait to verify it.
"""


class TooManyMails(Exception):
    """The user has requested the most mail allowed; more is possible in ``wait`` seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def request_reset(*, address: str, now: datetime) -> None:
    """Have each account with an address get a link that resets its password.

    Which accounts those are is looked up later, so the answer takes as long when there is none.
    """
    mail = account_mail.store(
        kind=Kind.RESET_REQUEST, user=None, address=address, language=_language(), now=now
    )
    send_soon(mail)


@in_transaction
def give(*, user: User, address: str, now: datetime, caller: str = "") -> None:
    """Take an address that the user has typed; ``""`` takes the address away.

    It is in force once it is verified; until then the one before stays. ``caller`` is the network
    address of who asks. Raises TooManyMails.
    """
    owner, row = _locked(user)
    known = state(owner, row)
    if address == (known.awaited or known.in_force):
        return
    if not address:
        _take_away(owner, row, known, now)
    elif address == known.in_force:
        row.awaited = ""  # the change is called off
        row.save()
    else:
        row.awaited = address
        _ask(owner, row, now, caller)


@in_transaction
def ask_again(*, user: User, now: datetime, caller: str = "") -> bool:
    """Send one more mail that asks to verify the address that waits, if one does.

    Raises TooManyMails, also where others have had that address asked too often.
    """
    owner, row = _locked(user)
    row.awaited = state(owner, row).awaited
    if not row.awaited:
        return False
    if wait := account_mail.wait_for(Kind.VERIFY, row.awaited):
        raise TooManyMails(wait)
    _ask(owner, row, now, caller)
    return True


@in_transaction
def verify(*, user: User, token: str, now: datetime) -> bool:
    """Put the address in force whose mail held this token; whether the token is good."""
    owner, row = _locked(user)
    known = state(owner, row)
    if not (known.awaited and verification_tokens.check_token(owner, token)):
        return False
    owner.email = known.awaited
    owner.save(update_fields=["email"])
    _note_verified(owner, row)
    if known.in_force != known.awaited:
        _mail_former(owner, known, now)
    return True


@in_transaction
def verified_by_reset(*, user: User) -> None:
    """Note that the user has read mail at the address in force: the link came from there.

    An address that waits is forgotten: somebody with the former password may have given it.
    """
    owner, row = _locked(user)
    row.awaited = ""
    if owner.email:
        _note_verified(owner, row)
    else:
        row.save()


def _locked(user: User) -> tuple[User, MailAddress]:
    """The user as stored, locked, and the row of the address. Raises ChangedMeanwhile."""
    lock_user(user)
    row, _ = MailAddress.objects.get_or_create(user_id=user.pk)
    return User.objects.get(pk=user.pk), row


def _note_verified(owner: User, row: MailAddress) -> None:
    row.verified, row.grace_until = owner.email, None
    if row.awaited == owner.email:
        row.awaited = ""
    row.save()


def _take_away(owner: User, row: MailAddress, known: AddressState, now: datetime) -> None:
    owner.email = row.verified = row.awaited = ""
    owner.save(update_fields=["email"])
    row.grace_until = None
    row.save()
    _mail_former(owner, known, now)


def _ask(owner: User, row: MailAddress, now: datetime, caller: str) -> None:
    mailbox, all_mail = mailbox_of(row.awaited), settings.ATTEMPT_RATES["mail"]
    for kind, who, rate in (
        ("mail-asked-from", f"{caller}-{mailbox}" if caller else "", SAME_ADDRESS),
        ("mail-asked-at", f"user-{owner.pk}-{mailbox}", SAME_ADDRESS),
        ("mail-asked", f"user-{owner.pk}", all_mail),
    ):
        if who and (wait := attempts.count(kind=kind, caller=who, rate=rate)):
            raise TooManyMails(wait)
    row.asked_at = now
    row.save()
    _send(owner, Kind.VERIFY, row.awaited, now)


def _mail_former(owner: User, known: AddressState, now: datetime) -> None:
    """Tell the address in force that it no longer is, if it could have been used."""
    if known.gets_resets(now):
        _send(owner, Kind.CHANGED, known.in_force, now)


def _send(owner: User, kind: AccountMail.Kind, address: str, now: datetime) -> None:
    send_soon(
        account_mail.store(kind=kind, user=owner, address=address, language=_language(), now=now)
    )


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE

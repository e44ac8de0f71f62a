"""Whether mail may go to the address of a user."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator

from web.models import MailAddress


@dataclass(frozen=True, slots=True)
class AddressState:
    """The address in force and the one that waits to be verified; ``""`` where there is none.

    They are the same when the one in force has never been verified.
    """

    in_force: str
    verified: bool
    awaited: str
    grace_until: datetime | None

    def gets_resets(self, now: datetime) -> bool:
        """Whether links that reset the password go to the address in force."""
        if not self.in_force:
            return False
        return self.verified or (self.grace_until is not None and now < self.grace_until)


def state_of(user: User) -> AddressState:
    """The state of a user's address as the database has it."""
    row = MailAddress.objects.filter(user=user).first() or MailAddress(user=user)
    return state(user, row)


def has_verified_address(user: User) -> bool:
    """Whether the user has shown to read mail at the address in force."""
    return state_of(user).verified


def state(user: User, row: MailAddress) -> AddressState:
    """The state that a row tells. Who changes ``User.email`` by hand has it unverified."""
    verified = bool(user.email) and row.verified == user.email
    awaited = row.awaited or user.email
    if verified and awaited == user.email:
        awaited = ""
    return AddressState(user.email, verified, awaited, row.grace_until)


class VerificationTokens(PasswordResetTokenGenerator):
    """Proof that somebody reads mail at the address that waits; good for three days, and once.

    It ends with the password: who knew the former one may have given the address that waits.
    """

    key_salt = "web.address_state.VerificationTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        known = state_of(user)
        return (
            f"{user.pk} {user.password} {timestamp} "
            f"{known.in_force} {known.verified} {known.awaited}"
        )


verification_tokens = VerificationTokens()

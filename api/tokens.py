"""Making, recognising and revoking API tokens."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import User

from api.errors import Conflict
from api.models import Token
from games import names

MARK: Final = "coc_"
"""Every token begins with it, so that secret scanners can find one that leaked."""
PREFIX_LENGTH: Final = 10
MOST_TOKENS: Final = 50
USE_NOTED_EVERY: Final = timedelta(minutes=5)


class TooManyTokens(Conflict):
    """The user has as many tokens as one may have."""

    default_code = "too_many_tokens"
    default_detail = f"You have {MOST_TOKENS} tokens already: revoke one you no longer use."


def digest_of(text: str) -> str:
    """The form in which a token is stored; tokens are random, so no salt is needed."""
    return hashlib.sha256(text.encode()).hexdigest()


def issue(*, user: User, name: str, now: datetime) -> tuple[Token, str]:
    """Make a token and return it with its text, which cannot be had again.

    Raises InvalidName, TooManyTokens.
    """
    name = names.cleaned(name)
    if Token.objects.filter(user=user).count() >= MOST_TOKENS:
        raise TooManyTokens
    text = MARK + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user,
        name=name,
        prefix=text[:PREFIX_LENGTH],
        digest=digest_of(text),
        created_at=now,
    )
    return token, text


def tokens_of(user: User) -> list[Token]:
    """The tokens of a user, the oldest first; their texts are not known any more."""
    return list(Token.objects.filter(user=user))


def recognise(text: str, *, now: datetime) -> Token | None:
    """The token with this text, of a user who is active.

    The time of use is noted only now and then: reads should not become writes.
    """
    found = (
        Token.objects.select_related("user")
        .filter(digest=digest_of(text), user__is_active=True)
        .first()
    )
    if found is None:
        return None
    if found.last_used_at is None or now - found.last_used_at >= USE_NOTED_EVERY:
        Token.objects.filter(pk=found.pk).update(last_used_at=now)
    return found


def revoke(*, user: User, token_id: int) -> bool:
    """Delete one of the user's own tokens; False when there is none with this id."""
    deleted, _ = Token.objects.filter(user=user, pk=token_id).delete()
    return deleted > 0

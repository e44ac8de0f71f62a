"""Making, recognising and revoking API tokens."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import get_hasher, identify_hasher, is_password_usable
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import constant_time_compare
from rest_framework.exceptions import AuthenticationFailed

from api.errors import Conflict, Malformed
from api.models import Token
from games import names

MARK: Final = "coc_"
"""Every token begins with it, so that secret scanners can find one that leaked."""
PREFIX_LENGTH: Final = 10
MOST_TOKENS: Final = 50
USE_NOTED_EVERY: Final = timedelta(minutes=5)


class Scope(StrEnum):
    """The scopes of tokens. None of them includes another one."""

    READ = "read"
    """All that the user sees: games, states, streams, exports."""
    PLAY = "play"
    """Taking a seat and playing: joining, leaving, words, moves, undo, orders, resigning."""
    MANAGE = "manage"
    """The rest: tables, hosting, forks, imports, the list of tokens, the session."""


ALL_SCOPES: Final = tuple(Scope)


class TooManyTokens(Conflict):
    """The user already has the most tokens."""

    default_code = "too_many_tokens"
    default_detail = f"You have {MOST_TOKENS} tokens already: revoke one you no longer use."


class AccountChanged(Conflict):
    """The account was deleted, or its password changed, after this request was let in."""

    default_code = "account_changed"
    default_detail = "The password of this account was changed just now: sign in again."


class InvalidExpiry(Malformed):
    """The token would have expired already, or live too long."""

    default_code = "invalid_expiry"

    def __init__(self, latest: datetime) -> None:
        super().__init__(
            f"expires_at: name a time in the future, {latest:%Y-%m-%dT%H:%M:%SZ} at the latest."
        )


class TokenExpired(AuthenticationFailed):
    """The token was good until its expiry."""

    default_code = "token_expired"

    def __init__(self, expired_at: datetime) -> None:
        super().__init__(
            f"This token expired at {expired_at:%Y-%m-%dT%H:%M:%SZ}: make another with "
            "POST /api/v1/tokens, user name and password."
        )
        self.challenge = 'Bearer realm="caledonia", error="invalid_token"'


def digest_of(text: str) -> str:
    """The form in which a token is stored; tokens are random, so no salt is needed."""
    return hashlib.sha256(text.encode()).hexdigest()


def stamp_of(user: User) -> str:
    """What tokens keep of the password of a user; another password has another one.

    It does not depend on SECRET_KEY, which may be replaced while tokens go on.
    """
    return hashlib.sha256(user.password.encode()).hexdigest()


def scopes_of(token: Token) -> list[Scope]:
    """The scopes of a token, in the order in which ``Scope`` lists them."""
    return [scope for scope in Scope if scope in token.scopes.split()]


@transaction.atomic
def issue(
    *,
    user: User,
    name: str,
    now: datetime,
    scopes: Collection[Scope] = ALL_SCOPES,
    expires_at: datetime | None = None,
) -> tuple[Token, str]:
    """Make a token and return it with its text, which cannot be had again.

    Without ``expires_at`` it lives TOKEN_DAYS. Tokens of the user that have expired are deleted.
    Raises InvalidName, InvalidExpiry, TooManyTokens, AccountChanged.
    """
    name = names.cleaned(name)
    expires_at = _expiry(expires_at, now)
    _lock(user)
    own = Token.objects.filter(user=user)
    own.exclude(password_stamp=stamp_of(user), expires_at__gt=now).delete()
    if own.count() >= MOST_TOKENS:
        raise TooManyTokens
    text = MARK + secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=user,
        name=name,
        prefix=text[:PREFIX_LENGTH],
        digest=digest_of(text),
        scopes=" ".join(scope for scope in Scope if scope in scopes),
        password_stamp=stamp_of(user),
        created_at=now,
        expires_at=expires_at,
    )
    return token, text


def _expiry(wanted: datetime | None, now: datetime) -> datetime:
    latest = now + timedelta(days=settings.TOKEN_DAYS_MAX)
    if wanted is None:
        return now + timedelta(days=settings.TOKEN_DAYS)
    if not now < wanted <= latest:
        raise InvalidExpiry(latest)
    return wanted


def _lock(user: User) -> None:
    """Let one request at a time change the tokens of a user. Raises AccountChanged.

    The caller was let in by the password that ``user`` has; a token made after that password was
    changed would outlive the change.
    """
    stored = User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
    if stored is None or stored.password != user.password:
        raise AccountChanged


def tokens_of(user: User) -> list[Token]:
    """The tokens of a user, the oldest first, those that have expired included."""
    return list(Token.objects.filter(user=user, password_stamp=stamp_of(user)))


def recognise(text: str, *, now: datetime) -> Token | None:
    """The token with this text, of a user who is active. Raises TokenExpired.

    The time of use is noted only now and then: reads should not become writes.
    """
    found = Token.objects.select_related("user").filter(digest=digest_of(text)).first()
    if found is None or not _in_force(found):
        return None
    if found.expires_at <= now:
        raise TokenExpired(found.expires_at)
    if _to_be_noted(found, now):
        Token.objects.filter(pk=found.pk).update(last_used_at=now)
    return found


def good_for(token: Token, scope: Scope, *, now: datetime) -> bool:
    """Whether a token is let in where ``scope`` is needed, without its use having to be noted.

    ``token.user`` is as it is stored now.
    """
    in_time = token.expires_at > now and not _to_be_noted(token, now)
    return in_time and _in_force(token) and scope in scopes_of(token)


def _to_be_noted(token: Token, now: datetime) -> bool:
    return token.last_used_at is None or now - token.last_used_at >= USE_NOTED_EVERY


def usable(ids: Collection[int], *, scope: Scope, now: datetime) -> set[int]:
    """Those of the tokens that would be let in now where ``scope`` is needed."""
    known = Token.objects.select_related("user").filter(pk__in=ids, expires_at__gt=now)
    return {token.pk for token in known if _in_force(token) and scope in scopes_of(token)}


def _in_force(token: Token) -> bool:
    same = constant_time_compare(token.password_stamp, stamp_of(token.user))
    return token.user.is_active and same


def revoke(*, user: User, token_id: int) -> bool:
    """Delete one of the user's own tokens; False when no token has this id."""
    deleted, _ = Token.objects.filter(user=user, pk=token_id).delete()
    return deleted > 0


def restamp(*, before: User, after: User) -> None:
    """Keep the tokens of a user through a change of the password hash.

    ``before`` and ``after`` are the user with the old hash and with the new one. Tokens that had
    been revoked already stay so.
    """
    own = Token.objects.filter(user_id=after.pk, password_stamp=stamp_of(before))
    own.update(password_stamp=stamp_of(after))


def follow_rehash(
    sender: type[User], instance: User, *, update_fields: Collection[str] | None, **more: object
) -> None:
    """Keep the tokens when Django stores the same password under a stronger hash.

    Receives ``pre_save`` of users. Django does so at the first sign-in after an upgrade: it saves
    this one field, with no new password in hand. Anything else is a change of the password.
    """
    changed = vars(instance).get("_password") is not None
    if changed or update_fields is None or set(update_fields) != {"password"}:
        return
    before = User.objects.filter(pk=instance.pk).first()
    if before is not None and _outdated(before.password) and is_password_usable(instance.password):
        restamp(before=before, after=instance)


def _outdated(encoded: str) -> bool:
    preferred = get_hasher()
    try:
        return identify_hasher(encoded).algorithm != preferred.algorithm or bool(
            preferred.must_update(encoded)
        )
    except ValueError:  # no hash at all: the account had no password
        return False

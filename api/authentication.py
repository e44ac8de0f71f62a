"""Authentication: a bearer token, a session, or (to get the first token) a password."""

import base64
import binascii
from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from api import tokens
from api.models import Token
from api.throttling import begin_code
from games.accounts import names, second_factors

CHALLENGE = 'Bearer realm="caledonia"'
"""Of every 401. Browsers would answer Basic by themselves, and keep the password for later."""
INVALID = f'{CHALLENGE}, error="invalid_token"'
"""Of a 401 for a token that is not, or no longer, valid (RFC 6750)."""
JSON = "application/json"
CODE_HEADER = "OTP"
"""Of the code that an account with a second factor needs beside the password."""
KEYWORDS = ("bearer", "token")


class TokenRefused(exceptions.AuthenticationFailed):
    """A token that no user has."""

    default_detail = (
        "This token is unknown or was revoked, as all are when the password changes: make another "
        "with POST /api/v1/tokens, user name and password."
    )
    challenge = INVALID


class BearerAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer …`` (or ``Token …``) with one of the user's API tokens."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The user and the token. Raises AuthenticationFailed, TokenRefused, TokenExpired."""
        text = bearer_token(authentication.get_authorization_header(request))
        if text is None:
            return None
        token = tokens.recognise(text, now=timezone.now())
        if token is None:
            raise TokenRefused
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The challenge of a 401."""
        return CHALLENGE


def bearer_token(header: bytes) -> str | None:
    """The text of the token in a header; None of another header. Raises AuthenticationFailed."""
    parts = header.split()
    if not parts or parts[0].decode("latin-1").lower() not in KEYWORDS:
        return None
    if len(parts) != 2:
        raise exceptions.AuthenticationFailed(
            "The Authorization header must be the word Bearer, a space and one token."
        )
    return parts[1].decode("latin-1")


class CsrfFailed(exceptions.PermissionDenied):
    """A write with a session cookie that does not prove to come from our own pages."""

    default_code = "csrf_failed"


class SessionAuthentication(authentication.SessionAuthentication):
    """The session cookie of a signed-in browser; writes also need its CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Raises CsrfFailed."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as refused:
            raise CsrfFailed(
                f"{refused.detail} Send the csrftoken cookie's value as the header X-CSRFToken, "
                "or use a token instead of a session."
            ) from None


def password_suffices(user: User) -> bool:
    """Whether the right password alone authenticates the caller.

    The one place that decides it: for an account with a second factor it is not enough.
    """
    return user.is_active and not second_factors.is_on(user)


class SecondFactorNeeded(exceptions.PermissionDenied):
    """The password is right, and not enough."""

    default_code = "second_factor_needed"
    default_detail = (
        "This account has two-step sign-in: send the code that your app shows, or a recovery code, "
        f"in the header {CODE_HEADER} as well."
    )


class SecondFactorWrong(SecondFactorNeeded):
    """The password is right, the code is not."""

    default_code = "second_factor_wrong"
    default_detail = (
        "This code is wrong, too old, or was used before. Wait for the next one of your app, or "
        "send a recovery code."
    )


class CrossSite(exceptions.PermissionDenied):
    """A password that a browser sends along with a request of another site's page."""

    default_code = "cross_site"
    default_detail = "Passwords are taken from programs and from our own pages only."


def check_own_site(request: Request) -> None:
    """Refuse what a form or a script of another site can make a browser send.

    Raises CrossSite, UnsupportedMediaType.
    """
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        raise CrossSite
    own = f"{request.scheme}://{request.get_host()}"
    origin = request.headers.get("Origin", own)
    if origin != own and origin not in settings.CSRF_TRUSTED_ORIGINS:
        raise CrossSite
    kind = request.headers.get("Content-Type", JSON).partition(";")[0].strip().lower()
    if kind not in ("", JSON):
        raise exceptions.UnsupportedMediaType(kind)


class PasswordAuthentication(authentication.BaseAuthentication):
    """HTTP Basic with user name and password; taken only by operations that need the password."""

    @staticmethod
    def claimed(request: Request) -> bool:
        """Whether the request comes with a password, right or wrong."""
        return authentication.get_authorization_header(request)[:6].lower() == b"basic "

    @staticmethod
    def claimed_name(request: Request) -> str:
        """The user name beside the password, as far as it can be read."""
        try:
            name, _ = credentials(authentication.get_authorization_header(request).split()[1:])
        except exceptions.AuthenticationFailed:
            return ""
        return name

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """The user. Raises AuthenticationFailed, SecondFactorNeeded, CodesThrottled."""
        if not self.claimed(request):
            return None
        name, password = credentials(authentication.get_authorization_header(request).split()[1:])
        user: Any = authenticate(request._request, username=names.normal(name), password=password)
        if user is None:
            raise exceptions.AuthenticationFailed("User name or password is wrong.")
        if not password_suffices(user):
            check_code(request, user)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        """The challenge of a 401: never Basic."""
        return CHALLENGE


def check_code(request: Request, user: User) -> None:
    """Check the second factor of a user whose password is right.

    Raises SecondFactorNeeded, CodesThrottled.
    """
    code = request.headers.get(CODE_HEADER, "")
    if not code:
        raise SecondFactorNeeded
    attempt = begin_code(request, user)
    now = timezone.now()
    if not second_factors.prove(user=user, code=code, now=now):
        second_factors.note_wrong(user=user, attempt=attempt, now=now)
        raise SecondFactorWrong
    attempt.give_back()


def credentials(parts: list[bytes]) -> tuple[str, str]:
    """Name and password out of what follows the word Basic. Raises AuthenticationFailed."""
    try:
        (encoded,) = parts
        text = base64.b64decode(encoded, validate=True).decode()
        name, colon, password = text.partition(":")
    except (ValueError, binascii.Error):
        colon = ""
    if not colon or "\0" in text:
        raise exceptions.AuthenticationFailed(
            "The Authorization header must be the word Basic, a space and base64 of name:password."
        )
    return name, password

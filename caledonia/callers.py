"""The caller of a request, before Django parses it.

This runs on the event loop, so nothing takes time here that grows faster than its input.
"""

import re
from functools import cache
from typing import Any, Final

from django.conf import settings
from rest_framework.settings import api_settings

from api.authentication import KEYWORDS
from games.runtime import ratelimit

API: Final = "/api/"
Environ = dict[str, Any]


def caller_of(scope: Any) -> str:
    """The address of an ASGI request, its network with IPv6, as far as proxies are believed."""
    proxies = api_settings.NUM_PROXIES
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if proxies and forwarded:
        addresses = b",".join(forwarded).decode("latin-1").split(",")
        return ratelimit.by_address(addresses[-min(proxies, len(addresses))].strip())
    return ratelimit.by_address((scope.get("client") or [""])[0])


def credential_of(environ: Environ) -> str:
    """The token or the session that a request comes with; empty if it has neither.

    Only the API takes tokens, and looks at sessions for want of one.
    """
    if environ.get("PATH_INFO", "").startswith(API):
        word, _, token = environ.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
        if word.lower() in KEYWORDS:
            return f"token {token.strip()}"
        if word:
            return ""
    session = cookie_of(environ, settings.SESSION_COOKIE_NAME)
    return session and f"session {session}"


def cookie_of(environ: Environ, name: str) -> str:
    """A cookie of letters, digits, ``_`` and ``-``; empty for any other one.

    Django reads cookies with all their escapes, which may take milliseconds of a hostile header.
    """
    cookies = environ.get("HTTP_COOKIE", "")
    found = _pattern(name).findall(cookies) if name in cookies else ()
    return found[-1] if found else ""


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|; ?){re.escape(name)}=([A-Za-z0-9_-]+)(?![^;])")

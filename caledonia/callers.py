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
PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")
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

    Only the API takes tokens, and looks at sessions for want of one: also beside a header of
    another kind. What it takes has to be found here, however it is written.
    """
    if environ.get("PATH_INFO", "").startswith(API):
        parts = environ.get("HTTP_AUTHORIZATION", "").encode("latin-1", "replace").split()
        if parts and parts[0].decode("latin-1").lower() in KEYWORDS:
            return f"token {b' '.join(parts[1:]).decode('latin-1')}"
    session = cookie_of(environ, settings.SESSION_COOKIE_NAME)
    return session and f"session {session}"


def cookie_of(environ: Environ, name: str) -> str:
    """A cookie of letters, digits, ``_`` and ``-`` as Django reads it; empty for any other one.

    That is the last one of this name, without blanks and quotes around it; backslashes are dropped
    at the door.
    """
    cookies = environ.get("HTTP_COOKIE", "")
    cookies = cookies.encode("latin-1", "replace").decode(errors="replace").replace("\\", "")
    values = _pattern(name).findall(cookies) if name in cookies else ()
    found = values[-1].strip() if values else ""
    if found[:1] == found[-1:] == '"':
        found = found[1:-1]
    return found if PLAIN.fullmatch(found) else ""


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|;)\s*{re.escape(name)}\s*=([^;]*)")

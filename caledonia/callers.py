"""Who sends a request, before Django makes one of it."""

from typing import Any

from rest_framework.settings import api_settings

from games.runtime import ratelimit


def caller_of(scope: Any) -> str:
    """The address of an ASGI request, its network with IPv6, as far as proxies are believed."""
    told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    proxies = api_settings.NUM_PROXIES
    if proxies and told:
        addresses = b",".join(told).decode("latin-1").split(",")
        return ratelimit.by_address(addresses[-min(proxies, len(addresses))].strip())
    return ratelimit.by_address((scope.get("client") or [""])[0])

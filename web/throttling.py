"""How often somebody may do what costs much or annoys others: passwords, mail, messages."""

from math import ceil

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from games import counting


def count_try(request: HttpRequest, name: str = "") -> int:
    """Count one try, of this address and for this name; how many seconds to wait, 0 to go on.

    The limits and the counters are those with which the API counts passwords.
    """
    told = BaseThrottle().get_ident(request)  # type: ignore[arg-type]
    callers = [("sign-in", f"address-{counting.by_address(told or '')}")]
    if name:
        callers.append(("sign-in-user", counting.by_name(name)))
    for scope, caller in callers:
        wait = _wait(scope, caller)
        if wait:
            return wait
    return 0


def too_often(seconds: int) -> str:
    """What a form says then."""
    minutes = ceil(seconds / 60)
    told = ngettext(
        "Too many tries. Wait a minute, then try again.",
        "Too many tries. Wait %(minutes)s minutes, then try again.",
        minutes,
    )
    return told % {"minutes": minutes}


def refused(response: HttpResponse, seconds: int) -> HttpResponse:
    """The answer that says so, with the status and the header for it."""
    response.status_code = 429
    response.headers["Retry-After"] = str(seconds)
    return response


def count_validation(request: HttpRequest) -> int:
    """Count one more game that is to be decided again; how many seconds to wait, 0 to go on.

    The limit and the counters are those of the API.
    """
    user = f"user-{request.user.pk}" if request.user.is_authenticated else None
    caller = user or f"address-{BaseThrottle().get_ident(request)}"  # type: ignore[arg-type]
    return _wait("validation", caller)


def count_message(request: HttpRequest) -> int:
    """Count one message of a user to a chat; how many seconds to wait, 0 to go on."""
    return _wait("chat", f"user-{request.user.pk}")


def count_offer(request: HttpRequest) -> int:
    """Count one offer of a seat by a user; how many seconds to wait, 0 to go on."""
    return _wait("offer", f"user-{request.user.pk}")


def _wait(scope: str, caller: str) -> int:
    """Counts; the seconds until the caller may go on."""
    rate = api_settings.DEFAULT_THROTTLE_RATES.get(scope)
    if not rate:
        return 0
    allowed, left = counting.within(scope, caller, str(rate))
    return 0 if allowed else max(1, ceil(left))

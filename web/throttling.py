"""How often somebody may do what costs much or annoys others: passwords, mail, messages."""

from http import HTTPStatus
from math import ceil

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from games.accounts import attempts, sign_ins
from games.runtime import computing, ratelimit

READING = ("GET", "HEAD")


def begin_try(
    request: HttpRequest, name: str = "", *, kind: str = sign_ins.PASSWORD
) -> sign_ins.Try:
    """Count one try of this address and for this name, with those of the API.

    Say ``succeeded()`` of it when the password was right.
    """
    return sign_ins.begin(
        address=address_of(request),
        name=name,
        cookies=request.COOKIES,
        now=timezone.now(),
        kind=kind,
    )


def begin_code(request: HttpRequest, user: User) -> sign_ins.Try:
    """Count one code of a user whose password was right, with those of the API.

    Say ``succeeded()`` of it when the code was right.
    """
    return sign_ins.begin_code(
        address=address_of(request), user=user, cookies=request.COOKIES, now=timezone.now()
    )


def count_sign_up(request: HttpRequest) -> int:
    """Count one new account of this address; how many seconds to wait, 0 to go on."""
    return attempts.count(
        kind="sign-up",
        caller=ratelimit.by_address(address_of(request)),
        rate=settings.ATTEMPT_RATES["sign-up"],
        now=timezone.now(),
    )


def address_of(request: HttpRequest) -> str:
    """The address of a caller, as far as proxies are believed."""
    return BaseThrottle().get_ident(request) or ""  # type: ignore[arg-type]


def too_often(seconds: int) -> str:
    """What a form says then."""
    minutes = ceil(seconds / 60)
    text = ngettext(
        "Too many tries. Wait a minute, then try again.",
        "Too many tries. Wait %(minutes)s minutes, then try again.",
        minutes,
    )
    return text % {"minutes": minutes}


def too_many_accounts() -> str:
    """What the form for an account says once an address has made all that it may in a while."""
    return gettext(
        "Too many accounts were made from your network today. Try again tomorrow, or sign in with "
        "an account that you have."
    )


def refused(response: HttpResponse, seconds: int) -> HttpResponse:
    """The answer that says so, with the status and the header for it."""
    response.status_code = 429
    response.headers["Retry-After"] = str(seconds)
    return response


def unprocessable(response: HttpResponse) -> HttpResponse:
    """The page of a form that has something wrong in it, with the status that says so."""
    response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    return response


def count_validation(request: HttpRequest) -> int:
    """Count one more game that is to be decided again; how many seconds to wait, 0 to go on.

    The limit and the counters are those of the API.
    """
    user = f"user-{request.user.pk}" if request.user.is_authenticated else None
    caller = user or f"address-{ratelimit.by_address(address_of(request))}"
    return _wait("validation", caller)


def count_message(request: HttpRequest) -> int:
    """Count one message of a user to a chat; how many seconds to wait, 0 to go on."""
    return _wait("chat", f"user-{request.user.pk}")


def count_offer(request: HttpRequest) -> int:
    """Count one offer of a seat by a user; how many seconds to wait, 0 to go on."""
    return _wait("offer", f"user-{request.user.pk}")


def count_request(request: HttpRequest) -> int:
    """Count one more request of a page or a part of one; how many seconds to wait, 0 to go on.

    Of a user alone and of all users of the address together the limits and the counters are those
    of the API. Who has not signed in has a limit by address that is for pages only: programs there
    use up none of it. Whoever has taken too much computing time waits as well.
    """
    address = ratelimit.by_address(address_of(request))
    # Without its cookie there is no session to look for.
    known = settings.SESSION_COOKIE_NAME in request.COOKIES
    if not (known and request.user.is_authenticated):
        counted = _wait("pages", f"address-{address}")
        return counted or ceil(computing.wait_of(None, address))
    scope = "read" if request.method in READING else "write"
    counted = _wait(scope, f"user-{request.user.pk}")
    counted = counted or _wait(f"{scope}-address", f"address-{address}")
    return counted or ceil(computing.wait_of(request.user.pk, address))


def _wait(scope: str, caller: str) -> int:
    """Counts; the seconds until the caller may go on."""
    rate = api_settings.DEFAULT_THROTTLE_RATES.get(scope)
    if not rate:
        return 0
    allowed, left = ratelimit.within(scope, caller, str(rate))
    return 0 if allowed else max(1, ceil(left))

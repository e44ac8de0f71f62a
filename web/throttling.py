"""How often somebody may do what costs much or annoys others: passwords, mail, messages."""

from http import HTTPStatus
from math import ceil
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext

from games.accounts import sign_ins
from games.runtime import limits
from games.runtime.limits import Caller, address_of

READING = ("GET", "HEAD")
TRY: Final = "caledonia.try"
"""In ``META``: the try that was counted last."""


def begin_try(
    request: HttpRequest, name: str = "", *, kind: str = sign_ins.PASSWORD
) -> sign_ins.Try:
    """Count one try of this address and for this name, with those of the API.

    Give it back when the password was right; ``give_back_unchecked`` does when it was not checked.
    """
    begun = sign_ins.begin(
        address=address_of(request),
        name=name,
        cookies=request.COOKIES,
        kind=kind,
    )
    request.META[TRY] = begun
    return begun


def begin_code(request: HttpRequest, user: User) -> sign_ins.Try:
    """Count one code of a user whose password was right, with those of the API.

    Give it back when the code was right.
    """
    return sign_ins.begin_code(address=address_of(request), user=user, cookies=request.COOKIES)


def begin_sign_up(request: HttpRequest) -> sign_ins.Try:
    """Count one new account of this address; give it back if none is made."""
    request.META[TRY] = begun = sign_ins.begin_sign_up(address=address_of(request))
    return begun


def give_back_unchecked(request: HttpRequest) -> None:
    """Give back what was counted last: the server is too busy to check or to hash the password."""
    begun = request.META.get(TRY)
    if isinstance(begun, sign_ins.Try):
        begun.give_back()


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


def refused_if(response: HttpResponse, seconds: int) -> HttpResponse:
    """The answer, as ``refused`` while there are seconds to wait."""
    return refused(response, seconds) if seconds else response


def unprocessable(response: HttpResponse) -> HttpResponse:
    """The page of a form that has something wrong in it, with the status that says so."""
    response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    return response


def caller_of(request: HttpRequest) -> Caller:
    """Who asks for a page."""
    # Without its cookie there is no session to look for.
    known = settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated
    return Caller(request.user.pk if known else None, address_of(request))


def count_validation(request: HttpRequest) -> int:
    """Count one more game that is to be decided again; how many seconds to wait, 0 to go on.

    The limit and the counters are those of the API.
    """
    return _count("validation", request)


def count_message(request: HttpRequest) -> int:
    """Count one message of a user to a chat; how many seconds to wait, 0 to go on."""
    return _count("chat", request)


def count_offer(request: HttpRequest) -> int:
    """Count one offer of a seat by a user; how many seconds to wait, 0 to go on."""
    return _count("offer", request)


def count_picture(request: HttpRequest) -> int:
    """Count one picture of a game; how many seconds to wait, 0 to go on."""
    return _count("picture", request)


def count_animation(request: HttpRequest) -> int:
    """Count one animation that is to be drawn; how many seconds to wait, 0 to go on."""
    return _count("animation", request)


def count_draw(request: HttpRequest) -> int:
    """Count one draw of a round, or a preview of one; how many seconds to wait, 0 to go on."""
    return _count("draw", request)


def count_request(request: HttpRequest) -> int:
    """Count one more request of a page or a part of one; how many seconds to wait, 0 to go on.

    Users have the limits and the counters of the API. Visitors without an account have a limit
    by address for pages alone: programs there use up none of it.
    """
    reading = request.method in READING
    return ceil(limits.wait_of_request(caller_of(request), reading=reading, anonymous="pages"))


def _count(scope: str, request: HttpRequest) -> int:
    return ceil(limits.wait(scope, caller_of(request).key))

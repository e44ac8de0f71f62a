"""What the frame of every page shows."""

from typing import Final

from django import template
from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.template.context import Context

from games import turns
from games.models import Game
from web.pages.common.going_on import next_page

register = template.Library()

ABOUT_ACCOUNTS: Final = ("signup/", "login/", "logout/", "password/", "mail/")
"""Where addresses begin that nobody who has just signed in comes back to."""


@register.simple_tag
def site_url() -> str:
    """The beginning of addresses for other readers; never taken from the request."""
    return str(settings.SITE_URL)


@register.simple_tag(takes_context=True)
def coming_back(context: Context) -> str:
    """What links to signing in and up carry, so that one comes back to the page that shows them.

    Pages about accounts lead on to where they would themselves, the front page to the lobby.
    """
    request: HttpRequest = context["request"]
    match = request.resolver_match
    if match is not None and match.route.startswith(ABOUT_ACCOUNTS):
        wanted = next_page(request)
    else:
        wanted = "" if request.method != "GET" or request.path == "/" else request.get_full_path()
    query = QueryDict(mutable=True)
    query["next"] = wanted
    return f"?{query.urlencode(safe='/')}" if wanted else ""


@register.simple_tag(takes_context=True)
def waiting_games(context: Context, beside: Game | str = "") -> int:
    """How many games wait for the viewer, ``beside`` the one that is on the page."""
    user = context["request"].user
    if not user.is_authenticated:
        return 0
    return turns.count_waiting(user.pk, beside=beside.pk if isinstance(beside, Game) else None)

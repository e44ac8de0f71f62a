"""What the frame of every page shows."""

from django import template
from django.conf import settings
from django.template.context import Context

from games import turns
from games.models import Game

register = template.Library()


@register.simple_tag
def site_url() -> str:
    """The beginning of addresses for other readers; never taken from the request."""
    return str(settings.SITE_URL)


@register.simple_tag(takes_context=True)
def waiting_games(context: Context, beside: Game | str = "") -> int:
    """How many games wait for the viewer, ``beside`` the one that is on the page."""
    user = context["request"].user
    if not user.is_authenticated:
        return 0
    return turns.count_waiting(user.pk, beside=beside.pk if isinstance(beside, Game) else None)

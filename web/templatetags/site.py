"""What the frame of every page shows."""

from django import template
from django.conf import settings
from django.db.models import QuerySet
from django.template.context import Context

from games.models import Game, Seat
from games.models.game import Status

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
    seats: QuerySet[Seat] = Seat.objects.filter(
        user=user, waiting=True, game__status=Status.RUNNING
    )
    if isinstance(beside, Game):
        seats = seats.exclude(game=beside)
    return seats.values("game").distinct().count()

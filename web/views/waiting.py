"""The waiting room: a table before the game starts."""

from django.http import HttpRequest, HttpResponse

from games.models import Game
from web.views import placeholder


def room(request: HttpRequest, game: Game) -> HttpResponse:
    """The page of an open table."""
    return placeholder.coming(request)

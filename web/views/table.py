"""The page of one game: the waiting room before it starts, the table from then on."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games import selectors
from games.errors import NoSuchGame
from games.models.game import Status
from web.views import placeholder, waiting
from web.views.viewer import user_of


@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The waiting room of an open table; else its board and all that lies around it."""
    try:
        game = selectors.game_for(user_of(request), game_id)
    except NoSuchGame as missing:
        raise Http404 from missing
    if game.status == Status.OPEN:
        return waiting.room(request, game)
    return placeholder.coming(request)

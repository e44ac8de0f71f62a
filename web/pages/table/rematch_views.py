"""Playing again after the end."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from games import services
from games.errors import GameError
from web.pages.common.errors import sentence
from web.pages.common.forms_only import sent_from
from web.pages.common.viewer import account_of, game_of


@login_required
@sent_from("web:table")
def rematch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table at which the players of a finished game play again. Raises Http404."""
    game, user = game_of(request, game_id), account_of(request)
    try:
        made = services.rematch(game_id=game.pk, user=user, now=timezone.now())
    except GameError as refused:
        messages.error(request, sentence(refused))
        return redirect("web:table", game.pk)
    return redirect("web:table", made.pk)

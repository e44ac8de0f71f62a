"""Words that players add to the chance of a game, at its table before the start."""

import re
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games import services
from games.models import Game
from games.services.tables.seed_words import seal_for
from web.pages.room.views import done

SEAL: Final = re.compile(r"[0-9a-f]{64}")


@sensitive_post_parameters("word")
@require_POST
def seal(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Seal a word. A browser sends the ``seal`` alone; one without scripts sends the ``word``."""
    made, word = request.POST.get("seal", ""), request.POST.get("word", "").strip()

    def sealed(*, game_id: UUID, user: User, now: datetime) -> Game:
        seal = made if SEAL.fullmatch(made) else seal_for(word)
        return services.seal_word(game_id=game_id, user=user, seal=seal, now=now)

    return done(request, game_id, sealed)


@sensitive_post_parameters("word")
@require_POST
def open_(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Open the sealed word."""
    word = request.POST.get("word", "").strip()
    return done(request, game_id, partial(services.open_word, word=word))


@require_POST
def remove(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take the sealed word away."""
    return done(request, game_id, services.remove_word)

"""Receivers of the signals of games."""

from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User


def draw_game(*, game_id: UUID, **_: object) -> None:
    """Have a worker draw a game that is over; without workers it is drawn when it is asked for.

    So is a game that was given up, of which somebody could make very many, and every animation.
    """
    from games.models import Game  # noqa: PLC0415 - models are not there when the app is made ready
    from games.models.game import EndedBy  # noqa: PLC0415
    from web import tasks  # noqa: PLC0415
    from web.pages.share import making  # noqa: PLC0415

    scored = Game.objects.filter(pk=game_id, ended_by=EndedBy.SCORING)
    if not settings.EMBEDDED and scored.exists():
        tasks.ask_for(making.PICTURES, game_id)


def forget_account(*, user: User, **_: object) -> None:
    """Delete the pictures and animations that have the name of an account."""
    from web.pages.share import making  # noqa: PLC0415

    making.forget_account(user.pk)

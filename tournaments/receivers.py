"""Receivers of the signals of games."""

from uuid import UUID

from django.contrib.auth.models import User


def game_over(*, game_id: UUID, **_: object) -> None:
    """Have the result of a game that is over taken into its tournament."""
    # Tasks import models, which are not there yet when the app is made ready.
    from games.models import Game  # noqa: PLC0415
    from tournaments import tasks  # noqa: PLC0415

    if Game.objects.filter(pk=game_id).exclude(tournament=None).exists():
        tasks.record_result.delay(str(game_id))


def forget_person(*, user: User, name: str, **_: object) -> None:
    """Put the name that stays in the place of a user whose account goes."""
    from tournaments.services.people import forget  # noqa: PLC0415

    forget(user, name)

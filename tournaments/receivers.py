"""Receivers of the signals of games."""

from functools import partial
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Model


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


def rate_game(**_: object) -> None:
    """Have a game that is over counted in ratings."""
    from tournaments import tasks  # noqa: PLC0415

    tasks.rate_games.delay()


def keep_steps(*, user: User, name: str, **_: object) -> None:
    """Let a deleted account's ratings be those of the name that its games show."""
    from tournaments.models import RatedPlayer  # noqa: PLC0415

    RatedPlayer.objects.filter(user=user).update(user=None, label=name)


def lock_tournament(*, game_id: UUID, **_: object) -> None:
    """Lock the tournament of a game that is to be erased before the game, as services of it do.

    Otherwise the two would wait for each other, until the database cancels one.
    """
    from games.models import Game  # noqa: PLC0415
    from tournaments.models import Tournament  # noqa: PLC0415

    own = Game.objects.filter(pk=game_id).values("tournament")
    Tournament.objects.select_for_update(no_key=True).filter(pk__in=own).first()


def forget_game(*, instance: Model, **_: object) -> None:
    """Have the games after one that is erased counted again, and its tournament looked through.

    The other games of its round may have waited for it, and its table waits for a director now.
    """
    from games.models import Game  # noqa: PLC0415
    from games.runtime.commit import after_commit  # noqa: PLC0415
    from tournaments.models import Tournament  # noqa: PLC0415
    from tournaments.ratings import projecting  # noqa: PLC0415

    if not isinstance(instance, Game):
        return
    if instance.tournament is not None:
        Tournament.objects.filter(pk=instance.tournament).update(settled_version=None)
        after_commit(partial(note_awaited, str(instance.tournament)))
    if instance.finish_position is not None:
        projecting.game_erased(instance.finish_position)
        after_commit(rate_game)


def note_awaited(tournament_id: str) -> None:
    """Note what a tournament waits for, now that a game of it is gone."""
    from tournaments import tasks  # noqa: PLC0415

    tasks.note_awaited.delay(tournament_id)

"""Tournaments at every stage, for unexpected requests."""

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments import services
from tournaments.models import Tournament
from tournaments.state import Settings

BY_HAND = Settings(format="series", format_options={}, played_here=False)


def tournaments_of(director: User, player: User) -> dict[str, Tournament]:
    """A draft, an open, a private, a running and a finished tournament, and a ladder."""
    return {
        "draft": _made(director),
        "open": _opened(director, player),
        "private": _opened(director, player, visibility="private"),
        "running": _running(director, player),
        "finished": _finished(director, player),
        "ladder": _opened(director, player, Settings(format="ladder", played_here=False)),
    }


def _made(
    director: User, settings: Settings = BY_HAND, *, visibility: str = "public"
) -> Tournament:
    return services.create_tournament(
        user=director, name="Cup", settings=settings, visibility=visibility, now=timezone.now()
    )


def _opened(
    director: User, player: User, settings: Settings = BY_HAND, *, visibility: str = "public"
) -> Tournament:
    made, now = _made(director, settings, visibility=visibility), timezone.now()
    services.open_registration(tournament_id=made.pk, user=director, now=now)
    services.register(tournament_id=made.pk, user=player, invite=made.invite_code, now=now)
    services.add_entrants(tournament_id=made.pk, user=director, labels=["Ada", "Ben"], now=now)
    return Tournament.objects.get(pk=made.pk)


def _running(director: User, player: User) -> Tournament:
    made = _opened(director, player)
    services.publish_draw(tournament_id=made.pk, user=director, now=timezone.now())
    return Tournament.objects.get(pk=made.pk)


def _finished(director: User, player: User) -> Tournament:
    made, now = _running(director, player), timezone.now()
    services.record_result(tournament_id=made.pk, user=director, table=1, places=[1, 2, 3], now=now)
    services.rule(
        tournament_id=made.pk, user=director, table=1, reason="x", places=[2, 1, 3], now=now
    )
    return services.finish_tournament(tournament_id=made.pk, user=director, now=now)

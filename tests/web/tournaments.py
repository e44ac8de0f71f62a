"""Tournaments for the tests of their pages."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tournaments import services
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import Settings
from tournaments.state import Tournament as State

BY_HAND = Settings(format="league", played_here=False)
"""Seven or so play; results are entered."""
HERE = Settings(format="series", format_options={"games": 2})
"""Two to four play one game here, then another."""
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def tournament(
    director: User,
    *players: User,
    settings: Settings = BY_HAND,
    labels: Sequence[str] = (),
    opened: bool = True,
    made_at: datetime | None = None,
    **more: str,
) -> Tournament:
    """A tournament with these players, made and opened at a moment or now."""
    now = made_at or timezone.now()
    made = services.create_tournament(
        user=director, settings=settings, now=now, **{"name": "Cup", **more}
    )
    if opened:
        services.open_registration(tournament_id=made.pk, user=director, now=now)
    for player in players:
        services.register(
            tournament_id=made.pk, user=player, invite=made.invite_code, now=timezone.now()
        )
    if labels:
        services.add_players(
            tournament_id=made.pk, user=director, labels=[*labels], now=timezone.now()
        )
    return made


def drawn(director: User, *players: User, **more: object) -> Tournament:
    """One whose first round is drawn."""
    made = tournament(director, *players, **more)  # type: ignore[arg-type]
    services.publish_draw(tournament_id=made.pk, user=director, now=timezone.now())
    return made


def result(made: Tournament, table: int, scores: Sequence[int]) -> None:
    """Enter a result of a table; the director does it."""
    director = Tournament.objects.get(pk=made.pk).director
    assert director is not None
    services.record_result(
        tournament_id=made.pk, user=director, table=table, scores=scores, now=timezone.now()
    )


def state(made: Tournament) -> State:
    """The state now."""
    return state_of(Tournament.objects.get(pk=made.pk))


def url(made: Tournament, page: str = "") -> str:
    """The address of a page of a tournament."""
    return f"/tournaments/{made.pk}/{page and page + '/'}"


def page(client: Client, made: Tournament, name: str = "", query: str = "") -> str:
    """A page as this browser gets it."""
    shown = client.get(url(made, name) + query)
    assert shown.status_code == 200, shown.status_code
    return shown.content.decode()


def do(client: Client, made: Tournament, action: str, sent: dict[str, object] | None = None) -> int:
    """Send the form of an action; the status of the answer. 302 is that of what was done."""
    return client.post(url(made, f"do/{action}"), sent or {}).status_code


def text_of(html: str) -> str:
    """What stands on a page, without tags, in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def part(html: str, start: str, end: str = "</section>") -> str:
    """What stands between two texts."""
    assert start in html, start
    return html.partition(start)[2].partition(end)[0]

"""A tournament whose results are entered by hand, for tests of its file."""

from datetime import UTC, datetime

from django.contrib.auth.models import User

from tournaments import services
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import Settings

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def played(alice: User, *, finish: bool = True) -> Tournament:
    """Two rounds of six players without accounts, one drop-out and one ruling."""
    settings = Settings(format="plain", played_here=False)
    cup = services.create_tournament(user=alice, name="Cup", settings=settings, now=NOON)
    who = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.open_registration(**who)
    services.add_players(labels=["Ada", "Bea", "Cem", "Dov", "Eva", "Fay"], **who)
    for first in (1, 4):
        services.publish_draw(**who)
        for table in range(first, first + 3):
            cup.refresh_from_db()
            if table in state_of(cup).tables:
                services.record_result(table=table, scores=[100 + table, 90], **who)
        services.rule(table=first, reason="Miscounted.", scores=[80, 90], **who)
        if first == 1:
            services.withdraw(entrant=2, **who)
    if finish:
        services.finish_tournament(**who)
    cup.refresh_from_db()
    return cup

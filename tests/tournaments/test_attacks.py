"""Tournaments attacked as a whole: the largest ones, and every address about a withheld game.

They take long, so only ``make attack`` runs them.
"""

import os
import re
import time
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from games import services as games
from games.models import Game
from tournaments import services
from tournaments.log.events import ResultRecorded, Ruled
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.services.results import checked
from tournaments.services.writer import LogWriter, as_director
from tournaments.settings_check import MOST_ENTRANTS
from tournaments.state import OptionValue, RoundTable, Settings, TableOutcome

pytestmark = [
    pytest.mark.long,
    pytest.mark.once,
    pytest.mark.no_cover,
    pytest.mark.django_db,
    pytest.mark.skipif("CALEDONIA_FUZZ" not in os.environ, reason="it is a part of make attack"),
]

MOST_SECONDS: Final = 4.0
"""Of computing, for one request about the largest tournament, on a machine that is busy."""
RULINGS: Final = 300
PAGES: Final = ("", "rounds/", "standings/", "cross/", "entrants/", "rulings/", "about/", "print/")
ADDRESSES: Final = ("", "/standings", "/standings/changes?since=3", "/rulings", "/log", "/rounds")
FILES: Final = ("/export", "/export?format=results", "/export?format=standings")


def largest(director: User, form: str, rounds: int, **options: OptionValue) -> Tournament:
    """One with as many entrants and long names as there can be, these rounds, and many rulings."""
    now = timezone.now()
    settings = Settings(format=form, format_options=options, played_here=False)
    cup = services.create_tournament(user=director, name="Cup", settings=settings, now=now)
    given: dict[str, Any] = {"tournament_id": cup.pk, "user": director, "now": now}
    services.open_registration(**given)
    labels = [f"Player {number} {'x' * 80}" for number in range(MOST_ENTRANTS)]
    services.add_entrants(**given, labels=labels)
    for _ in range(rounds):
        services.publish_draw(**given)
        with transaction.atomic():
            writer = as_director(cup.pk, director, now)
            for table in writer.state.of_round(writer.state.round):
                writer.add(ResultRecorded(table=table.id, result=outcome(table, table.id)))
            writer.save()
    with transaction.atomic():
        writer = as_director(cup.pk, director, now)
        rule_on_first_table(writer)
        writer.save()
    return Tournament.objects.get(pk=cup.pk)


def outcome(table: RoundTable, number: int) -> TableOutcome:
    """Some result of a table."""
    return checked(
        table, (), [(number * 7 + seat * 13) % 97 for seat in range(len(table.seats))], ()
    )


def rule_on_first_table(writer: LogWriter) -> None:
    """Rule on one table again and again."""
    table = writer.state.tables[1]
    for number in range(RULINGS):
        result = outcome(table, number)
        writer.add(Ruled(table=1, reason="x" * 500, result=result, supersedes=table.ruled))


@pytest.mark.parametrize(
    ("form", "rounds", "options"),
    [("swiss", 4, {}), ("league", 12, {"seasons": 12, "division": 12, "promoted": 2})],
)
def test_no_page_of_the_largest_tournament_takes_long(
    form: str, rounds: int, options: dict[str, OptionValue]
) -> None:
    cup = largest(User.objects.create_user("alice"), form, rounds, **options)
    client, slow = Client(), {}
    paths = [f"/tournaments/{cup.pk}/{page}" for page in (*PAGES, "tables/1/")]
    paths += [f"/api/v1/tournaments/{cup.pk}{one}" for one in (*ADDRESSES, *FILES)]
    for path in paths:
        began = time.process_time()
        assert client.get(path).status_code == 200, path
        if (taken := time.process_time() - began) > MOST_SECONDS:
            slow[path] = taken
    assert not slow


def addresses(patterns: Any = None, prefix: str = "/") -> Iterator[str]:
    """The address of everything that the server answers to, with its parameters in brackets."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = getattr(one.pattern, "_route", None)
        full = prefix + (str(one.pattern).strip("^$") if route is None else route)
        if hasattr(one, "url_patterns"):
            yield from addresses(one.url_patterns, full)
        else:
            yield full


def test_no_address_shows_a_withheld_game_to_others() -> None:
    now = timezone.now()
    director, *players = [User.objects.create_user(name) for name in ("zed", "a", "b", "c", "d")]
    options: dict[str, OptionValue] = {"table_size": 2, "rounds": 3, "final": 0}
    settings = Settings(format="swiss", format_options=options, duplicate=True)
    cup = services.create_tournament(user=director, name="Cup", settings=settings, now=now)
    services.open_registration(tournament_id=cup.pk, user=director, now=now)
    for player in players:
        services.register(tournament_id=cup.pk, user=player, now=now)
    services.publish_draw(tournament_id=cup.pk, user=director, now=now)
    cup.refresh_from_db()
    first = next(iter(state_of(cup).tables.values()))
    game = Game.objects.get(pk=UUID(first.game))
    seated = [seat.user for seat in game.seats.all() if seat.user]
    games.resign(game_id=game.pk, user=seated[0], now=now)
    services.game_over(game_id=game.pk, now=now)
    game.refresh_from_db()
    assert (game.status, game.withheld) == ("finished", True)
    values = {"game_id": game.pk, "tournament_id": cup.pk, "name": seated[0].username}
    other = next(one for one in players if one not in seated)
    for viewer in (None, director, other, seated[1]):
        client = Client()
        if viewer:
            client.force_login(viewer)
        for address in sorted({*addresses()}):
            path = re.sub(
                r"<(?:\w+:)?(\w+)>", lambda found: str(values.get(found[1], "1")), address
            )
            if "logout" in path:
                continue
            answer = client.get(path)
            assert answer.status_code < 500, path
            body = b"" if answer.streaming else answer.content
            assert bytes(game.server_seed).hex().encode() not in body, path
            own_address = str(game.pk) in path
            named = own_address or f"/games/{game.pk}" in body.decode(errors="replace")
            seen = named and answer.status_code == 200 and "/room/" not in path
            assert viewer == seated[1] or not seen, path

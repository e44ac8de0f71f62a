"""How much players and directors can fill: places, logs, texts, games."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings as ServerSettings

from games import services as games
from games.quota_errors import TablesPerHour
from tests.tournaments.small_cups import NOON, game_at, opened, tables
from tournaments import services, store
from tournaments.errors import (
    EntryRefused,
    TableRefused,
    TournamentFull,
    TournamentsGrown,
    TournamentTooLong,
    WrongPhase,
)
from tournaments.models import Tournament
from tournaments.services import writer
from tournaments.services.entering import MOST_ENTRIES
from tournaments.services.people import forget
from tournaments.services.reporting import MOST_REPORTS
from tournaments.settings_check import MOST_ENTRANTS
from tournaments.state import Settings

pytestmark = pytest.mark.usefixtures("plain")


def test_registering_and_leaving_over_and_over_fills_no_tournament(
    alice: User, bob: User, charlie: User
) -> None:
    cup = opened(alice)
    for _ in range(MOST_ENTRIES):
        services.register(tournament_id=cup.pk, user=bob, now=NOON)
        services.withdraw(tournament_id=cup.pk, user=bob, now=NOON)
    with pytest.raises(EntryRefused):
        services.register(tournament_id=cup.pk, user=bob, now=NOON)
    names = [f"Player {number}" for number in range(MOST_ENTRANTS - 1)]
    services.add_entrants(tournament_id=cup.pk, user=alice, labels=names, now=NOON)
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    with pytest.raises(TournamentFull):
        services.register(tournament_id=cup.pk, user=alice, now=NOON)


def test_saying_the_same_over_and_over_fills_no_log(alice: User, bob: User, charlie: User) -> None:
    cup = opened(charlie, alice, bob)
    services.publish_draw(tournament_id=cup.pk, user=charlie, now=NOON)
    for number in range(MOST_REPORTS):
        places = [1 + number % 2, 2 - number % 2]
        services.report_result(tournament_id=cup.pk, user=alice, table=1, places=places, now=NOON)
    with pytest.raises(WrongPhase):
        services.report_result(tournament_id=cup.pk, user=alice, table=1, places=[1, 2], now=NOON)
    cup.refresh_from_db()
    again = services.confirm_result(tournament_id=cup.pk, user=alice, table=1, now=NOON)
    assert again.version == cup.version
    services.confirm_result(tournament_id=cup.pk, user=bob, table=1, now=NOON)
    assert tables(cup)[0].result is not None
    opened_again: dict[str, Any] = {"reopen": True, "reason": "Look again."}
    services.rule(tournament_id=cup.pk, user=charlie, table=1, now=NOON, **opened_again)
    with pytest.raises(WrongPhase):
        services.report_result(tournament_id=cup.pk, user=alice, table=1, places=[1, 2], now=NOON)
    services.report_result(tournament_id=cup.pk, user=bob, table=1, places=[1, 2], now=NOON)


def test_a_log_that_is_full_takes_what_leads_to_the_end(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = opened(alice, alice, bob)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    monkeypatch.setattr(writer, "MOST_EVENTS", Tournament.objects.get(pk=cup.pk).version)
    with pytest.raises(TournamentTooLong):
        services.report_result(tournament_id=cup.pk, user=bob, table=1, places=[1, 2], now=NOON)
    with pytest.raises(TournamentTooLong):
        services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    with pytest.raises(TournamentTooLong):
        services.change_tournament(tournament_id=cup.pk, user=alice, paused=True, now=NOON)
    services.record_result(tournament_id=cup.pk, user=alice, table=1, places=[1, 2], now=NOON)
    services.finish_tournament(tournament_id=cup.pk, user=alice, now=NOON)
    other = opened(alice)
    forget(alice, "former player")
    assert Tournament.objects.get(pk=other.pk).phase == "cancelled"


def test_a_log_takes_only_so_much_text(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = opened(alice, alice, bob)
    about: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.publish_draw(**about)
    services.record_result(**about, table=1, places=[1, 2])
    written = sum(len(row.public.encode()) for row in store.rows(cup.pk))
    monkeypatch.setattr(writer, "MOST_BYTES", written + 5000)
    for _ in range(3):  # of 2,000 bytes each
        services.rule(**about, table=1, reason="\U0001f411" * 500, places=[2, 1])
    with pytest.raises(TournamentTooLong):
        services.rule(**about, table=1, reason="x", places=[1, 2])
    written = Tournament.objects.get(pk=cup.pk).log_bytes
    monkeypatch.setattr(writer, "MOST_BYTES", written)
    with pytest.raises(TournamentTooLong):
        services.rule(**about, table=1, reason="x", places=[1, 2])
    monkeypatch.setattr(writer, "MOST_BYTES", written + 1)
    services.rule(**about, table=1, reason="x", places=[1, 2])
    services.finish_tournament(**about)


def test_the_logs_of_one_director_take_only_so_much_text_a_day(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, settings: ServerSettings
) -> None:
    monkeypatch.setattr(writer, "FREE_BYTES", 2000)
    other, cup = opened(alice, alice, bob), opened(alice, alice, bob)
    about: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.publish_draw(**about)
    services.record_result(**about, table=1, places=[1, 2])
    services.rule(**about, table=1, reason="\U0001f411" * 500, places=[2, 1])
    other.refresh_from_db()
    cup.refresh_from_db()
    written = sum(len(row.public.encode()) for row in store.rows(cup.pk))
    assert cup.log_bytes == written
    settings.TOURNAMENT_BYTES_PER_DAY = written + other.log_bytes
    with pytest.raises(TournamentsGrown):
        services.rule(**about, table=1, reason="x", places=[1, 2])
    # One that is short goes on, as everything does a day later, and what leads to the end.
    services.change_tournament(tournament_id=other.pk, user=alice, name="Other", now=NOON)
    tomorrow = NOON + timedelta(days=1)
    services.rule(**{**about, "now": tomorrow}, table=1, reason="x", places=[1, 2])
    settings.TOURNAMENT_BYTES_PER_DAY = 0
    services.finish_tournament(**{**about, "now": tomorrow})


def test_challenges_make_as_many_games_as_tables_may_be_made(
    alice: User, bob: User, settings: ServerSettings
) -> None:
    settings.TABLES_PER_HOUR = 2
    cup = opened(alice, alice, settings=Settings(format="ladder"))
    services.add_entrants(tournament_id=cup.pk, user=alice, bots=["random"], now=NOON)
    for minutes in (0, 30, 61):
        now = NOON + timedelta(minutes=minutes)
        services.challenge(tournament_id=cup.pk, user=alice, opponents=[2], now=now)
        game = game_at(tables(cup)[-1])
        games.resign(game_id=game.pk, user=alice, now=now)
        services.game_over(game_id=game.pk, now=now)
    with pytest.raises(TablesPerHour) as refused:
        services.challenge(tournament_id=cup.pk, user=alice, opponents=[2], now=now)
    assert refused.value.wait == timedelta(minutes=29)


def test_games_to_which_others_challenge_count_for_those(
    alice: User, bob: User, charlie: User, settings: ServerSettings
) -> None:
    """Others could use up how many games somebody may begin in an hour."""
    settings.TABLES_PER_HOUR = 1
    cup = opened(alice, alice, bob, charlie, settings=Settings(format="ladder"))
    for user in (bob, charlie):
        services.challenge(tournament_id=cup.pk, user=user, opponents=[1], now=NOON)
    services.challenge(tournament_id=cup.pk, user=alice, opponents=[2], now=NOON)
    with pytest.raises(TablesPerHour):
        services.challenge(tournament_id=cup.pk, user=alice, opponents=[3], now=NOON)


def test_an_open_table_is_finished_before_its_players_are_challenged_again(
    alice: User, bob: User
) -> None:
    cup = opened(alice, alice, bob, settings=Settings(format="ladder"))
    services.challenge(tournament_id=cup.pk, user=alice, opponents=[2], now=NOON)
    with pytest.raises(TableRefused, match="is open"):
        services.challenge(tournament_id=cup.pk, user=alice, opponents=[2], now=NOON)
    services.challenge(tournament_id=cup.pk, user=bob, opponents=[1], now=NOON)
    assert len(tables(cup)) == 2

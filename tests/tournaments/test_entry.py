"""Who may register: conditions, limits, waiting list, check-in, seeding."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

from games.models import Game
from tests.games.tables import started
from tournaments import services
from tournaments.errors import (
    EntryRefused,
    InvalidSettings,
    NotDirector,
    TooManyTournaments,
    WrongPhase,
)
from tournaments.exporting import json_lines
from tournaments.log.events import read_entry
from tournaments.models import Pool, RatedPlayer, Rating, Tournament
from tournaments.reading import state_at, state_of
from tournaments.state import EntryConditions, Settings
from tournaments.state import Tournament as State
from tournaments.verify import SOUND, main
from web.models import MailAddress

pytestmark = pytest.mark.usefixtures("plain")

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def opened(alice: User, **settings: Any) -> Tournament:
    chosen = Settings(format="plain", played_here=False, **settings)
    cup = services.create_tournament(user=alice, name="Cup", settings=chosen, now=NOON)
    return services.open_registration(tournament_id=cup.pk, user=alice, now=NOON)


def rate(user: User, rating: int) -> None:
    player = RatedPlayer.objects.create(user=user)
    Rating.objects.create(
        player=player,
        pool=Pool.OVERALL,
        mu=25,
        sigma=8,
        rating=rating,
        games=20,
        position=1,
        finished_at=NOON,
    )


def statuses(cup: Tournament) -> list[str]:
    cup.refresh_from_db()
    return [entrant.status for entrant in state_of(cup).entrants.values()]


def test_a_range_of_ratings_lets_in_who_is_in_it(alice: User, bob: User, charlie: User) -> None:
    cup = opened(alice, entry=EntryConditions(rating_least=1000, rating_most=1400))
    for user, rating in ((bob, 999), (charlie, 1400)):
        rate(user, rating)
    for user in (alice, bob):
        with pytest.raises(EntryRefused):
            services.register(tournament_id=cup.pk, user=user, now=NOON)
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    assert statuses(cup) == ["registered"]


def test_a_verified_address_can_be_asked_for(alice: User, bob: User) -> None:
    cup = opened(alice, entry=EntryConditions(verified_mail=True))
    bob.email = "bob@example.org"
    bob.save()
    with pytest.raises(EntryRefused):
        services.register(tournament_id=cup.pk, user=bob, now=NOON)
    MailAddress.objects.create(user=bob, verified="bob@example.org")
    services.register(tournament_id=cup.pk, user=bob, now=NOON)


def test_finished_games_can_be_asked_for(alice: User, bob: User, charlie: User) -> None:
    cup = opened(alice, entry=EntryConditions(games_finished=1))
    table = started([bob, charlie])
    with pytest.raises(EntryRefused):
        services.register(tournament_id=cup.pk, user=bob, now=NOON)
    Game.objects.filter(pk=table.game.pk).update(status="finished")
    services.register(tournament_id=cup.pk, user=bob, now=NOON)


def test_who_leaves_lets_the_first_of_the_waiting_list_in(
    alice: User, bob: User, charlie: User
) -> None:
    cup = opened(alice, entrants_most=1)
    for user in (alice, bob, charlie):
        services.register(tournament_id=cup.pk, user=user, now=NOON)
    assert statuses(cup) == ["registered", "waiting", "waiting"]
    services.withdraw(tournament_id=cup.pk, user=alice, now=NOON)
    assert statuses(cup) == ["withdrawn", "registered", "waiting"]
    services.register(tournament_id=cup.pk, user=alice, now=NOON)
    assert statuses(cup)[3] == "waiting"


def test_a_higher_limit_lets_the_waiting_list_in_before_anybody_new(
    alice: User, bob: User, charlie: User
) -> None:
    cup = opened(alice, entrants_most=1)
    for user in (alice, bob):
        services.register(tournament_id=cup.pk, user=user, now=NOON)
    more = Settings(format="plain", played_here=False, entrants_most=2)
    services.change_tournament(tournament_id=cup.pk, user=alice, settings=more, now=NOON)
    assert statuses(cup) == ["registered", "registered"]
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    assert statuses(cup)[2] == "waiting"
    most = Settings(format="plain", played_here=False)
    services.change_tournament(tournament_id=cup.pk, user=alice, settings=most, now=NOON)
    assert statuses(cup) == ["registered"] * 3


def test_registration_ends_at_its_time_or_when_it_is_closed(alice: User, bob: User) -> None:
    cup = opened(alice, registration_closes=NOON + timedelta(hours=1))
    late = NOON + timedelta(hours=1)
    with pytest.raises(WrongPhase):
        services.register(tournament_id=cup.pk, user=bob, now=late)
    services.change_tournament(tournament_id=cup.pk, user=alice, registration_closed=True, now=NOON)
    with pytest.raises(WrongPhase):
        services.register(tournament_id=cup.pk, user=bob, now=NOON)


def test_registration_is_not_set_to_close_in_the_past(alice: User) -> None:
    """But for settings that keep the moment at which it closed, in minutes as pages send it."""
    with pytest.raises(InvalidSettings, match="This moment is over"):
        opened(alice, registration_closes=NOON)
    closes = NOON + timedelta(seconds=90)
    cup = opened(alice, registration_closes=closes)
    change = partial(
        services.change_tournament, tournament_id=cup.pk, user=alice, now=NOON + timedelta(hours=1)
    )
    settings = msgspec.structs.replace(state_of(cup).settings, round_hours=48)
    change(settings=msgspec.structs.replace(settings, registration_closes=closes.replace(second=0)))
    with pytest.raises(InvalidSettings, match="This moment is over"):
        change(settings=msgspec.structs.replace(settings, registration_closes=NOON))
    change(settings=msgspec.structs.replace(settings, registration_closes=None))


def test_registration_begins_at_its_time_where_one_is_set(alice: User, bob: User) -> None:
    opens = NOON + timedelta(hours=1)
    cup = opened(alice, registration_opens=opens)
    early: dict[str, Any] = {"tournament_id": cup.pk, "user": bob, "now": NOON}
    with pytest.raises(WrongPhase, match="opens on 2026-05-01 13:00 UTC"):
        services.register(**early)
    services.add_players(tournament_id=cup.pk, user=alice, labels=["Ada"], now=NOON)
    services.register(tournament_id=cup.pk, user=bob, now=opens)
    assert statuses(cup) == ["registered"] * 2
    services.withdraw(**early)
    at_once = Settings(format="plain", played_here=False)
    services.change_tournament(tournament_id=cup.pk, user=alice, settings=at_once, now=NOON)
    services.register(**early)
    assert state_at(cup, version=2).settings.registration_opens == opens
    cup.refresh_from_db()
    assert state_of(cup).settings.registration_opens is None
    with pytest.raises(InvalidSettings, match="before it closes"):
        opened(alice, registration_opens=opens, registration_closes=opens)


def test_who_has_not_checked_in_is_not_drawn(alice: User, bob: User, charlie: User) -> None:
    cup = opened(alice, check_in=True, entrants_most=2)
    for user in (alice, bob, charlie):
        services.register(tournament_id=cup.pk, user=user, now=NOON)
    for user in (alice, charlie):
        services.check_in(tournament_id=cup.pk, user=user, now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    assert statuses(cup) == ["registered", "withdrawn", "registered"]
    assert state_of(cup).remarks.absent == {2}


def test_who_checks_in_again_changes_nothing(alice: User, bob: User) -> None:
    """Otherwise any entrant could keep a tournament first in the lists."""
    cup = opened(alice)
    services.register(tournament_id=cup.pk, user=bob, now=NOON)
    found = []
    for minutes in (1, 2):
        now = NOON + timedelta(minutes=minutes)
        services.check_in(tournament_id=cup.pk, user=bob, now=now)
        cup.refresh_from_db()
        found.append((cup.version, cup.active_at))
    assert found[0] == found[1]


def test_who_waits_and_has_not_checked_in_goes_on_waiting(
    alice: User, bob: User, charlie: User
) -> None:
    cup = opened(alice, check_in=True, entrants_most=2)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    for user in (alice, bob, charlie):
        services.register(tournament_id=cup.pk, user=user, now=NOON)
    services.check_in_all(**who)
    services.publish_draw(**who)
    assert statuses(cup) == ["registered", "registered", "waiting"]


def test_a_bot_is_always_there(alice: User, bob: User, tmp_path: Path) -> None:
    cup = opened(alice, check_in=True)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.register(tournament_id=cup.pk, user=bob, now=NOON)
    services.add_entrants(bots=["steward", "steward"], labels=["Ada"], **who)
    services.substitute(entrant=1, bot="steward", **who)
    cup.refresh_from_db()
    assert state_of(cup).not_there() == [4]
    services.publish_draw(**who)
    assert statuses(cup) == ["registered"] * 3 + ["withdrawn"]
    services.cancel_tournament(reason="Enough.", **who)
    path = tmp_path / "cup.jsonl"
    cup.refresh_from_db()
    path.write_bytes(json_lines(cup))
    assert main([str(path)]) == SOUND


def test_a_bot_of_an_older_log_has_not_checked_in() -> None:
    line = '{"kind":"registered","entrant":1,"person":2}'
    state = State(settings=Settings(format="plain"), director=1)
    read_entry(line).apply(state, 1)
    assert not state.entrants[1].checked_in


def test_a_director_checks_all_in_at_once(alice: User, bob: User, charlie: User) -> None:
    cup = opened(alice, check_in=True, entrants_most=1)
    for user in (bob, charlie):
        services.register(tournament_id=cup.pk, user=user, now=NOON)
    with pytest.raises(NotDirector):
        services.check_in_all(tournament_id=cup.pk, user=bob, now=NOON)
    for _again in range(2):
        found = services.check_in_all(tournament_id=cup.pk, user=alice, now=NOON)
    assert state_of(found).not_there() == []
    assert found.version == 5


def test_the_first_draw_seeds_by_rating(alice: User, bob: User, charlie: User) -> None:
    rate(bob, 1200)
    rate(charlie, 1500)
    cup = opened(alice, seeding="rating")
    for user in (alice, bob, charlie):
        services.register(tournament_id=cup.pk, user=user, now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    cup.refresh_from_db()
    assert state_of(cup).in_order() == [3, 2, 1]


def test_an_account_directs_so_many_at_once(alice: User, settings: Any) -> None:
    settings.MOST_TOURNAMENTS = 1
    opened(alice)
    with pytest.raises(TooManyTournaments):
        opened(alice)

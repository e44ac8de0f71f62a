"""Seats that have resigned, or were forfeited, in games that run, when a substitute comes."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from games import services as games
from games.models import Seat
from tests.tournaments.small_cups import LATER, NOON, game_at, opened
from tournaments import services, store
from tournaments.errors import SetUpKnown, WrongPhase
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.log import fold, read_entry
from tournaments.log.events import Substituted, public_text
from tournaments.log.stored import digest
from tournaments.models import Participant, Tournament
from tournaments.reading import state_of
from tournaments.selectors import names_of
from tournaments.state import EntrantId, RoundTable, Settings
from tournaments.verify import verify

ONE_TABLE = Settings(format="series", format_options={"games": 2}, round_hours=36)
TWO_DAYS = NOON.replace(day=3)


@pytest.fixture
def cup(alice: User, bob: User, charlie: User, dora: User) -> Tournament:
    """Alice, who directs, bob and charlie play one game; dora waits."""
    made = opened(alice, alice, bob, charlie, settings=ONE_TABLE)
    services.publish_draw(tournament_id=made.pk, user=alice, now=NOON)
    services.register(tournament_id=made.pk, user=dora, now=NOON)
    return made


@pytest.fixture
def who(cup: Tournament) -> dict[str, Any]:
    return {"tournament_id": cup.pk, "user": cup.director, "now": NOON}


def table_of(cup: Tournament) -> RoundTable:
    cup.refresh_from_db()
    return state_of(cup).tables[1]


def resign(cup: Tournament, user: User) -> None:
    games.resign(game_id=game_at(table_of(cup)).pk, user=user, now=NOON)


def named(cup: Tournament, entrant: EntrantId) -> str:
    """Who sits there for the tournament."""
    table, state, names = table_of(cup), state_of(cup), names_of(cup)
    person = state.person_at(table, entrant)
    assert state.holders(table)[table.seat_of(entrant)] == person or table.people
    return names[person]


def seated(cup: Tournament, entrant: EntrantId) -> Seat:
    table = table_of(cup)
    return game_at(table).seats.get(index=table.seat_of(entrant))


def end(cup: Tournament, user: User) -> None:
    """Too few are left when one more resigns."""
    resign(cup, user)
    services.game_over(game_id=game_at(table_of(cup)).pk, now=NOON)


def test_a_seat_that_has_resigned_stays_with_who_had_it(
    cup: Tournament, who: dict[str, Any], bob: User, charlie: User
) -> None:
    resign(cup, bob)
    services.substitute(entrant=2, waiting=4, **who)
    assert seated(cup, 2).user == bob
    assert (named(cup, 2), named(cup, 3)) == ("bob", "charlie")
    assert names_of(cup)[state_of(cup).entrants[2].person] == "dora"
    end(cup, charlie)
    table = table_of(cup)
    assert table.result is not None
    assert set(table.result.resigned) == {2, 3}
    assert named(cup, 2) == "bob"
    rows = {row.kind: row.public for row in store.rows(cup.pk)}
    assert '"stays_at":[1]' in rows["substituted"]


def test_a_seat_that_was_forfeited_stays_lost(
    cup: Tournament, who: dict[str, Any], bob: User
) -> None:
    who |= {"now": TWO_DAYS}
    services.rule(table=1, reason="Away.", forfeited=[2], **who)
    services.substitute(entrant=2, waiting=4, **who)
    assert seated(cup, 2).user == bob
    assert named(cup, 2) == "bob"
    services.rule(table=1, reason="All late.", places=[1, 1, 3], forfeited=[], **who)
    assert named(cup, 2) == "bob"


def test_a_substitute_still_gets_a_seat_that_is_played(
    cup: Tournament, who: dict[str, Any], bob: User, dora: User
) -> None:
    resign(cup, bob)
    services.substitute(entrant=3, waiting=4, **who)
    assert seated(cup, 3).user == dora
    assert (named(cup, 2), named(cup, 3)) == ("bob", "dora")


def test_a_substitute_of_a_substitute_leaves_it_as_it_is(
    cup: Tournament, who: dict[str, Any], bob: User, charlie: User
) -> None:
    resign(cup, bob)
    services.substitute(entrant=2, label="Zoe", **who)
    services.substitute(entrant=2, waiting=4, **who)
    assert seated(cup, 2).user == bob
    assert named(cup, 2) == "bob"
    end(cup, charlie)
    assert named(cup, 2) == "bob"
    services.rule(table=1, reason="Again.", reopen=True, **who)
    assert named(cup, 2) == "bob"


def test_who_has_no_account_or_is_a_bot_can_have_a_place_whose_seat_is_given_up(
    cup: Tournament, who: dict[str, Any], bob: User, settings: Any
) -> None:
    with pytest.raises(WrongPhase):
        services.substitute(entrant=2, label="Zoe", **who)
    resign(cup, bob)
    services.substitute(entrant=2, label="Zoe", **who)
    assert named(cup, 2) == "bob"
    settings.MOST_BOT_GAMES = 0
    services.substitute(entrant=2, bot="random", **who)
    assert seated(cup, 2).user == bob


def test_nobody_is_reminded_of_a_seat_that_is_given_up(
    cup: Tournament, who: dict[str, Any], alice: User, bob: User, dora: User
) -> None:
    now = NOON.replace(day=2)
    resign(cup, bob)
    services.substitute(entrant=2, waiting=4, **who)
    for user, count in ((alice, 1), (bob, 0), (dora, 0)):
        assert len(services.tables_due(user, now)) == count, user
    assert services.remind(tournament_id=cup.pk, now=now) == 2
    assert set(Participant.objects.filter(tournament=cup).values_list("awaited", flat=True)) == {""}


def test_such_a_log_is_verified(
    cup: Tournament, who: dict[str, Any], bob: User, charlie: User
) -> None:
    resign(cup, bob)
    services.substitute(entrant=2, waiting=4, **who)
    end(cup, charlie)
    services.finish_tournament(**{**who, "now": LATER})
    cup.refresh_from_db()
    file = read_file(json_lines(cup))
    assert any('"stays_at":[1]' in row.public for row in file.rows)
    lines, sound = verify(file)
    assert sound, lines
    state = None
    for row in store.rows(cup.pk):
        state = fold(state, read_entry(row.public))
        assert digest(state) == row.digest, row.kind


def test_a_log_of_before_says_nothing_of_such_seats() -> None:
    event = Substituted(entrant=2, person=4)
    assert public_text(event) == '{"kind":"substituted","entrant":2,"person":4}'
    assert read_entry(public_text(event)) == event


def test_who_knows_the_set_up_takes_over_a_place_whose_seat_is_given_up(alice: User) -> None:
    """At the table of the round that has this set-up the seat stays lost."""
    people = [User.objects.create_user(f"player-{number}") for number in range(6)]
    settings = Settings(format="swiss", duplicate=True, format_options={"table_size": 3})
    cup = opened(alice, *people, settings=settings)
    about: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.publish_draw(**about)
    cup.refresh_from_db()
    first, second = state_of(cup).tables.values()
    leaves, returns = first.seats[0], second.seats[0]
    services.substitute(entrant=returns, bot="random", **about)
    services.register(tournament_id=cup.pk, user=people[returns - 1], now=NOON)
    with pytest.raises(SetUpKnown):
        services.substitute(entrant=leaves, waiting=7, **about)
    games.resign(game_id=game_at(first).pk, user=people[leaves - 1], now=NOON)
    services.substitute(entrant=leaves, waiting=7, **about)
    assert game_at(first).seats.filter(user=people[leaves - 1], resigned=True).exists()

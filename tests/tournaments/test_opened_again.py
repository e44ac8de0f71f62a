"""Tables that are opened again after a substitute has come: seats stay with who plays there."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from msgspec.structs import replace

from games import services as games
from tests.tournaments.forging import rewritten
from tests.tournaments.small_cups import BY_HAND, LATER, NOON, drawn, game_at, opened, tables
from tournaments import services, store
from tournaments.errors import WrongPhase
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.log import fold, read_entry
from tournaments.log.events import Entry, Ruled, public_text
from tournaments.log.stored import digest
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.selectors import names_of
from tournaments.verify import verify

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture
def cup(alice: User, bob: User, charlie: User, dora: User) -> Tournament:
    """Bob and charlie play beside a result; dora has come for bob, and alice opens the table."""
    cup = drawn(alice, bob, charlie)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.register(tournament_id=cup.pk, user=dora, now=NOON)
    services.record_result(table=1, places=[1, 2], **who)
    services.substitute(entrant=1, waiting=3, **who)
    services.rule(table=1, reason="The game is to count.", reopen=True, **who)
    return cup


@pytest.fixture
def who(cup: Tournament) -> dict[str, Any]:
    return {"tournament_id": cup.pk, "user": cup.director, "now": NOON}


def named(cup: Tournament) -> set[str]:
    """Who sits at the table for the tournament."""
    (table,) = tables(cup)
    state, names = state_of(cup), names_of(cup)
    return {names[state.person_at(table, one)] for one in table.seats}


def seated(cup: Tournament) -> set[str]:
    """Who sits in its game."""
    return {seat.name for seat in game_at(tables(cup)[0]).seats.all()}


def end(cup: Tournament, user: User) -> None:
    game = game_at(tables(cup)[0]).pk
    games.resign(game_id=game, user=user, now=LATER)
    services.game_over(game_id=game, now=LATER)


def test_the_seat_is_of_the_same_person_at_the_table_and_in_its_game(
    cup: Tournament, bob: User
) -> None:
    assert named(cup) == seated(cup) == {"bob", "charlie"}
    end(cup, bob)
    (table,) = tables(cup)
    assert table.result is not None
    assert table.result.resigned == (1,)
    assert named(cup) == {"bob", "charlie"}
    assert names_of(cup)[state_of(cup).entrants[1].person] == "dora", "the place has the result"


def test_whoever_comes_later_leaves_it_as_it_is(cup: Tournament, who: dict[str, Any]) -> None:
    services.substitute(entrant=1, label="Zoe", **who)
    assert named(cup) == seated(cup) == {"bob", "charlie"}
    services.substitute(entrant=2, bot="random", **who)
    assert "charlie" not in named(cup) | seated(cup), "this seat is as any other one"


def test_nobody_has_to_wait_for_who_has_left(cup: Tournament, who: dict[str, Any]) -> None:
    services.change_tournament(deadline=NOON + timedelta(days=9), **who)
    with pytest.raises(WrongPhase):
        services.rule(table=1, reason="Gone.", forfeited=[2], **who)
    services.rule(table=1, reason="Gone.", forfeited=[1], **who)
    assert tables(cup)[0].forfeited == [1]


def test_where_no_game_was_played_here_the_substitute_plays(alice: User) -> None:
    cup = opened(alice, settings=BY_HAND)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.add_players(labels=["Ada", "Bea"], **who)
    services.publish_draw(**who)
    services.record_result(table=1, places=[1, 2], **who)
    services.substitute(entrant=1, label="Cem", **who)
    assert named(cup) == {"Ada", "Bea"}
    services.rule(table=1, reason="Nobody has played.", reopen=True, **who)
    assert named(cup) == {"Cem", "Bea"}


def test_such_a_log_is_verified_and_no_forged_one(
    cup: Tournament, who: dict[str, Any], bob: User
) -> None:
    end(cup, bob)
    places = [2, 1] if tables(cup)[0].seats == (1, 2) else [1, 2]
    services.rule(table=1, reason="Once more.", places=places, **who)
    services.finish_tournament(**who)
    cup.refresh_from_db()
    state = None
    for row in store.rows(cup.pk):
        state = fold(state, read_entry(row.public))
        assert digest(state) == row.digest, row.kind
    file = read_file(json_lines(cup))
    lines, sound = verify(file)
    assert sound, lines

    def kept(event: Entry) -> list[Entry]:
        return [replace(event, stays=(1,)) if isinstance(event, Ruled) and event.result else event]

    lines, sound = verify(rewritten(file, kept))
    assert not sound
    assert any("course" in line and "seats of table 1 stay" in line for line in lines), lines


def test_a_log_of_before_says_nothing_of_such_seats() -> None:
    event = Ruled(table=1, reason="Again.", supersedes=4)
    assert public_text(event) == '{"kind":"ruling","table":1,"reason":"Again.","supersedes":4}'
    assert read_entry(public_text(event)) == event

"""Who was only asked to direct a tournament is known to its directors alone."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from games import services as games
from tests.tournaments.by_hand import NOON, played
from tournaments import services, store
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.log.people import people_in
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import Settings
from web.pages.tournaments.names import Names

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain")]


@pytest.fixture
def cup(alice: User, bob: User) -> Tournament:
    """An open tournament of alice's, who has asked bob to direct it with her."""
    settings = Settings(format="plain", played_here=False)
    made = services.create_tournament(user=alice, name="Cup", settings=settings, now=NOON)
    services.open_registration(tournament_id=made.pk, user=alice, now=NOON)
    services.change_tournament(tournament_id=made.pk, user=alice, co_directors=["bob"], now=NOON)
    return Tournament.objects.get(pk=made.pk)


def exported(cup: Tournament) -> dict[int, str]:
    """Whom the file of a tournament names."""
    cup.refresh_from_db()
    return read_file(json_lines(cup)).header.people


def test_a_file_names_who_stands_in_the_log(cup: Tournament, bob: User) -> None:
    assert exported(cup) == {1: "alice"}
    services.answer_direction(tournament_id=cup.pk, user=bob, accept=True, now=NOON)
    assert exported(cup) == {1: "alice", 2: "bob"}
    services.answer_direction(tournament_id=cup.pk, user=bob, accept=False, now=NOON)
    assert exported(cup) == {1: "alice", 2: "bob"}, "the log has the number"


def test_whoever_is_in_a_state_stands_in_the_log(alice: User) -> None:
    made = played(alice)
    state = state_of(made)
    found = people_in(store.each(made.pk, upto=made.version))
    assert found == {state.director, *(one.person for one in state.entrants.values())}
    assert all(store.stands_in(made.pk, one) for one in found)
    assert not store.stands_in(made.pk, max(found) + 1)


def test_nothing_stays_of_an_account_that_was_only_asked(
    cup: Tournament, alice: User, bob: User
) -> None:
    name = games.delete_account(user=bob, now=NOON)
    assert [one.number for one in cup.people.all()] == [1]
    # Of before such a number went with its account.
    cup.people.create(number=2, label=name)
    assert exported(cup) == {1: "alice"}
    services.add_players(tournament_id=cup.pk, user=alice, labels=["Cem"], now=NOON)
    assert exported(cup) == {1: "alice", 3: "Cem"}


@pytest.mark.parametrize("role", ["entrant", "co-director of the draft"])
def test_who_stands_in_the_log_and_is_asked_keeps_the_number(
    alice: User, bob: User, role: str
) -> None:
    settings = Settings(format="plain", played_here=False)
    made = services.create_tournament(user=alice, name="Cup", settings=settings, now=NOON)
    who: dict[str, Any] = {"tournament_id": made.pk, "now": NOON}
    if role == "entrant":
        services.open_registration(user=alice, **who)
        services.register(user=bob, **who)
    else:
        services.change_tournament(user=alice, co_directors=["bob"], **who)
        services.answer_direction(user=bob, accept=True, **who)
        services.open_registration(user=alice, **who)
        services.change_tournament(user=alice, co_directors=[], **who)
    services.change_tournament(user=alice, co_directors=["bob"], **who)
    name = games.delete_account(user=bob, now=NOON)
    assert exported(made) == {1: "alice", 2: name}


def test_a_player_without_an_account_is_not_marked_by_who_is_asked(
    cup: Tournament, alice: User, bob: User
) -> None:
    services.add_players(tournament_id=cup.pk, user=alice, labels=["bob"], now=NOON)
    assert Names.of(cup).person(3) == "bob"
    services.answer_direction(tournament_id=cup.pk, user=bob, accept=True, now=NOON)
    assert Names.of(cup).person(3) == "bob (no account)"

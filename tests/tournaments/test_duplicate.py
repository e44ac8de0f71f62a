"""Duplicate set-ups: the same seed at all tables of a round, and no other eyes before its end."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import engine, selectors
from games import services as games
from games.errors import NoSuchGame
from games.models import Game
from replays import checking
from replays.models import Validation
from replays.validation import results
from tournaments import services
from tournaments.errors import FormatRefused, SetUpKnown
from tournaments.models import Participant, Tournament
from tournaments.reading import state_of
from tournaments.state import Settings

pytestmark = pytest.mark.usefixtures("plain")

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
WITHHELD = [
    "/api/v1/replays/{id}",
    "/api/v1/replays/{id}/frames",
    "/api/v1/games/{id}/export",
    "/api/v1/replays/{id}/statistics",
    "/api/v1/games/{id}/state?version=1",
    "/games/{id}/replay/",
    "/games/{id}/replay/news/?v=1",
    "/games/{id}/replay/at/?v=1",
]

READABLE = [
    "/api/v1/games/{id}/state",
    "/api/v1/games/{id}/events",
    "/api/v1/games/{id}/map",
    "/games/{id}/",
]
"""What its own players read of it."""


def begun(alice: User, bob: User, bots: int = 2) -> tuple[Tournament, list[Game]]:
    """Tables with one set-up, alice and a bot, bob and a bot among them; drawn until it is so."""
    settings = Settings(format="plain", duplicate=True)
    cup = services.create_tournament(user=alice, name="Cup", settings=settings, now=NOON)
    services.open_registration(tournament_id=cup.pk, user=alice, now=NOON)
    for player in (alice, bob):
        services.register(tournament_id=cup.pk, user=player, now=NOON)
    services.add_entrants(tournament_id=cup.pk, user=alice, bots=["random"] * bots, now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    while len(found := _games_with_people(cup)) < 2:
        services.publish_draw(tournament_id=cup.pk, user=alice, again=True, now=NOON)
    cup.refresh_from_db()
    return cup, found


def _games_with_people(cup: Tournament) -> list[Game]:
    tables = state_of(Tournament.objects.get(pk=cup.pk)).tables.values()
    found = [Game.objects.get(pk=UUID(table.game)) for table in tables if table.game]
    return [game for game in found if game.seats.exclude(user=None).exists()]


def test_who_hosts_a_withheld_game_of_others_changes_nothing_of_it(alice: User, bob: User) -> None:
    _, made = begun(alice, bob)
    (game,) = [one for one in made if not one.seats.filter(user=alice).exists()]
    assert game.host == alice
    given = {"game_id": game.pk, "user": alice}
    for action in (
        lambda: games.change_game(**given, name="Other", visibility="private"),
        lambda: games.renew_invite(**given, now=NOON),
        lambda: games.close_table(**given, now=NOON),
        lambda: games.add_bot(**given, bot="random", now=NOON),
    ):
        with pytest.raises(NoSuchGame):
            action()
    changed = Game.objects.get(pk=game.pk)
    assert (changed.name, changed.visibility) == (game.name, game.visibility)


def _play_on(game: Game) -> None:
    """Have the game at version 2 at least."""
    games.play_bots(game_id=game.pk, clock=lambda: NOON, limit=1)
    game.refresh_from_db()
    if game.version == 1:
        state = selectors.state_of(game)
        seat = state.open_decisions()[0].seat
        user = game.seats.get(index=seat).user
        assert user is not None
        move = engine.legal_moves(state, seat)[0]
        games.play_moves(game_id=game.pk, user=user, moves=[move], seen_version=1, now=NOON)


@pytest.mark.uncounted
@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.long
def test_a_round_that_is_drawn_again_has_fresh_set_ups(
    alice: User, bob: User, charlie: User, duplicate: bool
) -> None:
    """Players have seen those of the draw before."""
    settings = Settings(format="plain", duplicate=duplicate)
    cup = services.create_tournament(user=alice, name="Cup", settings=settings, now=NOON)
    services.open_registration(tournament_id=cup.pk, user=alice, now=NOON)
    for player in (alice, bob, charlie, User.objects.create_user("emil")):
        services.register(tournament_id=cup.pk, user=player, now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    seeds = [seeds_of(cup)]
    for _ in range(2):
        services.publish_draw(tournament_id=cup.pk, user=alice, again=True, now=NOON)
        seeds.append(seeds_of(cup))
    assert [len(some) for some in seeds] == [1 if duplicate else 2] * 3
    assert len(set.union(*seeds)) == sum(map(len, seeds)), "no set-up is used again"


def seeds_of(cup: Tournament) -> set[bytes]:
    """The seeds of the games of a tournament that stand."""
    tables = state_of(Tournament.objects.get(pk=cup.pk)).tables.values()
    return {bytes(Game.objects.get(pk=UUID(table.game)).server_seed) for table in tables}


def _end(game: Game) -> None:
    """Have its person resign, which ends a game of two, and the server take it in."""
    person = game.seats.exclude(user=None)[0].user
    assert person is not None
    games.resign(game_id=game.pk, user=person, now=NOON)
    services.game_over(game_id=game.pk, now=NOON)


@pytest.mark.uncounted
def test_tables_of_a_round_have_one_set_up_and_are_rated_as_others(alice: User, bob: User) -> None:
    _, made = begun(alice, bob)
    assert bytes(made[0].server_seed) == bytes(made[1].server_seed)
    assert all(game.withheld for game in made)
    bots = [game.seats.exclude(bot="").exists() for game in made]
    assert [not game.rated for game in made] == bots


@pytest.mark.once
def test_until_its_round_is_over_a_game_is_its_players_alone(
    alice: User, bob: User, charlie: User
) -> None:
    cup, made = begun(alice, bob)
    game = next(one for one in made if one.seats.filter(user=bob).exists())
    own, stranger, director = Client(), Client(), Client()
    own.force_login(bob)
    stranger.force_login(charlie)
    director.force_login(alice)
    _play_on(game)
    plays = game.seats.filter(user=alice).exists()
    for other in (stranger, Client(), *(() if plays else (director,))):
        assert other.get(f"/games/{game.pk}/").status_code == 404
        for address in WITHHELD:
            assert other.get(address.format(id=game.pk)).status_code == 404
        listed = other.get("/api/v1/games").json()["results"]
        assert str(game.pk) not in {one["id"] for one in listed}
    assert own.get(f"/games/{game.pk}/").status_code == 200
    for address in WITHHELD:
        assert own.get(address.format(id=game.pk)).status_code == 409, address
    forked = own.post(f"/api/v1/games/{game.pk}/fork", {"version": 1}, "application/json")
    assert forked.json()["code"] == "game_withheld"
    for table in state_of(cup).tables:
        services.record_result(
            tournament_id=cup.pk, user=alice, table=table, places=[1, 2], now=NOON
        )
    assert stranger.get(WITHHELD[0].format(id=game.pk)).status_code == 404
    for one in made:
        _end(one)
    for address in WITHHELD:
        assert stranger.get(address.format(id=game.pk)).status_code == 200, address


@pytest.mark.uncounted
def test_the_seed_of_a_finished_game_stays_closed(alice: User, bob: User) -> None:
    _, made = begun(alice, bob)
    game = next(one for one in made if one.seats.filter(user=bob).exists())
    Game.objects.filter(pk=game.pk).update(status="finished")
    client = Client()
    client.force_login(bob)
    fairness = client.get(f"/api/v1/games/{game.pk}/fairness").json()
    assert fairness["drawn"] is None
    seed = bytes(game.server_seed).hex()
    addresses = [f"/api/v1/games/{game.pk}", "/api/v1/games?player=me", *READABLE]
    for address in addresses:
        answer = client.get(address.format(id=game.pk))
        assert answer.status_code == 200, address
        assert seed not in answer.content.decode(), address


@pytest.mark.uncounted
def test_the_points_of_a_finished_game_stay_closed(alice: User, bob: User) -> None:
    _, made = begun(alice, bob)
    game = next(one for one in made if one.seats.filter(user=bob).exists())
    _end(game)
    own = Client()
    own.force_login(bob)
    address = f"/games/{game.pk}/replay/points/"
    assert own.get(address, headers={"HX-Request": "true"}).status_code == 409
    assert "replay/points/" not in own.get(f"/games/{game.pk}/").content.decode()


def _entrant_of(cup: Tournament, user: User) -> int:
    """The newest place of a user."""
    (person,) = Participant.objects.filter(tournament=cup, user=user).values_list("number")
    places = state_of(Tournament.objects.get(pk=cup.pk)).entrants.values()
    return next(one.id for one in reversed(places) if one.person == person[0])


def test_who_has_played_a_set_up_takes_over_no_other_table_of_it(
    alice: User, bob: User, charlie: User
) -> None:
    cup, made = begun(alice, bob)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    game = next(one for one in made if one.seats.filter(user=bob).exists())
    _end(game)
    place = _entrant_of(cup, alice)
    services.substitute(entrant=_entrant_of(cup, bob), label="Somebody", **who)
    for user in (bob, charlie):
        services.register(tournament_id=cup.pk, user=user, now=NOON)
    waits = _entrant_of(cup, bob)
    with pytest.raises(SetUpKnown):
        services.substitute(entrant=place, waiting=waits, **who)
    assert state_of(Tournament.objects.get(pk=cup.pk)).entrants[waits].status == "waiting"
    services.substitute(entrant=place, waiting=_entrant_of(cup, charlie), **who)
    other = next(one for one in made if one != game)
    assert other.seats.filter(user=charlie).exists()
    services.register(tournament_id=cup.pk, user=alice, now=NOON)
    back = _entrant_of(cup, alice)
    services.substitute(entrant=place, waiting=back, **who)
    assert other.seats.filter(user=alice).exists(), "the table that she knows anyway"
    _end(other)
    services.substitute(entrant=place, waiting=waits, **who)


def test_who_has_played_a_set_up_knows_it_after_a_later_draw(alice: User, bob: User) -> None:
    cup, made = begun(alice, bob)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    game = next(one for one in made if one.seats.filter(user=bob).exists())
    _end(game)
    place = _entrant_of(cup, alice)
    services.substitute(entrant=_entrant_of(cup, bob), label="Somebody", **who)
    services.register(tournament_id=cup.pk, user=bob, now=NOON)
    tables = state_of(Tournament.objects.get(pk=cup.pk)).tables.values()
    beside = next(one.id for one in tables if one.game != str(game.pk))
    services.record_result(table=beside, places=[1, 2], **who)
    services.publish_draw(**who)
    services.rule(table=beside, reason="It goes on.", reopen=True, **who)
    with pytest.raises(SetUpKnown):
        services.substitute(entrant=place, waiting=_entrant_of(cup, bob), **who)


def test_who_has_taken_over_a_given_up_seat_knows_no_set_up(
    alice: User, bob: User, charlie: User
) -> None:
    cup, made = begun(alice, bob)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    game = next(one for one in made if one.seats.filter(user=bob).exists())
    games.resign(game_id=game.pk, user=bob, now=NOON)
    place = _entrant_of(cup, bob)
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    services.substitute(entrant=place, waiting=_entrant_of(cup, charlie), **who)
    assert game.seats.filter(user=bob).exists(), "nobody else sees that game"
    services.substitute(entrant=place, label="Somebody", **who)
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    waits = _entrant_of(cup, charlie)
    services.substitute(entrant=_entrant_of(cup, alice), waiting=waits, **who)
    other = next(one for one in made if one != game)
    assert other.seats.filter(user=charlie).exists()


def test_what_a_validation_turns_up_of_it_stays_closed_too(alice: User, bob: User) -> None:
    _, made = begun(alice, bob)
    game = made[0]
    found = checking.Difference(
        version=2, code="effects_differ", sentence="", expected=msgspec.Raw(b"[7]"), reveals=True
    )
    result = Validation(first_difference=msgspec.json.encode(found).decode())
    shown = {}
    for status, withheld in (("finished", True), ("running", False), ("finished", False)):
        game.status, game.withheld = status, withheld
        difference = results.difference_shown(result, game)
        assert difference is not None
        shown[status, withheld] = difference.expected != checking.NOTHING
    assert shown == {
        ("finished", True): False,
        ("running", False): False,
        ("finished", False): True,
    }


def test_a_table_may_have_the_number_of_one_of_the_round_before(
    alice: User, bob: User, charlie: User
) -> None:
    """That round had more tables before it was drawn again."""
    cup, _ = begun(alice, bob, bots=4)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    before = set(state_of(cup).tables)
    people = {_entrant_of(cup, player) for player in (alice, bob)}
    for one in [one for one in state_of(cup).entrants if one not in people][:2]:
        services.withdraw(entrant=one, **who)
    services.publish_draw(again=True, **who)
    while len(made := _games_with_people(cup)) < 2:
        services.publish_draw(again=True, **who)
    for game in made:
        _end(game)
    services.publish_draw(**who)
    while (own := _table_of(cup, bob)) in before or len(_games_with_people(cup)) < 4:
        services.publish_draw(again=True, **who)
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    places = {"entrant": _entrant_of(cup, bob), "waiting": _entrant_of(cup, charlie)}
    services.substitute(**places, **who)
    tables = state_of(Tournament.objects.get(pk=cup.pk)).tables.values()
    assert before & {one.id for one in tables if one.round == 2 and one.id != own}


def _table_of(cup: Tournament, user: User) -> int:
    """Where a user plays in the newest round."""
    tables = reversed(state_of(Tournament.objects.get(pk=cup.pk)).tables.values())
    return next(one.id for one in tables if _entrant_of(cup, user) in one.seats)


def test_a_schedule_without_rounds_is_not_drawn_with_duplicate_set_ups(alice: User) -> None:
    settings = Settings(format="designs", duplicate=True, played_here=False)
    who = {"user": alice, "now": NOON}
    cup = services.create_tournament(name="Cup", settings=settings, **who).pk
    services.open_registration(tournament_id=cup, **who)
    services.add_entrants(tournament_id=cup, labels=list("ABCDEFG"), **who)
    with pytest.raises(FormatRefused, match="all tables at once"):
        services.publish_draw(tournament_id=cup, **who)
    services.add_entrants(tournament_id=cup, labels=list("HIJKLMNOP"), **who)
    services.publish_draw(tournament_id=cup, **who)

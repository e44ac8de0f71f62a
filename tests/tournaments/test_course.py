"""The course of a tournament through its services, from the draft to the end."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import services as games
from games.engine.randomness import commitment
from games.models import Game
from replays.files.record import write_record
from tests.games.tables import started
from tests.replays.game_files import file_of, played, sound
from tests.replays.servers import imported
from tournaments import services, store
from tournaments.access import may_see
from tournaments.errors import (
    AlreadyEntered,
    BadResult,
    NoSuchTournament,
    NotDirector,
    NotEntered,
    ResultStands,
    RoundRunning,
    TableRefused,
    WrongPhase,
)
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.formats import FORMATS
from tournaments.log import fold, read_entry
from tournaments.log.stored import chain, digest
from tournaments.models import Participant, Tournament
from tournaments.players.sections.tournaments import TournamentsSection
from tournaments.reading import state_at, state_of, state_on
from tournaments.selectors import names_of, tournaments_visible_to
from tournaments.services import drawing, people
from tournaments.state import Settings

pytestmark = pytest.mark.usefixtures("plain")

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
BY_HAND = Settings(format="plain", played_here=False)


def opened(director: User, *players: User, settings: Settings = BY_HAND) -> Tournament:
    """An open tournament with these players."""
    made = services.create_tournament(user=director, name="Cup", settings=settings, now=NOON)
    services.open_registration(tournament_id=made.pk, user=director, now=NOON)
    for player in players:
        services.register(tournament_id=made.pk, user=player, now=NOON)
    return Tournament.objects.get(pk=made.pk)


def test_a_tournament_from_the_draft_to_the_end(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    cup = opened(alice, bob, charlie, dora)
    services.register(tournament_id=cup.pk, user=alice, now=NOON)
    with pytest.raises(AlreadyEntered):
        services.register(tournament_id=cup.pk, user=bob, now=NOON)
    preview = services.preview_draw(tournament_id=cup.pk, user=alice, now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=alice, seen_version=preview.version, now=NOON)
    cup.refresh_from_db()
    state = state_of(cup)
    assert state.draws == [preview.draw]
    assert [table.seats for table in state.tables.values()] == [
        one.seats for one in preview.draw.tables
    ]
    with pytest.raises(RoundRunning):
        services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    services.record_result(tournament_id=cup.pk, user=alice, table=1, scores=[90, 120], now=NOON)
    services.record_result(tournament_id=cup.pk, user=alice, table=2, places=[1, 2], now=NOON)
    with pytest.raises(ResultStands):
        services.record_result(tournament_id=cup.pk, user=alice, table=1, places=[1, 2], now=NOON)
    later = NOON + timedelta(hours=1)
    services.rule(
        tournament_id=cup.pk, user=alice, table=1, reason="Miscounted.", places=[1, 2], now=later
    )
    cup.refresh_from_db()
    winner = state_of(cup).tables[1].seats[0]
    loser = state_of(cup).tables[1].seats[1]
    form = FORMATS["plain"]
    assert form.standings(state_of(cup))[0].entrant in (winner, state_of(cup).tables[2].seats[0])
    before = state_on(cup, moment=later - timedelta(minutes=1))
    assert [row.points for row in form.standings(before) if row.entrant == loser] == [8]
    assert [row.points for row in form.standings(state_of(cup)) if row.entrant == loser] == [2]
    services.publish_draw(tournament_id=cup.pk, user=alice, now=later)
    for table in (3, 4):
        services.record_result(
            tournament_id=cup.pk, user=alice, table=table, places=[1, 1], now=later
        )
    with pytest.raises(WrongPhase):
        services.publish_draw(tournament_id=cup.pk, user=alice, now=later)
    services.finish_tournament(tournament_id=cup.pk, user=alice, now=later)
    cup.refresh_from_db()
    final = state_of(cup)
    assert (cup.phase, final.phase) == ("finished", "finished")
    assert commitment(bytes.fromhex(final.seed)) == final.commitment


def test_the_rows_of_a_log_hold_together_and_cannot_be_changed(alice: User, bob: User) -> None:
    cup = opened(alice, bob)
    rows = store.rows(cup.pk)
    assert [(row.version, row.kind, row.actor) for row in rows] == [
        (1, "created", 1),
        (2, "opened", 1),
        (3, "registered", 2),
    ]
    previous = ""
    for row in rows:
        assert chain(row, str(cup.pk), previous) == row.chain
        previous = row.chain
    assert bytes(cup.server_seed).hex() not in "".join(row.public for row in rows)
    assert rows[1].secret == bytes(cup.server_seed).hex()
    for statement in (
        "UPDATE tournaments_log SET actor = 2",
        "DELETE FROM tournaments_log",
    ):
        refused = pytest.raises(IntegrityError)
        with refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.parametrize("verb", ["open_registration", "publish_draw", "finish_tournament"])
def test_only_directors_direct(alice: User, bob: User, verb: str) -> None:
    cup = services.create_tournament(user=alice, name="Cup", settings=BY_HAND, now=NOON)
    with pytest.raises(NoSuchTournament):
        getattr(services, verb)(tournament_id=cup.pk, user=bob, now=NOON)
    services.open_registration(tournament_id=cup.pk, user=alice, now=NOON)
    with pytest.raises(NotDirector):
        getattr(services, verb)(tournament_id=cup.pk, user=bob, now=NOON)


@pytest.mark.uncounted
@pytest.mark.once
def test_games_of_a_tournament_report_their_results(alice: User, bob: User) -> None:
    cup = opened(alice, settings=Settings(format="plain"))
    services.add_entrants(tournament_id=cup.pk, user=alice, bots=["random"] * 4, now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    cup.refresh_from_db()
    tables = state_of(cup).tables
    assert all(table.started for table in tables.values())
    for table in tables.values():
        game = Game.objects.get(pk=UUID(table.game))
        assert (game.tournament, game.rated) == (cup.pk, False), "bots are not rated"
        games.play_bots(game_id=game.pk, clock=lambda: NOON)
        services.game_over(game_id=game.pk, now=NOON)
        assert services.game_over(game_id=game.pk, now=NOON) is None
    cup.refresh_from_db()
    state = state_of(cup)
    for table in state.tables.values():
        assert table.result is not None
        assert table.result.label == "played"
        assert sorted(table.result.places) in ([1, 1], [1, 2])
    assert services.missed_results() == []
    assert state.round_over()


def test_a_substitute_takes_place_seat_and_results_over(
    alice: User, bob: User, charlie: User
) -> None:
    cup = opened(alice, alice, bob, settings=Settings(format="plain"))
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    cup.refresh_from_db()
    assert state_of(cup).entrants[3].status == "waiting"
    services.substitute(tournament_id=cup.pk, user=alice, entrant=2, waiting=3, now=NOON)
    cup.refresh_from_db()
    state = state_of(cup)
    who = Participant.objects.get(tournament=cup, number=state.entrants[2].person)
    assert who.user == charlie
    game = Game.objects.get(pk=UUID(state.tables[1].game or ""))
    assert {seat.user for seat in game.seats.all()} == {alice, charlie}
    assert state_at(cup, version=3).entrants[1].people == [1]


def test_who_played_stays_at_the_table_when_a_substitute_comes(alice: User) -> None:
    cup = opened(alice)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.add_players(labels=["Ada", "Bea"], **who)
    services.publish_draw(**who)
    services.record_result(table=1, places=[1, 2], **who)
    services.substitute(entrant=1, label="Cem", **who)
    services.withdraw(entrant=2, **who)
    services.admit(entrant=2, **who)
    cup.refresh_from_db()
    state = state_of(cup)
    names = names_of(cup)
    assert {names[state.person_at(state.tables[1], one)] for one in (1, 2)} == {"Ada", "Bea"}
    assert names[state.entrants[1].person] == "Cem"
    assert (state.entrants[2].status, state.entrants[2].last) == ("registered", None)


def test_an_account_that_goes_leaves_its_results(alice: User, bob: User) -> None:
    cup = opened(alice, bob)
    games.delete_account(user=bob, now=NOON)
    who = Participant.objects.get(tournament=cup, number=2)
    assert who.user is None
    assert who.label.startswith("former player")


def test_players_of_a_ladder_make_their_tables(alice: User, bob: User, charlie: User) -> None:
    cup = opened(alice, bob, settings=Settings(format="ladder"))
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    services.challenge(tournament_id=cup.pk, user=charlie, opponents=[1], now=NOON)
    with pytest.raises(NotEntered):
        services.challenge(tournament_id=cup.pk, user=alice, opponents=[1], now=NOON)
    services.register(tournament_id=cup.pk, user=alice, now=NOON)
    cup.refresh_from_db()
    state = state_of(cup)
    assert sorted(state.tables[1].seats) == [1, 2]
    assert state.tables[1].started
    assert state.entrants[3].status == "registered"


def test_a_ladder_has_so_many_tables_and_no_more(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = opened(alice, bob, charlie, settings=Settings(format="ladder"))
    monkeypatch.setattr(drawing, "MOST_TABLES", 1)
    services.challenge(tournament_id=cup.pk, user=charlie, opponents=[1], now=NOON)
    with pytest.raises(TableRefused, match="has had its 1 tables"):
        services.challenge(tournament_id=cup.pk, user=bob, opponents=[2], now=NOON)
    cup.refresh_from_db()
    assert [*state_of(cup).tables] == [1]


def test_a_tournament_whose_director_goes_has_another_one_or_is_cancelled(
    alice: User, bob: User
) -> None:
    alone, shared = opened(alice), opened(alice, bob)
    services.change_tournament(tournament_id=shared.pk, user=alice, co_directors=["bob"], now=NOON)
    services.answer_direction(tournament_id=shared.pk, user=bob, accept=True, now=NOON)
    games.delete_account(user=alice, now=NOON)
    alone.refresh_from_db()
    shared.refresh_from_db()
    assert (alone.phase, alone.director) == ("cancelled", None)
    assert (shared.phase, shared.director) == ("open", bob)
    assert state_of(shared).co_directors == []
    services.cancel_tournament(tournament_id=shared.pk, user=bob, reason="Rain.", now=NOON)


def test_a_player_s_page_lists_tournaments_with_places(
    alice: User, bob: User, charlie: User
) -> None:
    cup = opened(alice, bob, charlie)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    cup.refresh_from_db()
    first = state_of(cup).tables[1].seats[0]
    services.record_result(tournament_id=cup.pk, user=alice, table=1, places=[1, 2], now=NOON)
    winner, loser = (bob, charlie) if first == 1 else (charlie, bob)
    for player, place in ((winner, 1), (loser, 2)):
        (shown,) = TournamentsSection().build(player, None).tournaments
        assert (shown.name, shown.place, shown.of) == ("Cup", place, 2)
    assert TournamentsSection().build(alice, None).tournaments == []
    services.change_tournament(tournament_id=cup.pk, user=alice, visibility="private", now=NOON)
    assert TournamentsSection().build(bob, None).tournaments == []
    assert len(TournamentsSection().build(bob, charlie).tournaments) == 1


def test_an_imported_game_gives_the_result_of_its_table(alice: User, bob: User) -> None:
    cup = opened(alice, alice, bob, settings=Settings(format="series", played_here=False))
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    for refused in (started([alice, bob]).game.pk, imported(sound(), alice).pk):
        with pytest.raises(BadResult):
            services.record_result(
                tournament_id=cup.pk, user=alice, table=1, game_id=refused, now=NOON
            )
    game = imported(write_record(file_of(played("files-short")), {}).encode(), alice)
    client, form = Client(), f"/tournaments/{cup.pk}/tables/1/do/record-imported/"
    client.force_login(alice)
    for wrong in ("", "of yesterday", str(cup.pk)):
        refused = client.post(form, {"game": wrong})
        assert refused.status_code == 422
        assert 'id="record-imported-game_error"' in refused.content.decode(), wrong
    address = f"http://testserver/games/{game.pk}/replay/"
    assert client.post(form, {"game": address}).status_code == 302
    cup.refresh_from_db()
    result = state_of(cup).tables[1].result
    assert result is not None
    assert (result.label, result.game) == ("imported", str(game.pk))


def test_no_imported_game_counts_at_two_tables(alice: User, bob: User, charlie: User) -> None:
    settings = Settings(format="series", format_options={"games": 3}, played_here=False)
    cup = opened(alice, alice, bob, settings=settings)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    game = imported(write_record(file_of(played("files-short")), {}).encode(), alice)
    services.publish_draw(**who)
    services.record_result(table=1, game_id=game.pk, **who)
    services.publish_draw(**who)
    with pytest.raises(BadResult, match=r"^Game 1 has its result from this game"):
        services.record_result(table=2, game_id=game.pk, **who)
    services.rule(table=1, reason="Not theirs.", places=[1, 2], **who)
    services.record_result(table=2, game_id=game.pk, **who)


def test_a_log_gives_its_states_whatever_objects_the_settings_were(alice: User, bob: User) -> None:
    """Text out of a form is equal to a default, and is another object."""
    seeding = str(b"drawn", "ascii")
    settings = Settings(format="plain", played_here=False, seeding=seeding)  # type: ignore[arg-type]
    cup = opened(alice, alice, bob, settings=settings)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    services.record_result(tournament_id=cup.pk, user=alice, table=1, scores=[1, 2], now=NOON)
    state = None
    for row in store.rows(cup.pk):
        state = fold(state, read_entry(row.public))
        assert digest(state) == row.digest, row.kind


def test_who_no_longer_directs_a_draft_does_not_see_it(alice: User, bob: User) -> None:
    cup = services.create_tournament(user=alice, name="Cup", settings=BY_HAND, now=NOON)
    for directors, seen in ((["bob"], True), ([], False)):
        services.change_tournament(
            tournament_id=cup.pk, user=alice, co_directors=directors, now=NOON
        )
        cup.refresh_from_db()
        assert may_see(bob, cup) == seen
        assert tournaments_visible_to(bob).filter(pk=cup.pk).exists() == seen


def test_the_name_of_who_directed_a_draft_goes_with_the_account(
    alice: User, bob: User, charlie: User
) -> None:
    cup = services.create_tournament(user=alice, name="Cup", settings=BY_HAND, now=NOON)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.change_tournament(co_directors=["bob"], **who)
    services.answer_direction(tournament_id=cup.pk, user=bob, accept=True, now=NOON)
    services.change_tournament(co_directors=[], **who)
    services.add_entrants(labels=["bob"], **who)
    cup.refresh_from_db()
    assert list(names_of(cup).values()) == ["alice", "bob", "bob"]
    assert not may_see(bob, cup)
    assert not tournaments_visible_to(bob).filter(pk=cup.pk).exists()
    services.open_registration(**who)
    services.change_tournament(visibility="private", **who)
    cup.refresh_from_db()
    assert not may_see(bob, cup)
    # Those of before there was the column are found, too.
    assert Participant.objects.filter(former=bob).update(former=None) == 1
    migration = import_module("tournaments.migrations.0012_names_of_former_directors")
    migration.name_accounts(apps, connection.schema_editor())
    name = games.delete_account(user=bob, now=NOON)
    assert list(names_of(cup).values()) == ["alice", name, "bob"], "the other one is a player"
    assert read_file(json_lines(cup)).header.people == names_of(cup)


def test_tournaments_of_others_with_the_same_name_do_not_slow_a_deletion(
    alice: User, bob: User, charlie: User
) -> None:
    """Anybody can enter a name a thousand times; who is called so has no part in it."""
    asked = []
    for user, others in ((bob, 0), (charlie, 5)):
        for number in range(others):
            cup = services.create_tournament(
                user=alice, name=f"Cup {number}", settings=BY_HAND, now=NOON
            )
            services.add_players(tournament_id=cup.pk, user=alice, labels=[user.username], now=NOON)
        with CaptureQueriesContext(connection) as queries:
            people.forget(user, f"former player {user.pk}")
        asked.append(len(queries))
    assert asked[0] == asked[1]

"""What players and directors might try, or run into, that a tournament has to stand."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import services as games
from games.errors import SeatOfTournament
from games.models import Handover
from tests.games.tables import Table, started
from tests.tournaments.small_cups import BY_HAND, LATER, NOON, drawn, game_at, opened, tables
from tournaments import services
from tournaments.errors import (
    AlreadyEntered,
    BadResult,
    NoSuchEntrant,
    NoSuchTournament,
    NotDirector,
    RoundBegun,
    WrongPhase,
)
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.selectors import tournament_for, tournaments_visible_to
from tournaments.services import writer
from tournaments.services.results import checked
from tournaments.state import RoundTable, Settings
from tournaments.tasks import sweep_results

pytestmark = pytest.mark.usefixtures("plain")


def test_a_seat_of_a_tournament_is_handed_over_by_directors_alone(
    alice: User, bob: User, charlie: User
) -> None:
    (table,) = tables(drawn(alice, alice, bob))
    game = game_at(table)
    with pytest.raises(SeatOfTournament):
        games.offer_seat(game_id=game.pk, user=bob, taker="charlie", now=NOON)
    seat = game.seats.get(user=bob).index
    Handover.objects.create(game=game, seat=seat, giver=bob, taker=charlie, offered_at=NOON)
    with pytest.raises(SeatOfTournament):
        games.take_seat(game_id=game.pk, user=charlie, seat=seat, now=NOON)
    client = Client()
    client.force_login(bob)
    assert 'name="taker"' not in client.get(f"/games/{game.pk}/seat/").content.decode()
    other = started([bob, charlie])
    assert 'name="taker"' in client.get(f"/games/{other.id}/seat/").content.decode()


def test_no_player_without_an_account_has_the_name_of_one_who_plays(alice: User, bob: User) -> None:
    cup = opened(alice, bob)
    for label in ("bob", "BOB"):
        with pytest.raises(AlreadyEntered):
            services.add_entrants(tournament_id=cup.pk, user=alice, labels=[label], now=NOON)
    services.add_entrants(tournament_id=cup.pk, user=alice, labels=["charlie"], now=NOON)


@pytest.mark.uncounted
def test_a_table_opened_again_after_its_game_waits_for_the_director(alice: User, bob: User) -> None:
    cup = drawn(alice, alice, bob)
    game = game_at(tables(cup)[0])
    games.resign(game_id=game.pk, user=bob, now=NOON)
    services.game_over(game_id=game.pk, now=NOON)
    services.rule(
        tournament_id=cup.pk, user=alice, table=1, reason="Again.", reopen=True, now=LATER
    )
    assert services.missed_results() == []
    assert services.game_over(game_id=game.pk, now=LATER) is None
    assert tables(cup)[0].result is None
    services.record_result(tournament_id=cup.pk, user=alice, table=1, places=[2, 1], now=LATER)


def test_no_round_is_drawn_again_of_which_a_player_has_given_a_result(
    alice: User, bob: User
) -> None:
    cup = drawn(alice, alice, bob, played_here=False)
    services.report_result(tournament_id=cup.pk, user=bob, table=1, places=[1, 2], now=NOON)
    with pytest.raises(RoundBegun):
        services.publish_draw(tournament_id=cup.pk, user=alice, again=True, now=NOON)
    services.confirm_result(tournament_id=cup.pk, user=alice, table=1, now=NOON)
    services.rule(
        tournament_id=cup.pk, user=alice, table=1, reason="Not so.", reopen=True, now=NOON
    )
    with pytest.raises(RoundBegun):
        services.publish_draw(tournament_id=cup.pk, user=alice, again=True, now=NOON)


def test_no_draw_is_previewed_again_once_somebody_has_moved(alice: User, bob: User) -> None:
    cup = drawn(alice, alice, bob)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "again": True, "now": NOON}
    services.preview_draw(**who)
    state = tables(cup)[0]
    seated = [(alice, bob)[one - 1] for one in state.seats]
    table = Table(game_at(state).pk, seated)
    table.play()
    for service in (services.preview_draw, services.publish_draw):
        with pytest.raises(RoundBegun):
            service(**who)
    assert len(tables(cup)) == 1


@pytest.mark.uncounted
def test_nobody_waits_for_a_preview(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It computes for seconds, as often as a director likes."""

    def locked(tournament_id: UUID) -> Tournament:
        raise AssertionError(tournament_id)

    cup = drawn(alice, alice, bob)
    monkeypatch.setattr(writer, "lock", locked)
    preview = services.preview_draw(tournament_id=cup.pk, user=alice, again=True, now=NOON)
    assert preview.version == cup.version
    with pytest.raises(NotDirector):
        services.preview_draw(tournament_id=cup.pk, user=bob, again=True, now=NOON)


def test_a_game_is_erased_with_its_tournament_locked_first(alice: User, bob: User) -> None:
    """As services of tournaments lock both; the other way round they waited for each other."""
    (table,) = tables(drawn(alice, alice, bob))
    game = game_at(table).pk
    with CaptureQueriesContext(connection) as queries:
        games.erase_game(game_id=game, by=None, reason="Test.", now=NOON)
    read = [one["sql"] for one in queries if one["sql"].startswith("SELECT")]
    assert 'FROM "tournaments_tournament"' in read[0]


@pytest.mark.uncounted
def test_a_table_opened_again_before_its_game_ends_gets_its_result(alice: User, bob: User) -> None:
    cup = drawn(alice, alice, bob)
    game = game_at(tables(cup)[0])
    services.record_result(tournament_id=cup.pk, user=alice, table=1, places=[2, 1], now=NOON)
    services.rule(
        tournament_id=cup.pk, user=alice, table=1, reason="Too early.", reopen=True, now=NOON
    )
    games.resign(game_id=game.pk, user=bob, now=LATER)
    assert services.missed_results() == [game.pk]
    services.game_over(game_id=game.pk, now=LATER)
    result = tables(cup)[0].result
    assert result is not None
    assert result.label == "played"


def test_a_tournament_that_fails_keeps_no_result_from_another(
    alice: User, bob: User, charlie: User, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cups = [drawn(alice, bob, charlie), drawn(alice, bob, dora)]
    for cup in cups:
        games.resign(game_id=game_at(tables(cup)[0]).pk, user=bob, now=NOON)
    broken, taken = services.missed_results()[0], services.game_over

    def game_over(*, game_id: UUID, now: datetime) -> Tournament | None:
        if game_id == broken:
            raise KeyError(game_id)
        return taken(game_id=game_id, now=now)

    monkeypatch.setattr(services, "game_over", game_over)
    sweep_results()
    assert services.missed_results() == [broken]


def test_all_at_a_table_can_forfeit_it(alice: User, bob: User, charlie: User) -> None:
    """The game ends with the first of two, and the second has forfeited as well."""
    cup = drawn(alice, bob, charlie)
    services.rule(
        tournament_id=cup.pk, user=alice, table=1, reason="Late.", forfeited=[1, 2], now=NOON
    )
    services.game_over(game_id=game_at(tables(cup)[0]).pk, now=NOON)
    result = tables(cup)[0].result
    assert result is not None
    assert (result.places, set(result.forfeited), result.resigned) == ((1, 1), {1, 2}, ())


def test_substitutes_come_though_a_game_was_erased(alice: User, bob: User, charlie: User) -> None:
    cup = drawn(alice, alice, bob)
    services.register(tournament_id=cup.pk, user=charlie, now=NOON)
    games.erase_game(game_id=game_at(tables(cup)[0]).pk, by=None, reason="x", now=NOON)
    services.substitute(tournament_id=cup.pk, user=alice, entrant=2, waiting=3, now=NOON)
    services.rule(
        tournament_id=cup.pk, user=alice, table=1, reason="Erased.", places=[1, 1], now=NOON
    )


def test_who_cannot_be_a_substitute(alice: User, bob: User, charlie: User) -> None:
    cup = opened(alice, alice, bob, charlie, settings=Settings(format="plain", entrants_most=2))
    for entrant in (3, 1):
        with pytest.raises(NoSuchEntrant):
            services.substitute(
                tournament_id=cup.pk, user=alice, entrant=3, waiting=entrant, now=NOON
            )
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    with pytest.raises(WrongPhase):
        services.substitute(tournament_id=cup.pk, user=alice, entrant=2, label="Zoe", now=NOON)
    assert {seat.user for seat in game_at(tables(cup)[0]).seats.all()} == {alice, bob}


def test_nothing_is_added_to_the_log_of_a_tournament_that_is_over(alice: User, bob: User) -> None:
    cup = opened(alice, bob)
    services.cancel_tournament(tournament_id=cup.pk, user=alice, reason="Rain.", now=NOON)
    changes: list[dict[str, Any]] = [
        {"paused": True},
        {"registration_closed": True},
        {"co_directors": ["bob"]},
        {"order": [1]},
        {"deadline": LATER},
    ]
    for change in changes:
        with pytest.raises(WrongPhase):
            services.change_tournament(tournament_id=cup.pk, user=alice, now=NOON, **change)
    services.change_tournament(tournament_id=cup.pk, user=alice, name="Old cup", now=NOON)
    cup.refresh_from_db()
    assert (cup.name, state_of(cup).phase) == ("Old cup", "cancelled")


def test_a_draft_that_is_given_up_stays_hidden(alice: User, bob: User) -> None:
    draft = services.create_tournament(user=alice, name="Cup", settings=BY_HAND, now=NOON)
    services.cancel_tournament(tournament_id=draft.pk, user=alice, reason="No.", now=NOON)
    for invite in (None, draft.invite_code):
        with pytest.raises(NoSuchTournament):
            tournament_for(bob, draft.pk, invite)
    assert tournament_for(alice, draft.pk) == draft
    change: dict[str, Any] = {"tournament_id": draft.pk, "user": alice, "now": NOON}
    for visibility in ("public", "unlisted"):
        with pytest.raises(WrongPhase):
            services.change_tournament(**change, visibility=visibility)
    services.change_tournament(**change, name="Old cup", visibility="private")
    assert draft not in tournaments_visible_to(bob)
    cup = opened(alice, bob)
    services.cancel_tournament(tournament_id=cup.pk, user=alice, reason="Rain.", now=NOON)
    change["tournament_id"] = cup.pk
    for visibility in ("private", "public"):
        services.change_tournament(**change, visibility=visibility)
    assert tournament_for(None, cup.pk) == cup


@pytest.mark.parametrize(
    "moment",
    ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "2200-01-01T00:00:00Z"],
)
def test_times_beyond_what_can_be_reckoned_with_are_refused(
    alice: User, bob: User, moment: str
) -> None:
    cup = drawn(alice, alice, bob)
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    for field in ("registration_opens", "registration_closes"):
        settings = {"format": "plain", field: moment}
        made = client.post(
            "/api/v1/tournaments", {"name": "x", "settings": settings}, "application/json"
        )
        assert made.json()["facts"] == {"field": field}
    changed = client.patch(
        f"/api/v1/tournaments/{cup.pk}", {"deadline": moment}, "application/json"
    )
    assert (made.status_code, changed.status_code) == (400, 400)
    assert changed.json()["facts"] == {"field": "deadline"}


def test_a_name_stands_once_and_scores_and_places_agree(alice: User) -> None:
    cup = services.create_tournament(
        user=alice, name="Cup", settings=Settings(format="plain", played_here=False), now=NOON
    )
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.add_players(labels=["Ada", "Bea"], **who)
    with pytest.raises(AlreadyEntered):
        services.add_players(labels=["Cem", "ADA"], **who)
    services.open_registration(**who)
    services.publish_draw(**who)
    with pytest.raises(BadResult):
        services.record_result(table=1, places=[1, 2], scores=[80, 90], **who)
    services.record_result(table=1, places=[1, 2], scores=[90, 90], **who)


def test_a_ruling_keeps_who_has_resigned_behind_the_others() -> None:
    table = RoundTable(id=1, round=1, stage="swiss", seats=(1, 2, 3, 4))
    ruled = checked(table, (), [50, 99, 60, None], [4], resigned=[2])
    assert (ruled.places, ruled.resigned, ruled.forfeited) == ((2, 3, 1, 4), (2,), (4,))
    by_places = checked(table, [2, 3, 1, 4], [50, 99, 60, 10], [], resigned=[2, 4])
    assert by_places.places == (2, 3, 1, 4)


def test_a_draft_that_was_taken_back_is_in_no_list(alice: User, bob: User) -> None:
    """Its log stays, and who made it finds it by its address; of what was opened lists go on."""
    who: dict[str, Any] = {"user": alice, "now": NOON}
    draft = services.create_tournament(name="Typo", settings=BY_HAND, **who)
    kept = services.create_tournament(name="Cup", settings=BY_HAND, visibility="private", **who)
    services.open_registration(tournament_id=kept.pk, **who)
    assert set(tournaments_visible_to(alice)) == {draft, kept}
    with pytest.raises(WrongPhase):  # opened since its page was shown
        services.cancel_tournament(tournament_id=kept.pk, reason="", draft_only=True, **who)
    for one in (draft, kept):
        services.cancel_tournament(tournament_id=one.pk, reason="", **who)
    assert set(tournaments_visible_to(alice)) == {kept}
    assert tournament_for(alice, draft.pk) == draft
    assert not tournaments_visible_to(bob)


@pytest.mark.services
def test_a_list_reads_no_log_but_those_of_its_own_tournaments(alice: User) -> None:
    """PostgreSQL would read the logs of all tournaments once, if the query let it."""
    plan = tournaments_visible_to(alice).explain()
    number = re.search(r"SubPlan (\d+)\n(?:(?!SubPlan).)*tournaments_log", plan, re.DOTALL)
    assert number is not None
    assert f"hashed SubPlan {number[1]})" not in plan

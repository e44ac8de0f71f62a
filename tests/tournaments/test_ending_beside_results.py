"""A director ends a game in whose place a result was entered: the result stands."""

import csv
import io
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.models.game import Status
from tests.rules import rule
from tests.tournaments.forging import rewritten
from tests.tournaments.test_misuse import LATER, NOON, drawn, game_at, tables
from tournaments import services
from tournaments.errors import BadResult, NotDirector
from tournaments.exporting import json_lines, results
from tournaments.files.reading import read_file
from tournaments.log.events import Entry, Ruled
from tournaments.models import RatingStep, Tournament
from tournaments.ratings import projecting
from tournaments.reading import state_of
from tournaments.tasks import sweep_results
from tournaments.verify import verify

pytestmark = pytest.mark.usefixtures("plain")

WHY = "The result was entered by hand."


def entered(director: User, *players: User, **settings: Any) -> tuple[Tournament, dict[str, Any]]:
    """A cup whose tables have a result beside their running games, and who directs it."""
    cup = drawn(director, *players, **settings)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": director, "now": LATER}
    for table in tables(cup):
        services.record_result(table=table.id, places=[2, 1], **who)
    return cup, who


def test_the_results_name_the_ruling_that_a_result_is_from(
    alice: User, bob: User, charlie: User
) -> None:
    """Not the one that later ended the game beside it; that alone leaves its own reason."""
    cup, who = entered(alice, bob, charlie)
    services.rule(table=1, reason="Typed wrong.", places=[1, 2], **who)
    services.rule(table=1, reason=WHY, end_game=True, **who)
    cup.refresh_from_db()
    rows = list(csv.DictReader(io.StringIO(results(cup, state_of(cup)))))
    assert (rows[0]["from"], rows[0]["reason"]) == ("ruling", "Typed wrong.")
    other, who = entered(alice, bob, charlie)
    services.rule(table=1, reason=WHY, end_game=True, **who)
    other.refresh_from_db()
    rows = list(csv.DictReader(io.StringIO(results(other, state_of(other)))))
    assert (rows[0]["from"], rows[0]["reason"]) == ("entered", WHY)


@rule("ABANDON-02")
def test_the_game_ends_the_result_stands_and_nobody_has_forfeited(
    alice: User, bob: User, charlie: User
) -> None:
    cup, who = entered(alice, bob, charlie)
    (before,) = tables(cup)
    with pytest.raises(NotDirector):
        services.rule(table=1, reason=WHY, end_game=True, **{**who, "user": bob})
    services.rule(table=1, reason=WHY, end_game=True, **who)
    (after,) = tables(cup)
    game = game_at(after)
    assert (after.result, after.forfeited, after.people) == (before.result, [], before.people)
    assert (game.status, game.ended_by, game.rated) == (Status.FINISHED, "director", False)
    assert not game.seats.filter(resigned=True).exists()
    projecting.keep_up()
    assert not RatingStep.objects.exists()
    services.game_over(game_id=game.pk, now=LATER)
    assert tables(cup)[0].result == before.result
    services.finish_tournament(**who)
    cup.refresh_from_db()
    assert (cup.sealed, state_of(cup).seed) == (False, bytes(cup.server_seed).hex())
    assert verify(read_file(json_lines(cup)))[1]


@pytest.mark.uncounted
def test_after_the_end_the_seed_follows_the_last_game_that_is_ended(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    cup, who = entered(alice, alice, bob, charlie, dora, duplicate=True)
    services.finish_tournament(**who)
    for number in (1, 2):
        cup.refresh_from_db()
        assert cup.sealed
        services.rule(table=number, reason=WHY, end_game=True, **who)
        sweep_results()
    cup.refresh_from_db()
    assert (cup.sealed, state_of(cup).seed) == (False, bytes(cup.server_seed).hex())
    assert not any(game_at(table).withheld for table in tables(cup))
    assert [table.forfeited for table in tables(cup)] == [[], []]
    assert verify(read_file(json_lines(cup)))[1]


def test_the_end_can_end_such_games_too(alice: User, bob: User, charlie: User, dora: User) -> None:
    cup, who = entered(alice, alice, bob, charlie, dora)
    ended = tables(cup)[1]
    services.rule(table=ended.id, reason="No time.", end_game=True, **who)
    services.finish_tournament(end_games=WHY, **who)
    cup.refresh_from_db()
    assert {game_at(table).ended_by for table in tables(cup)} == {"director"}
    assert (cup.sealed, state_of(cup).seed) == (False, bytes(cup.server_seed).hex())
    file = read_file(json_lines(cup))
    assert [row.kind for row in file.rows][-2:] == ["ruling", "finished"]
    assert verify(file)[1]


def test_games_left_over_by_a_tournament_that_is_given_up_are_ended(
    alice: User, bob: User, charlie: User
) -> None:
    cup = drawn(alice, bob, charlie)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": LATER}
    services.cancel_tournament(reason="Rain.", **who)
    services.rule(table=1, reason="Over.", end_game=True, **who)
    (table,) = tables(cup)
    services.game_over(game_id=game_at(table).pk, now=LATER)
    cup.refresh_from_db()
    assert (table.result, game_at(table).ended_by, cup.sealed) == (None, "director", False)
    assert verify(read_file(json_lines(cup)))[1]


@pytest.mark.parametrize(
    "given",
    [{}, {"reopen": True}, {"forfeited": [1]}],
    ids=["no result", "opened again", "taken out"],
)
def test_what_is_not_ended(alice: User, bob: User, given: dict[str, Any]) -> None:
    cup = drawn(alice, alice, bob)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    with pytest.raises(BadResult):
        services.rule(table=1, reason=WHY, end_game=True, **given, **who)
    assert game_at(tables(cup)[0]).status == Status.RUNNING


def test_a_game_that_is_over_is_not_ended(alice: User, bob: User) -> None:
    cup = drawn(alice, alice, bob)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.rule(table=1, reason=WHY, places=[1, 2], end_game=True, **who)
    (table,) = tables(cup)
    assert table.result is not None
    assert (table.result.places, game_at(table).ended_by) == ((1, 2), "director")
    with pytest.raises(BadResult):
        services.rule(table=1, reason=WHY, end_game=True, **who)
    # Once opened again the table waits for a director: its game gives nothing any more.
    services.rule(table=1, reason="Once more.", reopen=True, **who)
    sweep_results()
    assert tables(cup)[0].result is None


def test_a_forged_log_ends_no_game_without_a_result(alice: User, bob: User) -> None:
    cup, who = entered(alice, alice, bob)
    services.rule(table=1, reason=WHY, end_game=True, **who)
    services.finish_tournament(**who)
    cup.refresh_from_db()
    file = read_file(json_lines(cup))

    def without(event: Entry) -> list[Entry]:
        if isinstance(event, Ruled):
            return [Ruled(table=1, reason=WHY, ended=True), event]
        return [event]

    lines, sound = verify(rewritten(file, without))
    assert not sound
    assert any("course" in line and "no result" in line for line in lines)

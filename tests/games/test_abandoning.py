"""Ending a game by agreement: who is asked, and how it ends."""

import pytest
from django.contrib.auth.models import User

from games import errors, services
from games.models import Seat
from replays.statistics import results
from replays.validation.examining import examine
from tests.games.leaving import NOW, agree, in_action, kinds, resign, withdraw
from tests.games.tables import Table, new_table
from tests.rules import rule

pytestmark = [pytest.mark.uncounted, pytest.mark.once]


@rule("ABANDON-01")
@pytest.mark.django_db
def test_when_all_agree_the_game_is_over_without_a_result(table: Table) -> None:
    in_action(table)
    rows = table.rows
    for user in table.users[:2]:
        agree(table, user)
        agree(table, user)
    assert table.rows == rows
    assert [seat.abandons for seat in table.game.seats.all()] == [True, True, False]
    game = agree(table, table.users[2])
    assert (game.status, game.ended_by, game.rated) == ("finished", "agreement", False)
    last = table.rows[-1]
    assert (kinds(table)[-1], last.seat, last.origin, last.cause) == ("abandon", None, "game", None)
    assert table.state.scores == []
    assert agree(table, table.users[0]).version == game.version
    assert examine(table.game).status == "passed"
    assert not results.record(table.id)
    assert not Seat.objects.filter(game=table.id, waiting=True).exists()
    with pytest.raises(errors.GameNotRunning):
        withdraw(table, table.users[0])


@rule("ABANDON-01")
@pytest.mark.django_db
def test_an_agreement_can_be_taken_back(table: Table) -> None:
    agree(table, table.users[0])
    withdraw(table, table.users[0])
    withdraw(table, table.users[0])
    for user in table.users[1:]:
        agree(table, user)
    assert table.game.status == "running"
    assert agree(table, table.users[0]).status == "finished"


@rule("ABANDON-01")
@pytest.mark.django_db
def test_after_a_resignation_everybody_is_asked_anew(table: Table) -> None:
    for user in table.users[:2]:
        agree(table, user)
    resign(table, table.users[2])
    assert table.game.status == "running"
    assert not any(seat.abandons for seat in table.game.seats.all())
    agree(table, table.users[0])
    assert agree(table, table.users[1]).ended_by == "agreement"


@rule("ABANDON-01")
@pytest.mark.django_db
def test_bots_are_not_asked(alice: User) -> None:
    table = new_table([alice], players=2)
    services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    assert agree(table, alice).ended_by == "agreement"

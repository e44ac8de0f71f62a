"""Reading a log for one kind of event takes the others out of the query."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.store import stream_table
from tests.tournaments.by_hand import NOON
from tournaments import reading, services, store
from tournaments.models import Tournament
from tournaments.state import Settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(alice: User, bob: User) -> Tournament:
    """Three rounds of two, one of whom drops out, comes back and reports each result first."""
    settings = Settings(format="series", format_options={"games": 3}, played_here=False)
    who: dict[str, Any] = {"user": alice, "now": NOON}
    made = services.create_tournament(name="Cup", settings=settings, **who)
    who["tournament_id"] = made.pk
    services.open_registration(**who)
    services.register(tournament_id=made.pk, user=alice, now=NOON)
    services.register(tournament_id=made.pk, user=bob, now=NOON)
    for table in (1, 2):
        services.publish_draw(**who)
        services.report_result(
            tournament_id=made.pk, user=bob, table=table, scores=[90, 80], now=NOON
        )
        services.record_result(table=table, scores=[90, 80], **who)
    services.withdraw(tournament_id=made.pk, user=bob, now=NOON)
    services.admit(entrant=2, **who)
    services.withdraw(entrant=2, **who)
    return Tournament.objects.get(pk=made.pk)


@pytest.mark.parametrize("piece", [1, 2, 500])
def test_events_of_a_kind_are_all_there_in_order(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    monkeypatch.setattr(stream_table, "PIECE", piece)
    every = store.rows(cup.pk)
    for kinds in (("result",), ("dropped",), ("drawn", "result"), ("ruling",)):
        found = [*store.each(cup.pk, upto=cup.version, kinds=kinds)]
        assert found == [row for row in every if row.kind in kinds]
        assert found == store.rows(cup.pk, kinds=kinds)
    assert [*store.each(cup.pk, upto=cup.version)] == every
    assert [*store.each(cup.pk, upto=4, kinds=("result",))] == []


def test_who_has_entered_that_somebody_drops_out_is_read_without_the_rest(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[str]()
    entry = reading.read_entry
    monkeypatch.setattr(reading, "read_entry", lambda text: read.append(text) or entry(text))
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert reading.dropped_by(cup, 2) == 1
        assert reading.dropped_by(cup, 1) is None
        assert reading.reports(cup, 1) == 1
        assert {table: len(found) for table, found in reading.reports_of(cup, [1, 2]).items()} == {
            1: 1,
            2: 1,
        }
    assert len(caught) == 4
    assert all("kind IN (" in one["sql"] for one in caught.captured_queries)
    assert len(read) == 2 * 2 + 2 * 4

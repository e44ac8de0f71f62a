"""What players say of their tables: who has to confirm it before it counts."""

from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

from tests.tournaments.forging import rewritten
from tests.tournaments.small_cups import BY_HAND, NOON, opened, tables
from tournaments import services
from tournaments.errors import NotDirector, NothingToConfirm, TournamentAhead
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.files.shape import TournamentFile
from tournaments.log.events import Created, kind_of, public_text, read_entry
from tournaments.models import Tournament
from tournaments.state import Settings
from tournaments.verify import verify

pytestmark = [pytest.mark.usefixtures("plain"), pytest.mark.once]

STRICT = msgspec.structs.replace(BY_HAND, director_confirms=True)


@pytest.fixture
def people(alice: User, bob: User, charlie: User, dora: User) -> dict[int, User]:
    """Who plays, by entrant."""
    assert alice.pk
    emil = User.objects.create_user("emil")
    return dict(enumerate((bob, charlie, dora, emil), 1))


def drawn(alice: User, people: dict[int, User], settings: Settings) -> Tournament:
    """Two tables of two, whose results players give."""
    cup = opened(alice, *people.values(), settings=settings)
    return services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)


def agree(cup: Tournament, people: dict[int, User], table: int) -> None:
    """One says what came of a table, the other confirms it."""
    first, second = (people[one] for one in tables(cup)[table - 1].seats)
    about: dict[str, Any] = {"tournament_id": cup.pk, "table": table, "now": NOON}
    services.report_result(user=first, places=[1, 2], **about)
    services.confirm_result(user=second, **about)


def file_of(cup: Tournament) -> TournamentFile:
    cup.refresh_from_db()
    return read_file(json_lines(cup))


def test_what_all_at_a_table_confirm_waits_for_a_director(
    alice: User, people: dict[int, User]
) -> None:
    cup = drawn(alice, people, STRICT)
    agree(cup, people, 1)
    table = tables(cup)[0]
    assert (table.agreed, table.result) == (True, None)
    services.confirm_result(tournament_id=cup.pk, user=alice, table=1, now=NOON)
    table = tables(cup)[0]
    assert table.result is not None
    assert not table.agreed
    assert verify(file_of(cup))[1]


def test_a_director_may_confirm_beforehand_by_a_setting(
    alice: User, people: dict[int, User]
) -> None:
    cup = drawn(alice, people, BY_HAND)
    agree(cup, people, 1)
    assert tables(cup)[0].result is not None
    assert verify(file_of(cup))[1]


def test_a_director_s_word_is_enough_alone(alice: User, people: dict[int, User]) -> None:
    cup = drawn(alice, people, STRICT)
    reporting = people[tables(cup)[0].seats[0]]
    services.report_result(tournament_id=cup.pk, user=reporting, table=1, places=[2, 1], now=NOON)
    services.confirm_result(tournament_id=cup.pk, user=alice, table=1, now=NOON)
    assert tables(cup)[0].result is not None


def test_all_that_players_agree_on_is_confirmed_at_once(
    alice: User, people: dict[int, User]
) -> None:
    cup = drawn(alice, people, STRICT)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    with pytest.raises(NothingToConfirm):
        services.confirm_reports(**who)
    agree(cup, people, 1)
    cup.refresh_from_db()
    seen = cup.version
    agree(cup, people, 2)
    with pytest.raises(NotDirector):
        services.confirm_reports(**{**who, "user": people[1]})
    with pytest.raises(NothingToConfirm):
        services.confirm_reports(**who, round_number=2)
    with pytest.raises(TournamentAhead):
        services.confirm_reports(**who, seen_version=99)
    services.confirm_reports(**who, seen_version=seen)
    assert [bool(one.result) for one in tables(cup)] == [True, False], "the second was not seen"
    services.confirm_reports(**who)
    assert all(one.result for one in tables(cup))
    with pytest.raises(NothingToConfirm):
        services.confirm_reports(**who)
    assert verify(file_of(cup))[1]


def test_a_log_in_which_players_alone_made_a_result_count_is_found_out(
    alice: User, people: dict[int, User]
) -> None:
    """The same log, but that its settings ask for a director."""
    cup = drawn(alice, people, BY_HAND)
    agree(cup, people, 1)

    def strict(event: Any) -> Any:
        yield (
            msgspec.structs.replace(event, settings=STRICT) if isinstance(event, Created) else event
        )

    lines, sound = verify(rewritten(file_of(cup), strict))
    assert not sound
    assert any("not confirmed by a director" in line for line in lines)


def test_settings_of_older_logs_do_not_ask_for_a_director() -> None:
    """As they were stored: the field is missing, and is not written when they are read again."""
    stored = '{"kind":"created","settings":{"format":"plain","played_here":false},"director":1}'
    event = read_entry(stored)
    assert kind_of(event) == "created"
    assert isinstance(event, Created)
    assert not event.settings.director_confirms
    assert public_text(event) == stored

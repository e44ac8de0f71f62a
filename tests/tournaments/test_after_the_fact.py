"""Games that take turns, results that were missed, and what can still be done after the end."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import services as games
from games.models.game import Status
from tests.tournaments.small_cups import NOON, drawn, game_at, opened, tables
from tournaments import services
from tournaments.errors import BadResult, InvalidSettings, NotDirector, WrongPhase
from tournaments.exporting import json_lines
from tournaments.files.players_csv import BadTable
from tournaments.files.reading import read_file
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.reading import state_at, state_of, state_on
from tournaments.services import sweeping
from tournaments.state import Settings
from tournaments.tasks import sweep_results
from tournaments.verify import verify

pytestmark = pytest.mark.usefixtures("plain")


def player_at(cup: Tournament, table: int) -> User:
    """A person at a table of the tournament."""
    found = game_at(tables(cup)[table]).seats.exclude(user=None)[0].user
    assert found is not None
    return found


@pytest.mark.uncounted
@pytest.mark.long
@pytest.mark.once
def test_tables_of_bots_alone_take_turns(alice: User, settings: Any) -> None:
    settings.MOST_BOT_GAMES = 1
    cup = drawn(alice, bots=8)
    assert [bool(table.game) for table in tables(cup)] == [True, False, False, False]
    cup.refresh_from_db()
    assert cup.waiting_tables == 3
    for played in range(1, 4):
        game = game_at(tables(cup)[played - 1])
        games.play_bots(game_id=game.pk, clock=timezone.now, limit=5000)
        games.run_steps(game_id=game.pk, now=timezone.now())
        services.game_over(game_id=game.pk, now=timezone.now())
        assert [bool(table.game) for table in tables(cup)][: played + 1] == [True] * (played + 1)
    assert services.waiting_tournaments(now=NOON) == []


def test_a_log_is_not_read_again_for_tables_that_bots_cannot_begin(
    alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MOST_BOT_GAMES = 0
    by_hand, full = opened(alice, settings=Settings(format="plain")), drawn(alice, bots=4)
    given: dict[str, Any] = {"tournament_id": by_hand.pk, "user": alice, "now": NOON}
    services.add_entrants(**given, labels=["Ann", "Ben", "Cleo", "Dan"])
    services.publish_draw(**given)
    by_hand.refresh_from_db()
    assert by_hand.waiting_tables == 0, "results of players without accounts are entered by hand"
    with monkeypatch.context() as unread:
        unread.setattr(sweeping, "state_of", None)
        assert services.waiting_tournaments(now=NOON) == []
    settings.MOST_BOT_GAMES = 1
    assert services.waiting_tournaments(now=NOON) == [full.pk]


def test_bots_that_waited_for_games_elsewhere_go_on(alice: User, settings: Any) -> None:
    settings.MOST_BOT_GAMES = 0
    cup = drawn(alice, bots=4)
    sweep_results()
    assert not any(table.game for table in tables(cup))
    settings.MOST_BOT_GAMES = 1
    sweep_results()
    assert [bool(table.game) for table in tables(cup)] == [True, False]


def test_a_log_in_which_nothing_is_missing_is_not_read_again(
    alice: User, bob: User, charlie: User, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = drawn(alice, alice, bob, charlie, dora)
    games.resign(game_id=game_at(tables(cup)[0]).pk, user=player_at(cup, 0), now=NOON)
    missing = services.missed_results()
    assert services.missed_results() == missing != []
    services.game_over(game_id=missing[0], now=NOON)
    assert services.missed_results() == []
    monkeypatch.setattr(sweeping, "state_of", None)
    assert services.missed_results() == []
    monkeypatch.undo()
    games.resign(game_id=game_at(tables(cup)[1]).pk, user=player_at(cup, 1), now=NOON)
    assert len(services.missed_results()) == 1


def test_a_bot_that_is_taken_out_ends_nobodys_game(alice: User) -> None:
    cup = opened(alice, alice, settings=Settings(format="series"))
    services.add_entrants(tournament_id=cup.pk, user=alice, bots=["random"] * 2, now=NOON)
    services.publish_draw(tournament_id=cup.pk, user=alice, now=NOON)
    (table,) = tables(cup)
    bots = [one for one in table.seats if one != 1]
    who = {"tournament_id": cup.pk, "user": alice, "table": 1, "now": NOON}
    services.rule(reason="It hangs.", forfeited=bots[:1], **who)
    assert game_at(table).status == Status.RUNNING
    services.rule(reason="So does this one.", forfeited=bots[1:], **who)
    assert game_at(table).status == Status.FINISHED


def test_a_wrong_result_is_corrected_after_the_end(alice: User, bob: User) -> None:
    cup = drawn(alice, alice, bob)
    who = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.record_result(table=1, places=[1, 2], **who)
    services.finish_tournament(**who)
    ended = state_of(Tournament.objects.get(pk=cup.pk)).version
    with pytest.raises(WrongPhase):
        services.rule(table=1, reason="Late.", reopen=True, **who)
    with pytest.raises(NotDirector):
        services.rule(table=1, reason="Mine.", places=[2, 1], **{**who, "user": bob})
    services.rule(table=1, reason="Miscounted.", places=[2, 1], **who)
    cup.refresh_from_db()
    assert state_on(cup, moment=NOON).version == cup.version
    first, second = (
        FORMATS["plain"].standings(state_at(cup, version=one))[0].entrant
        for one in (ended, cup.version)
    )
    assert first != second
    assert (cup.phase, cup.finished_at) == ("finished", NOON)
    assert verify(read_file(json_lines(cup)))[1]


def test_nothing_is_corrected_in_a_tournament_that_was_given_up(alice: User, bob: User) -> None:
    cup = drawn(alice, alice, bob)
    who = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.cancel_tournament(reason="Snow.", **who)
    with pytest.raises(WrongPhase):
        services.rule(table=1, reason="Late.", places=[2, 1], **who)


@pytest.mark.parametrize("ending", ["finished", "cancelled"])
def test_a_game_that_nobody_goes_on_with_is_stopped_after_the_end(
    alice: User, bob: User, charlie: User, ending: str
) -> None:
    cup = drawn(alice, bob, charlie)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    if ending == "finished":
        services.record_result(table=1, places=[1, 2], **who)
        services.finish_tournament(**who)
    else:
        services.cancel_tournament(reason="Snow.", **who)
    (before,) = tables(cup)
    assert cup.sealed
    page = Client()
    page.force_login(alice)
    if ending == "finished":
        shown = page.get(f"/tournaments/{cup.pk}/direct/").content.decode()
        assert 'id="step-sealed"' in shown
    assert "do/end-game/" in page.get(f"/tournaments/{cup.pk}/tables/1/").content.decode()
    services.rule(table=1, reason="Nobody plays on.", forfeited=[1], **who)
    (after,) = tables(cup)
    assert game_at(after).status == Status.FINISHED
    assert (after.result, after.forfeited) == (before.result, [1])
    services.game_over(game_id=game_at(after).pk, now=NOON)
    cup.refresh_from_db()
    assert (cup.phase, cup.sealed) == (ending, False)
    assert state_of(cup).seed
    assert verify(read_file(json_lines(cup)))[1]
    with pytest.raises(BadResult, match="does not run"):
        services.rule(table=1, reason="Again.", forfeited=[2], **who)


def test_before_the_deadline_only_who_has_dropped_out_is_forfeited(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    cup = drawn(alice, bob, charlie, round_hours=24)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    ruling: dict[str, Any] = {**who, "table": 1, "reason": "Writes that he quits."}
    with pytest.raises(WrongPhase, match="Until the deadline, 2026-05-02 12:00 UTC"):
        services.rule(forfeited=[1], **ruling)
    page, address = Client(), f"/tournaments/{cup.pk}/tables/1/"
    page.force_login(alice)
    assert "do/forfeit/" in page.get(address).content.decode()
    services.change_tournament(deadline=timezone.now() + timedelta(hours=1), **who)
    assert "do/forfeit/" not in page.get(address).content.decode()
    for entered in (services.record_result, services.rule):
        given = ruling if entered is services.rule else {**who, "table": 1}
        for forfeited in ([1], []):
            with pytest.raises(WrongPhase, match="the result of this table is that of its game"):
                entered(forfeited=forfeited, places=[2, 1], **given)
    data = b"table,entrant,place,note\n1,1,2,forfeited\n1,2,1,\n"
    with pytest.raises(BadTable, match="the result of this table is that of its game"):
        services.import_results(data=data, **who)
    services.withdraw(entrant=1, **who)
    services.rule(forfeited=[1], **ruling)
    assert game_at(tables(cup)[0]).status == Status.FINISHED
    late = drawn(alice, bob, dora, round_hours=24)
    later: dict[str, Any] = {"tournament_id": late.pk, "now": NOON + timedelta(hours=24)}
    services.rule(forfeited=[2], **{**ruling, **later})
    assert game_at(tables(late)[0]).status == Status.FINISHED


def test_before_the_deadline_a_running_game_gives_the_result_of_its_table(
    alice: User, bob: User, charlie: User
) -> None:
    """Or a director could give somebody the last place who still has time."""
    cup = drawn(alice, bob, charlie, round_hours=24)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "table": 1}
    page, address = Client(), f"/tournaments/{cup.pk}/"
    page.force_login(alice)

    def shown(path: str) -> str:
        return page.get(f"{address}{path}/").content.decode()

    deadline = timezone.now() + timedelta(days=2)
    services.change_tournament(tournament_id=cup.pk, user=alice, deadline=deadline, now=NOON)
    assert "do/record/" not in shown("tables/1")
    assert "Until then the result is that of the game." in shown("tables/1")
    assert "Until the deadline the result is that of the game" in shown("direct/results")
    with pytest.raises(WrongPhase, match="which still runs"):
        services.record_result(places=[1, 2], now=NOON, **who)
    services.record_result(places=[1, 2], now=deadline, **who)
    # The deadline can be put off: a result that stands is corrected, and takes nobody out.
    services.change_tournament(
        tournament_id=cup.pk, user=alice, deadline=deadline + timedelta(days=2), now=deadline
    )
    ruling: dict[str, Any] = {**who, "reason": "Typed wrong.", "now": deadline}
    with pytest.raises(WrongPhase, match="only bots, and who has left, are forfeited"):
        services.rule(places=[2, 1], forfeited=[1], **ruling)
    box = shown("tables/1").split('id="rule-out-0"')[0].rpartition("<input")[2]
    assert "disabled" in box
    services.rule(places=[2, 1], **ruling)


def test_where_nobody_is_to_be_waited_for_a_result_is_entered_before_the_deadline(
    alice: User, bob: User, charlie: User
) -> None:
    cup = drawn(alice, bob, charlie, round_hours=24)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    for one in (1, 2):
        services.withdraw(entrant=one, **who)
    services.record_result(table=1, places=[1, 2], **who)
    assert tables(cup)[0].result


def test_a_deadline_is_brought_forward_with_a_days_notice_only(
    alice: User, bob: User, charlie: User
) -> None:
    """Or a director could set one that has passed, and take anybody out of a game at once."""
    cup = drawn(alice, bob, charlie, round_hours=24 * 7)

    def change(hours: float) -> None:
        moment = NOON + timedelta(hours=hours)
        services.change_tournament(deadline=moment, tournament_id=cup.pk, user=alice, now=NOON)

    for hours in (-24 * 365, -1, 1, 23):
        with pytest.raises(InvalidSettings, match="deadline"):
            change(hours)
    for hours in (24 * 8, 24, 24, 30):
        change(hours)
    # Where less than a day is left, the deadline can stay or be put off.
    later: dict[str, Any] = {"tournament_id": cup.pk, "user": alice}
    for hours, of_now in ((30, 29), (31, 29)):
        services.change_tournament(
            deadline=NOON + timedelta(hours=hours), now=NOON + timedelta(hours=of_now), **later
        )
    with pytest.raises(InvalidSettings, match="deadline"):
        services.change_tournament(
            deadline=NOON + timedelta(hours=30.5), now=NOON + timedelta(hours=29), **later
        )


def test_an_early_end_takes_nobody_out_of_a_game_before_the_deadline(
    alice: User, bob: User, charlie: User
) -> None:
    """Or a director could end players' games, and their ratings with them, at any time."""
    cup = drawn(alice, bob, charlie, round_hours=24)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice}
    late, later = NOON + timedelta(hours=24), NOON + timedelta(hours=48)
    services.record_result(table=1, places=[1, 2], now=late, **who)
    services.change_tournament(deadline=later, now=late, **who)
    services.finish_tournament(now=late, **who)
    ruling: dict[str, Any] = {**who, "table": 1, "reason": "Nobody plays on.", "forfeited": [1]}
    with pytest.raises(WrongPhase, match="Until the deadline"):
        services.rule(now=late, **ruling)
    services.rule(now=later, **ruling)
    assert game_at(tables(cup)[0]).status == Status.FINISHED


def test_who_runs_the_server_renames_a_tournament(
    alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    cup = opened(alice)
    call_command("rename_tournament", str(cup.pk), "Spring cup", "--announcement", "")
    cup.refresh_from_db()
    assert (cup.name, cup.announcement) == ("Spring cup", "")
    for name in ("", "x" * 101):
        with pytest.raises(CommandError):
            call_command("rename_tournament", str(cup.pk), name)
    with pytest.raises(CommandError, match="no tournament"):
        call_command("rename_tournament", "00000000-0000-4000-8000-000000000000", "New")

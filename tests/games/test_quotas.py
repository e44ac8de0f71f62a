"""What one account may make, and that moves go on where undo does not."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, errors, quota_errors, selectors, services
from games.models import Game, Seat
from tests.games.counting import time_passes
from tests.games.tables import Table, started
from tests.games.test_races import at_once

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def create(host: User, now: datetime = NOW) -> Game:
    return services.create_game(
        host=host, name="x", options=engine.Options(players=2), visibility="public", now=now
    )


def in_actions(users: list[User]) -> Table:
    """A running game in its first turn."""
    table = started(users)
    table.play_until(lambda state: state.phase == "action")
    return table


def undo(table: Table) -> None:
    services.undo(game_id=table.id, user=table.user, now=NOW)


HIRE = engine.parse("hire")


def test_the_games_of_a_host_grow_by_so_much_a_day(
    alice: User, bob: User, settings: LazySettings
) -> None:
    table = in_actions([alice, bob])
    table.play(HIRE, by=alice)
    settings.EVENTS_PER_DAY = table.game.version
    Game.objects.filter(pk=table.id).update(active_at=NOW - timedelta(hours=23))
    for refused in (
        lambda: create(alice),
        lambda: services.fork_game(game_id=table.id, user=alice, version=1, now=NOW),
        lambda: undo(table),
    ):
        with pytest.raises(quota_errors.EventsPerDay):
            refused()
    create(bob)
    Game.objects.filter(pk=table.id).update(active_at=NOW - timedelta(hours=25))
    create(alice)
    # Moves always work.
    settings.EVENTS_PER_DAY = 0
    table.play(engine.parse("end"), by=alice)
    table.play()


def test_what_a_host_has_left_grows_by_as_much_for_each_who_sits_there(
    alice: User, bob: User, settings: LazySettings
) -> None:
    """Or two could take back without end where a third account made the tables and went."""
    tables = [in_actions([alice, bob]) for _ in range(2)]
    for table in tables:
        table.play(HIRE, by=alice)
    settings.EVENTS_PER_DAY = sum(table.game.version for table in tables)
    Game.objects.update(host=None, active_at=NOW - timedelta(hours=23))
    with pytest.raises(quota_errors.EventsPerDay):
        undo(tables[0])
    Game.objects.filter(pk=tables[1].id).update(host=bob)
    # A game counts once, however many of its seats are the user's.
    settings.EVENTS_PER_DAY = tables[0].game.version + 1
    Seat.objects.filter(game=tables[0].id).update(user=alice, shared=True)
    services.undo(game_id=tables[0].id, user=alice, seat=tables[0].seat, now=NOW)


def test_messages_of_a_user_are_limited_for_a_day(
    alice: User, bob: User, settings: LazySettings
) -> None:
    settings.MESSAGES_PER_DAY = 2
    tables = [started([alice, bob]), started([alice, bob])]

    def say(user: User, table: Table, now: datetime) -> None:
        services.say(game_id=table.id, user=user, text="x", now=now)

    for table in tables:
        say(alice, table, NOW)
    time_passes(23 * HOUR)
    with pytest.raises(quota_errors.MessagesPerDay):
        say(alice, tables[0], NOW + 23 * HOUR)
    say(bob, tables[0], NOW)
    time_passes(2 * HOUR)
    say(alice, tables[0], NOW + 25 * HOUR)


def test_messages_count_when_their_table_is_closed(alice: User, settings: LazySettings) -> None:
    settings.MESSAGES_PER_DAY = 1
    for hours, passed, refused in ((0, 0, False), (1, 1, True), (25, 24, False)):
        table, now = create(alice), NOW + hours * HOUR
        time_passes(passed * HOUR)
        if refused:
            with pytest.raises(quota_errors.MessagesPerDay):
                services.say(game_id=table.pk, user=alice, text="x", now=now)
        else:
            services.say(game_id=table.pk, user=alice, text="x", now=now)
        services.close_table(game_id=table.pk, user=alice, now=now)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_messages_to_several_tables_at_once_are_counted_together(
    alice: User, settings: LazySettings
) -> None:
    settings.MESSAGES_PER_DAY = 3
    tables = [create(alice) for _ in range(8)]

    def say(game: Game) -> Callable[[], object]:
        return lambda: services.say(game_id=game.pk, user=alice, text="x", now=NOW)

    results = at_once([say(table) for table in tables])
    assert sum(not isinstance(one, Exception) for one in results) == 3, results
    assert {type(one) for one in results if isinstance(one, Exception)} == {
        quota_errors.MessagesPerDay
    }


def test_open_tables_of_a_host_are_limited(alice: User, bob: User, settings: LazySettings) -> None:
    settings.MOST_OPEN_TABLES = 2
    first, second = create(alice), create(alice)
    with pytest.raises(quota_errors.TooManyOpenTables):
        create(alice)
    create(bob)
    services.close_table(game_id=first.pk, user=alice, now=NOW)
    create(alice)
    services.join_game(game_id=second.pk, user=bob, now=NOW)
    services.start_game(game_id=second.pk, user=alice, now=NOW)
    create(alice)


@pytest.mark.long
@pytest.mark.uncounted
def test_games_of_bots_alone_are_limited(alice: User, bob: User, settings: LazySettings) -> None:
    settings.MOST_BOT_GAMES = 2
    started_alone(bots_alone(alice), alice)
    over = started_alone(bots_alone(alice), alice)
    third = bots_alone(alice)
    with pytest.raises(quota_errors.TooManyBotGames):
        started_alone(third, alice)
    started_alone(bots_alone(bob), bob)
    with_people = create(alice)
    services.join_game(game_id=with_people.pk, user=bob, now=NOW)
    services.start_game(game_id=with_people.pk, user=alice, now=NOW)
    services.play_bots(game_id=over.pk, clock=timezone.now)
    started_alone(third, alice)


def bots_alone(host: User) -> Game:
    """A table of which the host has made a table of bots, not started."""
    made = create(host)
    services.leave_game(game_id=made.pk, user=host, now=NOW)
    for _ in range(2):
        services.add_bot(game_id=made.pk, user=host, bot="random", now=NOW)
    return made


def started_alone(game: Game, host: User) -> Game:
    return services.start_game(game_id=game.pk, user=host, now=NOW)


def test_tables_an_hour_are_limited(alice: User, settings: LazySettings) -> None:
    settings.TABLES_PER_HOUR = 2
    closed = create(alice)
    services.close_table(game_id=closed.pk, user=alice, now=NOW)
    create(alice, NOW + HOUR / 2)
    with pytest.raises(quota_errors.TablesPerHour) as refused:
        create(alice, NOW + HOUR * 3 / 4)
    assert refused.value.wait == HOUR / 4
    create(alice, NOW + HOUR)


def test_forks_an_hour_are_limited(alice: User, bob: User, settings: LazySettings) -> None:
    settings.FORKS_PER_HOUR = 1
    table = started([alice, bob])

    def fork(user: User, now: datetime) -> Game:
        return services.fork_game(game_id=table.id, user=user, version=1, now=now)

    fork(alice, NOW)
    with pytest.raises(quota_errors.ForksPerHour) as refused:
        fork(alice, NOW + HOUR / 4)
    assert refused.value.wait == HOUR * 3 / 4
    fork(bob, NOW)
    fork(alice, NOW + HOUR)
    create(alice, NOW + HOUR)


def test_what_was_made_while_the_clock_was_ahead_does_not_count_until_then(
    alice: User, bob: User, settings: LazySettings
) -> None:
    settings.TABLES_PER_HOUR = settings.FORKS_PER_HOUR = 1
    table, ahead = started([bob, alice]), NOW + 24 * HOUR
    create(alice, ahead)
    services.fork_game(game_id=table.id, user=alice, version=1, now=ahead)
    create(alice, NOW)
    services.fork_game(game_id=table.id, user=alice, version=1, now=NOW)
    settings.TABLES_PER_HOUR = 9
    grown = started([bob, alice])
    settings.EVENTS_PER_DAY = grown.game.version
    Game.objects.filter(pk=table.id).update(active_at=NOW - 25 * HOUR)
    Game.objects.filter(pk=grown.id).update(active_at=ahead)
    create(bob, NOW)
    settings.MESSAGES_PER_DAY = 1
    services.say(game_id=grown.id, user=bob, text="x", now=ahead)
    time_passes(24 * HOUR)
    services.say(game_id=grown.id, user=bob, text="x", now=NOW)


def test_undos_of_a_turn_are_limited(alice: User, bob: User, settings: LazySettings) -> None:
    settings.UNDOS_PER_TURN = 2
    table = in_actions([alice, bob])
    for _ in range(2):
        table.play(HIRE)
        undo(table)
    table.play(HIRE)
    assert isinstance(selectors.no_undo(table.game, table.state), quota_errors.TooManyUndos)
    with pytest.raises(quota_errors.TooManyUndos):
        undo(table)
    table.play(engine.parse("end"))
    table.play(HIRE)
    undo(table)


def test_a_long_game_takes_nothing_back_and_goes_on_to_its_end(
    alice: User, bob: User, settings: LazySettings
) -> None:
    table = in_actions([alice, bob])
    settings.EVENTS_PER_GAME = table.game.version + 1
    table.play(HIRE)
    with pytest.raises(quota_errors.GameTooLong):
        undo(table)
    fork = services.fork_game(game_id=table.id, user=alice, version=table.game.version, now=NOW)
    assert fork.version == 1
    table.play(engine.parse("end"))
    services.resign(game_id=table.id, user=alice, now=NOW)
    assert table.game.status == "finished"


@pytest.mark.parametrize("limit", ["turn", "game"])
def test_replacing_an_answer_counts_like_an_undo(
    alice: User, bob: User, settings: LazySettings, limit: str
) -> None:
    table = started([alice, bob])
    state = table.play_until(lambda s: [d.kind for d in s.open_decisions()[:2]] == ["produce"] * 2)
    first, second = (table.users[decision.seat] for decision in state.open_decisions()[:2])
    nothing = engine.parse("produce nothing")
    table.play(nothing, by=first)
    if limit == "turn":
        settings.UNDOS_PER_TURN = 1
        table.play(nothing, by=first)
        refusal: type[Exception] = quota_errors.TooManyUndos
    else:
        settings.EVENTS_PER_GAME = table.game.version
        refusal = quota_errors.GameTooLong
    with pytest.raises(refusal):
        table.play(nothing, by=first)
    table.play(nothing, by=second)


def test_several_answers_in_one_request_are_counted_too(
    alice: User, bob: User, settings: LazySettings
) -> None:
    settings.UNDOS_PER_TURN = 3
    table = started([alice, bob])
    table.play_until(lambda s: [d.kind for d in s.open_decisions()[:2]] == ["produce"] * 2)
    nothing, version = engine.parse("produce nothing"), table.game.version
    with pytest.raises(quota_errors.TooManyUndos):
        table.play(*[nothing] * 5)
    assert table.game.version == version
    table.play(*[nothing] * 4)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("limit", ["MOST_OPEN_TABLES", "TABLES_PER_HOUR", "FORKS_PER_HOUR"])
def test_limits_hold_for_requests_at_once(
    alice: User, bob: User, settings: LazySettings, limit: str
) -> None:
    table = started([alice, bob])
    Game.objects.update(created_at=NOW - 2 * HOUR)
    setattr(settings, limit, 3)
    calls: dict[str, Callable[[], Game]] = {
        "FORKS_PER_HOUR": lambda: services.fork_game(
            game_id=table.id, user=alice, version=1, now=NOW
        )
    }
    results = at_once([calls.get(limit, lambda: create(alice))] * 8)
    assert sum(isinstance(result, Game) for result in results) == 3
    refused = [result for result in results if not isinstance(result, Game)]
    assert all(isinstance(result, errors.GameError) for result in refused), refused

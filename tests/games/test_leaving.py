"""Resigning and abandoning: who may, what the game does afterwards, and how it ends."""

from collections import Counter
from collections.abc import Callable

import msgspec
import pytest
from django.contrib.auth.models import User

from games import engine, errors, services, standing_orders, tasks
from games.models import Game, Seat
from replays import checking
from replays.statistics import results
from replays.validation.examining import examine, subject_of
from tests.database import Settled
from tests.games.leaving import NOW, agree, in_action, kinds, resign, seat, withdraw
from tests.games.tables import Table, new_table, started
from tests.games.test_races import at_once
from tests.replays.streams import chained
from tests.rules import rule

# --- resigning ------------------------------------------------------------------------------------


@rule("RESIGN-01", "RESIGN-02")
@pytest.mark.django_db
def test_the_game_goes_on_and_passes_for_who_is_gone(table: Table) -> None:
    in_action(table)
    gone = next(user for user in table.users if user != table.user)
    index = table.users.index(gone)
    before = len(table.rows)
    resign(table, gone)
    row = table.rows[before]
    assert (row.seat, row.origin, row.cause) == (index, "player", None)
    assert kinds(table)[before:] == ["resign"]
    assert seat(table, index).resigned
    table.play_until(lambda state: index in state.passed)
    answers = [row for row in table.rows[before + 1 :] if row.seat == index]
    assert {(row.origin, row.cause) for row in answers} == {("game", answers[0].version - 1)}
    assert examine(table.game).status == "passed"


@rule("RESIGN-02")
@pytest.mark.django_db
def test_whose_turn_it_is_may_leave_amid_open_windows(table: Table) -> None:
    state = table.play_until(lambda state: bool(state.decisions) and state.decisions[-1].OPTIONAL)
    leaver = state.open_decisions()[0].seat
    version = state.version
    game = resign(table, table.users[leaver])
    assert game.due
    assert not seat(table, leaver).waiting
    services.run_steps(game_id=table.id, now=NOW())
    after = table.rows[version:]
    assert {row.seat for row in after} <= {leaver, None}
    assert [row.origin for row in after] == ["player"] + ["game"] * (len(after) - 1)
    assert [row.cause for row in after[1:]] == [row.version - 1 for row in after[1:]]
    assert kinds(table)[version + 1] == "skip"
    assert table.seat != leaver
    assert not table.game.due


@pytest.mark.once
@pytest.mark.uncounted
@rule("RESIGN-02")
@pytest.mark.django_db
@pytest.mark.parametrize("phase", ["draft", "workers"])
def test_in_the_set_up(table: Table, phase: str) -> None:
    table.play_until(lambda state: state.phase == phase)
    resign(table, table.user)
    services.run_steps(game_id=table.id, now=NOW())
    table.play_until(lambda state: state.round == 2)
    assert examine(table.game).status == "passed"


@rule("RESIGN-02")
@pytest.mark.django_db
def test_in_production_nothing_is_made_and_orders_are_dropped(table: Table) -> None:
    state = table.play_until(
        lambda state: state.phase == "production" and len(state.open_decisions()) > 1
    )
    first, *_ = (decision.seat for decision in state.open_decisions())
    order = standing_orders.decode({"order": ["bread", "cheese", "whisky"]})
    # Through the service it would have answered by now.
    table.game.seats.filter(index=first).update(standing_order=standing_orders.stored(order))
    resign(table, table.users[first])
    assert seat(table, first).standing_order is None
    services.run_steps(game_id=table.id, now=NOW())
    row = table.rows[-1]
    assert (row.seat, row.origin) == (first, "game")
    assert engine.read_payload(row.public).move == engine.parse("produce nothing")


@rule("RESIGN-01")
@pytest.mark.django_db
def test_resigning_again_changes_nothing(table: Table) -> None:
    resign(table, table.users[1])
    rows = table.rows
    assert resign(table, table.users[1]).version == len(rows)
    assert table.rows == rows


@rule("RESIGN-01")
@pytest.mark.django_db
def test_a_seat_that_was_forfeited_has_not_resigned_by_itself(table: Table) -> None:
    services.forfeit(game_id=table.id, seat=1, now=NOW())
    resign(table, table.users[0])
    left = [row for row, kind in zip(table.rows, kinds(table), strict=True) if kind == "resign"]
    assert [(row.seat, row.origin) for row in left] == [(1, "admin"), (0, "player")]
    assert examine(table.game).status == "passed"


@rule("RESIGN-02")
@pytest.mark.django_db
def test_who_has_resigned_does_nothing_more(table: Table) -> None:
    user = in_action(table).user
    seen, move = table.game.version, table.moves()[0]
    resign(table, user)
    acts: list[Callable[[], object]] = [
        lambda: table.play(move, by=user, seen_version=seen),
        lambda: services.undo(game_id=table.id, user=user, now=NOW()),
        lambda: services.set_standing_order(game_id=table.id, user=user, order=None, now=NOW()),
        lambda: services.set_max_bid(game_id=table.id, user=user, wanted=None, now=NOW()),
        lambda: agree(table, user),
        lambda: withdraw(table, user),
    ]
    rows = table.rows
    for act in acts:
        with pytest.raises(errors.SeatResigned):
            act()
    assert table.rows == rows


@rule("RESIGN-03")
@pytest.mark.django_db
def test_another_players_turn_is_not_taken_back_beyond_it(table: Table) -> None:
    user = in_action(table).user
    table.play(engine.parse("hire"))
    resign(table, next(other for other in table.users if other != user))
    with pytest.raises(engine.IllegalMove) as refusal:
        services.undo(game_id=table.id, user=user, now=NOW())
    assert refusal.value.rule == "UNDO-01"
    table.play(engine.parse("end"), by=user)


@rule("RESIGN-01")
@pytest.mark.django_db
def test_a_move_seen_before_anothers_resignation_is_not_stale(table: Table) -> None:
    user, seen = in_action(table).user, table.game.version
    resign(table, next(other for other in table.users if other != user))
    table.play(engine.parse("hire"), by=user, seen_version=seen)


@rule("RESIGN-04", "RESIGN-05")
@pytest.mark.django_db
def test_with_one_person_left_the_game_ends(table: Table) -> None:
    in_action(table)
    one, other, winner = table.users
    resign(table, one)
    assert table.game.status == "running"
    game = resign(table, other)
    assert (game.status, game.ended_by, game.due) == ("finished", "resignation", False)
    assert kinds(table)[-2:] == ["resign", "early_end"]
    last = table.rows[-1]
    assert (last.origin, last.seat, last.cause) == ("game", None, last.version - 1)
    ranks = [sheet.rank for sheet in table.state.scores]
    assert [ranks[table.users.index(user)] for user in (winner, other, one)] == [1, 2, 3]
    assert not Seat.objects.filter(game=table.id, waiting=True).exists()
    assert resign(table, other).version == game.version
    with pytest.raises(errors.GameNotRunning):
        resign(table, winner)
    assert examine(table.game).status == "passed"


@rule("RESIGN-05")
@pytest.mark.django_db
def test_against_bots_the_only_person_ends_the_game(alice: User) -> None:
    table = new_table([alice], players=3)
    for _ in range(2):
        services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    game = resign(table, alice)
    assert (game.status, game.ended_by) == ("finished", "resignation")
    assert table.state.scores[0].rank == 3


@rule("RESIGN-05")
@pytest.mark.django_db
def test_who_plays_all_seats_of_a_fork_leaves_with_all_of_them(table: Table) -> None:
    in_action(table)
    user = table.users[0]
    forked = services.fork_game(game_id=table.id, user=user, version=table.game.version, now=NOW())
    game = services.resign(game_id=forked.pk, user=user, now=NOW())
    assert (game.status, game.ended_by) == ("finished", "resignation")
    assert Table(game.pk, [user]).state.resigned == [0, 1, 2]
    assert examine(game).status == "passed"


@rule("RESIGN-01")
@pytest.mark.django_db
def test_the_steps_that_the_game_waits_for_come_first(
    table: Table, settings: pytest.FixtureRequest
) -> None:
    """With workers the steps may not be taken yet when the request comes."""
    settings.EMBEDDED = False  # type: ignore[attr-defined]
    table.play_until(lambda state: state.awaits_step)
    version = table.game.version
    resign(table, table.users[0])
    assert kinds(table)[version] == "production"
    assert kinds(table)[-1] == "resign"


@pytest.mark.django_db
def test_strangers_and_games_that_do_not_run(table: Table, dora: User, alice: User) -> None:
    with pytest.raises(errors.NotSeated):
        resign(table, dora)
    Game.objects.filter(pk=table.id).update(visibility="private")
    with pytest.raises(errors.NoSuchGame):
        resign(table, dora)
    with pytest.raises(errors.NoSuchGame):
        agree(table, dora)
    waiting = new_table([alice], players=2)
    for act in (resign, agree, withdraw):
        with pytest.raises(errors.GameNotRunning):
            act(waiting, alice)


@pytest.mark.long
@rule("RESIGN-02")
@pytest.mark.django_db(transaction=True)
@pytest.mark.uncounted
def test_defaults_are_played_without_anybody_asking(
    alice: User, bob: User, charlie: User, settled: Settled
) -> None:
    table = started([alice, bob, charlie])
    chance = engine.randomness.Stream(bytes(32), "leaving")
    in_action_by(table, chance)
    resign(table, table.user)
    settled(table.id)
    while table.game.status == "running":
        table.play(chance.choice(table.moves()))
        settled(table.id)
    assert table.game.ended_by == "scoring"
    assert len(table.state.resigned) == 1
    assert examine(table.game).status == "passed"
    assert not results.record(table.id, anew=True)


def in_action_by(table: Table, chance: engine.randomness.Stream) -> None:
    while table.state.phase != "action":
        table.play(chance.choice(table.moves()))


@pytest.mark.uncounted
@rule("RESIGN-05")
@pytest.mark.django_db(transaction=True)
def test_while_the_bots_play(alice: User, bob: User, settled: Settled) -> None:
    table = new_table([alice, bob], players=4)
    for _ in range(2):
        services.add_bot(game_id=table.id, user=alice, bot="random", now=NOW())
    services.start_game(game_id=table.id, user=alice, now=NOW())
    resign(table, bob)
    game = settled(table.id)
    assert (game.status, game.ended_by) == ("finished", "resignation")
    tasks.run_bots(str(table.id))
    tasks.run_round_end(str(table.id))
    assert table.game.version == game.version


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@rule("RESIGN-05")
def test_of_two_who_leave_at_once_one_goes_first(
    alice: User, bob: User, charlie: User, settled: Settled
) -> None:
    table = started([alice, bob, charlie])
    results = at_once([lambda: resign(table, bob), lambda: resign(table, charlie)])
    assert all(isinstance(result, Game) for result in results), results
    assert Counter(kinds(table))["resign"] == 2
    assert settled(table.id).ended_by == "resignation"
    two = started([alice, bob])
    results = at_once([lambda: resign(two, alice), lambda: resign(two, bob)])
    assert sorted(type(one).__name__ for one in results) == ["Game", "GameNotRunning"]
    assert Counter(kinds(two))["resign"] == 1
    again = at_once([lambda: resign(table, bob)] * 4)
    assert {result.version for result in again} == {table.game.version}  # type: ignore[attr-defined]


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@rule("RESIGN-01", "ABANDON-01")
def test_who_leaves_and_who_moves_at_once_both_succeed(
    alice: User, bob: User, charlie: User, settled: Settled
) -> None:
    table = started([alice, bob, charlie])
    user, move, seen = table.user, table.moves()[0], table.game.version
    leaver = next(other for other in table.users if other != user)
    done = at_once(
        [lambda: resign(table, leaver), lambda: table.play(move, by=user, seen_version=seen)]
    )
    assert [type(one).__name__ for one in done] == ["Game", "Played"], done
    settled(table.id)
    assert examine(table.game).status == "passed"
    left = [user for user in table.users if user != leaver]
    done = at_once([lambda user=user: agree(table, user) for user in [*left, *left]])
    assert all(isinstance(one, Game) for one in done), done
    assert (table.game.ended_by, kinds(table).count("abandon")) == ("agreement", 1)
    assert examine(table.game).status == "passed"


# --- what follows ---------------------------------------------------------------------------------


@pytest.mark.django_db
def test_who_has_resigned_may_delete_the_account(table: Table) -> None:
    gone = table.users[2]
    with pytest.raises(errors.StillPlaying):
        services.delete_account(user=gone, now=NOW())
    resign(table, gone)
    services.delete_account(user=gone, now=NOW())
    assert seat(table, 2).label
    assert resign(table, table.users[0]).ended_by == "resignation"


@pytest.mark.django_db
@pytest.mark.parametrize("resigned", [True, False])
def test_a_seat_that_says_otherwise_than_the_stream_is_found(table: Table, resigned: bool) -> None:
    if not resigned:
        resign(table, table.users[1])
    assert examine(table.game).status == "passed"
    Seat.objects.filter(game=table.id, index=1).update(resigned=resigned)
    found = examine(table.game).difference
    assert found is not None
    assert found.code == "game_differs"


@pytest.mark.django_db
def test_games_that_somebody_left_are_in_no_statistics(table: Table) -> None:
    in_action(table)
    resign(table, table.users[0])
    resign(table, table.users[1])
    assert not results.counts(table.game)
    assert not results.record(table.id)


@rule("RESIGN-02")
@pytest.mark.django_db
def test_a_stream_in_which_somebody_else_decides_for_a_seat_is_not_valid(table: Table) -> None:
    """Moves that the game makes are those of seats that have resigned, and no others."""
    in_action(table)
    resign(table, table.user)
    services.run_steps(game_id=table.id, now=NOW())
    table.play()
    report: checking.Report
    for change in ({"origin": "player"}, {"origin": "bot"}):
        report = spoiled(table, lambda row: row.origin == "game" and row.seat is not None, change)
        assert report.difference is not None
        assert report.difference.code == "columns_differ"
    report = spoiled(table, lambda row: row.origin == "player", {"origin": "game"})
    assert report.difference is not None
    assert report.difference.code == "columns_differ"


def spoiled(
    table: Table, which: Callable[[engine.StoredEvent], bool], change: dict[str, object]
) -> checking.Report:
    """The report after one row was changed and sealed again."""
    rows = table.rows
    place = max(index for index, row in enumerate(rows) if which(row))
    rows[place] = msgspec.structs.replace(rows[place], **change)
    chained(rows, str(table.id))
    return checking.check(subject_of(table.game), rows)

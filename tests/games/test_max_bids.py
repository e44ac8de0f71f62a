"""Maximum bids: what they bid, when they end, and that they are their owner's."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from msgspec import UNSET, UnsetType

from games import engine, errors, max_bids, services
from games.max_bids import MaxBid
from games.models import Seat
from games.runtime import dispatch
from tests.auctions import auctioning
from tests.games.tables import Table, started
from tests.rules import rule

NOW = timezone.now


@pytest.fixture
def table(alice: User, bob: User, charlie: User) -> Table:
    """An open auction of three that Alice opens."""
    return started([alice, bob, charlie], auction="open", turn_order="seats")


@pytest.fixture
def charlie(db: None) -> User:
    return User.objects.create_user("charlie")


def set_max(
    table: Table, by: int, amount: int | None, *, number: int | UnsetType = UNSET, **more: Any
) -> services.Played:
    """Set the maximum of a seat, or withdraw it; ``number`` is that of the round."""
    wanted = None if amount is None else MaxBid(amount, number)
    user = table.users[by]
    return services.set_max_bid(game_id=table.id, user=user, wanted=wanted, now=NOW(), **more)


def play(table: Table, *lines: str) -> None:
    """Moves of the seats that are asked, and what goes on after each."""
    for line in lines:
        table.play(engine.parse(line))
        services.run_steps(game_id=table.id, now=NOW())


def bids(table: Table) -> list[tuple[int, int]]:
    """Seat and amount of every bid of this round."""
    auction = table.state.auction
    assert auction is not None
    return [(bid.seat, bid.amount) for bid in auction.bids]


def kept(table: Table) -> list[Any]:
    """The columns of the seats."""
    return list(Seat.objects.filter(game=table.id).values_list("max_bid", flat=True))


# --- what it bids ---------------------------------------------------------------------------------


@rule("VAR-AUCTION-04")
def test_it_raises_by_one_whenever_its_seat_is_asked(table: Table) -> None:
    set_max(table, 1, 5)
    assert len(table.rows) == 1
    play(table, "bid 2")
    assert (bids(table), table.seat) == ([(0, 2), (1, 3)], 2)
    play(table, "quit", "bid 4")
    assert (bids(table), table.seat) == ([(0, 2), (1, 3), (0, 4), (1, 5)], 0)
    play(table, "bid 6")
    assert (bids(table)[-1], table.seat) == ((0, 6), 1), "what is above it is for its owner"
    origins = {(row.origin, row.cause) for row in table.rows[1:]}
    assert origins == {("player", None)}, "bids like any other"


@rule("VAR-AUCTION-03")
def test_who_is_asked_already_bids_at_once_and_the_opener_bids_nothing(table: Table) -> None:
    played = set_max(table, 0, 9)
    assert [row.version for row in played.rows] == [2]
    assert (bids(table), table.seat) == ([(0, 0)], 1)


def test_two_maxima_meet_at_the_lower_one(table: Table) -> None:
    set_max(table, 1, 8)
    set_max(table, 2, 6)
    play(table, "bid 1", "quit")
    assert (bids(table)[-1], table.seat) == ((1, 6), 2)


@rule("VAR-AUCTION-07")
def test_a_bid_at_the_limit_ends_the_round(table: Table) -> None:
    set_max(table, 1, 30)
    play(table, "bid 29")
    assert table.state.open_decisions()[0].kind == "choose_clan"
    assert (table.seat, kept(table)) == (1, [None] * 3)


def test_raises_bear_times_of_their_own(table: Table) -> None:
    """Nobody types a bid in the same microsecond as somebody else."""
    set_max(table, 1, 8)
    set_max(table, 2, 6)
    play(table, "bid 1", "quit")
    times = [row.recorded_at for row in table.rows[1:]]
    assert len(times) > 5
    assert times == sorted(set(times))
    assert table.game.active_at == times[-1], "as after a bid that was typed"


# --- when it ends ---------------------------------------------------------------------------------


def test_it_is_gone_when_the_round_is_over_for_its_seat(table: Table) -> None:
    set_max(table, 1, 5)
    set_max(table, 2, 9)
    play(table, "bid 7")
    assert (table.seat, bids(table)[-1]) == (1, (0, 7)), "not any more"
    play(table, "quit")
    assert kept(table) == [None, None, {"amount": 9, "round": 0}]
    play(table, "quit", "choose 0")
    assert kept(table) == [None] * 3
    assert table.state.open_decisions()[0].kind == "opening_bid", (
        "the next round should wait for its first bid"
    )


def test_a_maximum_of_another_round_bids_nothing() -> None:
    """Even where it is still kept: the game itself may go on to the next round."""
    state = auctioning(players=3).when.play("bid 0", "quit", "quit", "choose 0").state
    seat = state.open_decisions()[0].seat
    assert max_bids.raised(state, seat, {"amount": 9, "round": 0}) is None
    assert max_bids.raised(state, seat, {"amount": 9, "round": 1}) == engine.parse("bid 0")


def test_withdrawing_lowering_and_raising(table: Table) -> None:
    for amount in (5, 3, 8, None):
        set_max(table, 1, amount)
    play(table, "bid 2")
    assert table.seat == 1
    assert kept(table) == [None] * 3


@rule("RESIGN-02")
def test_who_resigns_bids_no_more(table: Table) -> None:
    set_max(table, 1, 5)
    services.resign(game_id=table.id, user=table.users[1], now=NOW())
    assert kept(table) == [None] * 3
    play(table, "bid 2")
    assert (bids(table), table.seat) == ([(0, 2)], 2)


def test_who_takes_a_seat_takes_no_maximum(table: Table, dora: User) -> None:
    set_max(table, 1, 5)
    bob = table.users[1]
    services.offer_seat(game_id=table.id, user=bob, taker="dora", now=NOW())
    services.take_seat(game_id=table.id, user=dora, seat=1, now=NOW())
    assert kept(table) == [None] * 3


def test_a_fork_has_none(table: Table) -> None:
    set_max(table, 1, 5)
    alice = table.users[0]
    fork = services.fork_game(
        game_id=table.id, user=alice, version=1, seats=[None, None, None], now=NOW()
    )
    assert set(fork.seats.values_list("max_bid", flat=True)) == {None}


def test_an_erased_account_keeps_none(alice: User, bob: User, charlie: User) -> None:
    table = started([alice, bob, charlie], auction="open", turn_order="seats")
    Seat.objects.filter(game=table.id, index=1).update(
        resigned=True, max_bid={"amount": 5, "round": 0}
    )
    services.delete_account(user=bob, now=NOW())
    assert kept(table) == [None] * 3


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("before", "amount", "refusal"),
    [
        ([], 31, errors.MaxBidOutOfRange),
        (["bid 4"], 4, errors.MaxBidOutOfRange),
        (["bid 4", "quit"], 9, errors.NotBidding),
        (["bid 4", "quit", "quit"], 9, errors.NotBidding),
        (["bid 4", "bid 5", "quit", "quit", "choose 0"], 9, errors.NotBidding),
    ],
)
def test_what_cannot_be_set(
    table: Table, before: Sequence[str], amount: int, refusal: type[Exception]
) -> None:
    play(table, *before)
    with pytest.raises(refusal):
        set_max(table, 1, amount)
    assert kept(table) == [None] * 3


def test_who_means_a_round_that_is_over_sets_nothing(table: Table) -> None:
    play(table, "bid 0", "quit", "quit", "choose 0")
    with pytest.raises(errors.StaleVersion):
        set_max(table, 1, 9, number=1)
    assert kept(table) == [None] * 3
    set_max(table, 2, 9, number=2)
    assert kept(table)[2] == {"amount": 9, "round": 1}


@pytest.mark.parametrize("kind", ["blind", "vickrey", "none"])
def test_only_open_auctions_have_one(alice: User, bob: User, kind: str) -> None:
    table = started([alice, bob], auction=kind)
    with pytest.raises(errors.NotBidding):
        set_max(table, 0, 5)


def test_it_is_its_owners(table: Table, dora: User) -> None:
    with pytest.raises(errors.NotSeated):
        services.set_max_bid(game_id=table.id, user=dora, wanted=MaxBid(5), now=NOW())
    with pytest.raises(errors.NotYourSeat):
        set_max(table, 0, 5, seat=1)


# --- at the same moment ---------------------------------------------------------------------------


def test_a_bid_in_flight_is_stale_and_a_task_that_comes_twice_finds_nothing(table: Table) -> None:
    set_max(table, 1, 9)
    table.play(engine.parse("bid 2"))
    assert table.game.due
    seen = table.game.version
    table.play(engine.parse("bid 3"), by=table.users[1])
    version = table.game.version
    assert services.run_steps(game_id=table.id, now=NOW()) == 0
    assert table.game.version == version
    assert not table.game.due
    play(table, "quit", "bid 6")
    with pytest.raises(errors.StaleVersion):
        table.play(engine.parse("bid 7"), by=table.users[0], seen_version=seen)
    assert bids(table)[-1] == (1, 7)


def test_the_task_is_sent_when_a_bid_wants_an_answer(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(dispatch, "start", lambda task, *_, **__: sent.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        set_max(table, 1, 9)
    assert sent == []
    with django_capture_on_commit_callbacks(execute=True):
        table.play(engine.parse("bid 2"))
    assert sent == ["games.tasks.run_round_end"]

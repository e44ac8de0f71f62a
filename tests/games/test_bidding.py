"""Auctions through the services: bots bid, seats that resigned do, and two may bid at once."""

import threading
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from games import bots, engine, services
from games.bots.steward import drafting, weights
from games.bots.steward.drafting import choice_worth, pair_worth
from games.engine.moves.bidding import Bid
from games.engine.randomness import Stream
from games.models import Game
from simulation.random_play import seed_of, steps
from tests.auctions import auctioning, known
from tests.games.tables import SEED, Table
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import RED, Part

CHANCE = seed_of("bidding")
SEALED = pytest.mark.parametrize("kind", ["blind", "vickrey"])


def chosen(table: Part, bot: str = "steward", seed: bytes = CHANCE) -> str:
    """What a bot plays now."""
    return bots.choose(bot, table.state, table.deciding(), seed).notation()


# --- the steward ----------------------------------------------------------------------------------


@pytest.mark.engine
def test_the_steward_bids_little_by_little_up_to_what_the_choice_is_worth() -> None:
    table = auctioning(players=3)
    worth = choice_worth(table.state)
    assert 1 < worth < 29, "another seed is needed"
    assert chosen(table) == "bid 0"
    table.when.play("bid 0")
    assert chosen(table) == "bid 1"
    table.when.play(f"bid {int(worth)}")
    assert chosen(table) == "quit"


@pytest.mark.engine
def test_what_is_worth_nothing_more_is_left_to_the_others() -> None:
    table = auctioning(players=2)
    for pair in table.state.draft:
        pair.clan, pair.start_tile = "stewart", 1
    assert choice_worth(table.state) == 0
    table.when.play("bid 0")
    assert chosen(table) == "quit"


@pytest.mark.engine
@SEALED
def test_a_sealed_bid_is_about_what_the_choice_is_worth(kind: str) -> None:
    table = auctioning(kind, players=3)
    part = {"blind": weights.SHADING, "vickrey": 1.0}[kind]
    about = round(choice_worth(table.state) * part)
    bids = {int(chosen(table, seed=seed_of(f"{n}")).split()[1]) for n in range(40)}
    least, most = about - weights.GUESSING, about + weights.GUESSING
    assert bids == set(range(max(least, 0), min(most, 30) + 1))


@pytest.mark.engine
@SEALED
def test_it_chooses_the_best_pair_when_it_has_won(kind: str) -> None:
    table = auctioning(kind, players=2).when.play_as("red", "bid 9").play_as("blue", "bid 0")
    table.when.advance("reveal")
    best = max(range(2), key=lambda n: pair_worth(table.state, table.state.draft[n]))
    assert chosen(table) == f"choose {best}"


@pytest.mark.engine
@pytest.mark.parametrize("bot", ["random", "steward"])
@SEALED
def test_no_bot_knows_what_others_have_bid(kind: str, bot: str) -> None:
    """Whatever others bid in secret, it bids the same."""
    bids = set()
    for amount in (0, 30):
        table = auctioning(kind).when.play_as("red", f"bid {amount}")
        bids.add(chosen(table, bot))
    assert len(bids) == 1


@pytest.mark.engine
@in_one_test("kind", ["open", "blind", "vickrey"])
@in_one_test("bot", ["random", "steward"])
def test_bots_bring_every_kind_of_auction_to_its_end(kind: str, bot: str) -> None:
    options = engine.Options(players=4, auction=kind)
    prices: list[int] = []
    name = f"bidding/{kind}/{bot}"

    def choose(state: engine.State, seat: engine.Seat) -> engine.Move:
        return bots.choose(bot, state, seat, CHANCE)

    for state, event in steps(4, name, choose, options):
        prices = state.bids
        if state.phase == "workers":
            break
        assert event.version < 200
    assert len(prices) == 4
    assert min(prices) == 0


@pytest.mark.engine
def test_chance_bids_low() -> None:
    table = auctioning(players=3)
    bids = {chosen(table, "random", seed_of(f"{n}")) for n in range(60)}
    assert bids == {f"bid {points}" for points in range(6)}
    table.when.play("bid 9")
    bids = {chosen(table, "random", seed_of(f"{n}")) for n in range(80)}
    assert bids == {"quit", *(f"bid {points}" for points in range(10, 16))}


@pytest.mark.engine
def test_the_worth_of_a_choice_is_that_of_the_pairs_that_are_left() -> None:
    table = auctioning(players=3)
    worths = sorted(pair_worth(table.state, pair) for pair in table.state.draft)
    assert choice_worth(table.state) == worths[-1] - worths[0]
    best = max(range(3), key=lambda n: pair_worth(table.state, table.state.draft[n]))
    table.when.play("bid 30", f"choose {best}")
    assert choice_worth(table.state) == worths[1] - worths[0]
    moves = engine.legal_moves(table.state, table.deciding())
    bid = drafting.best_bid(table.state, moves, Stream(CHANCE, "x"))
    assert isinstance(bid, Bid)


# --- seats that have resigned ---------------------------------------------------------------------


@pytest.mark.engine
@rule("RESIGN-02")
def test_for_who_resigned_the_game_opens_with_nothing_and_quits() -> None:
    table = auctioning(players=3)
    engine.resign(table.state, RED)
    assert engine.default_move(table.state, RED) == engine.parse("bid 0")
    table.when.play("bid 0", "bid 2", "quit")
    assert engine.default_move(table.state, RED) == engine.parse("quit")
    table.then.refuses("bid 3", "RESIGN-02", "resigned").when.play("quit")
    table.then.expect_decision("choose_clan", "blue")


@pytest.mark.engine
@rule("RESIGN-02")
@SEALED
def test_for_who_resigned_the_game_bids_nothing_unless_there_is_a_bid(kind: str) -> None:
    table = auctioning(kind)
    engine.resign(table.state, RED)
    assert engine.default_move(table.state, RED) == engine.parse("bid 0")
    table.when.play_as("red", "bid 0")
    table = auctioning(kind).when.play_as("red", "bid 7")
    engine.resign(table.state, RED)
    assert engine.default_move(table.state, RED) is None
    table.when.play_as("blue", "bid 1").play_as("black", "bid 2").advance("reveal")
    assert known(table).rounds[0].winner == RED
    assert engine.default_move(table.state, RED) == engine.parse("choose 0")


# --- through the services -------------------------------------------------------------------------


def auction_of(users: list[User], kind: str) -> Table:
    """A game that people auction clans in."""
    host, *others = users
    options = engine.Options(players=len(users), auction=kind)
    game = services.create_game(
        host=host,
        name="Auction",
        options=options,
        visibility="public",
        now=timezone.now(),
        seed=SEED,
    )
    for user in others:
        services.join_game(game_id=game.pk, user=user, now=timezone.now())
    services.start_game(game_id=game.pk, user=host, now=timezone.now())
    return Table(game.pk, users)


@pytest.fixture
def users(db: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("alice", "bob", "charlie")]


@rule("VAR-BLIND-2")
@SEALED
def test_bids_of_others_make_no_bid_stale(kind: str, users: list[User]) -> None:
    table = auction_of(users, kind)
    seen = table.game.version
    for user, amount in zip(users, (3, 9, 4), strict=True):
        services.play_moves(
            game_id=table.id,
            user=user,
            moves=[Bid(amount)],
            seen_version=seen,
            now=timezone.now(),
        )
    services.run_steps(game_id=table.id, now=timezone.now())
    state = table.state
    assert state.auction is not None
    assert state.auction.rounds[0].winner == 1
    assert [row.origin for row in table.rows] == ["game", "player", "player", "player", "game"]


@SEALED
def test_waiting_are_those_who_have_not_bid(kind: str, users: list[User]) -> None:
    table = auction_of(users, kind)
    table.play(Bid(3), by=users[1])
    game = Game.objects.get(pk=table.id)
    assert [seat.index for seat in game.seats.order_by("index") if seat.waiting] == [0, 2]
    table.play(Bid(4), by=users[1])
    assert [seat.index for seat in game.seats.order_by("index") if seat.waiting] == [0, 2]


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@rule("VAR-BLIND-2")
@SEALED
def test_all_may_bid_at_the_same_moment(
    kind: str, transactional_db: None, settled: Callable[..., Game]
) -> None:
    people = [User.objects.create_user(name) for name in ("ada", "ben", "cleo")]
    table = auction_of(people, kind)
    seen, barrier = table.game.version, threading.Barrier(3)
    failed: list[BaseException] = []

    def bid(user: User, amount: int) -> None:
        barrier.wait()
        try:
            services.play_moves(
                game_id=table.id,
                user=user,
                moves=[Bid(amount)],
                seen_version=seen,
                now=timezone.now(),
            )
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failed.append(error)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=bid, args=each) for each in zip(people, (3, 9, 4), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    settled(table.id)
    state = table.state
    assert state.auction is not None
    assert [bid.amount for bid in state.auction.rounds[0].bids] == [3, 9, 4]
    assert engine.rebuild(table.rows).version == len(table.rows)
    assert len([row for row in table.rows if row.origin == "player"]) == 3

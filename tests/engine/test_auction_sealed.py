"""Blind and Vickrey auctions: sealed bids. (VAR-BLIND-1..3, VAR-VICKREY-1..2)"""

from collections import Counter

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.events import public_text, secret_lines
from games.engine.state import SeatBid
from simulation.random_play import SALT, seal, seed_of
from tests.auctions import auction_of_seed, auctioning, bid_all, known
from tests.rules import rule
from tests.scenario import BLACK, BLUE, RED, WHITE, Part, at

pytestmark = pytest.mark.engine

SEALED = pytest.mark.parametrize("kind", ["blind", "vickrey"])


@pytest.mark.uncounted
@rule("VAR-BLIND-1", "IND-AUCTION-2")
@SEALED
def test_who_wins_ties_is_drawn_and_shown_beforehand(kind: str) -> None:
    first: Counter[int] = Counter()
    for number in range(60):
        table = auction_of_seed(f"ties/{number}", players=3, auction=kind)
        ties = known(table).ties
        assert ties == [(ties[0] + place) % 3 for place in range(3)]
        view = engine.view(table.state, None, game="")
        assert view.auction is not None
        assert view.auction.ties == ties
        first[ties[0]] += 1
    assert set(first) == {RED, BLUE, BLACK}
    assert min(first.values()) > 8


@rule("VAR-BLIND-1")
def test_ties_go_by_the_same_order_in_every_round() -> None:
    table = auctioning("blind", players=4, first="black")
    assert known(table).ties == [BLACK, WHITE, RED, BLUE]
    bid_all(table, red=5, blue=5, black=4, white=2).then.expect_decision("choose_clan", "red")
    table.when.play("choose 0")
    bid_all(table, blue=5, black=5, white=5).then.expect_decision("choose_clan", "black")
    table.when.play("choose 1")
    assert known(table).ties == [BLACK, WHITE, RED, BLUE]
    bid_all(table, blue=5, white=5).then.expect_decision("choose_clan", "white")


@rule("VAR-BLIND-2")
@SEALED
def test_all_without_a_clan_bid_at_the_same_time(kind: str) -> None:
    table = auctioning(kind, players=4)
    for seat in (WHITE, RED, BLACK, BLUE):
        assert seat in [decision.seat for decision in table.state.open_decisions()]
        assert {move.type_name() for move in engine.legal_moves(table.state, seat)} == {"bid"}
        engine.play(table.state, seat, engine.parse("bid 3"))
        assert seat not in [decision.seat for decision in table.state.open_decisions()]
    assert table.state.awaits_step
    table.when.advance("reveal").play("choose 3")
    deciding = [decision.seat for decision in table.state.open_decisions()]
    assert deciding == [seat for seat in range(4) if seat != RED]
    assert engine.legal_moves(table.state, RED) == []


@rule("VAR-BLIND-2")
def test_the_highest_bid_wins_and_pays_its_own() -> None:
    table = bid_all(auctioning("blind", players=4), red=4, blue=9, black=11, white=10)
    table.then.expect_decision("choose_clan", "black").expect("black", bid=11)
    revealed = table.events[-1].effects[0]
    assert revealed == fx.BidsRevealed(
        [SeatBid(RED, 4), SeatBid(BLUE, 9), SeatBid(BLACK, 11), SeatBid(WHITE, 10)]
    )
    table.when.play("choose 3").then.expect_decision("sealed_bid", "red")
    bid_all(table, red=0, blue=0, white=1).then.expect("white", bid=1)
    table.when.play("choose 0")
    bid_all(table, red=7, blue=8).then.expect("blue", bid=8).when.play("choose 1")
    table.then.expect("red", bid=0).expect_decision("place_worker", "black")
    assert table.state.turn_order == [BLACK, WHITE, BLUE, RED]


@rule("VAR-BLIND-2", "UNDO-05")
@SEALED
def test_a_bid_may_be_replaced_until_the_last_one_is_in(kind: str) -> None:
    table = auctioning(kind).when.play_as("red", "bid 20").play_as("blue", "bid 3")
    table.when.play_as("red", "bid 4").play_as("red", "bid 5").play_as("black", "bid 1")
    with pytest.raises(engine.NotYourDecision):
        table.when.play_as("red", "bid 6")
    table.when.advance("reveal")
    assert known(table).rounds[0].bids == [SeatBid(RED, 5), SeatBid(BLUE, 3), SeatBid(BLACK, 1)]
    assert known(table).rounds[0].winner == RED


@rule("VAR-BLIND-3", "CMD-02")
@SEALED
@pytest.mark.parametrize("bid_limit", [0, 30])
def test_bids_are_whole_numbers_from_0_to_30(kind: str, bid_limit: int) -> None:
    table = auctioning(kind, bid_limit=bid_limit)
    assert table.legal() == [f"bid {points}" for points in range(31)]
    table.then.refuses("bid 31", "VAR-BLIND-3", "bid_too_high")
    table.then.refuses("quit", "VAR-BLIND-2", "out_of_place")
    for wrong in ({"amount": -1}, {"amount": 2.5}, {"amount": "3"}, {"amount": 100}, {}):
        with pytest.raises(engine.MalformedMove):
            engine.decode_move({"type": "bid", **wrong})


@rule("VAR-BLIND-3", "VAR-AUCTION-11")
@SEALED
def test_the_last_player_gets_the_last_clan_without_bidding(kind: str) -> None:
    table = bid_all(auctioning(kind, players=2), red=3, blue=8).when.play("choose 1")
    assert table.state.phase == "workers"
    table.then.expect("red", bid=0)
    assert table.state.players[RED].clan
    assert table.state.turn_order == [BLUE, RED]


@rule("VAR-VICKREY-1", "CASE-R22")
def test_case_r22_the_winner_pays_the_second_highest_bid() -> None:
    table = bid_all(auctioning("vickrey"), red=9, blue=6, black=6)
    table.then.expect_decision("choose_clan", "red").expect("red", bid=6)
    table = bid_all(auctioning("vickrey"), red=1, blue=2, black=17)
    table.then.expect("black", bid=2)


@rule("VAR-VICKREY-2", "CASE-R22", "VAR-BLIND-1")
def test_case_r22_with_a_tie_the_second_highest_bid_is_as_high() -> None:
    table = bid_all(auctioning("vickrey", first="blue"), red=7, blue=7, black=2)
    table.then.expect_decision("choose_clan", "blue").expect("blue", bid=7)
    table = bid_all(auctioning("vickrey", first="black"), red=7, blue=7, black=2)
    table.then.expect_decision("choose_clan", "red").expect("red", bid=7)


@rule("VAR-CLANORDER-3", "VAR-CLANORDER-2")
@SEALED
def test_the_clans_carry_the_turn_order_with_sealed_bids_too(kind: str) -> None:
    table = auctioning(kind, auction_order="clan")
    bid_all(table, red=1, blue=3, black=2).when.play("choose 2")
    bid_all(table, red=1, black=2).when.play("choose 1")
    assert table.state.turn_order == [RED, BLACK, BLUE]
    table.then.expect_decision("place_worker", "red")


# --- what is hidden -------------------------------------------------------------------------------


def public_of(table: Part) -> list[object]:
    """All that a stream and a view show of a table."""
    views = [engine.view(table.state, seat, game="") for seat in (None, RED, BLUE, BLACK)]
    texts = [public_text(event) for event in table.events]
    return [engine.sealing.public_bytes(table.state), texts, *map(msgspec.json.encode, views)]


@rule("VAR-BLIND-2", "DEF-47")
@SEALED
def test_nothing_public_differs_by_what_is_bid(kind: str) -> None:
    views = []
    for amount in (0, 7, 30):
        table = auctioning(kind).when.play_as("red", f"bid {amount}").play_as("blue", "bid 7")
        table.when.play_as("red", f"bid {30 - amount}").play_as("black", "bid 7")
        views.append(public_of(table))
    assert views[0] == views[1] == views[2]


@rule("VAR-BLIND-2")
@SEALED
def test_a_sealed_bid_is_a_secret_of_its_seat(kind: str) -> None:
    table = auctioning(kind).when.play_as("blue", "bid 17")
    event = table.events[-1]
    assert '"move"' not in public_text(event)
    assert "17" not in public_text(event)
    (line,) = secret_lines(event)
    secret = msgspec.json.decode(line)
    assert secret["to"] == BLUE
    assert secret["move"] == {"type": "bid", "amount": 17}
    assert event.move == engine.parse("bid 17")


@SEALED
def test_a_digest_cannot_be_searched_for_a_bid(kind: str) -> None:
    """With the salt unknown, no amount gives the digest or the hash that are shown."""
    table = auctioning(kind).when.play_as("blue", "bid 17")
    row = seal(table.events[-1], table.state, "")
    assert row.secret_hash is not None
    assert row.digest != engine.digest(table.state)
    game = "00000000-0000-4000-8000-000000000001"
    shown = {row.digest, row.secret_hash, row.chain}
    for salt in (b"", bytes(32), b"salt"):
        for amount in range(31):
            secret = row.secret and row.secret.replace("17", str(amount))
            guess = engine.hash_secrets(salt, game, row.version, secret)
            assert {guess, engine.digest(table.state, guess)} & shown == set()
    assert engine.hash_secrets(SALT, game, row.version, row.secret) == row.secret_hash


@SEALED
def test_the_same_bid_again_looks_like_any_other(kind: str) -> None:
    table = auctioning(kind).when.play_as("blue", "bid 17").play_as("blue", "bid 17")
    first, again = (seal(event, table.state, "") for event in table.events[-2:])
    assert first.secret_hash != again.secret_hash
    assert first.public.replace('["barrier",2]', '["barrier",3]') == again.public


@SEALED
def test_folding_without_secrets_gives_the_same_public_state(kind: str) -> None:
    whole, public = engine.State(), engine.State()
    table = bid_all(auctioning(kind), red=3, blue=3, black=1).when.play("choose 0")
    for event in table.events:
        engine.apply(whole, event)
        engine.apply(public, msgspec.structs.replace(event, secrets=[]))
        assert engine.sealing.public_bytes(whole) == engine.sealing.public_bytes(public)
    assert engine.dump(whole) == engine.dump(table.state)
    assert whole.secret is not None
    assert whole.secret.bids == []


def test_without_the_bids_nothing_can_be_turned_up() -> None:
    table = auctioning("blind", players=2).when.play_as("red", "bid 3").play_as("blue", "bid 1")
    table.state.secret = None
    with pytest.raises(RuntimeError):
        engine.advance(table.state)


@rule("VAR-BLIND-2", "UNDO-06")
@SEALED
def test_a_fork_asks_for_sealed_bids_again(kind: str) -> None:
    table = auctioning(kind).when.play_as("blue", "bid 17")
    forked, _ = engine.fork(table.state, seed_of("a fork"))
    assert [decision.seat for decision in forked.open_decisions()] == [RED, BLUE, BLACK]
    assert forked.secret is not None
    assert forked.secret.bids == []
    bid_all(at(forked), red=1, blue=2, black=9).then.expect_decision("choose_clan", "black")

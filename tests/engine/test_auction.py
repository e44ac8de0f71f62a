"""The open auction of clans. (VAR-AUCTION-01..14)"""

from collections import Counter

import msgspec
import pytest

from games import engine
from games.engine import effects as fx
from games.engine.moves.bidding import Bid, DeclineBid
from games.engine.rules.final import score_now
from games.engine.terms import GOODS, Seat
from simulation.random_play import steps
from tests.auctions import auction_of_seed, auctioning, known
from tests.marks import in_one_test
from tests.rules import rule
from tests.scenario import BLACK, BLUE, RED, WHITE, Part

pytestmark = pytest.mark.engine


def choose(table: Part, pair: int = 0) -> Part:
    """The winner takes a pair."""
    return table.when.play(f"choose {pair}")


def won(table: Part) -> list[tuple[int, int]]:
    """The winners and their prices, in the order of the rounds."""
    return [(one.winner, one.price) for one in known(table).rounds]


@rule("VAR-AUCTION-01", "VAR-CLANORDER-1")
@in_one_test("players", [2, 3, 4])
def test_there_are_as_many_pairs_as_players(players: int) -> None:
    tiles: set[int] = set()
    for number in range(12):
        state = auction_of_seed(f"pairs/{number}", players=players, auction="open").state
        assert len(state.draft) == players
        assert len({pair.clan for pair in state.draft}) == players
        assert len({pair.start_tile for pair in state.draft}) == players
        assert [pair.taken_by for pair in state.draft] == [None] * players
        assert state.turn_order == []
        assert state.phase == "auction"
        tiles |= {pair.start_tile for pair in state.draft}
    assert len(tiles) > players


@rule("VAR-AUCTION-02", "UNDO-07")
def test_chance_says_who_opens() -> None:
    openers = Counter(
        auction_of_seed(f"opener/{number}", players=3, auction="open").deciding()
        for number in range(60)
    )
    assert set(openers) == {RED, BLUE, BLACK}
    assert min(openers.values()) > 8


@rule("OPT-17", "VAR-AUCTION-02", "VAR-BLIND-1")
@in_one_test("auction", ["open", "blind", "vickrey"])
def test_by_seats_the_first_seat_opens_and_wins_ties(auction: str) -> None:
    for number in range(12):
        table = auction_of_seed(f"opener/{number}", players=3, auction=auction, turn_order="seats")
        if auction == "open":
            assert table.deciding() == RED
        else:
            assert known(table).ties == [RED, BLUE, BLACK]


@rule("UNDO-07")
def test_the_draw_of_the_opener_shifts_no_other() -> None:
    drafted = auction_of_seed("shifts", players=3).state
    auctioned = auction_of_seed("shifts", players=3, auction="open").state
    for name in ("modules", "ports", "scoring_tiles", "slots", "prices"):
        assert getattr(drafted, name) == getattr(auctioned, name)
    assert drafted.draft[:3] == auctioned.draft


@rule("VAR-AUCTION-03", "CMD-02")
def test_the_opener_bids_from_nothing_up_to_the_limit_and_has_to() -> None:
    table = auctioning(first="blue").then.expect_decision("opening_bid", "blue")
    assert table.legal() == [f"bid {points}" for points in range(31)]
    table.then.refuses("quit", "VAR-AUCTION-03", "out_of_place")
    table.when.play("bid 0").then.expect_decision("bid", "black")
    assert known(table).bids[-1].amount == 0


@rule("VAR-AUCTION-04", "FLOW-02", "CMD-02")
def test_then_clockwise_each_bids_more_or_quits() -> None:
    table = (
        auctioning(players=4, first="black").when.play("bid 3").then.expect_decision("bid", "white")
    )
    table.then.refuses("bid 3", "VAR-AUCTION-04", "bid_too_low")
    table.then.refuses("bid 0", "VAR-AUCTION-04", "bid_too_low")
    assert table.legal() == [*(f"bid {points}" for points in range(4, 31)), "quit"]
    table.when.play("bid 4").then.expect_decision("bid", "red")
    table.when.play("quit").then.expect_decision("bid", "blue")
    table.when.play("bid 9").then.expect_decision("bid", "black")
    table.when.play("bid 10").then.expect_decision("bid", "white")


@rule("VAR-AUCTION-05")
def test_who_quits_is_out_of_this_round_and_back_in_the_next() -> None:
    table = auctioning().when.play("bid 1", "quit", "bid 2").then.expect_decision("bid", "red")
    table.when.play("bid 5").then.expect_decision("bid", "black")
    table.when.play("quit").then.expect_decision("choose_clan", "red")
    choose(table).then.expect_decision("opening_bid", "blue")
    assert known(table).bidding == [BLUE, BLACK]


@rule("VAR-AUCTION-06", "IND-AUCTION-1")
def test_the_highest_bid_wins_when_all_others_have_quit() -> None:
    table = auctioning(players=4).when.play("bid 2", "bid 6", "quit", "quit")
    table.then.expect_decision("bid", "red").when.play("quit").then.expect_decision(
        "choose_clan", "blue"
    )
    assert won(table) == [(BLUE, 6)]


@rule("VAR-AUCTION-07", "OPT-08", "DIFF-26")
def test_thirty_is_the_limit_and_ends_the_round_at_once() -> None:
    table = auctioning(players=4).then.refuses("bid 31", "VAR-AUCTION-07", "bid_too_high")
    table.when.play("bid 29").then.refuses("bid 31", "VAR-AUCTION-07", "bid_too_high")
    assert table.legal() == ["bid 30", "quit"]
    table.when.play("bid 30").then.expect_decision("choose_clan", "blue")
    assert won(table) == [(BLUE, 30)]
    auctioning(players=2).when.play("bid 30").then.expect_decision("choose_clan", "red")


@rule("OPT-08", "DIFF-26")
def test_the_rules_of_2017_set_no_limit() -> None:
    table = auctioning(bid_limit=0).when.play("bid 30").then.expect_decision("bid", "blue")
    table.when.play("bid 31", "bid 45").then.expect_decision("bid", "red")
    edition = {"edition": "rules-2017", "auction": "open"}
    sides = list(engine.packs.builtin().content.sides)
    assert engine.options.decode(edition, sides=sides).bid_limit == 0
    assert engine.Options().bid_limit == 30


@rule("VAR-AUCTION-08", "FINAL-19")
def test_the_winner_notes_the_bid_takes_the_first_place_and_chooses() -> None:
    table = auctioning(first="blue").when.play("bid 7", "quit", "quit")
    table.then.expect_decision("choose_clan", "blue").expect("blue", bid=7)
    clan = table.state.draft[2].clan
    table.when.play("choose 2").then.expect("blue", clan=clan, bid=7, glory=0)
    assert table.state.turn_order == [BLUE]
    assert table.state.draft[2].taken_by == BLUE
    table.when.play("bid 2", "quit").then.expect_decision("choose_clan", "black")
    table.then.refuses("choose 2", "SETUP-13", "pair_taken")
    table.when.play("choose 0")
    assert table.state.turn_order == [BLUE, BLACK, RED]


@rule("VAR-AUCTION-09")
def test_the_next_round_is_opened_by_the_first_clockwise_without_a_clan() -> None:
    table = auctioning(players=4, first="white").when.play("bid 1", "quit", "bid 2", "quit", "quit")
    table.then.expect_decision("choose_clan", "blue")
    choose(table).then.expect_decision("opening_bid", "black")
    table.when.play("bid 0", "quit", "quit").then.expect_decision("choose_clan", "black")
    choose(table, 1).then.expect_decision("opening_bid", "white")
    table = auctioning(players=4).when.play("bid 30")
    choose(table).when.play("bid 0", "quit", "bid 1", "quit").then.expect_decision(
        "choose_clan", "white"
    )
    choose(table, 1).then.expect_decision("opening_bid", "blue")


@rule("VAR-AUCTION-10")
def test_winners_take_no_part_in_later_rounds() -> None:
    table = auctioning().when.play("bid 30")
    choose(table).when.play("bid 1").then.expect_decision("bid", "black")
    table.when.play("bid 2").then.expect_decision("bid", "blue")
    with pytest.raises(engine.NotYourDecision):
        engine.play(table.state, RED, engine.parse("bid 9"))


@rule("VAR-AUCTION-11")
def test_the_last_player_gets_what_is_left_for_nothing_and_is_last() -> None:
    table = auctioning().when.play("bid 30")
    choose(table, 1).when.play("bid 3", "quit")
    left = table.state.draft[0].clan
    choose(table, 2).then.expect("black", clan=left, bid=0).expect("blue", bid=3)
    assert table.state.turn_order == [RED, BLUE, BLACK]
    assert table.state.phase == "workers"
    assert (table.state.auction, table.state.draft) == (None, [])


@rule("VAR-AUCTION-11", "VAR-AUCTION-06")
def test_two_players_have_one_round() -> None:
    table = auctioning(players=2, first="blue").when.play("bid 0", "quit")
    choose(table).then.expect_decision("place_worker", "blue")
    assert table.state.turn_order == [BLUE, RED]


@rule("VAR-AUCTION-12", "DIFF-32")
def test_workers_and_round_1_go_by_the_turn_order_and_the_start_comes_at_the_end() -> None:
    table = auctioning(first="black").when.play("bid 30")
    choose(table).when.play("bid 0", "bid 1", "quit")
    assert all(player.money == 0 for player in table.state.players)
    tiles = {pair.clan: pair.start_tile for pair in table.state.draft}
    table.when.play("choose 1")
    for player in table.state.players:
        tile = table.state.content.start_tile(tiles[player.clan])
        assert player.money == tile.money
        assert player.goods == [*tile.goods]
    assert len(tile.goods) == len(GOODS)
    placed = []
    while table.state.phase == "workers":
        placed.append(table.deciding())
        table.when.play(table.legal()[0])
    order = [BLACK, BLUE, RED]
    assert placed[:6] == [*order, *reversed(order)]
    assert table.state.turn_order == order
    assert (table.state.round, table.deciding()) == (1, BLACK)


@rule("VAR-AUCTION-13", "DEF-47")
def test_bids_are_open_and_no_glory() -> None:
    table = auctioning().when.play("bid 4", "bid 5")
    for seat in (None, RED, BLACK):
        view = engine.view(table.state, seat, game="")
        assert view.auction is not None
        assert [(bid.seat, bid.amount) for bid in view.auction.bids] == [(RED, 4), (BLUE, 5)]
        assert view.auction.bidding == [RED, BLUE, BLACK]
        assert (view.auction.kind, view.auction.limit, view.auction.round) == ("open", 30, 1)
    table.when.play("quit", "quit")
    view = engine.view(table.state, None, game="")
    assert view.players[BLUE].bid == 5
    assert [player.glory for player in view.players] == [0, 0, 0]


@rule("VAR-AUCTION-14")
@in_one_test("kind", ["open", "blind", "vickrey"])
@in_one_test("other", [{"players": 1}, {"clans": False}])
def test_there_is_no_auction_alone_or_without_clans(kind: str, other: dict[str, object]) -> None:
    sides = list(engine.packs.builtin().content.sides)
    with pytest.raises(engine.InvalidOptions) as refusal:
        engine.options.decode({"auction": kind, **other}, sides=sides)
    assert "auction" in str(refusal.value)
    assert next(iter(other)) in str(refusal.value)


@rule("FINAL-19", "VAR-AUCTION-13")
def test_bids_are_taken_off_the_score_even_below_nothing() -> None:
    table = auctioning(first="red")
    table.when.play("bid 30", "choose 0", "bid 4", "quit", "choose 1")
    sheets = score_now(table.state)
    assert [sheet.auction for sheet in sheets] == [-30, -4, 0]
    for sheet in sheets:
        others = [sheet.glory, sheet.basic_goods, sheet.processed_goods, sheet.money, sheet.hops]
        others += [sheet.exports, sheet.settlements, sheet.cotton, sheet.tobacco]
        assert sheet.total == sum(others) + sheet.sugar_cane + sheet.auction
    assert sheets[0].total < 0
    assert sheets[0].rank == 3


@rule("TC-39")
def test_case_39() -> None:
    table = auctioning(players=3, first="red")
    table.when.play("bid 0", "bid 2", "quit", "bid 3", "quit").then.expect_decision(
        "choose_clan", "red"
    )
    table.then.expect("red", bid=3).when.play("choose 1")
    assert table.state.turn_order == [RED]
    table.then.expect_decision("opening_bid", "blue")


@rule("VAR-CLANORDER-1", "VAR-CLANORDER-2")
def test_the_clans_carry_the_turn_order() -> None:
    table = auctioning(players=4, auction_order="clan").when.play("bid 30", "choose 2")
    assert table.state.turn_order == [RED]
    table.when.play("bid 30", "choose 3", "bid 0", "quit", "choose 0")
    # Pairs lie from the left: black has 0, white 1, red 2 and blue 3.
    assert table.state.turn_order == [BLACK, WHITE, RED, BLUE]
    table.then.expect_decision("place_worker", "black")
    assert table.state.bids == [30, 30, 0, 0]


@rule("IND-AUCTION-1")
@pytest.mark.parametrize("move", ["choose 0", "pass", "skip", "produce nothing"])
def test_other_moves_are_out_of_place_while_bids_are_made(move: str) -> None:
    auctioning().then.refuses(move, "VAR-AUCTION-03", "out_of_place")
    auctioning().when.play("bid 1").then.refuses(move, "VAR-AUCTION-04", "out_of_place")


@rule("UNDO-06", "UNDO-02")
def test_bids_are_not_taken_back() -> None:
    table = auctioning(players=3).when.play("bid 1", "quit")
    for event in table.events[1:]:
        assert fx.BarrierSet(event.version) in event.effects
    with pytest.raises(engine.IllegalMove) as refusal:
        engine.undo(table.state, BLACK, [])
    assert refusal.value.rule == "UNDO-01"
    assert engine.undo_to(table.state) is None


@pytest.mark.uncounted
@rule("CMD-24", "CMD-02")
@in_one_test("kind", ["open", "blind", "vickrey"])
def test_exactly_the_listed_bids_are_accepted_and_written_as_they_are_read(kind: str) -> None:
    options = engine.Options(players=3, auction=kind, bid_limit=0 if kind == "open" else 30)
    imaginable = [*(Bid(amount) for amount in range(100)), DeclineBid()]
    looked = 0
    for state, _ in steps(3, f"bids/{kind}", options=options):
        for decision in state.open_decisions():
            if state.phase != "auction" or decision.kind == "choose_clan":
                continue
            looked += 1
            listed = engine.legal_moves(state, decision.seat)
            assert listed == [move for move in imaginable if _accepted(state, decision.seat, move)]
            for move in listed:
                assert engine.parse(move.notation()) == move
                assert engine.decode_move(msgspec.json.encode(move)) == move
        if state.phase == "workers":
            break
    assert looked >= 5


def _accepted(state: engine.State, seat: Seat, move: engine.Move) -> bool:
    try:
        engine.play(engine.copy(state), seat, move)
    except engine.IllegalMove:
        return False
    return True

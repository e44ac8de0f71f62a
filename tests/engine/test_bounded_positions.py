"""Positions of unknown origin that list more, or count higher, than any game: all are refused.

Each of these was taken before, and took a server long in every look at the game, or never ended.
"""

from collections.abc import Callable
from typing import Any

import pytest

from games import engine
from games.engine.decisions import (
    BonusUpgradeDecision,
    DeploymentBonusesDecision,
    ExportBonusesDecision,
    FulfilNextDecision,
)
from games.engine.geometry.board import hexes_in
from games.engine.rules.granted_decisions import (
    GrantedExpandDecision,
    MoveUnitDecision,
    PortGainDecision,
)
from games.engine.rules.grants import ExpandGrant
from games.engine.state import AuctionRound, Blocker, Pair
from games.engine.state.table import SeatBid
from games.engine.terms import ContractId, Hex, Seat
from simulation.random_play import steps
from tests.auctions import auctioning
from tests.marks import in_one_test

pytestmark = pytest.mark.engine

Change = Callable[[engine.State], None]
HELD_BY_NONE = ContractId(7)
"""In the position of these tests it is still to be uncovered."""


def position(**options: Any) -> engine.State:
    """A position in the second round, where somebody decides on the main action."""
    chosen = engine.Options(players=3, **options)
    return next(
        engine.rebased(state)
        for state, _ in steps(3, "bounded", options=chosen)
        if state.round == 2 and any(one.kind == "main_action" for one in state.decisions)
    )


def check_refused(found: engine.State, change: Change, reason: str) -> None:
    """A position is good, and is refused for this reason once it is changed."""
    engine.check_position(found)
    change(found)
    with pytest.raises(engine.BadPosition, match=reason):
        engine.check_position(found)


def asks(decision: Callable[[Seat], engine.Decision]) -> Change:
    """One more decision of the seat whose turn it is."""
    return lambda state: state.decisions.append(decision(state.decisions[-1].seat))


def _fulfilled_twice(state: engine.State) -> None:
    held = [(seat, box[-1]) for seat, one in enumerate(state.players) for box in one.boxes if box]
    seat, number = held[0]
    state.decisions += [ExportBonusesDecision(1, Seat(seat), [], freeing=number)] * 2


def _port_of_strangers(state: engine.State) -> None:
    state.ports[0].used_by = [Seat(3)]


def _port_used_often(state: engine.State) -> None:
    state.ports[0].used_by = [Seat(0)] * 10_000


def _long_export_board(state: engine.State) -> None:
    state.slots += [ContractId(0)] * 1000


def _many_to_come(state: engine.State) -> None:
    moved = next(slot for slot in state.slots if slot)
    state.slots[state.slots.index(moved)] = ContractId(0)
    state.future = [moved]


def _many_scoring_tiles(state: engine.State) -> None:
    state.scoring_tiles *= 200


def _long_draft(state: engine.State) -> None:
    state.draft = [Pair("campbell", 1)] * 1500


def _pieces_on_one_space(state: engine.State) -> None:
    free = next(iter(hexes_in(state.position.empty)))
    state.blockers = [Blocker("neutral", free)] * 2000


def _bought_without_end(state: engine.State) -> None:
    state.turn.bought[0] = 2**40


def _turn_of_nobody(state: engine.State) -> None:
    state.turn.seat = Seat(3)


def _bought_nothing(state: engine.State) -> None:
    state.turn.bought = []


def _bought_less(state: engine.State) -> None:
    state.turn.bought[0] = -1000


@in_one_test(
    ("change", "reason"),
    [
        (_port_of_strangers, "used by an unknown seat"),
        (_port_used_often, "used by an unknown seat, or twice"),
        (_long_export_board, "too many slots"),
        (_many_to_come, "no row of them is in play"),
        (_many_scoring_tiles, "more scoring tiles than rounds"),
        (_long_draft, "more pairs to choose from"),
        (_pieces_on_one_space, "two pieces lie on one space"),
        (_bought_without_end, "a number is too large"),
        (_turn_of_nobody, "the turn of an unknown seat"),
        (_bought_nothing, "goods are missing among those bought"),
        (_bought_less, "a negative number of goods was bought"),
        (
            asks(lambda seat: DeploymentBonusesDecision(1, seat, goods=["wool"] * 40)),
            "to be bought twice",
        ),
        (
            asks(lambda seat: DeploymentBonusesDecision(1, seat, hexes=[Hex("F5")] * 3000)),
            "lists too much",
        ),
        (asks(lambda seat: PortGainDecision(1, seat, ["glory"] * 3)), "offered twice"),
        (
            asks(lambda seat: GrantedExpandDecision(1, seat, ExpandGrant(["sheep"] * 3000))),
            "lists too much",
        ),
        (
            asks(lambda seat: GrantedExpandDecision(1, seat, ExpandGrant(beside=[Hex("F5")] * 99))),
            "lists too much",
        ),
        (
            asks(lambda seat: GrantedExpandDecision(1, seat, ExpandGrant(beside=[Hex("Z99")]))),
            "beside a space that does not exist",
        ),
        (
            asks(lambda seat: GrantedExpandDecision(1, seat, ExpandGrant(skips=3))),
            "a grant may skip",
        ),
        (
            asks(lambda seat: GrantedExpandDecision(1, seat, ExpandGrant(skips=-1))),
            "a grant may skip",
        ),
        (asks(lambda seat: BonusUpgradeDecision(1, seat, ["hire"] * 3000)), "lists too much"),
        (
            asks(lambda seat: ExportBonusesDecision(1, seat, ["free_space"], freeing=HELD_BY_NONE)),
            "in no box of its player",
        ),
        (_fulfilled_twice, "or is fulfilled twice"),
        (asks(lambda seat: MoveUnitDecision(1, seat, moves=3)), "more moves of units"),
        # Without an end a steward would move units to and fro: ending the moves costs it more.
        (asks(lambda seat: MoveUnitDecision(1, seat, moves=10**6)), "more moves of units"),
        (
            lambda state: state.decisions.extend(
                [FulfilNextDecision(1, state.decisions[-1].seat)] * 1000
            ),
            "too many decisions",
        ),
    ],
)
def test_what_no_game_lists_is_refused(change: Change, reason: str) -> None:
    check_refused(position(), change, reason)


def bidding(kind: str = "open") -> engine.State:
    """A position in an auction; with open bids, one has been made."""
    state = auctioning(kind).state
    if kind == "open":
        engine.play(state, state.open_decisions()[0].seat, engine.parse("bid 0"))
    return engine.rebased(state)


def _far_below(state: engine.State) -> None:
    assert state.auction is not None
    state.auction.bids = [SeatBid(state.auction.bids[0].seat, -700_000)]


def _the_same_again(state: engine.State) -> None:
    assert state.auction is not None
    state.auction.bids *= 1000


def _beyond_the_limit(state: engine.State) -> None:
    assert state.auction is not None
    state.auction.bids = [SeatBid(state.auction.bids[0].seat, 31)]


def _a_stranger_bids(state: engine.State) -> None:
    assert state.auction is not None
    state.auction.bids = [SeatBid(Seat(3), 1)]


def _bidding_twice(state: engine.State) -> None:
    assert state.auction is not None
    state.auction.bidding *= 300


def _many_rounds(state: engine.State) -> None:
    assert state.auction is not None
    state.auction.rounds = [AuctionRound(state.auction.bidding[0], 0)] * 1000


@in_one_test(
    ("change", "reason"),
    [
        (_far_below, "a bid is negative"),
        (_the_same_again, "no more than the one before"),
        (_beyond_the_limit, "beyond the limit"),
        (_a_stranger_bids, "an unknown seat has bid"),
        (_bidding_twice, "a seat is twice"),
        (_many_rounds, "more rounds are over"),
    ],
)
def test_bids_that_nobody_could_make_are_refused(change: Change, reason: str) -> None:
    """From one far below 0, maximum bids of all seats went on 1 by 1 in one request."""
    check_refused(bidding(), change, reason)


def _two_sealed_bids(state: engine.State) -> None:
    assert state.auction is not None
    state.auction.bids = [SeatBid(Seat(0), 3), SeatBid(Seat(0), 4)]


def test_a_seat_has_one_sealed_bid() -> None:
    check_refused(bidding("blind"), _two_sealed_bids, "a bid is there twice")


@pytest.mark.uncounted
def test_positions_of_whole_games_are_bounded() -> None:
    """With everything in play at once, nothing of a game that was played is refused."""
    expansions = ["farmers_markets", "awards", "new_ports", "refill_board", "new_scoring_tiles"]
    options = engine.Options(players=4, expansions=expansions, auction="open", bid_limit=0)
    for state, event in steps(4, "bounded games", options=options):
        if not state.over and event.version % 5 == 0:
            engine.check_position(engine.rebased(state))


def _all_in_the_row(state: engine.State) -> None:
    state.future += [slot for slot in state.slots if slot]
    state.slots = [ContractId(0)] * len(state.slots)


@pytest.mark.parametrize(
    ("row", "spots"), [({"future_contracts": True}, 3), ({"expansions": ["refill_board"]}, 6)]
)
def test_a_row_of_contracts_has_its_length(row: dict[str, Any], spots: int) -> None:
    found = position(**row)
    assert len(found.future) <= spots
    check_refused(found, _all_in_the_row, "too many contracts lie beside")

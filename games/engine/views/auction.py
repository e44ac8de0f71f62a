"""The public view of an auction, in the shape of the API."""

from msgspec import Struct

from games.engine.decisions import ChooseClanDecision, SealedBidDecision
from games.engine.expansions.auction import limit
from games.engine.state import State
from games.engine.terms import Seat


class BidView(Struct, gc=False):
    """What a seat has bid, in victory points."""

    seat: Seat
    amount: int


class AuctionRoundView(Struct, gc=False):
    """An auction round that is over: who won it, for how many victory points, and all its bids.

    The bids stand in the order in which they were made, sealed ones in that of the seats. The last
    player gets the last pair without any.
    """

    winner: Seat
    price: int
    bids: list[BidView]


class AuctionView(Struct, gc=False):
    """The auction of the clans.

    ``kind`` is ``open``, ``blind`` or ``vickrey``, ``order`` is whether the turn order is that
    of ``winning`` or that of the ``clan`` tiles, where pair 0 of the draft comes first, and
    ``limit`` is the highest bid. ``round`` counts from 1. In an open round ``bidding`` are the
    seats that are still in it, in the order of bidding, and ``bids`` what was bid so far, the
    highest last. Sealed bids are shown when their round is over: until then ``handed_in`` are the
    seats that have one, and ``ties`` is the order in which equal ones win, for all rounds.
    """

    kind: str
    order: str
    limit: int
    round: int
    bidding: list[Seat]
    bids: list[BidView]
    handed_in: list[Seat]
    ties: list[Seat]
    rounds: list[AuctionRoundView]


def own_bid(state: State, seat: Seat) -> int | None:
    """The sealed bid of a seat that is still hidden, for its owner alone; None without one."""
    hidden = state.secret.bids if state.secret is not None else []
    return next((bid.amount for bid in hidden if bid.seat == seat), None)


def auction_view(state: State) -> AuctionView | None:
    """The public view of the auction; None without one, or when it is over."""
    auction, options = state.auction, state.options
    if auction is None:
        return None
    won = [
        AuctionRoundView(one.winner, one.price, [BidView(b.seat, b.amount) for b in one.bids])
        for one in auction.rounds
    ]
    choosing = any(isinstance(decision, ChooseClanDecision) for decision in state.decisions)
    return AuctionView(
        kind=options.auction,
        order=options.auction_order,
        limit=limit(options),
        round=len(won) + (not choosing),
        bidding=list(auction.bidding),
        bids=[BidView(bid.seat, bid.amount) for bid in auction.bids],
        handed_in=[
            d.seat for d in state.decisions if isinstance(d, SealedBidDecision) and d.handed_in
        ],
        ties=list(auction.ties),
        rounds=won,
    )

"""Maximum bids: up to how much a seat bids in the open auction round, by 1 each time it is asked.

A maximum is kept outside the stream and seen only by its owner; what it bids is a bid like any
other. It holds for one round of the auction.
"""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from games import engine
from games.engine.decisions import BidDecision, OpeningBidDecision
from games.engine.expansions import auction
from games.engine.moves.bidding import Bid
from games.errors import MaxBidOutOfRange, NotBidding


class MaxBid(Struct, frozen=True, forbid_unknown_fields=True):
    """The most victory points that a seat bids in a round of the auction.

    ``round`` counts from 1; where it is left out, the round is the one that goes on.
    """

    amount: Annotated[int, Meta(ge=0, le=auction.MOST)]
    round: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class KeptMaxBid(Struct, frozen=True):
    """A maximum bid as the column of its seat has it; ``round`` counts from 0."""

    amount: int
    round: int


def bounds(state: engine.State, seat: int) -> tuple[int, int]:
    """The least and the most that a seat may set now. Raises NotBidding."""
    bidding = state.auction
    if state.over or bidding is None or seat not in bidding.bidding:
        raise NotBidding
    least = bidding.bids[-1].amount + 1 if bidding.bids else 0
    return least, auction.limit(state.options)


def kept(state: engine.State, seat: int, amount: int) -> object:
    """A maximum as plain data for the column of its seat. Raises NotBidding, MaxBidOutOfRange."""
    least, most = bounds(state, seat)
    if not least <= amount <= most:
        raise MaxBidOutOfRange(least, most)
    assert state.auction is not None
    return msgspec.to_builtins(KeptMaxBid(amount, len(state.auction.rounds)))


def holds(state: engine.State, seat: int, stored: object) -> int | None:
    """The maximum of a seat, if it is of the round in which the seat still bids."""
    bidding = state.auction
    if stored is None or state.over or bidding is None or seat not in bidding.bidding:
        return None
    found = msgspec.convert(stored, KeptMaxBid)
    return found.amount if found.round == len(bidding.rounds) else None


def of_seat(state: engine.State, seat: int, stored: object) -> MaxBid | None:
    """The maximum of a seat with its round, as its owner reads it."""
    amount = holds(state, seat, stored)
    if amount is None or state.auction is None:
        return None
    return MaxBid(amount, len(state.auction.rounds) + 1)


def raised(state: engine.State, seat: int, stored: object) -> Bid | None:
    """The bid that a maximum makes now; None when its seat is not asked, or has to ask itself."""
    most = holds(state, seat, stored)
    if most is None:
        return None
    decision = state.decision_of(engine.Seat(seat))
    if not isinstance(decision, BidDecision | OpeningBidDecision):
        return None
    least = auction.lowest(state, decision)
    return Bid(least) if least <= most else None

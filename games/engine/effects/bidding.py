"""Effects of an auction of clans."""

from games.engine.decisions import SealedBidDecision
from games.engine.effects.base import Effect
from games.engine.state import Auction, AuctionRound, SeatBid, State
from games.engine.terms import Seat


class AuctionBegan(Effect, frozen=True, tag="auction"):
    """The clans are auctioned; of equal sealed bids that of the first in ``ties`` wins.

    Empty where bids are open, which are never equal. (VAR-BLIND-1)
    """

    TOUCHES = ("auction",)

    ties: list[Seat]

    def apply(self, state: State) -> None:
        state.auction = Auction(list(self.ties))


class BiddingBegan(Effect, frozen=True, tag="bidding"):
    """An open auction round with these seats, in the order of bidding. (VAR-AUCTION-02)"""

    TOUCHES = ("auction",)

    seats: list[Seat]

    def apply(self, state: State) -> None:
        auction_of(state).bidding = list(self.seats)


class BidMade(Effect, frozen=True, tag="bid"):
    """A seat bids more than all before. (VAR-AUCTION-04)"""

    TOUCHES = ("auction",)

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        auction_of(state).bids.append(SeatBid(self.seat, self.amount))


class BidderQuit(Effect, frozen=True, tag="quit_bidding"):
    """A seat is out of this auction round. (VAR-AUCTION-05)"""

    TOUCHES = ("auction",)

    seat: Seat

    def apply(self, state: State) -> None:
        auction_of(state).bidding.remove(self.seat)


class BidHandedIn(Effect, frozen=True, tag="sealed"):
    """There is a sealed bid of a seat; how much it is stays hidden. (VAR-BLIND-2)"""

    TOUCHES = ("auction",)

    seat: Seat

    def apply(self, state: State) -> None:
        for place, decision in enumerate(state.decisions):
            if isinstance(decision, SealedBidDecision) and decision.seat == self.seat:
                state.decisions[place] = SealedBidDecision(decision.id, self.seat, handed_in=True)


class BidsRevealed(Effect, frozen=True, tag="bids"):
    """The sealed bids of a round, in the order of the seats; from now on no seat has one."""

    TOUCHES = ("auction",)

    bids: list[SeatBid]

    def apply(self, state: State) -> None:
        auction_of(state).bids = list(self.bids)
        state.decisions = []
        if state.secret is not None:
            state.secret.bids = []


class AuctionWon(Effect, frozen=True, tag="auction_won"):
    """A seat wins the round and notes ``price`` victory points to lose. (VAR-AUCTION-08)"""

    TOUCHES = ("auction", "players")

    seat: Seat
    price: int

    def apply(self, state: State) -> None:
        auction = auction_of(state)
        auction.rounds.append(AuctionRound(self.seat, self.price, auction.bids))
        auction.bidding, auction.bids = [], []
        state.bids = state.bids or [0] * len(state.players)
        state.bids[self.seat] = self.price


def auction_of(state: State) -> Auction:
    """The auction of a state. Raises ValueError without one."""
    if state.auction is None:
        raise ValueError("the game has no auction of clans")
    return state.auction

"""Effects that the server keeps to itself, or shows to one seat, until the game is over."""

from games.engine.effects.base import Effect
from games.engine.state import SeatBid, Secrets, State
from games.engine.terms import ContractId, Seat


class Seeded(Effect, frozen=True, tag="seed"):
    """The game's seed, as hex."""

    seed: str

    def apply(self, state: State) -> None:
        state.secret = state.secret or Secrets()
        state.secret.seed = self.seed


class PileShuffled(Effect, frozen=True, tag="pile_order"):
    """The order of the face-down contracts, the top one first."""

    contracts: list[ContractId]

    def apply(self, state: State) -> None:
        state.secret = state.secret or Secrets()
        state.secret.pile = list(self.contracts)


class BidHidden(Effect, frozen=True, tag="hidden_bid"):
    """How much a seat bids; it takes the place of an earlier bid of the round. (VAR-BLIND-2)"""

    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state.secret = state.secret or Secrets()
        others = [bid for bid in state.secret.bids if bid.seat != self.seat]
        state.secret.bids = [*others, SeatBid(self.seat, self.amount)]

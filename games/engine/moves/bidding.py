"""Bidding for clans. (VAR-AUCTION-03..07, VAR-BLIND-2)"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from msgspec import Meta

from games.engine.decisions import BidDecision, Decision, SealedBidDecision
from games.engine.effects import BidsRevealed, Effect
from games.engine.errors import IllegalMove
from games.engine.expansions import auction
from games.engine.moves.base import MoveBase, PlainMove, no_more, number
from games.engine.recorder import Recorder
from games.engine.state import State

Points = Annotated[int, Meta(ge=0, le=auction.MOST)]
"""Victory points that are bid."""


class Bid(MoveBase, frozen=True, tag="bid"):
    """Bid victory points for the first choice of those pairs that are left. (VAR-AUCTION-03)"""

    WORD = "bid"
    EXAMPLE = "bid 5"

    amount: Points

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        most = auction.limit(state.options)
        return (cls(amount) for amount in range(auction.lowest(state, decision), most + 1))

    def check(self, state: State, decision: Decision) -> None:
        # The amount is left out: no text may reveal a sealed bid.
        most = auction.limit(state.options)
        if self.amount > most:
            rule = "VAR-BLIND-3" if auction.sealed(state.options) else "VAR-AUCTION-07"
            raise IllegalMove(rule, "bid_too_high", limit=most)
        if isinstance(decision, BidDecision) and self.amount < auction.lowest(state, decision):
            least = auction.lowest(state, decision)
            raise IllegalMove("VAR-AUCTION-04", "bid_too_low", least=least)

    def stake(self) -> int:
        return self.amount

    def perform(self, game: Recorder, decision: Decision) -> None:
        auction.bid(game, decision, self.amount)

    def notation(self) -> str:
        return f"{self.WORD} {self.amount}"

    @classmethod
    def as_shown(cls, decision: Decision, shown: Iterable[Effect]) -> Self | None:
        """A sealed bid as it is revealed later; nothing else shows how high it was."""
        if not isinstance(decision, SealedBidDecision):
            return None
        revealed = next((one.bids for one in shown if isinstance(one, BidsRevealed)), [])
        return cls(next((bid.amount for bid in revealed if bid.seat == decision.seat), 0))

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[1:])
        return cls.build(amount=number(words[0]))


class DeclineBid(PlainMove, frozen=True, tag="decline_bid"):
    """Bid no more in this auction round. (VAR-AUCTION-05)"""

    WORD = "quit"

    def perform(self, game: Recorder, decision: Decision) -> None:
        auction.quit_round(game, decision.seat)

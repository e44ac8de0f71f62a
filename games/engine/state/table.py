"""What lies on the table beside the players' boards: tiles, pairs, auctions, counters, scores."""

from collections.abc import Iterable, Mapping
from typing import Generic, Literal, Self, TypeVar

from msgspec import Struct, field

from games.engine.state.expansion import ExpansionState, PartType
from games.engine.state.player import zeros
from games.engine.terms import ContractId, Good, Hex, PriceFace, Seat

Part = TypeVar("Part", bound=ExpansionState)


class PortTile(Struct, omit_defaults=True, gc=False):
    """A port tile on its place, with the seats that have used it. (PORT-G03)"""

    hex: Hex
    tile: int
    used_by: list[Seat] = []


class Pair(Struct, omit_defaults=True, gc=False):
    """A clan with a starting tile, to be drafted. (SETUP-12)"""

    clan: str
    start_tile: int
    taken_by: Seat | None = None


class SeatBid(Struct, frozen=True, gc=False):
    """What a seat bids, in victory points."""

    seat: Seat
    amount: int


class AuctionRound(Struct, frozen=True, omit_defaults=True, gc=False):
    """An auction round that is over: who won it and what it cost. (VAR-AUCTION-08)

    ``bids`` are those of the round, in order; none for the last player, who does not bid.
    """

    winner: Seat
    price: int
    bids: list[SeatBid] = []


class Auction(Struct, omit_defaults=True, gc=False):
    """How far an auction of clans has got. (VAR-AUCTION, VAR-BLIND, VAR-VICKREY)

    ``ties`` are all seats, the one that wins a tie of sealed bids first. ``bidding`` are those that
    are still in an open round, in the order of bidding, and ``bids`` what was bid in the round, the
    highest one last where bids are open.
    """

    ties: list[Seat] = []
    bidding: list[Seat] = []
    bids: list[SeatBid] = []
    rounds: list[AuctionRound] = []


class Turn(Struct, omit_defaults=True, gc=False):
    """Counters of the turn that is being played. (STATE-28)

    ``cost_settled`` is kept only for clans that settle the cost of contracts once a turn.
    """

    seat: Seat | None = None
    bought: list[int] = field(default_factory=zeros)
    rowed: bool = False
    cost_settled: bool = False


Rating = Literal["newbie", "rookie", "average", "expert", "genius"]
"""The rating of the result of a solo game. (SOLO-24)"""


class LinePoints(Struct, frozen=True, gc=False):
    """The points of a line of the score sheet."""

    line: str
    points: int


class ScoreSheet(Struct, gc=False, omit_defaults=True):
    """The lines of one player's final score, in victory points. (FINAL-03..22)

    The table of lines is ``rules.final.score_lines``. Those that were stored before there was one
    have a field each, and no others get one: ``more`` are the other lines of the game, in order.
    ``rating`` is the rating of a solo result. (SOLO-24)
    """

    seat: Seat
    glory: int
    basic_goods: int
    processed_goods: int
    money: int
    hops: int
    cotton: int
    tobacco: int
    sugar_cane: int
    exports: int
    settlements: int
    total: int
    leftover_money: int
    contracts_fulfilled: int
    settlements_connected: int
    rank: int = 0
    rating: Rating | None = None
    auction: int = 0
    more: list[LinePoints] = []

    @classmethod
    def of_lines(
        cls,
        seat: Seat,
        points: Mapping[str, int],
        *,
        leftover_money: int,
        contracts_fulfilled: int,
        settlements_connected: int,
    ) -> Self:
        """A sheet with these lines, in order, and their sum; not ranked yet."""
        own = {line: number for line, number in points.items() if line in cls.__struct_fields__}
        return cls(
            seat=seat,
            **own,  # type: ignore[arg-type]
            total=sum(points.values()),
            leftover_money=leftover_money,
            contracts_fulfilled=contracts_fulfilled,
            settlements_connected=settlements_connected,
            more=[LinePoints(line, points[line]) for line in points if line not in own],
        )

    def points(self, line: str) -> int:
        """The points of a line; 0 for one that the game does not have."""
        if line in self.__struct_fields__:
            found: int = getattr(self, line)
            return found
        return next((one.points for one in self.more if one.line == line), 0)


class Secrets(Struct, Generic[PartType], omit_defaults=True, gc=False):
    """The hidden part of a state.

    The seed, the order of the face-down pile, and sealed bids, of which each may be seen by its
    own seat. Where the seed is not known, ``goods_die`` and ``price_die`` are the throws to come,
    as far as they are. ``expansions`` are the hidden states of those in play that have one.
    """

    seed: str = ""
    pile: list[ContractId] = []
    goods_die: list[Good] = []
    price_die: list[PriceFace] = []
    bids: list[SeatBid] = []
    expansions: list[PartType] = []

    def part(self, kind: type[Part]) -> Part:
        """The hidden state of an expansion that is in play. Raises LookupError."""
        return find_part(self.expansions, kind)


def find_part(parts: Iterable[ExpansionState], kind: type[Part]) -> Part:
    """The one of this kind. Raises LookupError."""
    for part in parts:
        if isinstance(part, kind):
            return part
    raise LookupError(f"there is no {kind.__name__} in this game")

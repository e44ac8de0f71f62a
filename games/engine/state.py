"""The whole game as one struct.

A state is nothing but the effects on its line of events, applied in order. It holds lists and
structs, never dicts or sets, and nothing that can be worked out from the rest. Fields are only
ever added, each with a default, because the digest of a stored game covers the encoding; the
default has to be one that the encoding leaves out: a plain value or an empty list, not what a
function of ours makes.

What is derived (the board's geometry, who stands where, what is in reach) hangs on the object
beside the fields and is never encoded. A state object belongs to one call.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from games.engine import packs
from games.engine.board import Board, board_for
from games.engine.content import Content
from games.engine.decisions import Decision
from games.engine.errors import NotYourDecision
from games.engine.options import Options
from games.engine.position import Position
from games.engine.words import (
    Column,
    ContractId,
    Good,
    Hex,
    PieceKind,
    PriceFace,
    Seat,
    TechnologyColumn,
    Unit,
)

Phase = Literal[
    "setup",
    "auction",
    "draft",
    "workers",
    "action",
    "production",
    "scoring",
    "preparation",
    "final",
    "over",
]


Ending = Literal["scoring", "resignation", "agreement"]
"""What ended a game: its final scoring, too few people left, or that all agreed to end it."""


def _zeros() -> list[int]:
    return [0] * 6


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """A unit on the map."""

    unit: Unit
    hex: Hex


class Blocker(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something of nobody's on the map: no unit can be deployed there. (DEF-12, EXPAND-12)"""

    kind: PieceKind
    hex: Hex


class Player(Struct, omit_defaults=True, gc=False):
    """One player's board, stock and units.

    It has 15 fields, and no more can be added: the encoding of a struct begins otherwise from 16
    on, however few differ from their defaults, and the digests of stored games cover it.

    ``units`` are in the order of their deployment and may share a space. ``workers_out`` counts
    the workers gone from the woodcutter and the miner column (or from the one pool, in the first
    place): a worker on the map no longer knows its column. (WORKER-02) ``clan_state`` belongs to
    the clan; only its module knows what the numbers mean.
    """

    clan: str = ""
    money: int = 0
    glory: int = 0
    goods: list[int] = field(default_factory=_zeros)
    stock: int = 0
    track: int = 0
    buying: list[int] = field(default_factory=_zeros)
    selling: list[int] = field(default_factory=_zeros)
    shipping: int = 0
    technology: list[TechnologyColumn] = []
    units: list[Piece] = []
    workers_out: list[int] = field(default_factory=lambda: [0, 0])
    boxes: list[list[ContractId]] = field(default_factory=lambda: [[]])
    fulfilled: list[ContractId] = []
    clan_state: list[int] = []

    def deployed(self, column: Column) -> int:
        """How many units of a column stand on the map (or left it, for workers)."""
        match column:
            case "woodcutter" | "worker":
                return self.workers_out[0]
            case "miner":
                return self.workers_out[1]
            case unit:
                return self.count(unit)

    def count(self, unit: Unit) -> int:
        """How many units of a kind stand on the map."""
        return [piece.unit for piece in self.units].count(unit)

    def empty_boxes(self) -> int:
        """How many contracts can be taken. (DEF-44)"""
        return sum(not pile for pile in self.boxes)

    def contracts(self) -> Iterator[ContractId]:
        """The contracts that may be fulfilled now: the top one of each box."""
        return (pile[-1] for pile in self.boxes if pile)


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
    bought: list[int] = field(default_factory=_zeros)
    rowed: bool = False
    cost_settled: bool = False


Rating = Literal["newbie", "rookie", "average", "expert", "genius"]
"""What the result of a solo game is called. (SOLO-24)"""


class ScoreSheet(Struct, gc=False, omit_defaults=True):
    """The lines of one player's final score, in victory points. (FINAL-03..22)

    ``rating`` is what the result is called of who plays alone. (SOLO-24)
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


class Secrets(Struct, omit_defaults=True, gc=False):
    """What nobody may see before its time.

    The seed, the order of the face-down pile, and sealed bids, of which each may be seen by its
    own seat. Where the seed is not known, ``goods_die`` and ``price_die`` are the throws to come,
    as far as they are.
    """

    seed: str = ""
    pile: list[ContractId] = []
    goods_die: list[Good] = []
    price_die: list[PriceFace] = []
    bids: list[SeatBid] = []


class State(Struct, dict=True, omit_defaults=True):
    """The state of one game after ``version`` events.

    ``head`` is the version of the last event that changed anything: taking moves back raises
    ``version`` and brings the ``head`` of the version it goes back to. Both are left out of the
    digest, so that a state that was come back to is the same one.

    ``pile`` counts the face-down contracts of unknown order; ``pile_tail`` are those under them
    whose order all have seen (UNDO-08). ``secret`` is None in a state folded from public effects.
    ``removed`` are contracts that left the game unfulfilled, ``future`` those that lie open beside
    the export board (VAR-FUTURE-01). ``bids`` is by seat what the clan cost in an auction, in
    victory points; empty where there was none (VAR-AUCTION-08).
    ``undo_to`` is the version of the last barrier (UNDO-02). ``resigned`` are the seats that have
    resigned, in that order (RESIGN-01); ``ended_by`` says something once the game is over.
    """

    version: int = 0
    head: int = 0
    secret: Secrets | None = None
    options: Options = Options()
    pack: str = ""
    phase: Phase = "setup"
    round: int = 0
    modules: list[str] = []
    ports: list[PortTile] = []
    prices: list[int] = []
    scoring_tiles: list[int] = []
    slots: list[ContractId] = []
    pile: int = 0
    pile_tail: list[ContractId] = []
    imports: list[int] = field(default_factory=lambda: [0, 0, 0])
    draft: list[Pair] = []
    auction: Auction | None = None
    turn_order: list[Seat] = []
    passed: list[Seat] = []
    turn: Turn = field(default_factory=Turn)
    players: list[Player] = []
    decisions: list[Decision] = []
    undo_to: int = 0
    scores: list[ScoreSheet] = []
    blockers: list[Blocker] = []
    removed: list[ContractId] = []
    future: list[ContractId] = []
    resigned: list[Seat] = []
    ended_by: Ending = "scoring"
    bids: list[int] = []

    @cached_property
    def content(self) -> Content:
        """The values of this game's content pack."""
        return packs.get(self.pack).content

    @cached_property
    def board(self) -> Board:
        """The geometry of this game's map."""
        return board_for(packs.get(self.pack), tuple(self.modules), small=self.small)

    @property
    def small(self) -> bool:
        """Whether the values and the map for one or two players hold. (P2-01)"""
        return self.options.players <= 2

    @property
    def position(self) -> Position:
        """Who stands where, and what follows from it; worked out when first asked."""
        known: Position | None = self.__dict__.get("_position")
        if known is None:
            known = Position(self.board, self.players, self.blockers)
            self.__dict__["_position"] = known
        return known

    def forget_position(self) -> None:
        """To be called whenever anything has changed that a position is derived from."""
        self.__dict__.pop("_position", None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def awaits_step(self) -> bool:
        """Whether the game has to take its own next step before anybody can decide."""
        return bool(self.players) and not self.over and not self.open_decisions()

    def open_decisions(self) -> list[Decision]:
        """The decisions that still need an answer: the top one, or all that are taken together."""
        return [decision for decision in self.offered() if not decision.answered]

    def offered(self) -> list[Decision]:
        """The top decision, or where several seats decide together, those of all of them."""
        if not self.decisions:
            return []
        top = self.decisions[-1]
        return [d for d in self.decisions if d.TOGETHER] if top.TOGETHER else [top]

    def decision_of(self, seat: Seat) -> Decision | None:
        """The decision that a seat may answer or, until all have, answer anew. (UNDO-05)"""
        if not self.open_decisions():
            return None
        return next((decision for decision in self.offered() if decision.seat == seat), None)

    def decision_for(self, seat: Seat) -> Decision:
        """The decision that a seat may answer. Raises NotYourDecision."""
        decision = self.decision_of(seat)
        if decision is None:
            raise NotYourDecision(seat)
        return decision

    def building_bonus_possible(self, seat: Seat) -> bool:
        """Whether a building bonus would have any effect. (BUILD-05, BUILD-06, BUILD-10)"""
        left = self.pile or self.pile_tail or self.future
        return bool(left) and self.players[seat].empty_boxes() > 0

    def bid_of(self, seat: Seat) -> int:
        """What a seat's clan cost in an auction, in victory points. (FINAL-19)"""
        return self.bids[seat] if self.bids else 0

    def price(self, good: int) -> int:
        """The price at which the marker of a good (by index) stands now."""
        return self.content.market(self.options.players)[good].prices[self.prices[good]]

"""The whole game as one struct.

A state is nothing but the effects on its line of events, applied in order. It holds lists and
structs, never dicts or sets, and nothing that can be worked out from the rest. Fields are only
ever added, each with a default, because the digest of a stored game covers the encoding; the
default has to be one that the encoding leaves out: a plain value or an empty list, not what a
function of ours makes.

What is derived (the board's geometry, the spaces of pieces, what is in reach) hangs on the object
beside the fields and is never encoded. A state object belongs to one call.
"""

from functools import cached_property
from typing import Generic, Literal

from msgspec import Struct, field

from games.engine.content import Content, packs
from games.engine.errors import NotYourDecision
from games.engine.geometry.board import Board
from games.engine.geometry.boards import board_for
from games.engine.options import Options
from games.engine.state.expansion import DecisionType, PartType
from games.engine.state.player import Blocker, Player
from games.engine.state.position import Position
from games.engine.state.table import (
    Auction,
    Pair,
    Part,
    PortTile,
    ScoreSheet,
    Secrets,
    Turn,
    find_part,
)
from games.engine.terms import ContractId, Seat

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


Ending = Literal["scoring", "resignation", "agreement", "director"]
"""What ended a game: its final scoring, too few people left, that all agreed to end it, or that the
director of its tournament did."""


class State(Struct, Generic[DecisionType, PartType], dict=True, omit_defaults=True):
    """The state of one game after ``version`` events.

    ``head`` is the version of the last event that changed anything: taking moves back raises
    ``version`` and brings the ``head`` of the version it goes back to. Both are left out of the
    digest, so that a state reached again by an undo is the same one.

    ``pile`` counts the face-down contracts of unknown order; ``pile_tail`` are those under them
    whose order all have seen (UNDO-08). ``secret`` is None in a state replayed without them.
    ``removed`` are contracts that left the game unfulfilled, ``future`` those that lie open beside
    the export board (VAR-FUTURE-01). ``bids`` is by seat what the clan cost in an auction, in
    victory points; empty where there was none (VAR-AUCTION-08).
    ``undo_to`` is the version of the last barrier (UNDO-02). ``resigned`` are the seats that have
    resigned, in that order (RESIGN-01); ``ended_by`` says something once the game is over.
    ``expansions`` are the states of those in play that have one of their own.
    """

    version: int = 0
    head: int = 0
    secret: Secrets[PartType] | None = None
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
    decisions: list[DecisionType] = []
    undo_to: int = 0
    scores: list[ScoreSheet] = []
    blockers: list[Blocker] = []
    removed: list[ContractId] = []
    future: list[ContractId] = []
    resigned: list[Seat] = []
    ended_by: Ending = "scoring"
    bids: list[int] = []
    expansions: list[PartType] = []

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
        """The spaces of all pieces, and what follows from them; derived on first use."""
        known: Position | None = self.__dict__.get("_position")
        if known is None:
            known = Position(self.board, self.players, self.blockers, self.expansions)
            self.__dict__["_position"] = known
        return known

    def forget_position(self) -> None:
        """Drop the derived position; to be called after every change of what it depends on."""
        self.__dict__.pop("_position", None)

    def units_moved(self, seat: Seat) -> None:
        """The same where only the units or the shipping of one player have changed."""
        known: Position | None = self.__dict__.get("_position")
        if known is not None:
            known.moved(seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def awaits_step(self) -> bool:
        """Whether the game has to take its own next step before a player can decide."""
        return bool(self.players) and not self.over and not self.open_decisions()

    def open_decisions(self) -> list[DecisionType]:
        """The decisions that still need an answer: the top one, or all that are taken together."""
        if self.decisions and not (top := self.decisions[-1]).TOGETHER:
            return [] if top.answered else [top]
        return [decision for decision in self.offered() if not decision.answered]

    def offered(self) -> list[DecisionType]:
        """The top decision, or where several seats decide together, those of all of them."""
        if not self.decisions:
            return []
        top = self.decisions[-1]
        return [d for d in self.decisions if d.TOGETHER] if top.TOGETHER else [top]

    def decision_of(self, seat: Seat) -> DecisionType | None:
        """The decision that a seat may answer or, until all have, answer anew. (UNDO-05)"""
        if self.decisions and not (top := self.decisions[-1]).TOGETHER:
            return top if top.seat == seat and not top.answered else None
        if not self.open_decisions():
            return None
        return next((decision for decision in self.offered() if decision.seat == seat), None)

    def decision_for(self, seat: Seat) -> DecisionType:
        """The decision that a seat may answer. Raises NotYourDecision."""
        decision = self.decision_of(seat)
        if decision is None:
            raise NotYourDecision(seat)
        return decision

    def part(self, kind: type[Part]) -> Part:
        """The state of an expansion that is in play. Raises LookupError."""
        return find_part(self.expansions, kind)

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

"""Effects of the set-up and of the draft."""

from copy import deepcopy
from typing import Generic

from games.engine.effects.base import Effect
from games.engine.options import Options
from games.engine.state import (
    Blocker,
    DecisionType,
    Pair,
    PartType,
    Player,
    PortTile,
    State,
)
from games.engine.terms import ContractId, Hex, PieceKind, Seat


class PositionPlaced(Effect, Generic[DecisionType, PartType], frozen=True, tag="position"):
    """A game starts from this position of another one, and not from an empty table.

    ``position`` is a whole state in its usual form, map-like and without what is at its default:
    options and content pack, boards, market, map, open decisions. It has no version, no secrets
    and no scores. What in it names a version (what opened a decision, what can be undone) names
    the event of this effect. ``pile`` counts the face-down contracts; their order is a secret
    beside it.
    """

    TOUCHES = None

    position: State[DecisionType, PartType]

    def apply(self, state: State) -> None:
        placed = deepcopy(self.position)
        for name in State.__struct_fields__:
            if name not in ("version", "head", "secret"):
                setattr(state, name, getattr(placed, name))
        # What hangs on the object was derived from another position.
        state.__dict__.clear()


class GameOpened(Effect, frozen=True, tag="game"):
    """A game with these options and this content pack; every player has an empty board."""

    TOUCHES = None

    options: Options
    pack: str
    track: int
    stock: int

    def apply(self, state: State) -> None:
        state.options = self.options
        state.pack = self.pack
        state.players = [
            Player(track=self.track, stock=self.stock) for _ in range(self.options.players)
        ]


class MapLaid(Effect, frozen=True, tag="map"):
    """The sides of the modules A to D."""

    TOUCHES = ("map",)

    modules: list[str]

    def apply(self, state: State) -> None:
        state.modules = list(self.modules)


class PortPlaced(Effect, frozen=True, tag="port"):
    """A port tile on its place."""

    TOUCHES = ("ports",)

    hex: Hex
    tile: int

    def apply(self, state: State) -> None:
        state.ports.append(PortTile(self.hex, self.tile))


class SpacesBlocked(Effect, frozen=True, tag="block"):
    """Neutral pieces, or cover tiles, lie on these spaces for the whole game. (DEF-12)"""

    TOUCHES = ("pieces",)

    kind: PieceKind
    hexes: list[Hex]

    def apply(self, state: State) -> None:
        state.blockers.extend(Blocker(self.kind, hex_) for hex_ in self.hexes)
        state.forget_position()


class MarketSet(Effect, frozen=True, tag="market"):
    """The position of each price marker, in the order of the goods, 0 = lowest."""

    TOUCHES = ("market",)

    positions: list[int]

    def apply(self, state: State) -> None:
        state.prices = list(self.positions)


class ScoringTilesDealt(Effect, frozen=True, tag="scoring_tiles"):
    """The scoring tiles of rounds 1 to 5."""

    TOUCHES = ("scoring_tiles",)

    tiles: list[int]

    def apply(self, state: State) -> None:
        state.scoring_tiles = list(self.tiles)


class PilePlaced(Effect, frozen=True, tag="pile"):
    """That many contracts lie face down; the export board has that many slots."""

    TOUCHES = ("export_board",)

    contracts: int
    slots: int

    def apply(self, state: State) -> None:
        state.pile = self.contracts
        state.slots = [ContractId(0)] * self.slots


class TurnOrderSet(Effect, frozen=True, tag="turn_order"):
    """The turn order of the round that begins; no seat has passed."""

    TOUCHES = ("turn_order", "passed")

    seats: list[Seat]

    def apply(self, state: State) -> None:
        state.turn_order = list(self.seats)
        state.passed = []


class PairOffered(Effect, frozen=True, tag="pair"):
    """One more pair of clan and starting tile in the draft."""

    TOUCHES = ("draft",)

    clan: str
    start_tile: int

    def apply(self, state: State) -> None:
        state.draft.append(Pair(self.clan, self.start_tile))


class PairTaken(Effect, frozen=True, tag="take_pair"):
    """A seat plays this clan from now on."""

    TOUCHES = ("draft", "auction", "players")

    seat: Seat
    pair: int

    def apply(self, state: State) -> None:
        pair = state.draft[self.pair]
        pair.taken_by = self.seat
        state.players[self.seat].clan = pair.clan


class PlacementSkipped(Effect, frozen=True, tag="unplaced"):
    """A player could afford no first worker: the values of this pack are wrong. (SETUP-24)"""

    TOUCHES = ()

    seat: Seat

    def apply(self, state: State) -> None:
        """Changes nothing; the effect is for the log only."""


class DraftCleared(Effect, frozen=True, tag="draft_over"):
    """What was not taken leaves the game, and there is nothing to bid for. (SETUP-14)"""

    TOUCHES = ("draft", "auction")

    def apply(self, state: State) -> None:
        state.draft = []
        state.auction = None

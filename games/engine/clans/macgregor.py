"""Clan MacGregor."""

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from games.engine import effects as fx
from games.engine.clans.base import ACROSS_RIVERS, Clan
from games.engine.decisions import Decision
from games.engine.errors import IllegalMove
from games.engine.geometry.board import BIT, hexes_in, mask_of
from games.engine.moves.base import MoveBase, no_more
from games.engine.recorder import Recorder
from games.engine.rules.answers import ClanChoice, ProduceAnswer, Spaces
from games.engine.rules.costs import deploy_cost
from games.engine.rules.deploying import (
    check_column,
    check_ground,
    ground,
    open_deployment_bonuses,
)
from games.engine.rules.grants import PLAIN, ExpandGrant
from games.engine.rules.moving import columns_of
from games.engine.state import Piece, State
from games.engine.terms import (
    ANIMALS,
    UNITS_PER_COLUMN,
    Column,
    Hex,
    HexName,
    Seat,
    gettext_noop,
)


class Graze(MoveBase, frozen=True, tag="graze", rename={"target": "to"}):
    """Deploy a unit on the space of a sheep, which makes room within its herd.

    (CLAN-MACGREGOR-4..9)
    """

    WORD = "graze"
    EXAMPLE = "graze bakery F5 F6"
    OUT_OF_PLACE = "CLAN-MACGREGOR-9"

    unit: Column
    hex: HexName
    target: HexName

    @classmethod
    def candidates(cls, state: State, decision: Decision) -> Iterator[Self]:
        seat, player = decision.seat, state.players[decision.seat]
        for hex_ in dict.fromkeys(piece.hex for piece in player.units if piece.unit == "sheep"):
            targets = list(hexes_in(pastures(state, seat, hex_)))
            for column in grazing_columns(decision.grant) if targets else ():
                fits = ground(state, player, column) & BIT[hex_]
                if fits and player.deployed(column) < UNITS_PER_COLUMN:
                    yield from (cls(column, hex_, target) for target in targets)

    def check(self, state: State, decision: Decision) -> None:
        seat, player = decision.seat, state.players[decision.seat]
        check_column(player, self.unit, "CLAN-MACGREGOR-4")
        if self.unit not in grazing_columns(decision.grant):
            raise IllegalMove("CLAN-MACGREGOR-4", "grazes_no_animal", column=self.unit)
        if player.deployed(self.unit) >= UNITS_PER_COLUMN:
            raise IllegalMove("EXPAND-05", "column_empty", column=self.unit)
        check_ground(state, seat, self.unit, self.hex, "CLAN-MACGREGOR-7")
        if not herd_around(state, seat, self.hex):
            raise IllegalMove("CLAN-MACGREGOR-2", "no_herd", hex=self.hex)
        moving = on_space(state, seat, self.hex)
        if len(moving) > 1 and not state.options.grazing_moves_both:
            raise IllegalMove("CLAN-MACGREGOR-4", "two_on_space", hex=self.hex)
        free = pastures(state, seat, self.hex)
        if not free:
            raise IllegalMove("CLAN-MACGREGOR-5", "nowhere_to_go", hex=self.hex)
        if not free & BIT[self.target]:
            raise IllegalMove("CLAN-MACGREGOR-5", "no_pasture", hex=self.target, origin=self.hex)
        cost = grazing_cost(state, seat, self.unit, self.hex, decision.grant)
        if cost > player.money:
            raise IllegalMove("EXPAND-04", "not_enough_money", cost=cost, money=player.money)

    def expansion(self) -> tuple[Column, Hex]:
        return self.unit, self.hex

    def perform(self, game: Recorder, decision: Decision) -> None:
        seat = decision.seat
        cost = grazing_cost(game.state, seat, self.unit, self.hex, decision.grant)
        moving = on_space(game.state, seat, self.hex)
        game.finish(decision)
        game.deploy(seat, self.unit, self.hex, cost)
        for piece in moving:
            game.emit(fx.UnitMoved(seat, piece.unit, self.hex, self.target))
        open_deployment_bonuses(game, seat, [self.hex], [self.unit])

    def notation(self) -> str:
        return f"{self.WORD} {self.unit} {self.hex} {self.target}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        no_more(words[3:])
        return cls.build(unit=words[0], hex=words[1], to=words[2])


class Returned(ClanChoice, frozen=True):
    """The space of the sheep that goes back to the player board. (CLAN-MACGREGOR-10)"""

    returned: Spaces = ()


class MacGregor(Clan):
    """Herds of sheep that make room for other units. (CLAN-MACGREGOR-1..10)"""

    name = "macgregor"
    rule = "CLAN-MACGREGOR-1"
    choice = Returned
    moves = (Graze,)
    text = (
        ACROSS_RIVERS,
        gettext_noop(
            "Where your sheep are adjacent you may expand by grazing: place a unit that is no "
            "animal on the space of one and pay for the unit only; this sheep moves to empty "
            "grassland adjacent to another of its herd."
        ),
        gettext_noop(
            "At the end of each production you may put one sheep back on your player board and "
            "receive £15."
        ),
    )
    details = (
        gettext_noop("Sheep are adjacent over a river too; two on one space are no herd."),
        gettext_noop("The new unit buys from neighbours and sells at markets, the sheep does not."),
    )
    refusals = {
        "grazes_no_animal": gettext_noop("Grazing places fields, buildings and workers only."),
        "no_herd": gettext_noop(
            "On %(hex)s stands no sheep of yours that is adjacent to another one."
        ),
        "two_on_space": gettext_noop("Two of your units stand on %(hex)s: no room for a third."),
        "nowhere_to_go": gettext_noop(
            "The sheep on %(hex)s has nowhere to go: it needs empty grassland adjacent to another "
            "sheep of its herd."
        ),
        "no_pasture": gettext_noop(
            "The sheep on %(origin)s cannot go to %(hex)s: it needs empty grassland adjacent to "
            "another sheep of its herd."
        ),
        "no_sheep_there": gettext_noop("You have no sheep on %(hex)s to put back."),
        "one_sheep": gettext_noop("In one production at most one sheep is put back."),
    }
    CROSSING = 1
    PRICE = 15

    def start_shipping(self, *, small: bool) -> int:
        return self.CROSSING

    def own_actions(self, decision: Decision) -> tuple[str, ...]:
        granted = decision.grant != PLAIN and not is_special(decision.grant)
        grazing = decision.MAIN or granted
        return self.own_moves() if grazing else ()

    def chooses_in_production(self, state: State, seat: Seat) -> bool:
        return state.players[seat].count("sheep") > 0

    def check_production(self, state: State, seat: Seat, answer: ProduceAnswer) -> None:
        super().check_production(state, seat, answer)
        returned = Returned.of(answer.clan).returned
        for hex_ in returned:
            if Piece("sheep", hex_) not in state.players[seat].units:
                raise IllegalMove("CLAN-MACGREGOR-10", "no_sheep_there", hex=hex_)
        if len(returned) > 1:
            raise IllegalMove("CLAN-MACGREGOR-10", "one_sheep")

    def production_choices(
        self, state: State, seat: Seat, *, cheese: int, whisky: int
    ) -> Iterator[Returned]:
        yield Returned()
        spaces = [piece.hex for piece in state.players[seat].units if piece.unit == "sheep"]
        yield from (Returned((hex_,)) for hex_ in dict.fromkeys(spaces))

    def after_processing(self, game: Recorder, seat: Seat, answer: ProduceAnswer) -> None:
        for hex_ in Returned.of(answer.clan).returned:
            game.emit(fx.Withdrawn(seat, "sheep", hex_))
            game.money(seat, self.PRICE)


def is_special(grant: ExpandGrant) -> bool:
    """Whether a grant is for an Expand of a kind of its own, which is no grazing.

    (CLAN-MACGREGOR-9)
    """
    return grant.unit_free or grant.onto_animal or bool(grant.skips)


def grazing_columns(grant: ExpandGrant) -> list[Column]:
    """The columns from which grazing deploys. (CLAN-MACGREGOR-4)"""
    columns = [column for column in MacGregor.columns if column not in ANIMALS]
    return [column for column in columns if not grant.columns or column in grant.columns]


def grazing_cost(state: State, seat: Seat, column: Column, hex_: Hex, grant: ExpandGrant) -> int:
    """What grazing costs, in pounds: the unit alone. (CLAN-MACGREGOR-4)"""
    without_land = replace(grant, land_free=True)
    return deploy_cost(state, state.players[seat], column, hex_, without_land)


def on_space(state: State, seat: Seat, hex_: Hex) -> list[Piece]:
    """A player's units on a space."""
    return [piece for piece in state.players[seat].units if piece.hex == hex_]


def herd_around(state: State, seat: Seat, hex_: Hex) -> int:
    """The other spaces of the herd of a sheep on a space; 0 where it has none.

    (CLAN-MACGREGOR-2, CLAN-MACGREGOR-3)
    """
    sheep = mask_of(piece.hex for piece in state.players[seat].units if piece.unit == "sheep")
    if not sheep & BIT[hex_]:
        return 0
    herds = state.board.adjoining_groups(sheep)
    return next(herd for herd in herds if herd & BIT[hex_]) & ~BIT[hex_]


def pastures(state: State, seat: Seat, hex_: Hex) -> int:
    """The spaces to which the sheep on a space may go when a unit takes its place.

    (CLAN-MACGREGOR-4..6, EDN-22)
    """
    board, player = state.board, state.players[seat]
    moving = on_space(state, seat, hex_)
    if len(moving) > 1 and not state.options.grazing_moves_both:
        return 0
    around = 0
    for other in hexes_in(herd_around(state, seat, hex_)):
        around |= board.adjacent[other] if player.shipping else board.neighbours[other]
    return around & state.position.empty & fitting_all(state, seat, moving)


def fitting_all(state: State, seat: Seat, pieces: list[Piece]) -> int:
    """The spaces on which each of some units may stand. (IND-MOVE-01)"""
    spaces = state.board.active
    for piece in pieces:
        fitting = 0
        for column in columns_of(state.players[seat], piece):
            fitting |= ground(state, state.players[seat], column)
        spaces &= fitting
    return spaces

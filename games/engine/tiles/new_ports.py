"""Port tiles 10 to 18: what using each asks and does, as rows. (PORT-10..18, IND-PORT-G1)"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from games.engine import effects as fx
from games.engine.clans import clan_of
from games.engine.decisions import BonusUpgradeDecision
from games.engine.errors import IllegalMove
from games.engine.recorder import Recorder
from games.engine.rules.deploying import affordable, open_deployment_bonuses, with_room
from games.engine.rules.granted_decisions import (
    UNIT_MOVES,
    GrantedExpandDecision,
    MoveUnitDecision,
    PortGain,
    PortGainDecision,
    WaivedFulfilDecision,
)
from games.engine.rules.grants import ExpandGrant
from games.engine.rules.moving import can_move
from games.engine.rules.spending import check_spending, spend, stand_ins
from games.engine.state import State
from games.engine.terms import (
    BUILDINGS,
    GOODS,
    PROCESSED_GOODS,
    Seat,
    TechnologyColumn,
    gettext_noop,
)
from games.engine.tiles.amounts import Amounts
from games.engine.tiles.choices import NOTHING, PortChoice, UnitExchange
from games.engine.tiles.exchanging import check_new, check_old, fitting
from games.engine.tiles.port_tile import (
    Announced,
    Check,
    Choices,
    PortTileKind,
    Sparing,
    announced_tile,
)

SECOND_ANIMAL: Final = ExpandGrant(
    columns=["sheep", "cow"], unit_free=True, land_free=True, onto_animal=True
)
"""Onto a space with another animal, for nothing. (PORT-11)"""
FREE_BUILDING: Final = ExpandGrant(columns=list(BUILDINGS), unit_free=True)
"""A building for which only the land is paid. (PORT-17)"""
TECHNOLOGY_COST: Final = 10
GLORY: Final = 4
"""What tile 13 costs in pounds for technologies, and gives otherwise. (PORT-13)"""
GOODS_DISCARDED: Final = 4
GOODS_PAY: Final = 50
"""How many processed goods tile 14 takes, and the pounds that it pays. (PORT-14)"""
MERCHANTS: Final = 3
"""How many merchants tile 15 gives. (PORT-15)"""
WAIVER_COST: Final = 25
"""What tile 18 costs, in pounds. (PORT-18)"""


# --- deploying -----------------------------------------------------------------------------------


def check_second_animal(state: State, seat: Seat, choice: PortChoice) -> None:
    """There is an animal left, and a space for it. (PORT-11, IND-PORT-G1)"""
    if not with_room(state.players[seat]):
        raise IllegalMove("PORT-11", "no_animal_to_join")
    if not affordable(state, seat, SECOND_ANIMAL):
        raise IllegalMove("PORT-11", "nothing_to_deploy")


def second_animal(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """An animal beside another one. (PORT-11)"""
    game.open(GrantedExpandDecision(game.version, seat, SECOND_ANIMAL))


def check_free_building(state: State, seat: Seat, choice: PortChoice) -> None:
    """There is a building left, and land for it that can be paid. (PORT-17, IND-PORT-G1)"""
    if not affordable(state, seat, FREE_BUILDING):
        raise IllegalMove("PORT-17", "nothing_to_deploy")


def free_building(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """A building on land in reach. (PORT-17)"""
    game.open(GrantedExpandDecision(game.version, seat, FREE_BUILDING))


# --- a building for a field ----------------------------------------------------------------------


def check_field(state: State, seat: Seat, choice: PortChoice) -> None:
    """One building on the map, and a field left on the board. (PORT-12)"""
    player = state.players[seat]
    if len(choice.exchange) != 1:
        raise IllegalMove("PORT-12", "exchange_one")
    (item,) = choice.exchange
    if item.old not in BUILDINGS or item.new != "field":
        raise IllegalMove("PORT-12", "building_for_field")
    check_old(state, list(player.units), item, "PORT-12")
    check_new(state, seat, item, [item], "PORT-12")


def fields(state: State, seat: Seat) -> Iterator[PortChoice]:
    """Every building that a field may replace; of two alike on a space only one."""
    player = state.players[seat]
    items = [
        item
        for piece in player.units
        if piece.unit in BUILDINGS
        for item in fitting(state, player, piece, ("field",))
    ]
    for item in dict.fromkeys((one.hex, one.old) for one in items):
        yield PortChoice(exchange=[UnitExchange(*item, "field")])


def field_for_building(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """The field takes the place of the building; it brings purchases. (PORT-12)"""
    (item,) = choice.exchange
    game.emit(fx.Withdrawn(seat, item.old, item.hex))
    game.deploy(seat, "field", item.hex, cost=0)
    open_deployment_bonuses(game, seat, [item.hex], ["field"])


# --- technologies or Glory -----------------------------------------------------------------------


def left_to_flip(state: State, seat: Seat) -> list[TechnologyColumn]:
    """The technology tiles that a player has not flipped. (TECH-04)"""
    player = state.players[seat]
    return [one for one in clan_of(player).technologies if one not in player.technology]


def technology_or_glory(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """Both technologies for £10, or 4 Glory, where there is a choice. (PORT-13)"""
    gains: list[PortGain] = ["glory"]
    if left_to_flip(game.state, seat) and game.player(seat).money >= TECHNOLOGY_COST:
        gains = ["technology", "glory"]
    if len(gains) > 1:
        game.open(PortGainDecision(game.version, seat, gains))
    else:
        take_gain(game, seat, gains[0])


def take_gain(game: Recorder, seat: Seat, gain: PortGain) -> None:
    """One of the gains of tile 13; with one technology left the price stays. (PORT-13)"""
    if gain == "glory":
        game.glory(seat, GLORY)
        return
    game.money(seat, -TECHNOLOGY_COST)
    for column in left_to_flip(game.state, seat):
        game.emit(fx.TechnologyFlipped(seat, column))


# --- goods and merchants -------------------------------------------------------------------------


def check_four_goods(state: State, seat: Seat, choice: PortChoice) -> None:
    """Exactly four processed goods, in any mix. (PORT-14)"""
    given = choice.discard
    if given.total() != GOODS_DISCARDED or given.of(PROCESSED_GOODS) != GOODS_DISCARDED:
        goods = list(PROCESSED_GOODS)
        raise IllegalMove("PORT-14", "discard_one", amount=GOODS_DISCARDED, goods=goods)
    check_spending(state, seat, given.by_good(), choice.kilts)


def four_goods(state: State, seat: Seat) -> Iterator[PortChoice]:
    """Every mix of four processed goods that can be spent."""
    for mix in combinations_with_replacement(PROCESSED_GOODS, GOODS_DISCARDED):
        given = Amounts(*(mix.count(good) for good in GOODS))
        for kilts in stand_ins(state, seat, given.by_good()):
            yield PortChoice(discard=given, kilts=kilts)


def fifty_pounds(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """£50 for the goods. (PORT-14)"""
    spend(game, seat, choice.discard.by_good(), choice.kilts)
    game.money(seat, GOODS_PAY)


def check_merchants(state: State, seat: Seat, choice: PortChoice) -> None:
    """A contract has been fulfilled, and there is a merchant to gain. (PORT-15, IND-PORT-G1)"""
    player = state.players[seat]
    if not player.fulfilled:
        raise IllegalMove("PORT-15", "nothing_fulfilled")
    if not player.track and not any((*player.buying, *player.selling)):
        raise IllegalMove("PORT-15", "no_merchant_to_gain")


def three_merchants(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """Three merchants, each hired or taken back from the market. (PORT-15)"""
    for _ in range(MERCHANTS):
        game.open(BonusUpgradeDecision(game.version, seat, ["hire", "take_back"]))


# --- moves and contracts -------------------------------------------------------------------------


def check_moves(state: State, seat: Seat, choice: PortChoice) -> None:
    """Some unit can move. (PORT-16, IND-PORT-G1)"""
    if not can_move(state, seat):
        raise IllegalMove("PORT-16", "nothing_to_move")


def two_moves(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """Two moves, of one unit or of two. (PORT-16)"""
    game.open(MoveUnitDecision(game.version, seat, UNIT_MOVES))


def check_waiver(state: State, seat: Seat, choice: PortChoice) -> None:
    """£25 and a contract in a box. (PORT-18, IND-PORT-G1)"""
    player = state.players[seat]
    if not any(player.contracts()):
        raise IllegalMove("PORT-18", "no_contract")
    if player.money < WAIVER_COST:
        raise IllegalMove("PORT-18", "not_enough_money", cost=WAIVER_COST, money=player.money)


def waiver(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """£25 for the goods and the meat of a contract. (PORT-18)"""
    game.money(seat, -WAIVER_COST)
    game.open(WaivedFulfilDecision(game.version, seat))


def unless_refused(check: Check) -> Choices:
    """The choice of a tile that lets the player choose nothing, unless its check refuses it."""

    def choices(state: State, seat: Seat) -> Iterator[PortChoice]:
        try:
            check(state, seat, NOTHING)
        except IllegalMove:
            return
        yield NOTHING

    return choices


# --- the rows ------------------------------------------------------------------------------------

NEW_PORTS: Final[tuple[PortTileKind, ...]] = (
    announced_tile(
        10,
        gettext_noop("Fulfil a contract with one processed good fewer."),
        Announced(
            "PORT-10",
            "announce_good",
            ("good",),
            Sparing("PORT-10", "no_good_to_spare", PROCESSED_GOODS, "good"),
        ),
        gettext_noop("Announce it with the contract, which has to ask for that good."),
    ),
    PortTileKind(
        11,
        gettext_noop("Deploy an animal for nothing on a space with another animal of yours."),
        second_animal,
        check_second_animal,
        unless_refused(check_second_animal),
        doubles=True,
        details=(
            gettext_noop("The two may be of different kinds; a third unit has no room there."),
            gettext_noop("Afterwards you may buy from neighbours as usual."),
        ),
    ),
    PortTileKind(
        12,
        gettext_noop("Exchange one of your buildings on the map for a field from your board."),
        field_for_building,
        check_field,
        fields,
        takes=("exchange",),
        details=(
            gettext_noop("The field takes the space of the building, and you pay nothing."),
            gettext_noop("Afterwards you may buy from neighbours as usual."),
        ),
    ),
    PortTileKind(
        13,
        gettext_noop("Pay £10 for both technologies, or gain 4 Glory."),
        technology_or_glory,
        details=(
            gettext_noop("The price is the same if you lack only one of them."),
            gettext_noop("If you have both, you gain the Glory."),
        ),
        topics=("technologies",),
    ),
    PortTileKind(
        14,
        gettext_noop("Discard four processed goods to receive £50."),
        fifty_pounds,
        check_four_goods,
        four_goods,
        takes=("discard", "kilts"),
        details=(gettext_noop("They may be alike or mixed."),),
        topics=("discarding processed goods",),
    ),
    PortTileKind(
        15,
        gettext_noop(
            "With a fulfilled contract: three times hire a merchant or take one back from the "
            "market."
        ),
        three_merchants,
        check_merchants,
        unless_refused(check_merchants),
        details=(gettext_noop("Each time you choose anew; the merchants are ready at once."),),
    ),
    PortTileKind(
        16,
        gettext_noop("Twice move one of your units to an adjacent empty space."),
        two_moves,
        check_moves,
        unless_refused(check_moves),
        details=(
            gettext_noop(
                "One unit moves twice, or two units once each; each space must fit its terrain."
            ),
            gettext_noop("A river can be crossed from the first shipping level on."),
        ),
    ),
    PortTileKind(
        17,
        gettext_noop("Deploy a building; pay for the land only."),
        free_building,
        check_free_building,
        unless_refused(check_free_building),
        details=(
            gettext_noop("The space must be empty and in your reach."),
            gettext_noop("Buying from neighbours and the building bonus follow as usual."),
        ),
    ),
    PortTileKind(
        18,
        gettext_noop("Pay £25 to fulfil a contract without its goods and animals."),
        waiver,
        check_waiver,
        unless_refused(check_waiver),
        cost=WAIVER_COST,
        details=(
            gettext_noop("You get all that the contract gives, and no animal is slaughtered."),
            gettext_noop("It is not an action: you still have yours."),
        ),
    ),
)
"""Tiles 10 to 18, in order."""

"""Port tiles: what using those of the base game asks and does, as rows, and all. (PORT-1..9)"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.engine.decisions import BonusUpgradeDecision, BuildingBonusDecision
from games.engine.errors import IllegalMove
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.rules.demands import MEATS
from games.engine.rules.map_ports import MAP
from games.engine.rules.spending import check_spending, spend, stand_ins
from games.engine.state import State
from games.engine.terms import BASIC_GOODS, GOODS, PROCESSED_GOODS, Good, Seat, gettext_noop
from games.engine.tiles.amounts import Amounts, one_of
from games.engine.tiles.choices import CHOICES, PortChoice
from games.engine.tiles.exchanging import check_exchange, exchanges, perform_exchange
from games.engine.tiles.new_ports import NEW_PORTS
from games.engine.tiles.port_tile import (
    Announced,
    PortTileKind,
    Sparing,
    announced_tile,
)

COPYING: Final = 9
"""The tile that has the effect of another one. (PORT-9)"""

COPY_COST: Final = 3
"""What copying costs, in pounds. (PORT-9)"""


class GoodsExchange(Struct, frozen=True):
    """One good of a group for several of the same group. (PORT-2, PORT-3)"""

    rule: str
    group: tuple[Good, ...]
    gain: Callable[[Options], int]

    def check(self, state: State, seat: Seat, choice: PortChoice) -> None:
        """Exactly one good of the group in stock goes, exactly so many come."""
        for part, wanted, code in (
            (choice.discard, 1, "discard_one"),
            (choice.gain, self.gain(state.options), "gain_exactly"),
        ):
            if part.total() != wanted or part.of(self.group) != wanted:
                raise IllegalMove(self.rule, code, amount=wanted, goods=list(self.group))
        check_spending(state, seat, choice.discard.by_good(), choice.kilts)

    def perform(self, game: Recorder, seat: Seat, choice: PortChoice) -> None:
        """The discarded good goes first, then the others come."""
        spend(game, seat, choice.discard.by_good(), choice.kilts)
        for good, amount in zip(GOODS, choice.gain.by_good(), strict=True):
            game.goods(seat, good, amount)

    def choices(self, state: State, seat: Seat) -> Iterator[PortChoice]:
        """Every good to discard with every mix to gain."""
        for good in self.group:
            given = one_of(good)
            for kilts in stand_ins(state, seat, given.by_good()):
                for gained in combinations_with_replacement(self.group, self.gain(state.options)):
                    mix = Amounts(*(gained.count(other) for other in GOODS))
                    yield PortChoice(given, mix, kilts=kilts)


def glory_and_upgrade(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """3 Glory, whether or not the upgrade is taken. (PORT-4)"""
    game.glory(seat, 3)
    game.open(BonusUpgradeDecision(game.version, seat))


def ten_pounds(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """£10. (PORT-5)"""
    game.money(seat, 10)


def pounds_and_contract(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """£5, and a building bonus where an export box is empty. (PORT-8, PORT-8a)"""
    game.money(seat, 5)
    if game.state.building_bonus_possible(seat):
        game.open(BuildingBonusDecision(game.version, seat))


def check_copy(state: State, seat: Seat, choice: PortChoice) -> None:
    """A copy of another tile on the map. (PORT-9, PORT-9a, PORT-9d)"""
    check_copy_of(state, seat, choice, MAP.tiles(state, seat))


def check_copy_of(state: State, seat: Seat, choice: PortChoice, tiles: Sequence[int]) -> None:
    """£3, another tile of some, and what that tile asks. (PORT-9, PORT-9a, PORT-9d)"""
    others = [tile for tile in tiles if tile != COPYING]
    if choice.copy is None:
        raise IllegalMove("PORT-9", "copy_which", tiles=others)
    if choice.copy not in others:
        raise IllegalMove("PORT-9", "not_to_copy", tile=choice.copy, tiles=others)
    check_copy_money(state, seat)
    PORTS[choice.copy].judge(paid_for(state, seat), seat, replace(choice, copy=None))


def paid_for(state: State, seat: Seat, cost: int = COPY_COST) -> State:
    """The state once the £3 are paid, which come on top of what the tile costs. (PORT-20)

    The same with another ``cost``, such as a fee for getting there.
    """
    if not cost:
        return state
    player = state.players[seat]
    poorer = replace(player, money=player.money - cost)
    players = [poorer if other is player else other for other in state.players]
    return replace(state, players=players)


def check_copy_money(state: State, seat: Seat) -> None:
    """Raise IllegalMove unless a player has the £3 at once. (PORT-9d)"""
    money = state.players[seat].money
    if money < COPY_COST:
        raise IllegalMove("PORT-9d", "not_enough_money", cost=COPY_COST, money=money)


def copies(state: State, seat: Seat) -> Iterator[PortChoice]:
    """Every choice of every other tile on the map, used or not. (PORT-9a)"""
    return copies_of(state, seat, MAP.tiles(state, seat))


def copies_of(state: State, seat: Seat, tiles: Sequence[int]) -> Iterator[PortChoice]:
    """Every choice of every other tile of some, used or not and wherever it lies. (PORT-9a)"""
    if state.players[seat].money < COPY_COST:
        return
    after = paid_for(state, seat)
    for tile in tiles:
        if tile != COPYING:
            for choice in PORTS[tile].choices(after, seat):
                yield replace(choice, copy=tile)


def perform_copy(game: Recorder, seat: Seat, choice: PortChoice) -> None:
    """First the £3, then the other tile's effect. (PORT-9, PORT-9d)"""
    game.money(seat, -COPY_COST)
    if choice.copy is not None:
        PORTS[choice.copy].perform(game, seat, choice)


_BASIC = GoodsExchange("PORT-2", BASIC_GOODS, lambda _: 3)
_PROCESSED = GoodsExchange("PORT-3", PROCESSED_GOODS, lambda options: options.port3_goods)

ALIKE_OR_MIXED = gettext_noop("They may be alike or mixed, also of the kind that you discard.")
PORTS: dict[int, PortTileKind] = {
    tile.number: tile
    for tile in (
        announced_tile(
            1,
            gettext_noop("Fulfil a contract with one slaughtered animal fewer."),
            Announced(
                "PORT-1a",
                "announce_with_contract",
                ("spare",),
                Sparing("PORT-1b", "no_meat_to_spare", MEATS, "meat"),
            ),
            gettext_noop("Announce it with the contract, which has to ask for meat."),
        ),
        PortTileKind(
            2,
            gettext_noop("Discard a basic good to gain three basic goods of your choice."),
            _BASIC.perform,
            _BASIC.check,
            _BASIC.choices,
            takes=("discard", "gain"),
            details=(ALIKE_OR_MIXED,),
        ),
        PortTileKind(
            3,
            gettext_noop("Discard a processed good to gain two processed goods of your choice."),
            _PROCESSED.perform,
            _PROCESSED.check,
            _PROCESSED.choices,
            takes=("discard", "gain", "kilts"),
            details=(ALIKE_OR_MIXED,),
            topics=("discarding processed goods",),
        ),
        PortTileKind(
            4,
            gettext_noop("Gain 3 Glory and one bonus upgrade."),
            glory_and_upgrade,
            details=(gettext_noop("The Glory is yours even if you take no upgrade."),),
        ),
        PortTileKind(
            5,
            gettext_noop("Receive £10."),
            ten_pounds,
            details=(gettext_noop("You can spend it in the same turn."),),
        ),
        announced_tile(
            6,
            gettext_noop("Move the price of a good three steps up or down, then trade that good."),
            Announced("PORT-6a", "announce_with_trade", ("direction", "steps")),
            gettext_noop("Announce it with a trade, or with buying from neighbours."),
            gettext_noop("At the end of its track the marker stops."),
        ),
        PortTileKind(
            7,
            gettext_noop(
                "Exchange two of your units on the map, no fields, for two of other kinds from "
                "your board."
            ),
            perform_exchange,
            check_exchange,
            exchanges,
            takes=("exchange", "return_to"),
            details=(
                gettext_noop(
                    "Each new unit takes the space of an old one and must fit its terrain."
                ),
                gettext_noop("You pay neither for units nor for land."),
            ),
            topics=("exchanging units",),
        ),
        PortTileKind(
            8,
            gettext_noop("Receive £5; with an empty export box you may use a building bonus."),
            pounds_and_contract,
            details=(gettext_noop("If you keep a contract, you settle the price of this round."),),
        ),
        PortTileKind(
            9,
            gettext_noop("Pay £3 for the effect of another port tile of this game."),
            perform_copy,
            check_copy,
            copies,
            takes=CHOICES,
            kickstarter=True,
            cost=COPY_COST,
            details=(
                gettext_noop(
                    "The other tile need not be in reach, and you can still use it once by itself."
                ),
            ),
        ),
        *NEW_PORTS,
    )
}
"""All port tiles, by number."""

REDUCING: Final = tuple(
    number for number, tile in PORTS.items() if tile.announced and tile.announced.spares
)
"""The tiles that make a contract ask for less."""

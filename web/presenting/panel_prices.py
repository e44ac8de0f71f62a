"""What the choices of the panel cost and how that comes about, and the cards of contracts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.engine.clans import clan_of, macewan
from games.engine.moves import clans, contracts, expanding, setting_up, trading, turns, upgrading
from games.engine.moves.base import MoveBase
from games.engine.moves.modifiers import fee, price_after
from games.engine.rules.costs import deploy_cost, neighbourhood_price, obtaining_cost
from games.engine.words import Column, ContractId, Hex
from replays.sentences import words
from web.presenting import panel_words
from web.presenting.panel_routes import Step, Way

Priced = Callable[[engine.State, engine.Decision, Any], int]


class Part(Struct, frozen=True):
    """A part of a price, or its sum; ``less`` tells that it makes it cheaper."""

    name: str
    money: str
    less: bool = False
    total: bool = False


class Card(Struct, frozen=True):
    """A contract as a card."""

    number: int
    asks: str
    gives: str


def _deploying(state: engine.State, decision: engine.Decision, move: expanding.Expand) -> int:
    player = state.players[decision.seat]
    return deploy_cost(state, player, move.unit, move.hex, land_free=decision.LAND_FREE)


def _placing(
    state: engine.State, decision: engine.Decision, move: setting_up.PlaceFirstWorker
) -> int:
    return deploy_cost(state, state.players[decision.seat], move.column, move.hex)


def _trading(state: engine.State, decision: engine.Decision, move: trading.Trade) -> int:
    amount = move.quantity * price_after(state, move.good, move.modifiers)
    return fee(move.modifiers) + (amount if move.side == "buy" else -amount)


def _neighbourly(
    state: engine.State, decision: engine.Decision, move: trading.NeighbourhoodBuy
) -> int:
    price = neighbourhood_price(state, move.good, price_after(state, move.good, move.modifiers))
    return fee(move.modifiers) + move.quantity * price


def _upgrading(state: engine.State, decision: engine.Decision, move: upgrading.BonusUpgrade) -> int:
    return state.content.technology_bonus_cost if move.choice == "technology" else 0


def _keeping(state: engine.State, decision: engine.Decision, move: contracts.Keep) -> int:
    return obtaining_cost(state) if move.contracts else 0


COSTS: Final[Mapping[type[MoveBase], Priced]] = {
    expanding.Expand: _deploying,
    setting_up.PlaceFirstWorker: _placing,
    trading.Trade: _trading,
    trading.NeighbourhoodBuy: _neighbourly,
    contracts.TakeContracts: lambda state, _decision, _move: obtaining_cost(state),
    contracts.Keep: _keeping,
    upgrading.UpgradeShipping: lambda state, _decision, _move: state.content.shipping_cost,
    upgrading.UpgradeTechnology: lambda state, _decision, _move: state.content.technology_cost,
    upgrading.HireMerchant: lambda state, _decision, _move: state.content.merchant_cost,
    upgrading.BonusUpgrade: _upgrading,
    turns.Pass: lambda state, _decision, _move: (
        -state.content.passing_bonus(state.options.players, len(state.passed))
    ),
    clans.Brew: lambda _state, _decision, move: -macewan.BEER_PRICE * move.quantity,
    clans.WithdrawCellar: lambda state, _decision, move: -state.content.cellar[move.slot],
}
"""By type of move, what it costs in pounds; less than nothing for what it brings. (DEF-38)"""


def cost_of(state: engine.State, decision: engine.Decision, move: MoveBase) -> int | None:
    """What a move costs; None for those of which that says nothing."""
    priced = COSTS.get(type(move))
    return None if priced is None else priced(state, decision, move)


def told_cost(costs: Iterable[int | None]) -> str:
    """What some moves cost, as one short text; empty when there is nothing to say of one."""
    known = sorted({cost for cost in costs if cost is not None})
    if not known:
        return ""
    least, most = known[0], known[-1]
    if least == most:
        return one_cost(least)
    if most <= 0:
        return _("brings %(least)s to %(most)s") % {
            "least": words.money(-most),
            "most": words.money(-least),
        }
    return _("from %(cost)s") % {"cost": words.money(max(least, 0))}


def one_cost(cost: int) -> str:
    """Such as ``£8``, ``free`` or ``brings £8``."""
    if cost < 0:
        return _("brings %(money)s") % {"money": words.money(-cost)}
    return words.money(cost) if cost else _("free")


def detail(state: engine.State, decision: engine.Decision, step: Step, ways: list[Way]) -> str:
    """What is said beside a choice: its price, or what is special about it."""
    if step.kind == "deal":
        return _each(state, decision, ways)
    if step.kind == "do":
        return "" if len({way.move for way in ways}) > 1 else _all_costs(state, decision, ways)
    if step.kind in ("tile", "copy"):
        return panel_words.port_text(int(step.value))
    if step.kind == "pair":
        return panel_words.start_tile(state, int(step.value))
    return _all_costs(state, decision, ways)


def _all_costs(state: engine.State, decision: engine.Decision, ways: list[Way]) -> str:
    return told_cost(cost_of(state, decision, way.move) for way in ways)


def _each(state: engine.State, decision: engine.Decision, ways: list[Way]) -> str:
    """The price of one, as it stands without port tiles."""
    move = ways[0].move
    assert isinstance(move, trading.Trade)
    return _("%(price)s each") % {"price": words.money(price_after(state, move.good, []))}


def card(state: engine.State, step: Step) -> Card | None:
    """The card of the contract that a choice names."""
    if step.kind != "contract":
        return None
    number = ContractId(int(step.value))
    return Card(
        int(number),
        panel_words.contract_asks(state, number),
        panel_words.contract_gives(state, number),
    )


# --- the parts of a price ------------------------------------------------------------------------


def parts(state: engine.State, decision: engine.Decision, move: MoveBase) -> list[Part]:
    """How a price comes about; nothing where it is a single sum."""
    write = WRITTEN.get(type(move))
    rows = [] if write is None else [row for row in write(state, decision, move) if row[1]]
    if len(rows) < 2:
        return []
    total = sum(pounds for _name, pounds in rows)
    sign = -1 if total < 0 else 1
    told = [Part(name, words.money(abs(pounds)), less=sign * pounds < 0) for name, pounds in rows]
    name = _("You get") if total < 0 else _("You pay")
    return [*told, Part(name, words.money(abs(total)), total=True)]


Row = tuple[str, int]


def _of_unit(
    state: engine.State, decision: engine.Decision, column: Column, hex_: Hex
) -> Iterator[Row]:
    """Unit and land, less what the clan takes off each."""
    player = state.players[decision.seat]
    asked = clan_of(player).unit_cost(player, column, 0)
    printed = state.content.unit_costs.get(column, asked)
    yield panel_words.unit(column), printed
    if not decision.LAND_FREE:
        yield _("Land of %(hex)s") % {"hex": hex_}, state.board.cost[hex_]
    cost = deploy_cost(state, player, column, hex_, land_free=decision.LAND_FREE)
    land = 0 if decision.LAND_FREE else state.board.cost[hex_]
    yield _("Clan %(clan)s") % {"clan": words.clan(player.clan)}, cost - printed - land


def _of_trade(state: engine.State, decision: engine.Decision, move: trading.Trade) -> Iterator[Row]:
    price = price_after(state, move.good, move.modifiers)
    told = {"goods": words.amount(move.good, move.quantity), "price": words.money(price)}
    pays = move.quantity * (price if move.side == "buy" else -price)
    yield _("%(goods)s at %(price)s") % told, pays
    yield from _besides(state, decision, move)


def _of_purchase(
    state: engine.State, decision: engine.Decision, move: trading.NeighbourhoodBuy
) -> Iterator[Row]:
    market = price_after(state, move.good, move.modifiers)
    told = {"goods": words.amount(move.good, move.quantity), "price": words.money(market)}
    yield _("%(goods)s at %(price)s") % told, move.quantity * market
    saved = market - neighbourhood_price(state, move.good, market)
    yield _("Neighbourhood"), -move.quantity * saved
    yield from _besides(state, decision, move)


def _besides(
    state: engine.State,
    decision: engine.Decision,
    move: trading.Trade | trading.NeighbourhoodBuy,
) -> Iterator[Row]:
    """What a copied port tile costs, and what the clan gets for trading."""
    player = state.players[decision.seat]
    yield _("Copying a port tile"), fee(move.modifiers)
    yield _("Clan %(clan)s") % {"clan": words.clan(player.clan)}, -clan_of(player).trade_income()


WRITTEN: Final[Mapping[type[MoveBase], Callable[[Any, Any, Any], Iterator[Row]]]] = {
    expanding.Expand: lambda state, decision, move: _of_unit(state, decision, move.unit, move.hex),
    setting_up.PlaceFirstWorker: lambda state, decision, move: _of_unit(
        state, decision, move.column, move.hex
    ),
    trading.Trade: _of_trade,
    trading.NeighbourhoodBuy: _of_purchase,
}
"""By type of move, the parts of its price in pounds; those that are nothing are left out."""

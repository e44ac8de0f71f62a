"""What the choices of the panel cost, and the cards of contracts."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.engine.clans import macewan
from games.engine.costs import deploy_cost, neighbourhood_price, obtaining_cost
from games.engine.moves import clans, contracts, expanding, setting_up, trading, upgrading
from games.engine.moves.base import MoveBase
from games.engine.moves.modifiers import fee, price_after
from games.engine.words import ContractId
from replays.sentences import words
from web.presenting import panel_words
from web.presenting.panel_routes import Step, Way

Priced = Callable[[engine.State, engine.Decision, Any], int]


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

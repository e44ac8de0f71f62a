"""How the price of a purchase or a sale comes about."""

from collections.abc import Iterator

from games import engine
from games.engine.clans import clan_of
from games.engine.moves.deals import Deal
from games.engine.moves.modifiers import copy_fee
from games.engine.terms import Good
from replays.narration import vocabulary
from replays.narration.language import gettext as _
from web.pages.panel.moves.base import PriceRow
from web.pages.panel.moves.skips import port_row


def each(price: int) -> str:
    """Such as ``£5 each``."""
    return _("%(price)s each") % {"price": vocabulary.money(price)}


def at_price(good: Good, quantity: int, price: int) -> PriceRow:
    """Goods bought at a price, or sold where ``quantity`` is negative."""
    params = {
        "goods": vocabulary.amount(good, abs(quantity)),
        "price": vocabulary.money(price),
    }
    return _("%(goods)s at %(price)s") % params, quantity * price


def besides(state: engine.State, decision: engine.Decision, deal: Deal) -> Iterator[PriceRow]:
    """What a copied port tile costs, and what the clan gets for trading.

    Of what a purchase brings only what can be used to pay for it. (CLAN-STEWART-04)
    """
    player = state.players[decision.seat]
    clan = clan_of(player)
    yield _("Copying a port tile"), copy_fee(deal.modifiers)
    yield port_row(state, decision, deal.modifiers)
    bonus = clan.deal_bonus(deal.quantity) if deal.side == "sell" else 0
    yield _("Clan %(clan)s") % {"clan": vocabulary.clan(player.clan)}, -clan.trade_income() - bonus


def bonus_after(state: engine.State, decision: engine.Decision, deal: Deal) -> PriceRow | None:
    """What the clan gets for a purchase once that is paid. (CLAN-DOUGLAS-3)"""
    player = state.players[decision.seat]
    bonus = clan_of(player).deal_bonus(deal.quantity) if deal.side == "buy" else 0
    return given_by(player.clan, bonus)


def given_by(clan: str, pounds: int) -> PriceRow | None:
    """The row of what a clan gives once something is paid; None for nothing."""
    row = _("Then clan %(clan)s gives") % {"clan": vocabulary.clan(clan)}
    return (row, pounds) if pounds else None

"""Contracts and stalls of the market, rendered once for what they show and for how moves begin."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from web.pages.common.pieces import ContractCard
from web.pages.table.parts.market import Stall
from web.templatetags.in_place import marker
from web.templatetags.memoized import memoized
from web.templatetags.table import start_link

register = template.Library()


@register.simple_tag(takes_context=True)
def contract(context: Context, card: ContractCard) -> SafeString:
    """A contract, with the link to the move that begins there."""
    start = start_link(context, "start-link", "contract", card.number)
    return memoized("web/parts/contract.html", card=card, start=start)


@register.simple_tag(takes_context=True)
def market_stall(context: Context, stall: Stall) -> SafeString:
    """The market of a good, with the links to moves, and where the marker would go."""
    buy, sell = (start_link(context, "start-deal", side, stall.good) for side in ("buy", "sell"))
    goes = marker(context, stall.good)
    return memoized("web/parts/market_stall.html", stall=stall, goes=goes, buy=buy, sell=sell)

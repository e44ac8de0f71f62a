"""What happens on the map and on the market, in the log."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.moves.fulfilling import Fulfil
from games.engine.moves.ports import UsePort
from games.engine.moves.trading import NeighbourhoodBuy, Trade
from games.engine.tiles.ports import COPYING
from replays.sentences import words
from replays.sentences.language import gettext as _
from replays.sentences.language import ngettext
from replays.sentences.tale import Tale, by_seat


def ports_used(tale: Tale, effects: Sequence[fx.PortUsed]) -> None:
    """Which tile, or which one it copies; what copying costs is paid directly after."""
    everything = tale.event.effects
    for effect in effects:
        copied = _copied(tale) if effect.tile == COPYING else None
        if copied is None:
            tale.say(effect.seat, _("uses port tile %(tile)s") % {"tile": effect.tile})
            continue
        after = everything[everything.index(effect) + 1 :][:1]
        costs = [e for e in after if isinstance(e, fx.MoneyChanged) and e.amount < 0]
        tale.told(costs)
        cost = words.money(-sum(e.amount for e in costs))
        told = {"tile": effect.tile, "copied": copied, "cost": cost}
        tale.say(effect.seat, _("uses port tile %(tile)s as tile %(copied)s for %(cost)s") % told)


def _copied(tale: Tale) -> int | None:
    """The tile that a move copies, which no effect names."""
    match tale.event.move:
        case UsePort(copy=tile):
            return tile
        case Trade() | NeighbourhoodBuy() | Fulfil() as move:
            return next((m.tile for m in move.modifiers if m.source == "copy"), None)
    return None


def units_moved(tale: Tale, effects: Sequence[fx.UnitMoved]) -> None:
    """Rowing, or any other way of moving."""
    rowing = tale.all(fx.Rowed)
    for effect in effects:
        told = {
            "unit": _(words.UNITS[effect.unit]),
            "origin": effect.origin,
            "target": effect.target,
        }
        phrase = (
            _("rows from %(origin)s to %(target)s")
            if rowing
            else _("moves %(unit)s from %(origin)s to %(target)s")
        )
        tale.say(effect.seat, phrase % told)


def withdrawn(tale: Tale, effects: Sequence[fx.Withdrawn | fx.WorkerReturned]) -> None:
    """Units that leave the map."""
    for seat, own in by_seat(effects).items():
        units = [
            words.unit_from(e.unit if isinstance(e, fx.Withdrawn) else "worker", e.hex) for e in own
        ]
        tale.say(seat, _("takes back %(units)s") % {"units": words.listed(units)})


def deployed(tale: Tale, effects: Sequence[fx.Deployed]) -> None:
    """Units that come onto the map, and what they cost together."""
    for seat, own in by_seat(effects).items():
        cost = tale.paid(seat)
        units = words.listed([words.unit_on(e.column, e.hex) for e in own])
        told = {"units": units, "cost": words.money(cost)}
        phrase = _("deploys %(units)s for %(cost)s") if cost else _("deploys %(units)s for free")
        tale.say(seat, phrase % told)


def merchants_moved(tale: Tale, effects: Sequence[fx.MerchantsMoved]) -> None:
    """A trade, or merchants that come back."""
    for effect in effects:
        if effect.amount < 0:
            market = {"n": -effect.amount, "good": _(words.GOODS[effect.good])}
            told = ngettext(
                "takes back a merchant from the market for %(good)s",
                "takes back %(n)s merchants from the market for %(good)s",
                -effect.amount,
            )
            tale.say(effect.seat, told % market)
        elif effect.side == "buy":
            _bought(tale, effect)
        else:
            _sold(tale, effect)


def _bought(tale: Tale, effect: fx.MerchantsMoved) -> None:
    goods = [e for e in tale.all(fx.GoodsChanged) if e.good == effect.good and e.amount > 0]
    tale.told(goods)
    told = {
        "goods": words.amount(effect.good, effect.amount),
        "money": words.money(tale.paid(effect.seat)),
    }
    phrase = (
        _("buys %(goods)s from the neighbourhood for %(money)s")
        if tale.all(fx.NeighbourhoodBought)
        else _("buys %(goods)s for %(money)s")
    )
    tale.say(effect.seat, phrase % told)


def _sold(tale: Tale, effect: fx.MerchantsMoved) -> None:
    goods = [e for e in tale.all(fx.GoodsChanged) if e.good == effect.good and e.amount < 0]
    tale.told(goods)
    told = {
        "goods": words.amount(effect.good, effect.amount),
        "money": words.money(tale.received(effect.seat)),
    }
    tale.say(effect.seat, _("sells %(goods)s for %(money)s") % told)


def market_dice_thrown(tale: Tale, effects: Sequence[fx.MarketDiceThrown]) -> None:
    """Each good with the face of the price die, and the throws that did not count before it."""
    told = []
    for effect in effects:
        *again, good = [_(words.GOODS[name]) for name in effect.goods]
        # Translators: what a die shows: by how many steps a price moves.
        face = _("plus %(n)s") if effect.face > 0 else _("minus %(n)s")
        one = {"good": good, "face": face % {"n": abs(effect.face)}}
        if again:
            one["again"] = words.listed(again)
            told.append(_("%(good)s (once more after %(again)s) with %(face)s") % one)
        else:
            told.append(_("%(good)s with %(face)s") % one)
    tale.begin(_("The market dice show %(throws)s.") % {"throws": words.listed(told)})


def prices_moved(tale: Tale, effects: Sequence[fx.PriceMoved]) -> None:
    """Where the price of each good ends, after all its movements in this event."""
    for good, position in {e.good: e.position for e in effects}.items():
        before, after = tale.price(good), tale.price(good, position)
        told = {"good": _(words.GOODS[good]), "price": words.money(after)}
        if after > before:
            tale.aside(_("the price of %(good)s rises to %(price)s") % told)
        elif after < before:
            tale.aside(_("the price of %(good)s falls to %(price)s") % told)
        else:
            tale.aside(_("the price of %(good)s stays at %(price)s") % told)


def merchants_hired(tale: Tale, effects: Sequence[fx.MerchantsHired]) -> None:
    """Merchants from the track."""
    for seat, own in by_seat(effects).items():
        number = sum(effect.amount for effect in own)
        told = ngettext("hires a merchant", "hires %(n)s merchants", number) % {"n": number}
        tale.say(seat, tale.for_money(seat, told))


def shipping_set(tale: Tale, effects: Sequence[fx.ShippingSet]) -> None:
    """The new level."""
    for effect in effects:
        told = _("raises shipping to level %(level)s") % {"level": effect.level}
        tale.say(effect.seat, tale.for_money(effect.seat, told))


def technology_flipped(tale: Tale, effects: Sequence[fx.TechnologyFlipped]) -> None:
    """Whose technology."""
    for effect in effects:
        whose = {"workers": _(words.TECHNOLOGIES[effect.column])}
        told = _("improves the technology of %(workers)s") % whose
        tale.say(effect.seat, tale.for_money(effect.seat, told))


def boxes_added(tale: Tale, effects: Sequence[fx.BoxAdded]) -> None:
    """A clan with more boxes than one."""
    for seat, own in by_seat(effects).items():
        told = ngettext("gets another export box", "gets %(n)s more export boxes", len(own))
        tale.say(seat, told % {"n": len(own)})

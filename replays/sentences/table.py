"""What happens on the map and on the market, in the log."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.tiles.ports import COPYING
from replays.sentences import vocabulary
from replays.sentences.language import gettext as _
from replays.sentences.language import ngettext
from replays.sentences.narration import Narration, by_seat


def ports_used(narration: Narration, effects: Sequence[fx.PortUsed]) -> None:
    """Which tile, or which one it copies; what copying costs is paid directly after."""
    everything, move = narration.event.effects, narration.event.move
    for effect in effects:
        copied = move.copied_tile() if move and effect.tile == COPYING else None
        if copied is None:
            narration.say(effect.seat, _("uses port tile %(tile)s") % {"tile": effect.tile})
            continue
        after = everything[everything.index(effect) + 1 :][:1]
        costs = [e for e in after if isinstance(e, fx.MoneyChanged) and e.amount < 0]
        narration.drop(costs)
        cost = vocabulary.money(-sum(e.amount for e in costs))
        params = {"tile": effect.tile, "copied": copied, "cost": cost}
        narration.say(
            effect.seat, _("uses port tile %(tile)s as tile %(copied)s for %(cost)s") % params
        )


def units_moved(narration: Narration, effects: Sequence[fx.UnitMoved]) -> None:
    """Units that go to another space; clans say themselves how theirs do."""
    for effect in effects:
        params = {
            "unit": _(vocabulary.UNITS[effect.unit]),
            "origin": effect.origin,
            "target": effect.target,
        }
        narration.say(effect.seat, _("moves %(unit)s from %(origin)s to %(target)s") % params)


def withdrawn(narration: Narration, effects: Sequence[fx.Withdrawn | fx.WorkerReturned]) -> None:
    """Units that leave the map."""
    for seat, own in by_seat(effects).items():
        units = [
            vocabulary.unit_from(e.unit if isinstance(e, fx.Withdrawn) else "worker", e.hex)
            for e in own
        ]
        narration.say(seat, _("takes back %(units)s") % {"units": vocabulary.listed(units)})


def deployed(narration: Narration, effects: Sequence[fx.Deployed]) -> None:
    """Units that come onto the map, and what they cost together."""
    for seat, own in by_seat(effects).items():
        cost = narration.paid(seat)
        units = vocabulary.listed([vocabulary.unit_on(e.column, e.hex) for e in own])
        params = {"units": units, "cost": vocabulary.money(cost)}
        phrase = _("deploys %(units)s for %(cost)s") if cost else _("deploys %(units)s for free")
        narration.say(seat, phrase % params)


def merchants_moved(narration: Narration, effects: Sequence[fx.MerchantsMoved]) -> None:
    """A trade, or merchants that come back."""
    for effect in effects:
        if effect.amount < 0:
            market = {"n": -effect.amount, "good": _(vocabulary.GOODS[effect.good])}
            pattern = ngettext(
                "takes back a merchant from the market for %(good)s",
                "takes back %(n)s merchants from the market for %(good)s",
                -effect.amount,
            )
            narration.say(effect.seat, pattern % market)
        elif effect.side == "buy":
            _bought(narration, effect)
        else:
            _sold(narration, effect)


def _bought(narration: Narration, effect: fx.MerchantsMoved) -> None:
    goods = [e for e in narration.all(fx.GoodsChanged) if e.good == effect.good and e.amount > 0]
    narration.drop(goods)
    params = {
        "goods": vocabulary.amount(effect.good, effect.amount),
        "money": vocabulary.money(narration.paid(effect.seat)),
    }
    phrase = (
        _("buys %(goods)s from the neighbourhood for %(money)s")
        if narration.all(fx.NeighbourhoodBought)
        else _("buys %(goods)s for %(money)s")
    )
    narration.say(effect.seat, phrase % params)


def _sold(narration: Narration, effect: fx.MerchantsMoved) -> None:
    goods = [e for e in narration.all(fx.GoodsChanged) if e.good == effect.good and e.amount < 0]
    narration.drop(goods)
    params = {
        "goods": vocabulary.amount(effect.good, effect.amount),
        "money": vocabulary.money(narration.received(effect.seat)),
    }
    narration.say(effect.seat, _("sells %(goods)s for %(money)s") % params)


def market_dice_thrown(narration: Narration, effects: Sequence[fx.MarketDiceThrown]) -> None:
    """Each good with the face of the price die, and the throws that did not count before it."""
    throws = []
    for effect in effects:
        *again, good = [_(vocabulary.GOODS[name]) for name in effect.goods]
        # Translators: what a die shows: by how many steps a price moves.
        face = _("plus %(n)s") if effect.face > 0 else _("minus %(n)s")
        one = {"good": good, "face": face % {"n": abs(effect.face)}}
        if again:
            one["again"] = vocabulary.listed(again)
            throws.append(_("%(good)s (once more after %(again)s) with %(face)s") % one)
        else:
            throws.append(_("%(good)s with %(face)s") % one)
    narration.begin(_("The market dice show %(throws)s.") % {"throws": vocabulary.listed(throws)})


def prices_moved(narration: Narration, effects: Sequence[fx.PriceMoved]) -> None:
    """Where the price of each good ends, after all its movements in this event."""
    for good, position in {e.good: e.position for e in effects}.items():
        before, after = narration.price(good), narration.price(good, position)
        params = {"good": _(vocabulary.GOODS[good]), "price": vocabulary.money(after)}
        if after > before:
            narration.aside(_("the price of %(good)s rises to %(price)s") % params)
        elif after < before:
            narration.aside(_("the price of %(good)s falls to %(price)s") % params)
        else:
            narration.aside(_("the price of %(good)s stays at %(price)s") % params)


def merchants_hired(narration: Narration, effects: Sequence[fx.MerchantsHired]) -> None:
    """Merchants from the track."""
    for seat, own in by_seat(effects).items():
        number = sum(effect.amount for effect in own)
        phrase = ngettext("hires a merchant", "hires %(n)s merchants", number) % {"n": number}
        narration.say(seat, narration.for_money(seat, phrase))


def shipping_set(narration: Narration, effects: Sequence[fx.ShippingSet]) -> None:
    """The new level."""
    for effect in effects:
        phrase = _("raises shipping to level %(level)s") % {"level": effect.level}
        narration.say(effect.seat, narration.for_money(effect.seat, phrase))


def technology_flipped(narration: Narration, effects: Sequence[fx.TechnologyFlipped]) -> None:
    """The technology that is improved."""
    for effect in effects:
        whose = {"workers": _(vocabulary.TECHNOLOGIES[effect.column])}
        phrase = _("improves the technology of %(workers)s") % whose
        narration.say(effect.seat, narration.for_money(effect.seat, phrase))


def boxes_added(narration: Narration, effects: Sequence[fx.BoxAdded]) -> None:
    """A clan with more boxes than one."""
    for seat, own in by_seat(effects).items():
        pattern = ngettext("gets another export box", "gets %(n)s more export boxes", len(own))
        narration.say(seat, pattern % {"n": len(own)})

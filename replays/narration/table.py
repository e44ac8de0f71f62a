"""What happens on the map and on the market, in the log."""

from collections import defaultdict
from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.rules.costs import reaching_fee
from games.engine.terms import Seat
from games.engine.tiles.ports import COPY_COST, COPYING
from replays.narration import vocabulary
from replays.narration.base import Narration, by_seat
from replays.narration.clans import phrases_of
from replays.narration.language import gettext as _
from replays.narration.language import ngettext
from replays.narration.stocks import discarded, stand_ins


def ports_used(narration: Narration, effects: Sequence[fx.PortUsed]) -> None:
    """Which tile, or which one it copies and for how much, which is paid after it. (PORT-9)"""
    everything, move = narration.event.effects, narration.event.move
    for effect in effects:
        fee = _skipped(narration, effect)
        copied = move.copied_tile() if move and effect.tile == COPYING else None
        if copied is None:
            _used(narration, effect, fee)
            if effect.tile != COPYING:
                discarded(narration, effect.seat, effect.tile)
            continue
        paid = fx.MoneyChanged(effect.seat, -COPY_COST)
        narration.drop([e for e in everything[everything.index(effect) :] if e == paid][:1])
        narration.say_also(
            effect.seat,
            _("uses port tile %(tile)s as tile %(copied)s for %(cost)s"),
            _("use port tile %(tile)s as tile %(copied)s for %(cost)s"),
            tile=effect.tile,
            copied=copied,
            cost=vocabulary.money(COPY_COST),
        )
        if fee:
            phrase, own = _("skips lochs for %(cost)s"), _("skip lochs for %(cost)s")
            narration.say_lesser(effect.seat, phrase, own, cost=vocabulary.money(fee))
        discarded(narration, effect.seat, copied)


def _used(narration: Narration, effect: fx.PortUsed, fee: int) -> None:
    """A tile that is used, behind lochs where there is a fee: one phrase, so that both are kept."""
    if not fee:
        phrase, own = _("uses port tile %(tile)s"), _("use port tile %(tile)s")
        narration.say_also(effect.seat, phrase, own, tile=effect.tile)
        return
    narration.say_also(
        effect.seat,
        _("skips lochs for %(cost)s to use port tile %(tile)s"),
        _("skip lochs for %(cost)s to use port tile %(tile)s"),
        cost=vocabulary.money(fee),
        tile=effect.tile,
    )


def _skipped(narration: Narration, effect: fx.PortUsed) -> int:
    """What a clan pays to get to a tile, directly before it is used."""
    everything = narration.event.effects
    place = everything.index(effect)
    before = everything[max(0, place - 1) : place]
    costs = [e for e in before if isinstance(e, fx.MoneyChanged) and e.amount < 0]
    narration.drop(costs)
    return -sum(e.amount for e in costs)


def units_moved(narration: Narration, effects: Sequence[fx.UnitMoved]) -> None:
    """Units that go to another space; clans say themselves how theirs do.

    One that makes room for a unit is said in few words too. (CLAN-MACGREGOR-4)
    """
    settled = {one.hex for one in narration.event.effects if isinstance(one, fx.Deployed)}
    for effect in effects:
        say = narration.say_also if effect.origin in settled else narration.say
        say(
            effect.seat,
            _("moves %(unit)s from %(origin)s to %(target)s"),
            _("move %(unit)s from %(origin)s to %(target)s"),
            unit=vocabulary.unit_taken(effect.unit),
            origin=effect.origin,
            target=effect.target,
        )


def withdrawn(narration: Narration, effects: Sequence[fx.Withdrawn | fx.WorkerReturned]) -> None:
    """Units that leave the map."""
    for seat, own in by_seat(effects).items():
        gone = [(e.unit if isinstance(e, fx.Withdrawn) else "worker", e.hex) for e in own]
        units = vocabulary.units_at(vocabulary.unit_from, gone)
        phrase, yours = _("puts back %(units)s"), _("put back %(units)s")
        narration.say_lesser(seat, phrase, yours, units=vocabulary.listed(units))


def deployed(narration: Narration, effects: Sequence[fx.Deployed]) -> None:
    """Units that come onto the map, what they cost together, and what clans receive for them."""
    income = _clan_income(narration, effects)
    for seat, own in by_seat(effects).items():
        cost = narration.paid(seat)
        placed = vocabulary.units_at(vocabulary.unit_on, [(e.column, e.hex) for e in own])
        units = vocabulary.listed(placed)
        fee = _skipping(narration, seat)
        if fee:
            phrase = _("places %(units)s for %(cost)s, %(fee)s of it for skipping")
            yours = _("place %(units)s for %(cost)s, %(fee)s of it for skipping")
            facts = {"cost": vocabulary.money(cost), "fee": vocabulary.money(fee)}
            narration.say(seat, phrase, yours, units=units, **facts)
            continue
        if cost:
            phrase, yours = _("places %(units)s for %(cost)s"), _("place %(units)s for %(cost)s")
        else:
            phrase, yours = _("places %(units)s for free"), _("place %(units)s for free")
        narration.say(seat, phrase, yours, units=units, cost=vocabulary.money(cost))
    for seat, payments in income.items():
        said = phrases_of(narration, seat).beside(len(payments))
        if said:
            narration.say_share(seat, *said, money=vocabulary.money(sum(payments)))


def _clan_income(
    narration: Narration, effects: Sequence[fx.Deployed]
) -> defaultdict[Seat, list[int]]:
    """Take what clans receive directly after units are deployed, by seat. (IND-DEP-07)"""
    everything, found = narration.event.effects, defaultdict[Seat, list[int]](list)
    for effect in effects:
        for after in everything[everything.index(effect) + 1 :]:
            if not isinstance(after, fx.MoneyChanged) or after.amount < 0:
                break
            if phrases_of(narration, after.seat).beside(1):
                narration.drop([after])
                found[after.seat].append(after.amount)
    return found


def _skipping(narration: Narration, seat: Seat) -> int:
    """What a player pays to expand beyond its reach. (CLAN-SINCLAIR-10)"""
    move, decision = narration.event.move, narration.state.decision_of(seat)
    expansion = move.expansion() if move and decision else None
    if expansion is None or decision is None:
        return 0
    return reaching_fee(narration.state, seat, expansion[1], decision.grant)


def merchants_moved(narration: Narration, effects: Sequence[fx.MerchantsMoved]) -> None:
    """A trade, or merchants that come back."""
    for effect in effects:
        if effect.amount < 0:
            phrase = ngettext(
                "takes back a merchant from the %(good)s market",
                "takes back %(n)s merchants from the %(good)s market",
                -effect.amount,
            )
            own = ngettext(
                "take back a merchant from the %(good)s market",
                "take back %(n)s merchants from the %(good)s market",
                -effect.amount,
            )
            good = vocabulary.of_good(effect.good)
            narration.say(effect.seat, phrase, own, n=-effect.amount, good=good)
        elif effect.side == "buy":
            _bought(narration, effect)
        else:
            _sold(narration, effect)


def _bought(narration: Narration, effect: fx.MerchantsMoved) -> None:
    goods = [e for e in narration.all(fx.GoodsChanged) if e.good == effect.good and e.amount > 0]
    narration.drop(goods)
    if narration.all(fx.NeighbourhoodBought):
        phrase = _("buys %(goods)s from neighbours for %(money)s")
        own = _("buy %(goods)s from neighbours for %(money)s")
    else:
        phrase, own = _("buys %(goods)s for %(money)s"), _("buy %(goods)s for %(money)s")
    goods_bought = vocabulary.taken(effect.good, sum(one.amount for one in goods))
    money = vocabulary.money(narration.paid(effect.seat))
    narration.say(effect.seat, phrase, own, goods=goods_bought, money=money)


def _sold(narration: Narration, effect: fx.MerchantsMoved) -> None:
    goods = [e for e in narration.all(fx.GoodsChanged) if e.good == effect.good and e.amount < 0]
    narration.drop(goods)
    number = -sum(one.amount for one in goods)
    given = [vocabulary.taken(effect.good, number)] if number else []
    narration.say(
        effect.seat,
        _("sells %(goods)s for %(money)s"),
        _("sell %(goods)s for %(money)s"),
        goods=vocabulary.listed([*given, *stand_ins(narration, effect.seat)]),
        money=vocabulary.money(_received_for(narration, effect)),
    )


def _received_for(narration: Narration, effect: fx.MerchantsMoved) -> int:
    """Take what a sale brings: the first payment after its merchants; what clans add is apart."""
    everything = narration.event.effects
    after = everything[everything.index(effect) :]
    payments = [e for e in after if isinstance(e, fx.MoneyChanged) and e.amount > 0]
    narration.drop(payments[:1])
    return sum(payment.amount for payment in payments[:1])


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
        params = {"good": vocabulary.of_good(good), "price": vocabulary.money(after)}
        if after > before:
            narration.aside(_("the price of %(good)s rises to %(price)s") % params)
        elif after < before:
            narration.aside(_("the price of %(good)s falls to %(price)s") % params)
        else:
            narration.aside(_("the price of %(good)s stays at %(price)s") % params)


def merchants_hired(narration: Narration, effects: Sequence[fx.MerchantsHired]) -> None:
    """Merchants from the track; or with how many a player starts who has more than is usual."""
    printed = bool(narration.all(fx.DraftCleared))
    for seat, own in by_seat(effects).items():
        number = sum(effect.amount for effect in own)
        if printed:
            number += narration.state.players[seat].stock
            phrase = ngettext("starts with %(n)s merchant", "starts with %(n)s merchants", number)
            yours = ngettext("start with %(n)s merchant", "start with %(n)s merchants", number)
            narration.say_share(seat, phrase, yours, n=number)
            continue
        phrase = ngettext("hires a merchant", "hires %(n)s merchants", number)
        yours = ngettext("hire a merchant", "hire %(n)s merchants", number)
        narration.say_for_money(seat, phrase, yours, n=number)


def shipping_set(narration: Narration, effects: Sequence[fx.ShippingSet]) -> None:
    """The new level, or the one at the start that a clan has printed."""
    printed = bool(narration.all(fx.DraftCleared))
    for effect in effects:
        if printed:
            phrase = _("starts with shipping level %(level)s")
            own = _("start with shipping level %(level)s")
            narration.say_share(effect.seat, phrase, own, level=effect.level)
            continue
        phrase = _("upgrades shipping to level %(level)s")
        own = _("upgrade shipping to level %(level)s")
        narration.say_for_money(effect.seat, phrase, own, level=effect.level)


def technology_flipped(narration: Narration, effects: Sequence[fx.TechnologyFlipped]) -> None:
    """The technology that is improved; both in one phrase, so that none is left out. (PORT-13)"""
    for seat, flipped in by_seat(effects).items():
        if len(flipped) > 1:
            phrase, own = _("upgrades both technologies"), _("upgrade both technologies")
        else:
            phrase, own = (_(one) for one in vocabulary.TECHNOLOGIES[flipped[0].column])
        narration.say_for_money(seat, phrase, own)


def boxes_added(narration: Narration, effects: Sequence[fx.BoxAdded]) -> None:
    """A clan with more boxes than one."""
    for seat, own in by_seat(effects).items():
        phrase = ngettext("gets another export box", "gets %(n)s more export boxes", len(own))
        yours = ngettext("get another export box", "get %(n)s more export boxes", len(own))
        narration.say(seat, phrase, yours, n=len(own))

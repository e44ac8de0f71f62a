"""What happens to contracts and to the stocks of the players, in the log."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import effects as fx
from games.engine.terms import IMPORT_INDEX, Good, Seat
from games.engine.tiles.ports import PORTS
from replays.narration import vocabulary
from replays.narration.base import Narration, by_seat
from replays.narration.language import gettext as _
from replays.narration.language import ngettext, numbered


def contracts_drawn(narration: Narration, effects: Sequence[fx.ContractDrawn]) -> None:
    """Contracts that a player turns up; those that are laid out are described by ``future_set``."""
    if narration.event.seat is not None and not narration.all(fx.FutureSet):
        narration.say(
            narration.event.seat,
            _("reveals %(contracts)s"),
            _("reveal %(contracts)s"),
            contracts=vocabulary.contracts([e.contract for e in effects]),
        )


def contracts_boxed(narration: Narration, effects: Sequence[fx.ContractBoxed]) -> None:
    """Contracts taken, and what they cost together."""
    for seat, own in by_seat(effects).items():
        contracts = vocabulary.contracts([effect.contract for effect in own])
        phrase, yours = _("takes %(contracts)s"), _("take %(contracts)s")
        narration.say_for_money(seat, phrase, yours, contracts=contracts)


def contracts_put_under(narration: Narration, effects: Sequence[fx.ContractsPutUnder]) -> None:
    """Contracts that were turned up and not taken."""
    numbers = [number for effect in effects for number in effect.contracts]
    if narration.event.seat is not None:
        narration.say(
            narration.event.seat,
            _("puts %(contracts)s under the pile"),
            _("put %(contracts)s under the pile"),
            contracts=vocabulary.contracts(numbers),
        )


def contracts_fulfilled(narration: Narration, effects: Sequence[fx.ContractFulfilled]) -> None:
    """Contracts whose box becomes free only now; ``leads.fulfil`` describes the others."""
    for effect in effects:
        contracts = vocabulary.contracts([effect.contract])
        phrase, own = _("lays %(contracts)s aside"), _("lay %(contracts)s aside")
        narration.say(effect.seat, phrase, own, contracts=contracts)


def slots_set(narration: Narration, effects: Sequence[fx.SlotSet]) -> None:
    """Contracts that come onto the export board; those that leave it stand with their taker."""
    numbers = [numbered(effect.contract) for effect in effects if effect.contract]
    if numbers:
        params = {"contracts": vocabulary.listed(numbers)}
        narration.remark(_("New on the export board: %(contracts)s.") % params)


def contracts_removed(narration: Narration, effects: Sequence[fx.ContractRemoved]) -> None:
    """Contracts that are out of the game."""
    numbers = [effect.contract for effect in effects]
    pattern = ngettext(
        "Out of the game: contract %(contracts)s.",
        "Out of the game: contracts %(contracts)s.",
        len(numbers),
    )
    listed = vocabulary.listed([numbered(number) for number in numbers])
    narration.remark(pattern % {"contracts": listed})


def future_set(narration: Narration, effects: Sequence[fx.FutureSet]) -> None:
    """The row beside the export board, once it is made up again."""
    row = effects[-1].contracts
    if row:
        params = {"contracts": vocabulary.listed([numbered(number) for number in row])}
        narration.remark(_("Coming next: %(contracts)s.") % params)


def price_die_rolled(narration: Narration, effects: Sequence[fx.PriceDieRolled]) -> None:
    """What the die shows for each good, which says where its price begins."""
    narration.take(fx.PriceMoved)
    rolls = [
        # Translators: a good and by how many steps its price moves, such as "milk +2".
        _("%(good)s %(face)s") % {"good": _(vocabulary.GOODS[e.good]), "face": f"{e.face:+d}"}
        for e in effects
    ]
    said = _("The price die (2 and 3 move a price one step): %(rolls)s.")
    narration.remark(said % {"rolls": vocabulary.listed(rolls)})


def imports_moved(narration: Narration, effects: Sequence[fx.ImportMoved]) -> None:
    """How much is imported."""
    before = narration.state.imports
    goods = {e.good: e.position - before[IMPORT_INDEX[e.good]] for e in effects}
    if narration.event.seat is not None:
        said = vocabulary.amounts_taken(goods)
        seat = narration.event.seat
        narration.say_gain(seat, _("imports %(goods)s"), _("import %(goods)s"), goods=said)


def stock_changed(narration: Narration, effects: Sequence[Any], only: Seat | None = None) -> None:
    """The remaining changes of money and goods, netted, for each player, or for one of them."""
    pounds, goods = stock(narration, only)
    for seat in dict.fromkeys([*pounds, *goods]):
        money = pounds.get(seat, 0)
        gained = {good: n for good, n in goods[seat].items() if n > 0}
        lost = {good: -n for good, n in goods[seat].items() if n < 0}
        _change(narration, seat, money, gained, lost)


def stand_ins(narration: Narration, seat: Seat) -> list[str]:
    """Take what a seat gives in place of goods, such as ``1 kilt as bread``, as its move names it.

    (CLAN-FRASER-5)
    """
    move = narration.event.move
    named = [*move.stand_ins()] if move else []
    if not named:
        return []
    narration.take(fx.ClanStateSet, seat)
    return [vocabulary.kilts_as(named)]


def discarded(narration: Narration, seat: Seat, tile: int) -> None:
    """What a port tile takes and gives for it, which may be of the same kind.

    For what a kilt stands makes no difference. (PORT-2, PORT-3, PORT-14, CLAN-FRASER-5)
    """
    kind = PORTS.get(tile)
    if kind is None or kind.announced or "discard" not in kind.takes:
        return
    goods = [e for e in narration.all(fx.GoodsChanged) if e.seat == seat]
    lost = [vocabulary.taken(e.good, -e.amount) for e in goods if e.amount < 0]
    if kilts := narration.event.move.stand_ins() if narration.event.move else []:
        narration.take(fx.ClanStateSet, seat)
        lost.append(vocabulary.taken("kilt", len(kilts)))
    if not lost:
        return
    narration.drop(goods)
    gained = {e.good: e.amount for e in goods if e.amount > 0}
    narration.say(
        seat,
        _("discards %(discarded)s for %(gained)s"),
        _("discard %(discarded)s for %(gained)s"),
        discarded=vocabulary.listed(lost),
        gained=vocabulary.amounts_taken(gained, 0 if gained else narration.received(seat)),
    )


def stock(
    narration: Narration, only: Seat | None = None
) -> tuple[dict[Seat, int], defaultdict[Seat, dict[Good, int]]]:
    """Take the remaining changes of money and of goods, by seat, or those of one seat."""
    pounds: dict[Seat, int] = {}
    goods: defaultdict[Seat, dict[Good, int]] = defaultdict(dict)
    for paid in narration.take(fx.MoneyChanged, only):
        pounds[paid.seat] = pounds.get(paid.seat, 0) + paid.amount
    for change in narration.take(fx.GoodsChanged, only):
        own = goods[change.seat]
        own[change.good] = own.get(change.good, 0) + change.amount
    return pounds, goods


def _change(
    narration: Narration,
    seat: Seat,
    pounds: int,
    gained: Mapping[Good, int],
    lost: Mapping[Good, int],
) -> None:
    if gained and lost:
        narration.say(
            seat,
            _("turns %(lost)s into %(gained)s"),
            _("turn %(lost)s into %(gained)s"),
            lost=vocabulary.amounts_taken(lost),
            gained=vocabulary.amounts_taken(gained),
        )
        gained = lost = {}
    if lost or pounds < 0:
        goods = vocabulary.amounts_taken(lost, max(-pounds, 0))
        narration.say(seat, _("gives %(goods)s"), _("give %(goods)s"), goods=goods)
    if gained or pounds > 0:
        goods = vocabulary.amounts_taken(gained, max(pounds, 0))
        narration.say_share(seat, _("receives %(goods)s"), _("receive %(goods)s"), goods=goods)


def glory_gained(narration: Narration, effects: Sequence[fx.GloryGained]) -> None:
    """Glory, all that a player gains of it together."""
    for seat, own in by_seat(effects).items():
        glory = sum(effect.amount for effect in own)
        phrase = ngettext("gains %(glory)s Glory", "gains %(glory)s Glory", glory)
        yours = ngettext("gain %(glory)s Glory", "gain %(glory)s Glory", glory)
        narration.say(seat, phrase, yours, glory=glory)

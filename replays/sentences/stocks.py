"""What happens to contracts and to the stocks of the players, in the log."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import effects as fx
from games.engine.decisions import ProduceAnswer
from games.engine.words import IMPORT_INDEX, Good, Seat
from replays.sentences import words
from replays.sentences.language import gettext as _
from replays.sentences.language import ngettext
from replays.sentences.tale import Tale, by_seat


def contracts_drawn(tale: Tale, effects: Sequence[fx.ContractDrawn]) -> None:
    """Contracts that a player turns up; those that are laid out are told with their place."""
    if tale.event.seat is not None and not tale.all(fx.FutureSet):
        told = {"contracts": words.contracts([e.contract for e in effects])}
        tale.say(tale.event.seat, _("turns up %(contracts)s") % told)


def contracts_boxed(tale: Tale, effects: Sequence[fx.ContractBoxed]) -> None:
    """Contracts taken, and what they cost together."""
    for seat, own in by_seat(effects).items():
        contracts = words.contracts([effect.contract for effect in own])
        told = _("takes %(contracts)s") % {"contracts": contracts}
        tale.say(seat, tale.for_money(seat, told))


def contracts_put_under(tale: Tale, effects: Sequence[fx.ContractsPutUnder]) -> None:
    """Contracts that nobody wanted."""
    numbers = [number for effect in effects for number in effect.contracts]
    told = {"contracts": words.contracts(numbers)}
    if tale.event.seat is not None:
        tale.say(tale.event.seat, _("puts %(contracts)s under the pile") % told)


def contracts_fulfilled(tale: Tale, effects: Sequence[fx.ContractFulfilled]) -> None:
    """Contracts whose box becomes free only now; fulfilling tells the others itself."""
    for effect in effects:
        told = {"contracts": words.contracts([effect.contract])}
        tale.say(effect.seat, _("lays %(contracts)s aside") % told)


def slots_set(tale: Tale, effects: Sequence[fx.SlotSet]) -> None:
    """Contracts that come onto the export board; those that leave it are told with their taker."""
    numbers = [str(effect.contract) for effect in effects if effect.contract]
    if numbers:
        told = {"contracts": words.listed(numbers)}
        tale.remark(_("New on the export board: %(contracts)s.") % told)


def contracts_removed(tale: Tale, effects: Sequence[fx.ContractRemoved]) -> None:
    """Contracts that nobody can have any more."""
    numbers = [effect.contract for effect in effects]
    told = ngettext(
        "Out of the game: contract %(contracts)s.",
        "Out of the game: contracts %(contracts)s.",
        len(numbers),
    )
    listed = words.listed([str(number) for number in numbers])
    tale.remark(told % {"contracts": listed})


def future_set(tale: Tale, effects: Sequence[fx.FutureSet]) -> None:
    """The row beside the export board, once it is made up again."""
    row = effects[-1].contracts
    if row and row != tale.state.future:
        told = {"contracts": words.listed([str(number) for number in row])}
        tale.remark(_("To come next: %(contracts)s.") % told)


def price_die_rolled(tale: Tale, effects: Sequence[fx.PriceDieRolled]) -> None:
    """What the die shows for each good, which says where its price begins."""
    tale.take(fx.PriceMoved)
    told = [
        # Translators: a good and by how many steps its price moves, such as "milk +2".
        _("%(good)s %(face)s") % {"good": _(words.GOODS[e.good]), "face": f"{e.face:+d}"}
        for e in effects
    ]
    tale.remark(_("The price die: %(rolls)s.") % {"rolls": words.listed(told)})


def imports_moved(tale: Tale, effects: Sequence[fx.ImportMoved]) -> None:
    """How much is imported."""
    before = tale.state.imports
    goods = {e.good: e.position - before[IMPORT_INDEX[e.good]] for e in effects}
    if tale.event.seat is not None:
        tale.say(tale.event.seat, _("imports %(goods)s") % {"goods": words.amounts(goods)})


def answered(tale: Tale, effects: Sequence[fx.Answered]) -> None:
    """What a player wants to make, once all have answered."""
    for effect in effects:
        answer = effect.answer
        made: dict[Good, int] = {
            "cheese": answer.cheese,
            "bread": answer.bread,
            "whisky": answer.whisky,
        }
        if any(made.values()):
            told = _("decides to make %(goods)s") % {"goods": words.amounts(made)}
        else:
            told = _("decides to make nothing")
        tale.say(effect.seat, told)
        _clan_answered(tale, effect.seat, answer)


def _clan_answered(tale: Tale, seat: Seat, answer: ProduceAnswer) -> None:
    if answer.clan.butter:
        milk = words.amount("milk", answer.clan.butter)
        tale.say(seat, _("turns %(milk)s into butter") % {"milk": milk})
    if answer.clan.cellar:
        tale.say(seat, _("puts a whisky into the cellar"))


def clan_state_set(tale: Tale, effects: Sequence[fx.ClanStateSet]) -> None:
    """Barrels in the cellar, which is all that any clan keeps; that they move on is no news."""
    for seat, own in by_seat(effects).items():
        more = sum(own[-1].values) - sum(tale.state.players[seat].clan_state)
        if more > 0:
            into = [e for e in tale.all(fx.GoodsChanged) if e.seat == seat and e.good == "whisky"]
            tale.told([e for e in into if e.amount < 0])
            stock_changed(tale, [])  # it has to be made first
            tale.say(seat, _("puts a whisky into the cellar"))
        elif more < 0:
            told = ngettext(
                "takes a barrel out of the cellar", "takes %(n)s barrels out of the cellar", -more
            )
            tale.say(seat, told % {"n": -more})


def stock_changed(tale: Tale, effects: Sequence[Any]) -> None:
    """Money and goods that nothing else has told, netted, for each player."""
    pounds, goods = stock(tale)
    for seat in dict.fromkeys([*pounds, *goods]):
        money = pounds.get(seat, 0)
        gained = {good: n for good, n in goods[seat].items() if n > 0}
        lost = {good: -n for good, n in goods[seat].items() if n < 0}
        _change(tale, seat, money, gained, lost)


def stock(tale: Tale) -> tuple[dict[Seat, int], defaultdict[Seat, dict[Good, int]]]:
    """The untold changes of money and of goods by seat; told from now on."""
    pounds: dict[Seat, int] = {}
    goods: defaultdict[Seat, dict[Good, int]] = defaultdict(dict)
    for paid in tale.take(fx.MoneyChanged):
        pounds[paid.seat] = pounds.get(paid.seat, 0) + paid.amount
    for change in tale.take(fx.GoodsChanged):
        own = goods[change.seat]
        own[change.good] = own.get(change.good, 0) + change.amount
    return pounds, goods


def _change(
    tale: Tale, seat: Seat, pounds: int, gained: Mapping[Good, int], lost: Mapping[Good, int]
) -> None:
    if gained and lost:
        told = {"lost": words.amounts(lost), "gained": words.amounts(gained)}
        tale.say(seat, _("turns %(lost)s into %(gained)s") % told)
        gained = lost = {}
    if lost or pounds < 0:
        told = {"goods": words.amounts(lost, max(-pounds, 0))}
        tale.say(seat, _("gives %(goods)s") % told)
    if gained or pounds > 0:
        told = {"goods": words.amounts(gained, max(pounds, 0))}
        tale.say(seat, _("receives %(goods)s") % told)


def glory_gained(tale: Tale, effects: Sequence[fx.GloryGained]) -> None:
    """Glory, all that a player gains of it together."""
    for seat, own in by_seat(effects).items():
        glory = sum(effect.amount for effect in own)
        tale.say(seat, _("gains %(glory)s Glory") % {"glory": glory})

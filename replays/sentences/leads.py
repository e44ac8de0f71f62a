"""What the log says by the kind of an event, before its effects are told.

Most moves are all in their effects. Some do what no effect names, and some are told better as a
whole; a lead takes the effects that it has told.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_noop

from games import engine
from games.engine import effects as fx
from games.engine.moves.fulfilling import Bonus, Fulfil
from games.engine.words import Seat
from replays.sentences import words
from replays.sentences.language import gettext as _
from replays.sentences.stocks import stock
from replays.sentences.tale import Tale

Lead = Callable[[Tale, Seat], None]
Opening = Callable[[Tale], None]


# --- moves ----------------------------------------------------------------------------------------


def fulfil(tale: Tale, seat: Seat) -> None:
    """The contract with all that is delivered for it."""
    move = tale.event.move
    if not isinstance(move, Fulfil):
        return
    tale.take(fx.ContractFulfilled, seat)
    given = [words.amount(e.good, -e.amount) for e in tale.take(fx.GoodsChanged, seat)]
    given += [words.unit_from(e.unit, e.hex) for e in tale.take(fx.Withdrawn, seat)]
    told = {"contract": words.contracts([move.contract])}
    if given:
        told["given"] = words.listed(given)
        tale.say(seat, _("fulfils %(contract)s with %(given)s") % told)
    else:
        tale.say(seat, _("fulfils %(contract)s") % told)


def keep_contracts(tale: Tale, seat: Seat) -> None:
    """Nothing is an answer too."""
    if not tale.all(fx.ContractBoxed):
        tale.say(seat, _("takes no contract"))


def end_turn(tale: Tale, seat: Seat) -> None:
    """Whose turn comes next is seen in the next event."""
    tale.say(seat, _("ends the turn"))


BONUSES: Final[Mapping[str, str]] = {
    # Translators: these go on from a player's name, as all that begins with a verb here does.
    "free_space": gettext_noop("uses the free space of the contract first"),
    "bonus_upgrade": gettext_noop("uses the upgrade of the contract first"),
    "beer": gettext_noop("brews beer first"),
}


def bonus(tale: Tale, seat: Seat) -> None:
    """The order of bonuses, which no effect names."""
    if isinstance(tale.event.move, Bonus):
        tale.say(seat, _(BONUSES[tale.event.move.kind]))


SKIPPED: Final[Mapping[str, str]] = {
    "deployment_bonuses": gettext_noop("does without the bonuses of the new unit"),
    "building_bonus": gettext_noop("does without the building bonus"),
    "export_bonuses": gettext_noop("does without the remaining bonuses of the contract"),
    "fulfil_next": gettext_noop("fulfils no further contract"),
    "brew": gettext_noop("brews no beer"),
    "free_space": gettext_noop("does without the free space"),
    "bonus_upgrade": gettext_noop("does without the upgrade"),
}
"""By kind of the decision that is left unused."""


def skip(tale: Tale, seat: Seat) -> None:
    """What was on offer stands in the decision that is closed."""
    kind = tale.state.decisions[-1].kind
    tale.say(seat, _(SKIPPED.get(kind, gettext_noop("does without it"))))


def draw_contracts(tale: Tale, seat: Seat) -> None:
    """Nothing is drawn where the contracts to choose from lie open already."""
    if not tale.all(fx.ContractDrawn):
        tale.say(seat, _("chooses among the contracts to come"))


def brew(tale: Tale, seat: Seat) -> None:
    """Grain for money."""
    pounds, goods = stock(tale)
    told = {
        "grain": words.amount("grain", -goods[seat].get("grain", 0)),
        "money": words.money(pounds.get(seat, 0)),
    }
    tale.say(seat, _("brews beer of %(grain)s for %(money)s") % told)


MOVES: Final[Mapping[str, Lead | None]] = {
    "choose_clan": None,
    "bid": None,
    "decline_bid": None,
    "place_worker": None,
    "trade": None,
    "take_contracts": None,
    "expand": None,
    "upgrade_shipping": None,
    "upgrade_technology": None,
    "hire_merchant": None,
    "fulfil": fulfil,
    "pass": None,
    "end_turn": end_turn,
    "use_port": None,
    "neighbourhood_buy": None,
    "draw_contracts": draw_contracts,
    "keep_contracts": keep_contracts,
    "bonus": bonus,
    "bonus_upgrade": None,
    "row": None,
    "withdraw_cellar": None,
    "brew": brew,
    "skip": skip,
    "produce": None,
}
"""By type of a move."""


# --- the game's own steps -------------------------------------------------------------------------


def production(tale: Tale) -> None:
    """Income and basic goods; barrels that only move on are not worth a word."""
    tale.begin(_("Production in round %(round)s.") % {"round": tale.state.round})


def processing(tale: Tale) -> None:
    """The answers of all are carried out."""
    tale.begin(_("All goods are processed."))


def scoring(tale: Tale) -> None:
    """The tile of the round."""
    round_, tiles = tale.state.round, tale.state.scoring_tiles
    if not tiles:
        tale.begin(_("Round %(round)s is over.") % {"round": round_})
        return
    told = {"round": round_, "tile": tiles[round_ - 1]}
    tale.begin(_("Round %(round)s is scored by tile %(tile)s.") % told)


def preparation(tale: Tale) -> None:
    """All merchants come back."""
    tale.take(fx.MerchantsMoved)
    tale.begin(_("All merchants return."))


def final_scoring(tale: Tale) -> None:
    """The result follows."""
    tale.begin(_("The game is over."))


def early_end(tale: Tale) -> None:
    """Too few people are left; the result follows."""
    tale.begin(_("The game ends early, because too few people are left."))


def abandon(tale: Tale) -> None:
    """There is no result."""
    tale.begin(_("All agree to end the game without a result."))


STEPS: Final[Mapping[str, Opening | None]] = {
    "setup": None,
    "fork": None,
    engine.RESIGN: None,
    engine.EARLY_END: early_end,
    engine.ABANDON: abandon,
    "reveal": None,
    "production": production,
    "processing": processing,
    "scoring": scoring,
    "preparation": preparation,
    "final_scoring": final_scoring,
}
"""By kind of an event without a move."""

"""The beginning of a sentence by the kind of its event, before the phrases of its effects.

Most moves are fully described by their effects. Some do what no effect names, and some read better
as a whole; a lead takes the effects that it describes.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_noop

from games import engine
from games.engine import effects as fx
from games.engine.decisions import ProduceDecision
from games.engine.expansions import row_in_play
from games.engine.rules import production as rules
from games.engine.terms import Seat
from replays.narration import clans, table, vocabulary
from replays.narration.base import Narration, by_seat
from replays.narration.clans import Lead, Pair
from replays.narration.language import gettext as _
from replays.narration.stocks import stand_ins, stock_changed

Opening = Callable[[Narration], None]


# --- moves ----------------------------------------------------------------------------------------


def fulfil(narration: Narration, seat: Seat) -> None:
    """The contract with everything delivered for it."""
    move = narration.event.move
    fulfilled = move.fulfilled() if move else None
    if fulfilled is None:
        return
    narration.take(fx.ContractFulfilled, seat)
    paid = [e for e in narration.all(fx.GoodsChanged) if e.seat == seat and e.amount < 0]
    narration.drop(paid)
    given = [vocabulary.taken(e.good, -e.amount) for e in paid]
    given += stand_ins(narration, seat)
    animals = [(e.unit, e.hex) for e in narration.take(fx.Withdrawn, seat)]
    given += vocabulary.units_at(vocabulary.unit_from, animals)
    contract = vocabulary.contracts([fulfilled])
    if given:
        narration.say(
            seat,
            _("fulfils %(contract)s with %(given)s"),
            _("fulfil %(contract)s with %(given)s"),
            contract=contract,
            given=vocabulary.listed(given),
        )
    else:
        narration.say(seat, _("fulfils %(contract)s"), _("fulfil %(contract)s"), contract=contract)


def keep_contracts(narration: Narration, seat: Seat) -> None:
    """Only where no contract is kept; the others are described by their effects."""
    if not narration.all(fx.ContractBoxed):
        narration.say(seat, _("takes no contract"), _("take no contract"))


def end_turn(narration: Narration, seat: Seat) -> None:
    """Who is next to move is seen in the next event."""
    narration.say(seat, _("ends the turn"), _("end your turn"))


BONUSES: Final[Mapping[str, Pair]] = {
    # Translators: these go on from a player's name, or from "You", as all that begins with a verb
    # here does.
    "free_space": (
        gettext_noop("uses the contract's free land first"),
        gettext_noop("use the contract's free land first"),
    ),
    "bonus_upgrade": (
        gettext_noop("uses the contract's upgrade first"),
        gettext_noop("use the contract's upgrade first"),
    ),
    **clans.BONUSES,
}


def bonus(narration: Narration, seat: Seat) -> None:
    """The order of bonuses, which no effect names."""
    move = narration.event.move
    first = move.chosen_bonus() if move else None
    if first is not None:
        phrase, own = BONUSES[first]
        narration.say(seat, _(phrase), _(own))


def skip(narration: Narration, seat: Seat) -> None:
    """The closed decision says what was skipped."""
    phrase, own = narration.state.decisions[-1].SKIPPED
    narration.say(seat, _(phrase), _(own))


def draw_contracts(narration: Narration, seat: Seat) -> None:
    """Only where the contracts to choose from have lain open already, beside the export board."""
    row = row_in_play(narration.state.options)
    if row is None or (narration.all(fx.ContractDrawn) and not narration.all(fx.FutureSet)):
        return
    opened = [effect.decision for effect in narration.all(fx.DecisionOpened)]
    offered = [contract for decision in opened for contract in decision.turned_up]
    phrase, own = row.offered
    narration.say(seat, _(phrase), _(own), contracts=vocabulary.contracts(offered))


MOVES: Final[Mapping[str, Lead]] = {
    "fulfil": fulfil,
    "end_turn": end_turn,
    "draw_contracts": draw_contracts,
    "keep_contracts": keep_contracts,
    "bonus": bonus,
    **clans.LEADS,
    "skip": skip,
}
"""By type of a move; all others are described by their effects alone."""


# --- the game's own steps -------------------------------------------------------------------------


def production(narration: Narration) -> None:
    """Income and basic goods; barrels that only move on are left out."""
    narration.begin(_("Production in round %(round)s.") % {"round": narration.state.round})


def processing(narration: Narration) -> None:
    """All answers are carried out, or that of one player. (IND-AWARD-07)"""
    _processed(narration)
    _after_processing(narration)


def _after_processing(narration: Narration) -> None:
    """Units that come and go once goods are processed, and what these bring. (PROD-09)"""
    for seat, own in by_seat(narration.take(fx.Withdrawn)).items():
        money = narration.received(seat)
        stock_changed(narration, [], seat)
        table.withdrawn(narration, own)
        if money:
            goods = vocabulary.money(money)
            narration.say(seat, _("receives %(goods)s"), _("receive %(goods)s"), goods=goods)
    for seat, own in by_seat(narration.take(fx.Deployed)).items():
        stock_changed(narration, [], seat)
        table.deployed(narration, own)


def _processed(narration: Narration) -> None:
    state = narration.state
    if not rules.in_turn(state):
        narration.begin(_("All goods are processed."))
        return
    for decision in state.decisions:
        if isinstance(decision, ProduceDecision):
            yours, params = decision.seat == narration.you, {"who": narration.name(decision.seat)}
            said = (
                _("Your goods are processed.")
                if yours
                else _("The goods of %(who)s are processed.")
            )
            narration.begin(said % params)


def scoring(narration: Narration) -> None:
    """The tile of the round."""
    round_, tiles = narration.state.round, narration.state.scoring_tiles
    if not tiles:
        narration.begin(_("Round %(round)s is over.") % {"round": round_})
        return
    params = {"round": round_, "tile": tiles[round_ - 1]}
    narration.begin(_("Round %(round)s is scored by tile %(tile)s.") % params)


def preparation(narration: Narration) -> None:
    """All merchants come back."""
    narration.take(fx.MerchantsMoved)
    narration.begin(_("All merchants return."))


def final_scoring(narration: Narration) -> None:
    """The result follows."""
    narration.begin(_("The game is over."))


def early_end(narration: Narration) -> None:
    """Too few people are left; the result follows."""
    narration.begin(_("The game ends early, because too few people are left."))


def abandon(narration: Narration) -> None:
    """There is no result."""
    narration.begin(_("All agree to end the game without a result."))


def stop(narration: Narration) -> None:
    """There is no result."""
    narration.begin(_("A director of the tournament ends the game without a result."))


STEPS: Final[Mapping[str, Opening | None]] = {
    "setup": None,
    "fork": None,
    engine.RESIGN: None,
    engine.EARLY_END: early_end,
    engine.ABANDON: abandon,
    engine.STOP: stop,
    "reveal": None,
    "production": production,
    "processing": processing,
    "scoring": scoring,
    "preparation": preparation,
    "final_scoring": final_scoring,
}
"""By kind of an event without a move."""

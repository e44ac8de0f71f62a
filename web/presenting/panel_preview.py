"""What a move would do, told before it is made. Nothing hidden is looked at for it."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from msgspec import Struct

from games import engine
from games.engine.clans import PLAIN, all_clans, clan_of
from games.engine.decisions import DeploymentBonuses, ProduceAnswer
from games.engine.moves import contracts, setting_up
from games.engine.moves.base import MoveBase
from games.engine.moves.bidding import Bid, DeclineBid
from games.engine.moves.producing import Produce
from games.engine.recorder import Recorder
from games.engine.rules import production
from replays import sentences
from replays.sentences import words
from replays.stepping import PublicEvent
from web.presenting import panel_prices, panel_words
from web.presenting.panel_changes import Change, changes
from web.presenting.panel_prices import Part

UNTOLD: Final[frozenset[type[MoveBase]]] = frozenset(
    {Bid, DeclineBid, Produce, contracts.DrawContracts, setting_up.ChooseClan}
)
"""What reveals something, or does nothing before others have answered."""


class Preview(Struct, frozen=True, kw_only=True):
    """A move that waits to be confirmed: what it says, costs and changes, how it is posted.

    ``facts`` are sentences about it, ``next`` what it leads to; ``final`` tells that it cannot be
    taken back.
    """

    text: str
    notation: str
    facts: Sequence[str] = ()
    price: Sequence[Part] = ()
    changes: Sequence[Change] = ()
    next: Sequence[str] = ()
    final: bool = False


def preview(
    state: engine.State, decision: engine.Decision, move: engine.Move, names: Sequence[str]
) -> Preview:
    """What a legal move would do. Played on a copy without secrets, so none can come out."""
    if hides(state, move):
        return untold(state, decision, move)
    after = engine.copy(state)
    after.secret = None
    event = engine.play(after, decision.seat, move)
    told = PublicEvent(
        event.version, event.parent, event.seat, "player", event.kind, event.move, event.effects
    )
    return Preview(
        text=sentences.sentence(state, told, names),
        notation=move.notation(),
        price=panel_prices.parts(state, decision, move),
        changes=changes(state, after, decision.seat),
        next=followed_by(after, decision.seat),
        final=engine.undo_to(after) is None,
    )


def hides(state: engine.State, move: engine.Move) -> bool:
    """Whether nothing of what a move does can be told before."""
    turns_up = isinstance(move, contracts.Keep) and bool(state.future)
    return type(move) in UNTOLD or turns_up


# --- moves whose effects cannot be played before -------------------------------------------------


def untold(state: engine.State, decision: engine.Decision, move: engine.Move) -> Preview:
    """What is said of a move whose effects cannot be told before."""
    notation = move.notation()
    match move:
        case contracts.DrawContracts():
            drawn = clan_of(state.players[decision.seat]).contracts_drawn(state.options)
            text = _("%(drawn)s contracts are turned up from the pile for all to see.")
            return Preview(text=text % {"drawn": drawn}, notation=notation, final=True)
        case contracts.Keep():
            text = _("New contracts are laid out then.")
            return Preview(text=text, notation=notation, final=True)
        case Bid():
            return Preview(text=bidding(state, move), notation=notation, final=not sealed(state))
        case Produce():
            return producing(state, decision, move)
        case setting_up.ChooseClan():
            return choosing(state, decision, move)
        case _:
            return Preview(text="", notation=notation, final=True)


def sealed(state: engine.State) -> bool:
    """Whether bids are secret, and can be replaced until all are in."""
    return state.options.auction in ("blind", "vickrey")


def bidding(state: engine.State, move: Bid) -> str:
    """What a bid says, and what it may cost."""
    text = ngettext(
        "You bid %(n)s point. If you win the bidding, it is taken from your score at the end.",
        "You bid %(n)s points. If you win the bidding, they are taken from your score at the end.",
        move.amount,
    )
    return text % {"n": move.amount}


def producing(state: engine.State, decision: engine.Decision, move: Produce) -> Preview:
    """The goods of an answer to production, and what becomes of the stock."""
    after = engine.copy(state)
    after.secret = None
    answer = ProduceAnswer(move.cheese, move.bread, move.whisky, move.clan)
    production.process(Recorder(after), decision.seat, answer)
    return Preview(
        text=produced(move),
        notation=move.notation(),
        changes=changes(state, after, decision.seat),
        next=[_("You can change this until all have answered.")],
    )


def produced(move: Produce) -> str:
    """The goods of an answer to production."""
    made = {"cheese": move.cheese, "bread": move.bread, "whisky": move.whisky}
    told = [words.amount(good, number) for good, number in made.items() if number]
    if move.clan.butter:
        told.append(_("butter of %(milk)s") % {"milk": words.amount("milk", move.clan.butter)})
    if move.clan.cellar:
        told.append(_("one barrel for the cellar"))
    return _("You make %(goods)s.") % {"goods": words.listed(told) if told else _("nothing")}


def choosing(
    state: engine.State, decision: engine.Decision, move: setting_up.ChooseClan
) -> Preview:
    """What a pair of clan and starting tile gives, and what comes after the choice."""
    pair = state.draft[move.pair]
    clan = all_clans().get(pair.clan, PLAIN)
    facts = [_(text) for text in clan.text]
    start = panel_words.start_tile(state, move.pair)
    facts.append(_("You start with %(start)s.") % {"start": start})
    if decision.seat in state.turn_order:
        place = state.turn_order.index(decision.seat) + 1
        text = _("You are number %(place)s of %(players)s in the turn order of round 1.")
        facts.append(text % {"place": place, "players": len(state.players)})
    if pair.clan:
        text = _("You play the clan %(clan)s.") % {"clan": words.clan(pair.clan)}
    else:
        text = _("You take the starting tile %(tile)s.") % {"tile": pair.start_tile}
    workers = clan.first_workers()
    then = ngettext(
        "When all have chosen, you place %(n)s worker on the board.",
        "When all have chosen, you place %(n)s workers on the board, in turns with the others.",
        workers,
    )
    return Preview(
        text=text, notation=move.notation(), facts=facts, next=[then % {"n": workers}], final=True
    )


# --- what a move leads to ------------------------------------------------------------------------


NEXT: Final[Mapping[str, str]] = {
    "building_bonus": gettext_noop("Then you may turn up contracts from the pile."),
    "export_bonuses": gettext_noop("Then you choose which of its bonuses comes first."),
    "fulfil_next": gettext_noop("Then you may fulfil another contract."),
    "brew": gettext_noop("Then you may brew beer."),
    "free_space": gettext_noop("Then you may expand without paying for the land."),
    "bonus_upgrade": gettext_noop("Then you may take an upgrade."),
}
"""By kind of decision that a move opens for its own player."""


def followed_by(after: engine.State, seat: engine.Seat) -> list[str]:
    """What the player may do next because of a move; nothing about the turn's own course."""
    decision = after.decision_of(seat)
    if isinstance(decision, DeploymentBonuses):
        told = []
        if decision.goods:
            goods = words.listed([_(words.GOODS[good]) for good in decision.goods])
            text = _("Then you may buy %(goods)s from the neighbourhood, below the market price.")
            told.append(text % {"goods": goods})
        if decision.building:
            told.append(_("Then you may turn up contracts from the pile."))
        return told
    return [_(NEXT[decision.kind])] if decision is not None and decision.kind in NEXT else []

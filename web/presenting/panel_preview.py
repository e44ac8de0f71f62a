"""What a move would do, told before it is made. Nothing hidden is looked at for it."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games import engine
from games.engine.moves import contracts, setting_up
from games.engine.moves.base import MoveBase
from games.engine.moves.bidding import Bid, DeclineBid
from games.engine.moves.producing import Produce
from games.engine.words import GOODS
from replays import sentences
from replays.sentences import words
from replays.stepping import PublicEvent

UNTOLD: Final[frozenset[type[MoveBase]]] = frozenset(
    {Bid, DeclineBid, Produce, contracts.DrawContracts, setting_up.ChooseClan}
)
"""What reveals something, or does nothing before others have answered."""


class Change(Struct, frozen=True):
    """A number of the player's own, before and after."""

    name: str
    before: str
    after: str


class Preview(Struct, frozen=True):
    """A move that waits to be confirmed: what it says, what it changes, how it is posted."""

    title: str
    text: str
    changes: list[Change]
    notation: str


def preview(
    state: engine.State, seat: engine.Seat, move: engine.Move, names: Sequence[str]
) -> Preview:
    """What a legal move would do. Played on a copy without secrets, so none can come out."""
    if hides(state, move):
        return Preview(move.notation(), untold(state, move), [], move.notation())
    after = engine.copy(state)
    after.secret = None
    event = engine.play(after, seat, move)
    told = PublicEvent(
        event.version, event.parent, event.seat, "player", event.kind, event.move, event.effects
    )
    text = sentences.sentence(state, told, names)
    return Preview(move.notation(), text, changes(state, after, seat), move.notation())


def hides(state: engine.State, move: engine.Move) -> bool:
    """Whether nothing of what a move does can be told before."""
    turns_up = isinstance(move, contracts.Keep) and bool(state.future)
    return type(move) in UNTOLD or turns_up


def untold(state: engine.State, move: engine.Move) -> str:
    """What is said of a move whose effects cannot be told before."""
    match move:
        case contracts.DrawContracts():
            return _("Contracts are turned up from the pile. This cannot be taken back.")
        case contracts.Keep():
            return _("New contracts are laid out then. This cannot be taken back.")
        case Bid():
            return _("You bid %(points)s victory points.") % {"points": move.amount}
        case Produce():
            return produced(move)
        case setting_up.ChooseClan():
            return _("This cannot be taken back.")
        case _:
            return ""


def produced(move: Produce) -> str:
    """The goods of an answer to production."""
    made = {"cheese": move.cheese, "bread": move.bread, "whisky": move.whisky}
    told = [words.amount(good, number) for good, number in made.items() if number]
    if move.clan.butter:
        told.append(_("butter of %(milk)s") % {"milk": words.amount("milk", move.clan.butter)})
    if move.clan.cellar:
        told.append(_("one barrel for the cellar"))
    return _("You make %(goods)s.") % {"goods": words.listed(told) if told else _("nothing")}


def changes(before: engine.State, after: engine.State, seat: engine.Seat) -> list[Change]:
    """What becomes of the player's own money, Glory, merchants and goods."""
    one, other = before.players[seat], after.players[seat]
    pairs = [
        (_("Money"), words.money(one.money), words.money(other.money)),
        (_("Glory"), str(one.glory), str(other.glory)),
        (_("Merchants ready"), str(one.stock), str(other.stock)),
        (_("Shipping"), str(one.shipping), str(other.shipping)),
        *(
            (_(words.GOODS[good]).capitalize(), str(had), str(has))
            for good, had, has in zip(GOODS, one.goods, other.goods, strict=True)
        ),
    ]
    return [Change(*pair) for pair in pairs if pair[1] != pair[2]]

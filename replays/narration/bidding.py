"""What an auction of clans says in the log."""

from collections.abc import Sequence

from games.engine import effects as fx
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.language import gettext as _
from replays.narration.language import ngettext


def auction_began(narration: Narration, effects: Sequence[fx.AuctionBegan]) -> None:
    """The order in which ties are won, where there can be any."""
    narration.remark(_("The clans are auctioned."))
    if effects[-1].ties:
        players = vocabulary.listed([narration.name(seat) for seat in effects[-1].ties])
        narration.remark(_("Ties are won in this order: %(players)s.") % {"players": players})


def bidding_began(narration: Narration, effects: Sequence[fx.BiddingBegan]) -> None:
    """The first bidder of a round."""
    narration.remark(
        _("%(who)s opens the bidding.") % {"who": narration.name(effects[-1].seats[0])}
    )


def bids_made(narration: Narration, effects: Sequence[fx.BidMade]) -> None:
    """An open bid."""
    for effect in effects:
        narration.say(
            effect.seat, _("bids %(points)s"), _("bid %(points)s"), points=points(effect.amount)
        )


def bidders_quit(narration: Narration, effects: Sequence[fx.BidderQuit]) -> None:
    """Bidders who quit the round."""
    for effect in effects:
        narration.say(effect.seat, _("passes in the auction"), _("pass in the auction"))


def bids_handed_in(narration: Narration, effects: Sequence[fx.BidHandedIn]) -> None:
    """A sealed bid, without its amount."""
    for effect in effects:
        narration.say(effect.seat, _("makes a sealed bid"), _("make a sealed bid"))


def bids_revealed(narration: Narration, effects: Sequence[fx.BidsRevealed]) -> None:
    """All bids of the round."""
    bids = [
        # Translators: a bid and who made it.
        _("%(points)s by %(who)s") % {"points": points(bid.amount), "who": narration.name(bid.seat)}
        for bid in effects[-1].bids
    ]
    narration.begin(_("The bids are revealed: %(bids)s.") % {"bids": vocabulary.listed(bids)})


def auction_won(narration: Narration, effects: Sequence[fx.AuctionWon]) -> None:
    """The winner of a round, or the last player, who gets what is left."""
    for effect in effects:
        left = [
            narration.state.draft[taken.pair] for taken in narration.take(fx.PairTaken, effect.seat)
        ]
        for pair in left:
            narration.say(
                effect.seat,
                _("gets clan %(clan)s with starting tile %(tile)s for free"),
                _("get clan %(clan)s with starting tile %(tile)s for free"),
                clan=vocabulary.clan(pair.clan),
                tile=pair.start_tile,
            )
        if not left:
            narration.say(
                effect.seat,
                _("wins the auction round for %(points)s"),
                _("win the auction round for %(points)s"),
                points=points(effect.price),
            )


def points(number: int) -> str:
    """Such as ``7 points``."""
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}

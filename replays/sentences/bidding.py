"""What an auction of clans says in the log."""

from collections.abc import Sequence

from games.engine import effects as fx
from replays.sentences import words
from replays.sentences.language import gettext as _
from replays.sentences.language import ngettext
from replays.sentences.tale import Tale


def auction_began(tale: Tale, effects: Sequence[fx.AuctionBegan]) -> None:
    """Who wins ties, where there can be any."""
    tale.remark(_("The clans are auctioned."))
    if effects[-1].ties:
        players = words.listed([tale.name(seat) for seat in effects[-1].ties])
        tale.remark(_("Of equal bids the first of these wins: %(players)s.") % {"players": players})


def bidding_began(tale: Tale, effects: Sequence[fx.BiddingBegan]) -> None:
    """Who opens a round."""
    tale.remark(_("%(who)s opens the bidding.") % {"who": tale.name(effects[-1].seats[0])})


def bids_made(tale: Tale, effects: Sequence[fx.BidMade]) -> None:
    """An open bid."""
    for effect in effects:
        tale.say(effect.seat, _("bids %(points)s") % {"points": points(effect.amount)})


def bidders_quit(tale: Tale, effects: Sequence[fx.BidderQuit]) -> None:
    """Who is out of the round."""
    for effect in effects:
        tale.say(effect.seat, _("quits the bidding"))


def bids_handed_in(tale: Tale, effects: Sequence[fx.BidHandedIn]) -> None:
    """That there is a bid is all that may be said."""
    for effect in effects:
        tale.say(effect.seat, _("hands in a sealed bid"))


def bids_revealed(tale: Tale, effects: Sequence[fx.BidsRevealed]) -> None:
    """All bids of the round."""
    told = [
        # Translators: a bid and who made it.
        _("%(points)s by %(who)s") % {"points": points(bid.amount), "who": tale.name(bid.seat)}
        for bid in effects[-1].bids
    ]
    tale.begin(_("The bids are turned up: %(bids)s.") % {"bids": words.listed(told)})


def auction_won(tale: Tale, effects: Sequence[fx.AuctionWon]) -> None:
    """Who wins a round, or is the last one and gets what is left."""
    for effect in effects:
        left = [tale.state.draft[taken.pair] for taken in tale.take(fx.PairTaken, effect.seat)]
        for pair in left:
            told = {"clan": words.clan(pair.clan), "tile": pair.start_tile}
            tale.say(
                effect.seat, _("gets clan %(clan)s with starting tile %(tile)s for nothing") % told
            )
        if not left:
            told = {"points": points(effect.price)}
            tale.say(effect.seat, _("wins the auction round for %(points)s") % told)


def points(number: int) -> str:
    """Such as ``7 points``."""
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}

"""Bidding for clans."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import engine
from games.engine.expansions.auction import ranked, sealed, without_clan
from games.engine.moves.bidding import Bid, DeclineBid
from games.engine.state.table import SeatBid
from replays.narration import vocabulary
from web.pages.common import labels
from web.pages.guide.setting import Setting
from web.pages.guide.strip import Cell, Strip, joined
from web.pages.guide.topic import Example
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import Path, Route, Step, Way
from web.pages.panel.structs import Dial, NumberForm, Preview
from web.pages.table.parts.draft import DraftPart

BIDS: Final = (4, 9, 6)
"""Of the players in the example."""
LAST_ROUND: Final = 2
"""How many bid in it: who does not win it gets the last clan. (VAR-AUCTION-11)"""


class BidPanel(MovePanel[Bid]):
    """A bid, open or sealed."""

    move = Bid
    kind = "bid"
    label = gettext_noop("Bid")
    numbers_from = "amount"

    def explanation(self, setting: Setting) -> list[str]:
        if sealed(setting.options):
            how = _("All bid at the same time, and no bid is seen before all are in.")
        else:
            how = _("Bid more than the one before you, or pass until the next auction round.")
        if setting.options.auction == "vickrey":
            price = _("The highest bidder loses the second-highest bid in points at game end.")
        else:
            price = _("The highest bidder loses that many points at game end.")
        then = _("Then the highest bidder chooses a clan, and the others bid for the next one.")
        return [how, price, then]

    def example(self, setting: Setting) -> Example:
        """What a round costs by the rules."""
        bids = [SeatBid(engine.Seat(seat), points) for seat, points in enumerate(BIDS)]
        best, second = ranked(bids, [one.seat for one in bids])[:2]
        price = second.amount if setting.options.auction == "vickrey" else best.amount
        row = [
            Cell(str(one.amount), seat=one.seat, kind="here" if one == best else "plain")
            for one in bids
        ]
        text = _("With these bids, winning costs %(points)s.")
        cells = joined([row, [Cell(vocabulary.number(-price))]])
        return Example(Strip([cells]), text % {"points": labels.points(price)})

    def routes(self, move: Bid) -> Iterator[Route]:
        yield (Step("amount", str(move.amount)),)

    def form(
        self, state: engine.State, decision: engine.Decision, path: list[str], ways: list[Way]
    ) -> NumberForm:
        """It starts at one's own sealed bid, or at the least."""
        own = engine.own_bid(state, decision.seat)
        amounts = [int(way.route[1].value) for way in ways]
        least = min(amounts)
        name = _("Victory points")
        dial = Dial(name, least, max(amounts), least if own is None else own)
        return NumberForm(path, [dial], [], see=(DraftPart.name, _("Clans up for auction")))

    def attempt(self, path: Path, kind: str, value: str) -> Bid:
        if kind != "amount":
            raise LookupError(kind)
        return Bid.build(amount=int(value))

    def hides(self, state: engine.State) -> bool:
        return True

    def hidden_preview(self, state: engine.State, decision: engine.Decision, move: Bid) -> Preview:
        text = ngettext(
            "You bid %(n)s point. If you win the bidding, it is taken from your score at the end.",
            "You bid %(n)s points. If you win the bidding, they are taken from your score at the "
            "end.",
            move.amount,
        )
        # A sealed bid can be replaced until all are in.
        sealed = state.options.auction in ("blind", "vickrey")
        return Preview(text=text % {"n": move.amount}, notation=move.notation(), final=not sealed)


class QuitPanel(MovePanel[DeclineBid]):
    """Bidding no more in this round of the auction."""

    move = DeclineBid
    kind = "quit"
    label = gettext_noop("Pass")
    topic = "move-bid"
    apart = True

    def hides(self, state: engine.State) -> bool:
        return True

    def hidden_preview(
        self, state: engine.State, decision: engine.Decision, move: DeclineBid
    ) -> Preview:
        if len(without_clan(state)) == LAST_ROUND:
            text = _("You pass, and get the clan that is left for nothing.")
        else:
            text = _("You pass in this auction round. You can bid again in the next one.")
        return Preview(text=text, notation=move.notation(), final=True)

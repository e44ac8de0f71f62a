"""Bidding for clans."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import engine
from games.engine.moves.bidding import Bid, DeclineBid
from web.pages.panel.moves.base import MovePanel
from web.pages.panel.steps import Path, Route, Step, Way
from web.pages.panel.structs import Dial, NumberForm, Preview
from web.pages.table.parts.draft import DraftPart


class BidPanel(MovePanel[Bid]):
    """A bid, open or sealed."""

    move = Bid
    kind = "bid"
    label = gettext_noop("Bid")
    numbers_from = "amount"

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
        return NumberForm(path, [dial], [], see=(DraftPart.name, _("The clans to bid for")))

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
    label = gettext_noop("Bid no more")
    direct = True

    def hides(self, state: engine.State) -> bool:
        return True

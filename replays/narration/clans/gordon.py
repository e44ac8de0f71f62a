"""Gordon in the log."""

from collections.abc import Sequence

from games.engine import effects as fx
from games.engine.clans.gordon import Storage, UseSilo, silos
from games.engine.rules.answers import ClanChoice
from games.engine.terms import Seat
from replays.narration import vocabulary
from replays.narration.base import Narration
from replays.narration.clans.base import ClanPhrases
from replays.narration.language import gettext as _
from replays.narration.language import pgettext
from replays.narration.stocks import stock_changed


def use_silo(narration: Narration, seat: Seat) -> None:
    """The grain of a silo is discarded; what is not received at once is named."""
    narration.take(fx.ClanStateSet, seat)
    move = narration.event.move
    if isinstance(move, UseSilo):
        phrase, own = {
            1: (
                _("discards the grain of silo %(silo)s for a space with free land"),
                _("discard the grain of silo %(silo)s for a space with free land"),
            ),
            2: (
                _("discards the grain of silo %(silo)s for an upgrade"),
                _("discard the grain of silo %(silo)s for an upgrade"),
            ),
        }.get(
            move.silo,
            (_("discards the grain of silo %(silo)s"), _("discard the grain of silo %(silo)s")),
        )
        narration.say(seat, phrase, own, silo=move.silo)


class Gordon(ClanPhrases):
    """Grain goes into silos and out of them."""

    clan = "gordon"
    leads = {"use_silo": use_silo}

    def chosen(self, narration: Narration, seat: Seat, choice: ClanChoice) -> Sequence[str]:
        storage = Storage.of(choice)
        pairs = (
            (pgettext("decides to", "take grain out of %(silos)s"), storage.emptied()),
            (pgettext("decides to", "put grain into %(silos)s"), storage.filled()),
        )
        return [text % {"silos": vocabulary.silos(some)} for text, some in pairs if some]

    def state_set(self, narration: Narration, seat: Seat, values: Sequence[int]) -> None:
        before = enumerate(zip(silos(narration.state.players[seat]), values, strict=True), start=1)
        changed = {silo: new - old for silo, (old, new) in before}
        grain = [e for e in narration.all(fx.GoodsChanged) if e.seat == seat and e.good == "grain"]
        if emptied := [silo for silo, change in changed.items() if change < 0]:
            narration.drop(grain[:1])
            say = _count if narration.event.kind == "final_scoring" else _take_out
            say(narration, seat, emptied)
        if filled := [silo for silo, change in changed.items() if change > 0]:
            narration.drop(grain[-1:])
            stock_changed(narration, [], seat)  # what is left after processing goes there
            _put_in(narration, seat, filled)


def _put_in(narration: Narration, seat: Seat, filled: Sequence[int]) -> None:
    phrase = _("puts grain into %(silos)s")
    own = _("put grain into %(silos)s")
    narration.say(seat, phrase, own, silos=vocabulary.silos(filled))


def _take_out(narration: Narration, seat: Seat, emptied: Sequence[int]) -> None:
    phrase = _("takes grain out of %(silos)s")
    own = _("take grain out of %(silos)s")
    narration.say(seat, phrase, own, silos=vocabulary.silos(emptied))


def _count(narration: Narration, seat: Seat, emptied: Sequence[int]) -> None:
    """At the end nobody takes grain out; it counts as stock. (CLAN-GORDON-6)"""
    phrase = _("counts the grain in %(silos)s as stock")
    own = _("count the grain in %(silos)s as stock")
    narration.say(seat, phrase, own, silos=vocabulary.silos(emptied))

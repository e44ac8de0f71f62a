"""Whose turn it is, in a line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from replays.sentences import words
from web.pages.common.pieces import Sign
from web.pages.table.part import Fragment, TablePart
from web.pages.table.table import Table

WAITING: Final[Mapping[str, str]] = {
    "choose_clan": gettext_noop("%(who)s chooses a clan"),
    "choose_tile": gettext_noop("%(who)s chooses a starting tile"),
    "opening_bid": gettext_noop("%(who)s opens the bidding"),
    "bid": gettext_noop("%(who)s may bid"),
    "sealed_bid": gettext_noop("%(who)s hands in a sealed bid"),
    "place_worker": gettext_noop("%(who)s places a worker"),
    "produce": gettext_noop("%(who)s decides what to produce"),
}
"""By kind of decision, what a player is doing; of all others it is simply the turn."""
YOURS: Final[Mapping[str, str]] = {
    "choose_clan": gettext_noop("Choose a clan"),
    "choose_tile": gettext_noop("Choose a starting tile"),
    "opening_bid": gettext_noop("Open the bidding"),
    "bid": gettext_noop("Bid or quit"),
    "sealed_bid": gettext_noop("Hand in a sealed bid"),
    "place_worker": gettext_noop("Place a worker"),
    "produce": gettext_noop("Decide what to produce"),
}


class Status(Struct, frozen=True):
    """``text`` is what the game waits for; ``yours`` whether that is the viewer."""

    text: str
    yours: bool
    over: bool
    signs: list[Sign]


def status(state: engine.State, signs: Sequence[Sign], viewer: int | None) -> Status:
    """What the game waits for, in a line."""
    if state.over:
        return Status(_result(state, signs), yours=False, over=True, signs=[])
    decisions = state.open_decisions()
    mine = next((one for one in decisions if one.seat == viewer), None)
    waiting = [signs[one.seat] for one in decisions]
    if mine is not None:
        told = YOURS.get(_kind(state, mine))
        return Status(_(told) if told else _("Your turn"), yours=True, over=False, signs=waiting)
    if not decisions:
        return Status(_("The game goes on by itself."), yours=False, over=False, signs=[])
    names = words.listed([sign.name for sign in waiting])
    told = WAITING.get(_kind(state, decisions[0]))
    if len(waiting) > 1:
        told = gettext_noop("Waiting for %(who)s")
    text = _(told or gettext_noop("It is %(who)s's turn")) % {"who": names}
    return Status(text, yours=False, over=False, signs=waiting)


def _kind(state: engine.State, decision: engine.Decision) -> str:
    """A kind of decision; without clans it is a starting tile that is chosen."""
    tiles = decision.kind == "choose_clan" and not state.options.clans
    return "choose_tile" if tiles else decision.kind


def _result(state: engine.State, signs: Sequence[Sign]) -> str:
    winners = [signs[sheet.seat].name for sheet in state.scores if sheet.rank == 1]
    if not winners:
        return _("The game ended without scores.")
    if len(signs) == 1:
        total = state.scores[0].total
        return _("The game is over: %(points)s points.") % {"points": total}
    if len(winners) > 1:
        return _("%(names)s share the win.") % {"names": words.listed(winners)}
    return _("%(name)s wins.") % {"name": winners[0]}


class StatusPart(TablePart[Status]):
    """Whose turn it is; scripts read off it which version the page shows."""

    name = "status"
    place = "head"
    always = True
    replay_template = "web/replay/status_place.html"

    def build(self, table: Table) -> Status:
        return status(table.state, table.signs, table.seat)

    def fragments(self, table: Table) -> Iterator[Fragment]:
        # In a replay it is no status that changes by itself, and has no data for scripts.
        shown = self.shown(table)
        yield Fragment(self.name, "web/replay/status.html", shown, {"shown": shown})

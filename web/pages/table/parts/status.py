"""Whose turn it is, in a line."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games import engine
from replays.narration import vocabulary
from web.pages.clans import asked_alone
from web.pages.common.pieces import Sign
from web.pages.panel.decisions import panel_at
from web.pages.table.part import Fragment, TablePart
from web.pages.table.table import Table

YOUR_CLAN: Final = gettext_noop("Choose what your clan does")
"""Where production asks for nothing else."""


class TableStatus(Struct, frozen=True):
    """``text`` is what the game waits for; ``yours`` whether that is the viewer."""

    text: str
    yours: bool
    over: bool
    signs: list[Sign]


def status(state: engine.State, signs: Sequence[Sign], viewer: int | None) -> TableStatus:
    """What the game waits for, in a line."""
    if state.over:
        return TableStatus(_result(state, signs), yours=False, over=True, signs=[])
    decisions = state.open_decisions()
    mine = next((one for one in decisions if one.seat == viewer), None)
    waiting = [signs[one.seat] for one in decisions]
    if mine is not None:
        alone = asked_alone(state, mine)
        phrase = YOUR_CLAN if alone else panel_at(state, mine).yours
        return TableStatus(
            _(phrase) if phrase else _("Your turn"), yours=True, over=False, signs=waiting
        )
    if not decisions:
        return TableStatus(_("The game continues by itself."), yours=False, over=False, signs=[])
    names = vocabulary.listed([sign.name for sign in waiting])
    phrase = panel_at(state, decisions[0]).waiting
    if len(waiting) > 1:
        phrase = gettext_noop("Waiting for %(who)s")
    text = _(phrase or gettext_noop("It is %(who)s's turn")) % {"who": names}
    return TableStatus(text, yours=False, over=False, signs=waiting)


def _result(state: engine.State, signs: Sequence[Sign]) -> str:
    winners = [signs[sheet.seat].name for sheet in state.scores if sheet.rank == 1]
    if not winners:
        return _("The game ended without scores.")
    if len(signs) == 1:
        total = state.scores[0].total
        return _("The game is over: %(points)s points.") % {"points": total}
    if len(winners) > 1:
        return _("%(names)s share the win.") % {"names": vocabulary.listed(winners)}
    return _("%(name)s wins.") % {"name": winners[0]}


class StatusPart(TablePart[TableStatus]):
    """Whose turn it is; scripts read off it which version the page shows."""

    name = "status"
    place = "head"
    replay_place = "head"
    always = True
    replay_template = "web/replay/status_place.html"

    def build(self, table: Table) -> TableStatus:
        return status(table.state, table.signs, table.seat)

    def fragments(self, table: Table) -> Iterator[Fragment]:
        # In a replay it is no status that changes by itself, and has no data for scripts.
        shown = self.shown(table)
        yield Fragment(self.name, "web/replay/status.html", shown, {"shown": shown})

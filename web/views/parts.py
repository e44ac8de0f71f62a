"""The parts of the table page, rendered to take the place of those that are shown."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django.http import HttpRequest
from django.template.loader import render_to_string

from games import packs, store
from games.engine import effects as fx
from games.models import Game
from replays import stepping
from replays.patches import touched_by
from web.presenting.table import Table

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "status": (),
    "agree": (),
    "board": ("units", "ports", "pieces", "map"),
    "draft": ("draft", "auction"),
    "market": ("market",),
    "exports": ("export_board", "round"),
    "scoring": ("players", "scoring_tiles", "round"),
    "order": ("turn_order", "passed", "phase", "round"),
    "imports": ("imports", "players"),
    "players": ("players", "imports", "phase", "round"),
    "log": (),
    "news": (),
}
"""By part of the page, the fields of the view that it shows; of some the open decisions too.

``units`` are those of all players, which most of what happens to players leaves alone.
"""

OF_UNITS: Final = (fx.PairTaken, fx.Deployed, fx.Withdrawn, fx.UnitMoved)
"""Effects by which units stand elsewhere, or are called by another clan."""

ALWAYS: Final = frozenset({"status", "agree", "order", "players", "log", "news"})
"""Parts that tell who has to decide, or what happened."""

FAR: Final = 400
"""After so many events everything has changed anyway."""


def changed(game: Game, since: int) -> set[str] | None:
    """The parts that may differ from what they were at a version.

    None when the page as a whole does: its game has ended.
    """
    if game.version - since > FAR or not since:
        return None if game.finished_at else set(PARTS)
    packs.pack(game.content_id)
    rows = store.public_rows(game.pk, after=since, upto=game.version)
    events = [stepping.event_of(row) for row in rows]
    effects = [effect for event in events for effect in event.effects]
    if any(isinstance(effect, fx.Scored | fx.Ended) for effect in effects) or game.finished_at:
        return None
    if any(event.is_undo for event in events):
        return set(PARTS)
    return shown_by(effects)


def shown_by(effects: Sequence[fx.Effect]) -> set[str]:
    """The parts that some effects may change, and those that change by every event."""
    touched = touched_by(effects)
    if touched is None:
        return set(PARTS)
    fields = {str(part[0]) for part in touched}
    if any(isinstance(effect, OF_UNITS) for effect in effects):
        fields.add("units")
    return {name for name, shown in PARTS.items() if name in ALWAYS or fields & set(shown)}


def swaps(request: HttpRequest, table: Table, names: Collection[str]) -> str:
    """Some parts as HTML that htmx puts in the place of those with the same id."""
    shown = {"table": table, "log": table.log, "oob": True}
    return "\n".join(
        render_to_string(f"web/parts/{_template(name)}.html", shown, request)
        for name in PARTS
        if name in names
    )


def _template(name: str) -> str:
    # The drawing stays; only what stands on it is put in place.
    return f"{name}_swap" if name in ("board", "news") else name

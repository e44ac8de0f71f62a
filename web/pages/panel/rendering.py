"""The panel as a part of the table page."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string

from games import selectors
from replays.narration.language import one_language
from web.pages.common.viewer import user_of
from web.pages.panel import page as panel_page
from web.pages.panel.page import Trouble
from web.pages.table.in_place import InPlace
from web.pages.table.table import Table

LONGEST_PATH = 12
WHY = "panel-why"
"""The part of the panel that answers why something cannot be chosen."""


ASK_END = "ask_end"
"""The cookie of players who want to be asked before a turn ends."""


def path_of(request: HttpRequest) -> list[str]:
    """What a player has chosen so far."""
    return path_in(request.GET)


def path_in(form: QueryDict) -> list[str]:
    """The choices named by a query string or a form."""
    return [value[:60] for value in form.getlist("p")[:LONGEST_PATH]]


def why_in(request: HttpRequest) -> str:
    """The space of which a player asks why it cannot be chosen in this step."""
    return request.GET.get("why", "").strip().upper()[:4]


def context(
    request: HttpRequest,
    table: Table,
    *,
    path: Sequence[str] = (),
    trouble: Trouble | None = None,
) -> dict[str, Any]:
    """What the template of the panel shows; its forms share a key, because one is sent at most."""
    seat = selectors.seat_of(table.game, user_of(request))
    with one_language():
        page = panel_page.page(
            table.game,
            table.state,
            seat,
            bid=table.bid,
            newest=table.newest,
            path=path,
            why=why_in(request),
            up_to=request.GET.get("up-to", ""),
            trouble=trouble,
            ask_end=request.COOKIES.get(ASK_END) == "1",
            ends=request.GET.get("ends") == "1",
        )
    after = page.panel.preview.after if page.panel and page.panel.preview else None
    return {
        "table": table,
        "game": table.game,
        "play": page,
        "in_place": None if after is None else InPlace(table, after),
        "key": uuid.uuid4().hex,
    }


def rendered(
    request: HttpRequest,
    table: Table,
    *,
    path: Sequence[str] = (),
    trouble: Trouble | None = None,
    unless: str | None = None,
) -> str:
    """The panel as HTML.

    With ``unless`` it takes the place of the one that is shown, and is empty when that answers the
    decision of this id, which is still open: choices already made are not lost.
    """
    known = context(request, table, path=path, trouble=trouble)
    shown = known["play"].panel
    if request.headers.get("HX-Target") == WHY:
        return render_to_string("web/parts/panel_why.html", known | {"shown": shown}, request)
    if unless and shown is not None and str(shown.decision) == unless:
        return ""
    return render_to_string("web/parts/panel.html", known | {"oob": unless is not None}, request)

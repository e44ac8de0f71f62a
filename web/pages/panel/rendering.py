"""The panel as a part of the table page."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from games import selectors
from web.pages.common.viewer import user_of
from web.pages.panel import page as panel_page
from web.pages.panel.page import Trouble
from web.pages.table.table import Table

LONGEST_PATH = 12
WHY = "panel-why"
"""The part of the panel that answers why something cannot be chosen."""


def path_of(request: HttpRequest) -> list[str]:
    """What a player has chosen so far."""
    return [value[:60] for value in request.GET.getlist("p")[:LONGEST_PATH]]


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
    page = panel_page.page(
        table.game, table.state, seat, path=path, why=why_in(request), trouble=trouble
    )
    return {"table": table, "game": table.game, "play": page, "key": uuid.uuid4().hex}


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
    decision of this id, which is still open: nobody loses what has been chosen already.
    """
    known = context(request, table, path=path, trouble=trouble)
    shown = known["play"].panel
    if request.headers.get("HX-Target") == WHY:
        return render_to_string("web/parts/panel_why.html", known | {"shown": shown}, request)
    if unless and shown is not None and str(shown.decision) == unless:
        return ""
    return render_to_string("web/parts/panel.html", known | {"oob": unless is not None}, request)

"""An overlay of the map: a part of the page for scripts, else the whole table."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.pages.common.viewer import part_wanted
from web.pages.overlays import layers
from web.pages.table import views as table


@require_safe
def overlay(request: HttpRequest, game_id: UUID, layer: str) -> HttpResponse:
    """The map with an overlay as the viewer sees it now. Raises Http404 for an unknown one."""
    shown = table.table_of(request, table.started_game(request, game_id))
    found = next((one for one in layers.offered(shown) if one.name == layer), None)
    if found is None:
        raise Http404
    drawn = found.build(shown)
    if part_wanted(request):
        return render(request, "web/parts/overlay.html", {"overlay": drawn, "table": shown})
    return table.page(request, shown, overlay=drawn)

"""The setting to be asked before a turn ends: a cookie, so that it works without scripts."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from web.pages.panel import rendering as panels
from web.pages.panel.rendering import ASK_END
from web.pages.table import views as table

KEPT = 365 * 24 * 3600
"""Seconds."""


@require_POST
@never_cache
def switch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Switch it on or off, and show the same step of the panel again."""
    game = table.started_game(request, game_id)
    on = request.POST.get("on") == "1"
    request.COOKIES[ASK_END] = "1" if on else ""
    path = panels.path_in(request.POST)
    if request.htmx:  # type: ignore[attr-defined]
        shown = table.table_of(request, game)
        answer = HttpResponse(panels.rendered(request, shown, path=path))
    else:
        query = QueryDict(mutable=True)
        query.setlist("p", path)
        there = reverse("web:table", args=[game_id])
        answer = redirect(f"{there}?{query.urlencode()}#panel" if path else there)
    if on:
        answer.set_cookie(
            ASK_END,
            "1",
            max_age=KEPT,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        answer.delete_cookie(ASK_END, samesite="Lax")
    return answer

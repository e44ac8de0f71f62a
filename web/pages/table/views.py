"""The page of one game: the waiting room before it starts, the table from then on."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import engine, selectors, services
from games.models import Game
from games.models.game import Status
from replays import stepping
from replays.stepping import PublicEvent
from tournaments.selectors import drawn_again
from web.pages.common.games import players_of
from web.pages.common.viewer import game_of, user_of
from web.pages.overlays.overlay import Layer
from web.pages.panel import rendering as panels
from web.pages.panel.page import Trouble
from web.pages.room import views as waiting
from web.pages.table import chat
from web.pages.table import swaps as parts
from web.pages.table.log_query import LogQuery
from web.pages.table.parts.log import LogPart
from web.pages.table.table import Table
from web.pages.table.table_parts import parts_of


@require_safe
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The waiting room of an open table; else its board and all that lies around it.

    Raises Http404; who sat at a table that was drawn again reads so.
    """
    try:
        game = game_of(request, game_id)
    except Http404:
        user = user_of(request)
        tournament = drawn_again(user, game_id) if user is not None else None
        if tournament is None:
            raise
        return render(request, "web/drawn_again.html", {"tournament": tournament}, status=404)
    if game.status == Status.OPEN:
        return waiting.room(request, game)
    return page(request, table_of(request, game))


@require_safe
def log(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The page of the log that ends with the version ``upto``, as a part of the table.

    The address alone says which: what it leaves out is a filter that has been taken off.
    """
    game = started_game(request, game_id)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("web:table", game_id)
    shown = table_of(request, game)
    shown.log = LogQuery.read(request.GET.get)
    part = LogPart()
    return render(request, part.template, part.context(shown))


@require_safe
def part(request: HttpRequest, game_id: UUID, name: str) -> HttpResponse:
    """A part that the page fetches when it is looked at; without htmx a page of its own."""
    shown = table_of(request, started_game(request, game_id))
    wanted = next((one for one in parts_of(shown) if one.fetched and one.name == name), None)
    if wanted is None:
        raise Http404
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(parts.swaps(request, shown, [wanted]))
    known = {"table": shown, "part": wanted.template, "alone": True}
    return render(request, "web/part.html", known | wanted.context(shown))


@require_safe
def refresh(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The parts that have changed since the version ``since``, to be put in place; 204 if none.

    Those that may change without an event, such as who would end the game, come in any case.
    When the game has ended since, the page asks to be loaded anew: the score sheet is a part of it.
    """
    game = started_game(request, game_id)
    since = version_in(request, "since") or 0
    shown = table_of(request, game)
    if since >= game.version:
        others = parts.swaps(request, shown, parts.without_events(shown)).strip()
        return HttpResponse(others, status=200 if others else 204)
    changed = parts.changed(shown, since)
    if changed is None:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    panel = panels.rendered(request, shown, unless=request.GET.get("decision", ""))
    return HttpResponse(parts.swaps(request, shown, changed) + panel)


def page(
    request: HttpRequest,
    shown: Table,
    *,
    trouble: Trouble | None = None,
    overlay: Layer | None = None,
    status: int = 200,
) -> HttpResponse:
    """The whole page, with the panel as far as the address has chosen."""
    known = panels.context(request, shown, path=panels.path_of(request), trouble=trouble)
    known["overlay"] = overlay
    known["chat"] = chat.box(shown.game, user_of(request))
    return render(request, "web/table.html", known, status=status)


def started_game(request: HttpRequest, game_id: UUID) -> Game:
    """A game that has begun. Raises Http404."""
    game = game_of(request, game_id)
    if game.status == Status.OPEN:
        raise Http404
    return game


def table_of(
    request: HttpRequest,
    game: Game,
    state: engine.State | None = None,
    newest: Sequence[PublicEvent] = (),
) -> Table:
    """What the viewer sees of a game that has begun.

    ``state`` is its newest, and ``newest`` are its last events, if they are known.
    """
    if state is None:
        state = selectors.state_of(game)
    mine = selectors.seat_of(game, user_of(request))
    seat = None if mine is None else engine.Seat(mine.index)
    own = engine.own_views(state, seat)
    bid = None if seat is None else engine.own_bid(state, seat)
    state.secret = None
    return Table(
        game,
        state,
        seat=seat,
        names=players_of(game),
        live=True,
        log=log_query(request),
        own=own,
        bid=bid,
        newest=newest,
    )


def table_after(request: HttpRequest, played: services.Played) -> Table:
    """What the viewer sees after a move, out of what the service has returned.

    A repeated request is answered by the game as it is now. Raises Http404.
    """
    if played.repeated:
        return table_of(request, started_game(request, played.game.pk))
    prefetch_related_objects(list(played.game.seats.all()), "user")
    newest = [stepping.event_of(row) for row in played.rows]
    return table_of(request, played.game, played.state, newest)


def log_query(request: HttpRequest) -> LogQuery:
    """Which part of the log is wanted, by the address or by the script that keeps the log."""
    kept = QueryDict(request.headers.get("Log-Query", "")[:200])
    return LogQuery.read(lambda name: request.GET.get(name) or kept.get(name))


def version_in(request: HttpRequest, name: str) -> int | None:
    """A version out of the address; None when there is none or it is no number."""
    written = request.GET.get(name, "")
    short = len(written) < 10 and written.isascii() and written.isdecimal()
    return (int(written) or None) if short else None

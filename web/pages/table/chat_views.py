"""The chat of a game, for those who have a seat in it."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import selectors, services
from games.errors import InvalidMessage, NoSuchGame, NotSeated
from games.models import Game
from games.models.chat import LONGEST_MESSAGE
from games.quota_errors import MessagesPerDay
from web.pages.common.errors import sentence
from web.pages.common.viewer import account_of, game_of
from web.pages.table import chat as presenting
from web.pages.table.views import version_in
from web.throttling import count_message, refused


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The chat on a page of its own; with ``after`` only the lines after that number."""
    game, user = game_of(request, game_id), account_of(request)
    if not presenting.has_chat(game, user):
        raise Http404
    if request.method == "POST":
        return _say(request, game, user)
    if "after" in request.GET:
        return _lines(request, game, user, after=version_in(request, "after") or 0)
    return _page(request, game, user)


def _say(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Write a message. A script that sends ``after`` gets lines or a sentence, others a page."""
    if wait := count_message(request):
        error = _("You write very fast. Wait a minute and send it again.")
        return refused(_refused(request, game, user, error, 429), wait)
    text = request.POST.get("text", "")
    try:
        services.say(game_id=game.pk, user=user, text=text, now=timezone.now())
    except (NoSuchGame, NotSeated) as gone:  # just now
        raise Http404 from gone
    except MessagesPerDay as limit:
        return refused(
            _refused(request, game, user, sentence(limit), 429), int(limit.wait.total_seconds())
        )
    except InvalidMessage as invalid:
        return _refused(request, game, user, sentence(invalid), 422)
    if "after" not in request.GET:
        return redirect("web:chat", game.pk)
    after = version_in(request, "after") or 0
    return _lines(request, game_of(request, game.pk), user, after=after, status=201)


def _refused(request: HttpRequest, game: Game, user: User, error: str, status: int) -> HttpResponse:
    if "after" in request.GET:
        return HttpResponse(error, status=status, content_type="text/plain; charset=utf-8")
    return _page(request, game, user, error=error, status=status)


def _lines(
    request: HttpRequest, game: Game, user: User, *, after: int, status: int = 200
) -> HttpResponse:
    found = selectors.messages(game, limit=presenting.PER_PAGE, after=after)
    _note_read(request, game, user)
    shown = presenting.lines_of(game, user, found)
    return render(request, "web/parts/chat_lines.html", {"lines": shown}, status=status)


def _page(
    request: HttpRequest, game: Game, user: User, *, error: str = "", status: int = 200
) -> HttpResponse:
    before = version_in(request, "before")
    shown = presenting.chat_of(game, user, limit=presenting.PER_PAGE, before=before)
    if before is None:
        _note_read(request, game, user)
    given = {
        "game": game,
        "chat": shown,
        "refused": error,
        "text": request.POST.get("text", "")[:LONGEST_MESSAGE],
        "newest_page": before is None,
    }
    return render(request, "web/chat.html", given, status=status)


def _note_read(request: HttpRequest, game: Game, user: User) -> None:
    if request.method != "HEAD":
        services.read_chat(game_id=game.pk, user=user, number=game.chat_number)

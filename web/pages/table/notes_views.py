"""Private notes on a game."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import selectors
from games.access import may_see
from games.models import Game
from games.runtime.commit import in_transaction
from web.forms.notes import NoteForm
from web.models import Note
from web.pages.common.viewer import account_of, game_of, part_wanted


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notes(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What somebody has written down about a game, with a seat there or from when there was one.

    It stays the writer's, also where the game itself is closed to the writer by now.
    """
    user = account_of(request)
    kept = Note.objects.filter(game=game_id, user=user).select_related("game").first()
    if kept is not None:
        game = kept.game
    else:
        game = game_of(request, game_id)
        if selectors.seat_of(game, user) is None:
            raise Http404
    if request.method != "POST":
        return _page(request, game, NoteForm(initial={"text": kept.text if kept else ""}))
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _page(request, game, form, status=422)
    _keep(user, game, form.cleaned_data["text"])
    if part_wanted(request):
        return _page(request, game, form, saved=True)
    messages.success(request, _("Your notes are saved."))
    return redirect("web:notes", game.pk)


@in_transaction
def _keep(user: User, game: Game, text: str) -> None:
    if text:
        Note.objects.update_or_create(user=user, game=game, defaults={"text": text})
    else:
        Note.objects.filter(user=user, game=game).delete()


def _page(
    request: HttpRequest, game: Game, form: NoteForm, *, saved: bool = False, status: int = 200
) -> HttpResponse:
    page = "web/parts/notes.html" if part_wanted(request) else "web/notes.html"
    known = {"game": game, "form": form, "saved": saved}
    known["seen"] = may_see(account_of(request), game)
    return render(request, page, known, status=status)

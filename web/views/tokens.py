"""The page on which users make and revoke tokens for programs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from api import tokens
from games.errors import InvalidName
from web.forms.tokens import TokenForm
from web.presenting.errors import sentence
from web.views.forms_only import sent_from
from web.views.viewer import account_of


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    """The own tokens; a new one is shown in the answer that makes it, and nowhere else."""
    if request.method != "POST":
        return _page(request, TokenForm())
    form = TokenForm(request.POST)
    if form.is_valid():
        try:
            token, text = tokens.issue(
                user=account_of(request), name=form.cleaned_data["name"], now=timezone.now()
            )
        except InvalidName as refused:
            form.add_error("name", sentence(refused))
        except tokens.TooManyTokens:
            form.add_error(
                None,
                _("You have %(most)s tokens already: revoke one you no longer use.")
                % {"most": tokens.MOST_TOKENS},
            )
        else:
            return _page(request, TokenForm(), made=token, text=text, status=201)
    return _page(request, form, status=422)


@login_required
@sent_from("web:tokens")
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one of the own tokens; whoever uses it is signed out at once."""
    if not tokens.revoke(user=account_of(request), token_id=token_id):
        raise Http404
    messages.success(request, _("The token is revoked."))
    return redirect("web:tokens")


def _page(
    request: HttpRequest, form: TokenForm, *, status: int = 200, **made: object
) -> HttpResponse:
    shown = {"form": form, "tokens": tokens.tokens_of(account_of(request)), **made}
    return render(request, "web/tokens.html", shown, status=status)

"""The page on which users make and revoke tokens for programs."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from api import tokens
from games.accounts import second_factors
from games.errors import ChangedMeanwhile, InvalidName
from games.runtime.commit import in_transaction, lock_with_password
from web.forms.account import ChangeForm
from web.forms.confirmed import SwitchOnForm, confirm, show_codes_left
from web.forms.tokens import NAMES, TokenForm
from web.pages.common.errors import sentence
from web.pages.common.forms_only import sent_from
from web.pages.common.private_forms import private_form
from web.pages.common.viewer import account_of, own_account
from web.throttling import refused_if


@private_form
def tokens_page(request: HttpRequest) -> HttpResponse:
    """The own tokens; a new one is shown in the answer that makes it, and nowhere else."""
    user = own_account(request)
    if request.method != "POST":
        return _page(request, TokenForm(user=user))
    form = TokenForm(request.POST, user=user)
    wait = confirm(request, form)
    if form.is_valid():
        show_codes_left(request, user, form.cleaned_data.get("code", ""))
        made = _made(form, user, timezone.now())
        if made is not None:
            return _page(request, TokenForm(user=user), status=201, **made)
    shown = _page(request, form, status=422)
    return refused_if(shown, wait)


def _made(form: TokenForm, user: User, now: datetime) -> dict[str, object] | None:
    """The token that a form asks for, with its text; None when the form then says why not."""
    given = form.cleaned_data
    try:
        token, text = tokens.issue(
            user=user,
            name=given["name"],
            scopes=[tokens.Scope(word) for word in given["scopes"]],
            expires_at=now + timedelta(days=given["days"]),
            now=now,
        )
    except InvalidName as error:
        form.add_error("name", sentence(error))
    except tokens.AccountChanged:
        form.add_error(None, _("Your password was changed just now: sign in again."))
    except tokens.TooManyTokens:
        refusal = _("You have %(most)s tokens already: revoke one you no longer use.")
        form.add_error(None, refusal % {"most": tokens.MOST_TOKENS})
    else:
        return {"made": token, "text": text}
    return None


@login_required
@sent_from("web:tokens")
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one of the own tokens; programs that use it are signed out at once."""
    if not tokens.revoke(user=account_of(request), token_id=token_id):
        raise Http404
    messages.success(request, _("The token is revoked."))
    return redirect("web:tokens")


@in_transaction
def change_password(form: ChangeForm, *, keep_tokens: bool) -> User:
    """Store the new password of a form that is valid. The tokens of its user go unless kept.

    Returns the user with the new password. Raises ChangedMeanwhile when the account is gone, or the
    old password of the form is not its password any more.
    """
    before = lock_with_password(form.user)
    user = User.objects.get(pk=before.pk)
    user.set_password(form.cleaned_data["new_password1"])
    user.save(update_fields=["password"])
    if keep_tokens:
        tokens.restamp(before=before, after=user)
    return user


@in_transaction
def switch_on_second_factor(form: SwitchOnForm, now: datetime) -> list[str]:
    """Switch the second factor of a form that is valid on; returns the recovery codes.

    The password gets a new hash, which ends the sessions of other browsers, and half of a sign-in
    that has not sent a code; tokens stay. An empty list, and no change, for a wrong code. Raises
    ChangedMeanwhile.
    """
    user, given = form.user, form.cleaned_data
    codes = second_factors.switch_on(user=user, key=form.key, code=given["code"], now=now)
    if codes:
        before = User.objects.get(pk=user.pk)
        if not before.check_password(given["password"]):
            raise ChangedMeanwhile
        user.set_password(given["password"])
        user.save(update_fields=["password"])
        tokens.restamp(before=before, after=user)
    return codes


@dataclass(frozen=True)
class Shown:
    """A token in the list."""

    token: object
    scopes: list[object]
    expired: bool


def _page(
    request: HttpRequest, form: TokenForm, *, status: int = 200, **made: object
) -> HttpResponse:
    now = timezone.now()
    own = [
        Shown(token, [NAMES[scope] for scope in tokens.scopes_of(token)], token.expires_at <= now)
        for token in tokens.tokens_of(form.user)
    ]
    return render(request, "web/tokens.html", {"form": form, "tokens": own, **made}, status=status)

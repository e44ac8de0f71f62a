"""Pages that ask for password and code before something that weakens the second factor."""

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.accounts import second_factors
from web.forms.confirmed import ConfirmedForm, confirm
from web.pages.common.viewer import own_account
from web.throttling import refused_if


def confirmed(request: HttpRequest, template: str, **known: object) -> User | HttpResponse:
    """The user, once password and code are right; until then the page that asks for them."""
    user = own_account(request)
    if not second_factors.is_on(user):
        return redirect("web:two_step")
    if request.method != "POST":
        return render(request, template, {"form": ConfirmedForm(user=user), **known})
    form = ConfirmedForm(request.POST, user=user)
    wait = confirm(request, form)
    if form.is_valid():
        return user
    shown = render(request, template, {"form": form, **known}, status=422)
    return refused_if(shown, wait)

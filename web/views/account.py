"""Accounts: signing up, in and out, the profile, deleting the account.

Django's own: names and passwords are all there is to it, no other sites to sign in by, so a
package for those would only bring tables and pages that nobody uses.
"""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games import services
from games.errors import StillPlaying
from games.models import Game
from web.forms.account import DeleteForm, ProfileForm, ResetForm, SignInForm, SignUpForm
from web.models import Profile
from web.throttling import count_try, refused, too_often
from web.views.language import remember


class SignIn(views.LoginView):
    """Name and password; leads back to where somebody came from, if that is a page of ours."""

    template_name = "web/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_form(self, form_class: Any = None) -> Any:
        """The form; it knows whether the tries are used up before it checks a password."""
        form: Any = super().get_form(form_class)
        if self.request.method == "POST":
            form.held_back = count_try(self.request, self.request.POST.get("username", ""))
        return form

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again; 429 when it was too often."""
        response = super().form_invalid(form)
        return refused(response, form.held_back) if form.held_back else response

    def form_valid(self, form: Any) -> HttpResponse:
        """Signs in; the pages speak the language of the profile from here on."""
        response = super().form_valid(form)
        profile = Profile.objects.filter(user=form.get_user()).first()
        return remember(response, profile.language) if profile else response


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponseBase:
    """A new account, signed in at once."""
    target = next_of(request)
    if request.user.is_authenticated:
        return redirect(target)
    form = SignUpForm(request.POST or None)
    held_back = count_try(request) if request.method == "POST" else 0
    if held_back:
        form.add_error(None, too_often(held_back))
    elif request.method == "POST" and form.is_valid():
        login(request, form.save(), backend=settings.AUTHENTICATION_BACKENDS[0])
        messages.success(request, _("Welcome! Sit down at a table, or make one of your own."))
        return redirect(target)
    shown = render(request, "web/signup.html", {"form": form, "next": target})
    return refused(shown, held_back) if held_back else shown


def next_of(request: HttpRequest) -> str:
    """Where to go on: ``next`` of the request if that is a page of ours, else the lobby."""
    wished = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wished, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wished if ours else resolve_url(settings.LOGIN_REDIRECT_URL)


class ResetPassword(views.PasswordResetView):
    """Asks for the mail address and sends a link there, if an account has it."""

    template_name = "web/password_reset.html"
    form_class = ResetForm
    success_url = reverse_lazy("web:password_reset_done")

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Counts first: each try may send mail to somebody."""
        held_back = count_try(request, f"mail {request.POST.get('email', '')}")
        if not held_back:
            return super().post(request, *args, **kwargs)
        form = self.get_form()
        form.add_error(None, too_often(held_back))
        return refused(self.render_to_response(self.get_context_data(form=form)), held_back)


class ResetPasswordDone(views.PasswordResetDoneView):
    """Says that mail is on its way."""

    template_name = "web/password_reset_done.html"


class ResetPasswordConfirm(views.PasswordResetConfirmView):
    """The page behind the link of the mail."""

    template_name = "web/password_new.html"
    success_url = reverse_lazy("web:password_reset_complete")


class ResetPasswordComplete(views.PasswordResetCompleteView):
    """Says that the new password holds."""

    template_name = "web/password_reset_complete.html"


class ChangePassword(views.PasswordChangeView):
    """Another password, for who knows the old one."""

    template_name = "web/password_change.html"
    success_url = reverse_lazy("web:profile")

    def post(self, request: HttpRequest, *args: str, **kwargs: Any) -> HttpResponse:
        """Counts first: who has found an open browser might guess."""
        held_back = count_try(request, request.user.get_username())
        if not held_back:
            return super().post(request, *args, **kwargs)
        form = self.get_form()
        form.add_error(None, too_often(held_back))
        return refused(self.render_to_response(self.get_context_data(form=form)), held_back)

    def form_valid(self, form: Any) -> HttpResponse:
        """Says so on the profile page."""
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)


@sensitive_post_parameters()
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Name, mail address, language."""
    user = own_account(request)
    if request.method != "POST":
        return render(request, "web/profile.html", {"form": ProfileForm(instance=user)})
    held_back = count_try(request, user.get_username()) if request.POST.get("password") else 0
    form = ProfileForm(request.POST, instance=user, held_back=held_back)
    if not form.is_valid():
        shown = render(request, "web/profile.html", {"form": form}, status=422)
        return refused(shown, held_back) if held_back else shown
    form.save()
    messages.success(request, _("Your profile is saved."))
    return remember(redirect("web:profile"), form.cleaned_data["language"])


@sensitive_post_parameters()
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the own account for good; its finished games stay without the name."""
    user = own_account(request)
    if request.method != "POST":
        return render(request, "web/account_delete.html", {"form": DeleteForm(user=user)})
    held_back = count_try(request, user.get_username())
    form = DeleteForm(request.POST, user=user, held_back=held_back)
    games: list[Game] = []
    if form.is_valid():
        try:
            services.delete_account(user=user, now=timezone.now())
        except StillPlaying as error:
            games = list(Game.objects.filter(pk__in=error.games))
        else:
            return _gone(request)
    known = {"form": form, "games": games}
    shown = render(request, "web/account_delete.html", known, status=422)
    return refused(shown, held_back) if held_back else shown


def _gone(request: HttpRequest) -> HttpResponseRedirect:
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return HttpResponseRedirect(resolve_url("web:front"))


def own_account(request: HttpRequest) -> User:
    """A copy of who is here: a form that is refused must not change what the header says."""
    return User.objects.get(username=request.user.get_username())

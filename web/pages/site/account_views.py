"""Accounts: signing up, in and out, the profile, deleting the account.

Django's own: names and passwords are all there is to it, no other sites to sign in by, so a
package for those would only bring unused tables and pages.
"""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash, views
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games import services
from games.accounts import devices, second_factors
from games.accounts.sign_ins import Try
from games.accounts.signing_in import sign_in
from games.errors import StillPlaying
from games.models import Game
from games.runtime.limits import address_of
from web.address_state import state_of
from web.addresses import TooManyMails
from web.forms.account import (
    ChangeForm,
    DeleteForm,
    NewPasswordForm,
    ProfileForm,
    ResetForm,
    SignInForm,
    SignUpForm,
    save_unless_taken,
)
from web.forms.confirmed import confirm
from web.models import Profile
from web.pages.common.going_on import OwnPageMixin, next_page
from web.pages.common.private_forms import private_form
from web.pages.common.viewer import own_account
from web.pages.site.language_views import remember
from web.pages.site.second_factor_views import ask_for_code
from web.pages.site.tokens_views import change_password
from web.throttling import (
    begin_sign_up,
    begin_try,
    refused,
    refused_if,
    too_many_accounts,
    too_often,
    unprocessable,
)


class SignIn(OwnPageMixin, views.LoginView):
    """Name and password; leads back to where somebody came from, if that is a page of ours."""

    template_name = "web/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_form(self, form_class: Any = None) -> Any:
        """The form; it knows whether the tries are used up before it checks a password."""
        form: Any = super().get_form(form_class)
        if self.request.method == "POST":
            self.attempt = begin_try(self.request, self.request.POST.get("username", ""))
            form.held_back = self.attempt.wait
        return form

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again; 429 when it was too often."""
        response = unprocessable(super().form_invalid(form))
        return refused_if(response, form.held_back)

    def form_valid(self, form: Any) -> HttpResponse:
        """Signs in, unless a second step is needed; in the language of the profile from here on."""
        self.attempt.give_back()
        if second_factors.is_on(form.get_user()):
            return ask_for_code(self.request, form.get_user(), self.get_success_url())
        sign_in(self.request, form.get_user())
        response = HttpResponseRedirect(self.get_success_url())
        profile = Profile.objects.filter(user=form.get_user()).first()
        return remember(response, profile.language) if profile else response


class SignOut(OwnPageMixin, views.LogoutView):
    """Leads to the front page, or to another page of ours."""


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponseBase:
    """A new account, signed in at once."""
    target = next_page(request) or resolve_url(settings.LOGIN_REDIRECT_URL)
    if request.user.is_authenticated:
        return HttpResponseRedirect(target)
    form = SignUpForm(request.POST or None)
    user, held_back = new_account(request, form) if request.method == "POST" else (None, 0)
    if user is not None:
        sign_in(request, user)
        lobby = target == resolve_url(settings.LOGIN_REDIRECT_URL)
        # Who comes from a tournament or a table is led back there, and has read what to do.
        welcome = _("Welcome! Join a table or create your own.") if lobby else _("Welcome!")
        messages.success(request, welcome)
        if awaited := state_of(user).awaited:
            message = _(
                "We have sent a mail to %(address)s: follow the link in it to verify the address."
            )
            messages.info(request, message % {"address": awaited})
        return HttpResponseRedirect(target)
    status = 422 if form.is_bound else 200
    shown = render(request, "web/signup.html", {"form": form, "next": target}, status=status)
    return refused_if(shown, held_back)


def new_account(request: HttpRequest, form: SignUpForm) -> tuple[User | None, int]:
    """The user of a form, saved; None, with an error in the form and how many seconds to wait."""
    if wait := begin_try(request).wait:
        form.add_error(None, too_often(wait))
        return None, wait
    if not form.is_valid():
        return None, 0
    begun = begin_sign_up(request)
    if begun.wait:
        form.add_error(None, too_many_accounts())
        return None, begun.wait
    form.asked_from = address_of(request)
    try:
        user = save_unless_taken(form)
    except TooManyMails as error:
        form.add_error("email", too_often(error.wait))
        begun.give_back()
        return None, error.wait
    if user is None:
        begun.give_back()
    return user, 0


class ResetPassword(views.PasswordResetView):
    """Asks for the mail address and sends a link there, if an account has it."""

    template_name = "web/password_reset.html"
    form_class = ResetForm
    success_url = reverse_lazy("web:password_reset_done")

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again."""
        return unprocessable(super().form_invalid(form))

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Counts first: each try may send mail to somebody."""
        held_back = begin_try(request, request.POST.get("email", ""), kind="reset").wait
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
    form_class = NewPasswordForm
    success_url = reverse_lazy("web:password_reset_complete")

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again."""
        return unprocessable(super().form_invalid(form))


class ResetPasswordComplete(views.PasswordResetCompleteView):
    """Says that the new password holds."""

    template_name = "web/password_reset_complete.html"


class ChangePassword(views.PasswordChangeView):
    """A new password, for a user who knows the old one."""

    template_name = "web/password_change.html"
    form_class = ChangeForm
    success_url = reverse_lazy("web:profile")

    def post(self, request: HttpRequest, *args: str, **kwargs: Any) -> HttpResponse:
        """Counts first: who has found an open browser might guess."""
        self.attempt = begin_try(request, request.user.get_username())
        if not self.attempt.wait:
            return super().post(request, *args, **kwargs)
        form = self.get_form()
        form.add_error(None, too_often(self.attempt.wait))
        return refused(self.render_to_response(self.get_context_data(form=form)), self.attempt.wait)

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again; only a wrong password is a wrong try."""
        if "old_password" not in form.errors:
            self.attempt.give_back()
        return unprocessable(super().form_invalid(form))

    def form_valid(self, form: Any) -> HttpResponse:
        """Says so on the profile page; this session and device stay, all others do not.

        So do tokens that are kept.
        """
        self.attempt.give_back()
        user = change_password(form, keep_tokens=form.cleaned_data["keep_tokens"])
        self.request.META[devices.ISSUE] = user
        update_session_auth_hash(self.request, user)
        messages.success(self.request, _("Your password is changed."))
        return redirect(self.get_success_url())


@private_form
def profile(request: HttpRequest) -> HttpResponse:
    """Name, mail address, language."""
    user = own_account(request)
    if request.method != "POST":
        return _profile(request, ProfileForm(instance=user))
    attempt = begin_try(request, user.get_username()) if request.POST.get("password") else Try()
    form = ProfileForm(request.POST, instance=user, held_back=attempt.wait)
    form.asked_from = address_of(request)
    valid = form.is_valid()
    if "password" not in form.errors:
        attempt.give_back()
    if not valid:
        shown = _profile(request, form, status=422)
        return refused_if(shown, attempt.wait)
    try:
        saved = save_unless_taken(form)
    except TooManyMails as error:
        form.add_error("email", too_often(error.wait))
        return refused(_profile(request, form), error.wait)
    if saved is None:
        return _profile(request, form, status=422)
    messages.success(request, _("Your profile is saved."))
    return remember(redirect("web:profile"), form.cleaned_data["language"])


def _profile(request: HttpRequest, form: ProfileForm, status: int = 200) -> HttpResponse:
    user = own_account(request)
    known = {"form": form, "address": state_of(user), "now": timezone.now()}
    known["two_step"] = second_factors.is_on(user)
    return render(request, "web/profile.html", known, status=status)


@private_form
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the own account for good; games with other people stay without the name."""
    user = own_account(request)
    if request.method != "POST":
        return render(request, "web/account_delete.html", {"form": DeleteForm(user=user)})
    form = DeleteForm(request.POST, user=user)
    games: list[Game] = []
    wait = confirm(request, form)
    if form.is_valid():
        try:
            services.delete_account(user=user, now=timezone.now())
        except StillPlaying as error:
            games = list(Game.objects.filter(pk__in=error.games))
        else:
            return _gone(request)
    known = {"form": form, "games": games}
    shown = render(request, "web/account_delete.html", known, status=422)
    return refused_if(shown, wait)


def _gone(request: HttpRequest) -> HttpResponseRedirect:
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return HttpResponseRedirect(resolve_url("web:front"))

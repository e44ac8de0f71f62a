"""The second step of signing in, and the pages on which users look after it."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.accounts import devices, second_factors
from games.accounts.signing_in import sign_in
from web import second_steps
from web.forms.confirmed import (
    CodeForm,
    SwitchOnForm,
    check_code,
    confirm,
    show_codes_left,
    wrong_code,
)
from web.models import Profile
from web.pages.common.going_on import next_page
from web.pages.common.private_forms import private_form
from web.pages.common.viewer import own_account
from web.pages.site.confirmed_views import confirmed
from web.pages.site.language_views import remember
from web.pages.site.passkeys_views import offer, proved
from web.pages.site.qr import qr_code
from web.pages.site.tokens_views import switch_on_second_factor
from web.throttling import refused_if


def ask_for_code(request: HttpRequest, user: User, target: str) -> HttpResponseRedirect:
    """Lead who has sent the right password on to the second step."""
    second_steps.begin(request, user)
    return _leading_on("web:login_code", target)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_code(request: HttpRequest) -> HttpResponseBase:
    """The second step; the session begins only with the right code."""
    target = next_page(request) or resolve_url(settings.LOGIN_REDIRECT_URL)
    if request.user.is_authenticated:
        return HttpResponseRedirect(target)
    user = second_steps.pending(request)
    if user is None:
        if request.method == "POST":
            messages.error(request, _("That took too long. Send your password once more."))
        return _leading_on("web:login", target)
    recovery = "recovery" in request.GET
    by_passkey = "passkey" in request.POST
    code = request.POST if request.method == "POST" and not by_passkey else None
    form = CodeForm(code, recovery=recovery)
    wait = check_code(request, user, form) if form.is_valid() else 0
    if form.is_valid() or (by_passkey and proved(request, user)):
        show_codes_left(request, user, "" if by_passkey else form.cleaned_data["code"])
        return _signed_in(request, user, target)
    known = {"form": form, "name": user.get_username(), "next": target, "recovery": recovery}
    known |= {**offer(request, user), "failed": by_passkey}
    status = 422 if request.method == "POST" else 200
    shown = render(request, "web/login_code.html", known, status=status)
    return refused_if(shown, wait)


def _leading_on(name: str, target: str) -> HttpResponseRedirect:
    return redirect_to_login(target, reverse(name), "next")


def _signed_in(request: HttpRequest, user: User, target: str) -> HttpResponse:
    second_steps.end(request)
    sign_in(request, user)
    profile = Profile.objects.filter(user=user).first()
    response = HttpResponseRedirect(target)
    return remember(response, profile.language) if profile else response


@private_form
def two_step(request: HttpRequest) -> HttpResponse:
    """Whether the second factor is on; if not, all that it takes to switch it on."""
    user = own_account(request)
    if second_factors.is_on(user):
        left = second_factors.codes_left(user)
        return render(request, "web/two_step.html", {"on": True, "left": left})
    if request.method != "POST":
        return _setup(request, SwitchOnForm(user=user))
    form = SwitchOnForm(request.POST, user=user)
    wait = confirm(request, form)
    if form.is_valid():
        if codes := switch_on_second_factor(form, timezone.now()):
            update_session_auth_hash(request, user)
            request.META[devices.ISSUE] = user
            messages.success(request, _("Two-step sign-in is on. Other browsers are signed out."))
            return render(request, "web/two_step_codes.html", {"codes": codes})
        form.add_error("code", wrong_code())
    if "setup" in form.errors:  # with another key than the one that its reader has scanned
        messages.error(request, _("This page was too old. Scan the new QR code."))
        return redirect("web:two_step")
    shown = _setup(request, form, status=422)
    return refused_if(shown, wait)


def _setup(request: HttpRequest, form: SwitchOnForm, status: int = 200) -> HttpResponse:
    known = {
        "form": form,
        "qr": qr_code(second_factors.provisioning_uri(user=form.user, key=form.key)),
        "secret": second_factors.key_as_text(form.key),
    }
    return render(request, "web/two_step.html", known, status=status)


@private_form
def new_codes(request: HttpRequest) -> HttpResponse:
    """New recovery codes; those before work no more."""
    asked = confirmed(request, "web/two_step_renew.html")
    if isinstance(asked, HttpResponse):
        return asked
    codes = second_factors.renew_codes(user=asked, now=timezone.now())
    return render(request, "web/two_step_codes.html", {"codes": codes})


@private_form
def switch_off(request: HttpRequest) -> HttpResponse:
    """Have the password be enough again."""
    asked = confirmed(request, "web/two_step_off.html")
    if isinstance(asked, HttpResponse):
        return asked
    second_factors.switch_off(user=asked, now=timezone.now())
    messages.success(request, _("Two-step sign-in is off."))
    return redirect("web:profile")

"""Verifying a mail address: the page behind the link, and one more mail with it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlsafe_base64_decode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.runtime.limits import address_of
from web import addresses
from web.address_state import state_of, verification_tokens
from web.addresses import TooManyMails
from web.pages.common.forms_only import sent_from
from web.pages.common.viewer import account_of
from web.throttling import too_often


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Ask, and on POST verify: there are programs that follow every link of a mail."""
    user = _user(uidb64)
    if user is None or not verification_tokens.check_token(user, token):
        return render(request, "web/verify_address_void.html", status=404)
    shown = {"name": user.get_username(), "address": state_of(user).awaited}
    if request.method != "POST":
        return render(request, "web/verify_address.html", shown)
    if not addresses.verify(user=user, token=token, now=timezone.now()):
        return render(request, "web/verify_address_void.html", status=404)
    return render(request, "web/verify_address.html", {**shown, "done": True})


@login_required
@sent_from("web:profile")
def ask_again(request: HttpRequest) -> HttpResponse:
    """Send the mail with the link once more."""
    try:
        sent = addresses.ask_again(
            user=account_of(request), now=timezone.now(), caller=address_of(request)
        )
    except TooManyMails as error:
        messages.error(request, too_often(error.wait))
    else:
        if sent:
            messages.success(request, _("The link is on its way to you."))
    return redirect("web:profile")


def _user(uidb64: str) -> User | None:
    try:
        return User.objects.filter(pk=int(urlsafe_base64_decode(uidb64)), is_active=True).first()
    except (ValueError, OverflowError):
        return None

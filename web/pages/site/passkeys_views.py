"""Passkeys: adding and removing them, and their part in the second step of signing in."""

from datetime import timedelta
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.json import encode

from games.accounts import attempts, passkeys, second_factors
from games.errors import InvalidName
from web.forms.confirmed import PasskeyForm, confirm, show_codes_left
from web.pages.common.errors import sentence
from web.pages.common.private_forms import private_form
from web.pages.common.viewer import account_of, own_account
from web.pages.site.confirmed_views import confirmed
from web.throttling import refused_if

CHALLENGE: Final = "passkey_challenge"
"""In the session: the one that was given out last, and until when it is good."""
GOOD_FOR: Final = timedelta(minutes=10)
ONCE: Final = "1/hour"
"""An hour, because that is longer than a challenge is good."""


def site_of(request: HttpRequest) -> passkeys.Site:
    """The site as the browser sees it; its host is one of ours."""
    host, _port = split_domain_port(request.get_host())
    return passkeys.Site(f"{request.scheme}://{request.get_host()}", host)


def offer(request: HttpRequest, user: User) -> dict[str, Any]:
    """What the page for the second step shows of passkeys; nothing without one.

    ``options`` is what the browser is asked to sign in place of a code, ``nameless`` and ``named``
    are those of ``by_address``.
    """
    if not passkeys.passkeys_of(user):
        return {}
    if refusal := by_address(request):
        return refusal
    options, kept = passkeys.begin_proof(user=user, site=site_of(request))
    return {"options": _given_out(request, options, kept)}


def by_address(request: HttpRequest) -> dict[str, Any]:
    """Nothing, unless the site is visited by an IP address, for which there are no passkeys.

    ``nameless`` says so then; ``named`` is the same page under the site's name, if it is known.
    """
    site = site_of(request)
    if site.has_name():
        return {}
    named = settings.SITE_URL
    if ip_address(site.host.strip("[]")).is_loopback:
        named = site.origin.replace(site.host, "localhost")
    elif not passkeys.Site(named, urlsplit(named).hostname or "").has_name():
        return {"nameless": True}
    return {"nameless": True, "named": named + request.get_full_path()}


def proved(request: HttpRequest, user: User) -> bool:
    """Whether the form holds a passkey's answer to the challenge that was given out last."""
    kept = _taken_back(request)
    response, now = request.POST.get("passkey", ""), timezone.now()
    return kept is not None and passkeys.prove(
        user=user, site=site_of(request), kept=kept, response=response, now=now
    )


@private_form
def passkeys_page(request: HttpRequest) -> HttpResponse:
    """The own passkeys, and a form for another one."""
    user = own_account(request)
    if not second_factors.is_on(user):
        return redirect("web:two_step")
    if request.method != "POST":
        return _page(request, PasskeyForm(user=user))
    form = PasskeyForm(request.POST, user=user)
    kept, wait = _taken_back(request), confirm(request, form)
    if form.is_valid():
        show_codes_left(request, user, form.cleaned_data["code"])
    if form.is_valid() and _added(request, form, kept):
        messages.success(request, _("The passkey is added."))
        return redirect("web:passkeys")
    shown = _page(request, form, status=422)
    return refused_if(shown, wait)


def _added(request: HttpRequest, form: PasskeyForm, kept: passkeys.Challenge | None) -> bool:
    given = form.cleaned_data
    try:
        made = kept and passkeys.add(
            user=form.user,
            site=site_of(request),
            kept=kept,
            response=given["passkey"],
            name=given["name"],
            now=timezone.now(),
        )
    except InvalidName as error:
        form.add_error("name", sentence(error))
        return False
    if not made:
        form.add_error(None, _("That did not work. Try again."))
    return bool(made)


@private_form
def remove(request: HttpRequest, passkey_id: int) -> HttpResponse:
    """Remove one of the own passkeys."""
    own = passkeys.passkeys_of(account_of(request))
    passkey = next((one for one in own if one.pk == passkey_id), None)
    if passkey is None:
        raise Http404
    asked = confirmed(request, "web/passkey_remove.html", passkey=passkey)
    if isinstance(asked, HttpResponse):
        return asked
    passkeys.remove(user=asked, passkey_id=passkey_id, now=timezone.now())
    show_codes_left(request, asked, request.POST["code"])
    messages.success(request, _("The passkey is removed."))
    return redirect("web:passkeys")


def _page(request: HttpRequest, form: PasskeyForm, status: int = 200) -> HttpResponse:
    own = passkeys.passkeys_of(form.user)
    known: dict[str, Any] = {"form": form, "passkeys": own, "full": len(own) >= passkeys.MOST}
    known |= by_address(request)
    if not (known["full"] or "nameless" in known):
        options, kept = passkeys.begin_adding(user=form.user, site=site_of(request))
        known["options"] = _given_out(request, options, kept)
    return render(request, "web/passkeys.html", known, status=status)


def _given_out(request: HttpRequest, options: passkeys.Challenge, kept: passkeys.Challenge) -> str:
    until = (timezone.now() + GOOD_FOR).timestamp()
    request.session[CHALLENGE] = {"kept": kept, "until": until}
    return encode(options).decode()


def _taken_back(request: HttpRequest) -> passkeys.Challenge | None:
    """The challenge, which is good no more from here on.

    The database counts it: requests at the same moment may all read it in their session.
    """
    given_out, now = request.session.pop(CHALLENGE, None), timezone.now()
    if given_out is None or given_out["until"] < now.timestamp():
        return None
    kept: passkeys.Challenge = given_out["kept"]
    caller = str(kept["challenge"])
    return None if attempts.count(kind=CHALLENGE, caller=caller, rate=ONCE) else kept

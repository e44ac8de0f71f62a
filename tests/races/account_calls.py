"""Calls that change how a user signs in: passkeys, reset passwords, verified addresses.

Of cara, whose account is guarded by a second factor and a passkey, and of bob, whose address is
verified.
"""

from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.accounts import passkeys, second_factors, sign_ins
from tests.races.shapes import Call
from tests.races.world import PASSWORD, SITE, World, address_of
from web.address_state import verification_tokens
from web.mail import account_mail
from web.models import AccountMail
from web.pages.site.passkeys_views import CHALLENGE

NEW: Final = "moss-and-oats-3"
"""The password after a reset."""


def _add(world: World) -> object:
    return passkeys.add(
        user=world.user("cara"),
        site=SITE,
        kept=world.adding.kept,
        response=world.adding.answer,
        name="new",
        now=timezone.now(),
    )


def _prove(world: World) -> object:
    return passkeys.prove(
        user=world.user("cara"),
        site=SITE,
        kept=world.proving.kept,
        response=world.proving.answer,
        now=timezone.now(),
    )


def _remove(world: World) -> object:
    return passkeys.remove(user=world.user("cara"), passkey_id=world.passkey, now=timezone.now())


def _sign_in(world: World) -> HttpResponse:
    """Both steps, on the pages; the challenge is the one that the passkey has answered."""
    client = Client(raise_request_exception=False)
    known = {"username": f"cara{world.number}", "password": PASSWORD}
    asked = client.post("/login/", known)
    if not asked.headers.get("Location", "").startswith("/login/code/"):
        return asked
    session = client.session
    until = timezone.now().timestamp() + 60
    session[CHALLENGE] = {"kept": world.proving.kept, "until": until}
    session.save()
    return client.post("/login/code/", {"passkey": world.proving.answer})


def _lock(world: World) -> object:
    attempt = sign_ins.Try(last=True)
    now = timezone.now()
    return second_factors.note_wrong(user=world.user("cara"), attempt=attempt, now=now)


def _link(name: str, who: str, tokens: Any) -> Callable[[World], str]:
    """The address of a link that was mailed; made when the link is followed."""

    def path(world: World) -> str:
        user = User.objects.filter(pk=world.users[who]).first()
        if user is None:
            return "/"
        uid = urlsafe_base64_encode(force_bytes(user.pk))
        return f"/{name}/{uid}/{tokens.make_token(user)}/"

    return path


RESET: Final = _link("password/reset", "bob", default_token_generator)
VERIFY: Final = _link("mail/verify", "cara", verification_tokens)


def _reset(world: World) -> HttpResponse:
    client = Client(raise_request_exception=False)
    shown = client.get(RESET(world))
    form = shown.headers.get("Location")
    if form is None:  # the account is gone
        return shown
    return client.post(form, {"new_password1": NEW, "new_password2": NEW})


def _request_reset(world: World) -> HttpResponse:
    client = Client(raise_request_exception=False)
    return client.post("/password/reset/", {"email": address_of("bob", world.number)})


def _verify(world: World) -> HttpResponse:
    return Client(raise_request_exception=False).post(VERIFY(world))


def _send_reset(world: World) -> object:
    """The task of the request, and that of the mail that follows from it."""
    account_mail.send(mail_id=world.mail, now=timezone.now())
    following = AccountMail.objects.filter(user=world.users["bob"], done_at=None)
    ids = list(following.values_list("pk", flat=True))
    return sum(account_mail.send(mail_id=one, now=timezone.now()) for one in ids) > 0


def _validate(world: World) -> HttpResponse:
    """As the page of a replay asks for it."""
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = world.session
    return client.post(f"/games/{world.games['solo']}/replay/validate/")


ACCOUNT_CALLS: Final = (
    Call("add_passkey", ["guarded"], _add),
    Call("prove_by_passkey", ["guarded"], _prove),
    Call("sign_in_by_passkey", ["guarded"], _sign_in),
    Call("remove_passkey", ["guarded"], _remove),
    Call("lock_second_factor", ["guarded"], _lock),
    Call("verify_address", ["guarded"], _verify),
    Call("request_reset", ["mailed"], _request_reset),
    Call("send_reset", ["mailed"], _send_reset),
    Call("reset_password", ["mailed"], _reset),
    Call("validate", ["solo"], _validate),
)

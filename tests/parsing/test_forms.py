"""Forms at their largest: how they are taken apart, and what is done with long texts in them."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.http import QueryDict
from django.test import RequestFactory
from django.utils import timezone
from fido2.utils import websafe_encode

from games import engine, names
from games.accounts import passkeys, second_factors
from games.accounts.names import folded
from games.errors import GameError
from games.services.tables.seed_words import seal_for
from tests.parsing.growth import Case, check
from tests.parsing.inputs import repeated
from web.address_state import verification_tokens
from web.forms.account import ProfileForm, ResetForm, SignInForm, SignUpForm
from web.forms.notes import NoteForm
from web.forms.orders import OrderForm
from web.forms.tokens import TokenForm
from web.mail import turn_mail
from web.middleware import FormMiddleware
from web.pages.options import form as option_form
from web.pages.site.rules import found
from web.pages.table.leaving_views import OfferForm

pytestmark = [pytest.mark.long, pytest.mark.once, pytest.mark.no_cover]


LARGEST: Final = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
HEAD: Final = b'--x\r\nContent-Disposition: form-data; name="a'
BASE64: Final = HEAD + b'"; filename="f"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
END: Final = b"\r\n--x--\r\n"
PARTS: Final = {
    "the marks of a boundary": repeated(b"--", before=HEAD + b'"\r\n\r\n', after=END),
    "boundaries": repeated(b"--x"),
    "boundaries in lines": repeated(b"--x\r\n"),
    "line ends": repeated(b"\r\n", before=HEAD + b'"\r\n\r\n', after=END),
    "line ends and marks": repeated(b"\r\n--", before=HEAD + b'"\r\n\r\n', after=END),
    "line ends before any part": repeated(b"\r\n", after=END),
    "headers of a part": repeated(b"A: b\r\n", before=b"--x\r\n", after=END),
    "a header without an end": repeated(b"x", before=b"--x\r\nA:", after=END),
    "a file of spaces in base64": repeated(b" ", before=BASE64, after=END),
    "a file of base64 and spaces": repeated(b"a  ", before=BASE64, after=END),
    "a file that is no base64": repeated(b"!", before=BASE64, after=END),
    "small parts": repeated(HEAD + b'"\r\n\r\n1\r\n', after=END),
    "names of separators": repeated(HEAD + b";" * 900 + b'"\r\n\r\n1\r\n', after=END),
    "names of quotes": repeated(HEAD + b'\\";' * 300 + b'"\r\n\r\n1\r\n', after=END),
    "large parts": lambda size: (HEAD + b'"\r\n\r\n' + b"x" * (size // 190) + b"\r\n") * 180 + END,
}
PLAIN: Final = {
    "escapes": repeated(b"%41", before=b"a="),
    "percents": repeated(b"%", before=b"a="),
    "escapes of what is no UTF-8": repeated(b"%ff", before=b"a="),
    "separators": repeated(b"&"),
    "equals": repeated(b"="),
    "spaces": repeated(b"+", before=b"a="),
    "small fields": repeated(b"a=1&"),
    "names that differ": lambda size: b"&".join(b"%06d=1" % n for n in range(size // 9)),
    "large fields": lambda size: (b"a=" + b"x" * (size // 200) + b"&") * 190,
    "bytes": repeated(b"\xff", before=b"a="),
}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *(("multipart/form-data; boundary=x", name) for name in PARTS),
        *(("application/x-www-form-urlencoded", name) for name in PLAIN),
    ],
)
def test_forms_are_taken_apart_in_linear_time(kind: str, name: str) -> None:
    def parse(body: bytes) -> object:
        request = RequestFactory().generic("POST", "/login/", body, content_type=kind)
        return FormMiddleware(lambda _: None).fault(request)  # type: ignore[arg-type, return-value]

    build = (PARTS | PLAIN)[name]
    check(Case(name, build, parse, LARGEST - 100, seconds=0.2, mebibytes=32))


TEXTS: Final = {
    "combining marks out of order": "\u0315\u0300",
    "combining marks": "\u0300",
    "letters that are normalised": "\ufdfa",
    "letters that fold": "\u0390",
    "nothing to see": "\u2800",
    "flags that do not end": "\U0001f3f4\U000e0067",
    "flags": "\U0001f3f4\U000e007f",
    "joiners": "\u200d",
    "spaces": " ",
    "line ends": "\r\n",
    "digits": "9",
    "at": "@",
    "points": "a.",
    "commas": "F3,",
    "letters": "a",
    "a minus": "-",
    "colons": "a:",
}
"""Texts over and over, at most as many bytes of them as a form may have."""


def form_of(kind: Callable[[QueryDict], forms.BaseForm], *fields: str) -> Callable[[str], object]:
    """Fill all fields with a text and see whether they are valid."""

    def parse(text: str) -> object:
        sent = QueryDict(mutable=True)
        sent.update(dict.fromkeys(fields, text))
        return kind(sent).is_valid()

    return parse


def options(text: str) -> None:
    sent = QueryDict(mutable=True)
    sent.update({"map": text, "covered": text, "players": text})
    engine.decode_options(option_form.OptionsForm(sent).given, engine.packs.builtin().content)


def notation(text: str) -> None:
    """A move of every kind, with such words behind its first one."""
    for kind in engine.move_types().values():
        with suppress(engine.MalformedMove):
            engine.parse(f"{kind.WORD or 'buy'} {text}"[:200])


def profile(sent: QueryDict) -> forms.BaseForm:
    return ProfileForm(sent, instance=User.objects.get(), held_back=1)


def code(text: str) -> None:
    """A code of the second factor, from a form or from the header OTP."""
    second_factors.prove(user=User.objects.get(), code=text, now=timezone.now())


def passkey(text: str) -> None:
    """What a browser says of a passkey, and the parts in which it says it."""
    site = passkeys.Site("https://caledonia.example.org", "caledonia.example.org")
    kept = {"challenge": "YQ", "user_verification": "preferred"}
    part = websafe_encode(text.encode()[: passkeys.LONGEST_RESPONSE // 2])
    parts = dict.fromkeys(("clientDataJSON", "authenticatorData", "signature"), part)
    answer = json.dumps({"id": "YQ", "rawId": "YQ", "response": parts})
    for response in (text, answer):
        user, now = User.objects.get(), timezone.now()
        assert not passkeys.prove(user=user, site=site, kept=kept, response=response, now=now)


def token(sent: QueryDict) -> forms.BaseForm:
    form = TokenForm(sent, user=User.objects.get())
    form.held_back = 1
    return form


READERS: Final[dict[str, Callable[[str], object]]] = {
    "signing in": form_of(lambda sent: SignInForm(None, sent), "username", "password"),
    "signing up": form_of(SignUpForm, "username", "email", "password1", "password2"),
    "profile": form_of(profile, "username", "email", "password", "language"),
    "resetting a password": form_of(ResetForm, "email"),
    "notes": form_of(NoteForm, "text"),
    "standing order": form_of(OrderForm, "first", "keep_milk", "butter", "cellar"),
    "token": form_of(token, "name", "scopes", "days", "password"),
    "offer": form_of(OfferForm, "taker"),
    "code": code,
    "passkey": passkey,
    "link that verifies an address": lambda text: verification_tokens.check_token(
        User.objects.get(), text
    ),
    "options": options,
    "name that is counted": folded,
    "name of a game": names.cleaned,
    "word for chance": seal_for,
    "notation": notation,
    "search of the rules": lambda text: found(text[:100]),
    "link in a mail": turn_mail.user_of,
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", READERS)
def test_long_texts_are_read_in_linear_time(name: str) -> None:
    User.objects.create_user("anna")

    def parse(text: str) -> object:
        with suppress(GameError, engine.EngineError):
            return READERS[name](text)
        return None

    for title, part in TEXTS.items():
        largest = LARGEST // len(part.encode())
        check(Case(title, lambda size, part=part: part * size, parse, largest, seconds=0.3))  # type: ignore[misc]

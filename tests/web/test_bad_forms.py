"""Forms that cannot be read, and addresses to go on to that are none of ours."""

from functools import partial
from typing import Final

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import AttemptCount
from tests.door import DoorClient, answer
from tests.games.test_races import at_once
from tests.web.conftest import PASSWORD
from web.forms.account import ProfileForm, SignUpForm, save_unless_taken

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

PARTS: Final = "multipart/form-data; boundary=x"
PLAIN: Final = "application/x-www-form-urlencoded"
HEAD: Final = b'--x\r\nContent-Disposition: form-data; name="a"'
TAIL: Final = b"\r\n\r\n1\r\n"
BAD: Final[dict[str, tuple[str, bytes, int | None]]] = {
    "parts without a boundary": ("multipart/form-data", HEAD, 400),
    "a part without an end": (PARTS, HEAD, None),
    "parts without an end": (PARTS, HEAD + TAIL, None),
    "no parts": (PARTS, b"garbage", None),
    "no base64": (
        PARTS,
        HEAD + b"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!a\r\n--x--",
        None,
    ),
    "a name in no encoding": (PARTS, HEAD + b"; name*=hex''%41" + TAIL + b"--x--\r\n", None),
    "too many parts": (PARTS, (HEAD + TAIL) * 1001 + b"--x--\r\n", 400),
    "too many files": (PARTS, (HEAD + b'; filename="f"' + TAIL) * 101 + b"--x--\r\n", 400),
    "a part that is too large": (PARTS, HEAD + b"\r\n\r\n" + b"y" * 2**20 + b"\r\n--x--\r\n", 413),
    "a file that is too large": (
        PARTS,
        HEAD + b'; filename="f"\r\n\r\n' + b"y" * 2**20 + b"\r\n--x--\r\n",
        413,
    ),
    "too many fields": (PLAIN, b"a=1&" * 1001, 400),
    "too large": (PLAIN, b"a=" + b"y" * 2**20, 413),
    "another charset": (f"{PLAIN}; charset=latin-1", b"a=1", 415),
    "no charset of texts": (f"{PARTS}; charset=hex", HEAD + TAIL + b"--x--\r\n", 415),
}


@pytest.mark.parametrize(("kind", "body", "status"), BAD.values(), ids=BAD.keys())
def test_a_form_that_cannot_be_read(db: None, kind: str, body: bytes, status: int | None) -> None:
    anna = DoorClient(enforce_csrf_checks=True)
    anna.force_login(User.objects.create_user("anna"))
    for client in (DoorClient(enforce_csrf_checks=True), anna):
        for path in ("/nowhere/", "/login/", "/signup/", "/help/", "/profile/orders/"):
            got = answer(client, "POST", path, data=body, content_type=kind).status_code
            # Of some the parser makes an empty form, which is as good as none at all.
            assert got == status if status else got in (302, 403, 404), path


@pytest.mark.parametrize(("kind", "body", "_"), BAD.values(), ids=BAD.keys())
def test_one_for_another_host(db: None, kind: str, body: bytes, _: int | None) -> None:
    """The page that says so does not read the form."""
    for path in ("/nowhere", "/login/"):
        sent = {"data": body, "content_type": kind, "headers": {"Host": "evil.example"}}
        client = DoorClient(enforce_csrf_checks=True)
        client.cookies["csrftoken"] = "x" * 32
        answered = answer(client, "POST", path, **sent)
        assert answered.status_code in (400, 413, 415), path


@pytest.mark.parametrize("wanted", ["foo", "", "//evil.example/", "http://evil.example/", "/\\e.x"])
def test_signing_up_in_and_out_leads_to_pages_of_ours_only(db: None, wanted: str) -> None:
    form = {"username": "anna", "password1": PASSWORD, "password2": PASSWORD, "password": PASSWORD}
    client = Client()
    assert client.get("/signup/", {"next": wanted}).status_code == 200
    for path in ("/signup/", "/logout/", "/login/"):
        went = client.post(f"{path}?next={wanted}", {**form, "next": wanted})
        assert (went.status_code, went["Location"]) == (302, "/"), path
    assert client.get("/signup/", {"next": wanted})["Location"] == "/"
    assert client.get("/signup/", {"next": "/games/?a=1"})["Location"] == "/games/?a=1"


def test_the_language_leads_to_pages_of_ours_only(db: None) -> None:
    went = Client().post("/language/", {"language": "pl", "next": "//evil.example/"})
    assert went["Location"] == "/"


@pytest.mark.parametrize("name", ["bruce", "BRUCE"])
def test_a_name_that_is_taken_at_the_same_moment(
    name: str, anna: Client, bruce: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check before saving has found it free."""
    monkeypatch.setattr(User, "validate_unique", lambda *_, **__: None)
    monkeypatch.setattr(ProfileForm, "clean_username", lambda form: form.cleaned_data["username"])
    monkeypatch.setattr(SignUpForm, "clean_username", lambda form: form.cleaned_data["username"])
    given = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    for page in (
        Client().post("/signup/", given),
        anna.post("/profile/", {"username": name, "password": PASSWORD}),
    ):
        assert page.status_code < 500
        assert "This name is taken" in page.content.decode()
    assert User.objects.filter(username__iexact=name).count() == 1
    assert AttemptCount.objects.get(kind="sign-up").attempts == 0


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_names_that_differ_by_case_at_the_same_moment() -> None:
    def sign_up(name: str) -> User | None:
        form = SignUpForm({"username": name, "password1": PASSWORD, "password2": PASSWORD})
        assert form.is_valid()
        return save_unless_taken(form)

    made = at_once([partial(sign_up, name) for name in ("Zed", "ZED", "zed")])
    assert sum(isinstance(one, User) for one in made) == 1, made
    assert made.count(None) == 2

"""Sessions leave the database when their time is over, or their user goes."""

from base64 import b64encode
from datetime import timedelta

import pytest
from django.conf import LazySettings, settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import UpdateError
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from games import services, tasks
from games.errors import ChangedMeanwhile
from games.models import Session
from games.session_store import SessionStore
from web.models import Profile

pytestmark = pytest.mark.django_db


def test_expired_sessions_are_deleted_and_no_others() -> None:
    now, day = timezone.now(), timedelta(days=1)
    Session.objects.create(session_key="over", session_data="", expire_date=now - day)
    Session.objects.create(session_key="good", session_data="", expire_date=now + day)
    tasks.forget_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["good"]


def test_beat_has_it_done_once_a_day() -> None:
    (entry,) = (
        entry
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
        if entry["task"] == tasks.forget_sessions.name
    )
    schedule = entry["schedule"]
    assert (len(schedule.hour), len(schedule.minute), len(schedule.day_of_week)) == (1, 1, 7)


def signed_in(user: User | None = None) -> Client:
    client = Client()
    if user is None:
        client.get("/")
        session = client.session
        session["something"] = "else"
        session.save()
    else:
        client.force_login(user)
    return client


def test_a_session_says_whose_it_is() -> None:
    alice = User.objects.create_user("alice", password="heather-and-peat-1")  # noqa: S106
    client = Client()
    client.post("/login/", {"username": "alice", "password": "heather-and-peat-1"})
    assert Session.objects.get().user_id == alice.pk
    signed_in()
    assert Session.objects.filter(user_id=None).count() == 1
    client.post("/logout/")
    assert not Session.objects.filter(user_id=alice.pk).exists()


@pytest.mark.parametrize("path", ["/profile/", "/api/v1/me"])
def test_a_replaced_secret_key_signs_nobody_out(settings: LazySettings, path: str) -> None:
    """Nor who has several tabs open: requests with the cookie of before go on."""
    alice = User.objects.create_user("alice")
    cookie = signed_in(alice).session.session_key
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another" * 9

    def answer() -> tuple[int, str | None]:
        tab = Client()
        tab.cookies["sessionid"] = cookie
        said = tab.get(path)
        kept = said.cookies.get("sessionid")
        return said.status_code, kept and kept.value

    assert answer() == (200, cookie), "the hash of the new key is stored"
    assert [answer() for _ in range(2)] == [(200, None)] * 2
    assert [str(one.user_id) for one in Session.objects.all()] == [str(alice.pk)]
    settings.SECRET_KEY_FALLBACKS = []
    assert answer() == (200, None), "the old key is not needed any more"


def test_signing_in_still_makes_another_key() -> None:
    alice = User.objects.create_user("alice", password="heather-and-peat-1")  # noqa: S106
    client = signed_in()
    before = client.session.session_key
    client.post("/login/", {"username": "alice", "password": "heather-and-peat-1"})
    assert client.session.session_key != before
    assert client.session[SESSION_KEY] == str(alice.pk)


def test_deleting_an_account_reads_no_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds locks on games meanwhile, and there may be a great many sessions."""
    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    for user in (alice, alice, bob, None):
        signed_in(user)

    def decode(self: object, data: str) -> None:
        pytest.fail("a session was decoded")

    monkeypatch.setattr(SessionStore, "decode", decode)
    services.delete_account(user=alice, now=timezone.now())
    assert set(Session.objects.values_list("user_id", flat=True)) == {bob.pk, None}
    assert Session.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_no_session_outlives_its_user_nor_begins_later() -> None:
    """Signing in while the account is deleted gets a response, and leaves nothing behind."""
    alice = User.objects.create_user("alice")
    client = signed_in(alice)
    late, anonymous = SessionStore(client.session.session_key), SessionStore()
    late["seen"] = True
    anonymous.create()
    services.delete_account(user=alice, now=timezone.now())
    assert list(Session.objects.all()) == [Session.objects.get(user=None)]
    late[SESSION_KEY] = anonymous[SESSION_KEY] = str(alice.pk)
    for act in (late.save, anonymous.save, anonymous.cycle_key):
        with pytest.raises(UpdateError):
            act()
    with pytest.raises(ChangedMeanwhile):
        anonymous.cycle_key()
    assert client.get("/profile/").status_code == 302
    assert not Session.objects.exclude(user=None).exists()


@pytest.mark.uncounted
@pytest.mark.django_db(transaction=True)
def test_who_signs_in_too_late_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = User.objects.create_user("alice", password="heather-and-peat-1")  # noqa: S106

    def gone(**_: object) -> QuerySet[Profile]:
        services.delete_account(user=alice, now=timezone.now())
        return Profile.objects.none()

    monkeypatch.setattr("web.pages.site.account_views.Profile.objects.filter", gone)
    sent = {"username": "alice", "password": "heather-and-peat-1"}
    assert Client(raise_request_exception=False).post("/login/", sent).status_code == 400
    assert not Session.objects.exclude(user=None).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/login/", "/api/v1/session"])
def test_who_is_deleted_between_password_and_session_is_told_so(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Django notes the time of a sign-in; that row may be gone by then."""
    alice = User.objects.create_user("alice", password="heather-and-peat-1")  # noqa: S106
    real = SessionStore.cycle_key

    def gone(self: SessionStore) -> None:
        services.delete_account(user=alice, now=timezone.now())
        real(self)

    monkeypatch.setattr(SessionStore, "cycle_key", gone)
    client = Client(raise_request_exception=False)
    known = b64encode(b"alice:heather-and-peat-1").decode()
    if path == "/login/":
        sent = {"username": "alice", "password": "heather-and-peat-1"}
        answer = client.post(path, sent)
    else:
        headers = {"Authorization": f"Basic {known}"}
        answer = client.post(path, "", content_type="application/json", headers=headers)
    assert answer.status_code in (400, 409)
    assert not Session.objects.exclude(user=None).exists()

"""Counters of what can be guessed: exact, in the database, and no means to lock others out."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.cache import cache

from games import tasks
from games.accounts import attempts, devices, sign_ins
from games.models import AttemptCount
from games.waiting import database_now
from tests.games.counting import time_passes
from tests.games.test_races import at_once
from tests.marks import in_one_test

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
NEARLY: Final = range(55, 61)
"""Seconds to wait for a window that has just begun; the test itself takes some."""


def count(*, caller: str = "x", kind: str = "password") -> int:
    return attempts.count(kind=kind, caller=caller, rate="3/min")


def begin(name: str, cookie: str = "", address: str = "192.0.2.1") -> sign_ins.Try:
    cookies = {devices.COOKIE: cookie}
    return sign_ins.begin(address=address, name=name, cookies=cookies)


@pytest.fixture(autouse=True)
def _rates(settings: LazySettings) -> None:
    settings.ATTEMPT_RATES = {
        "sign-in": "1000/min",
        "sign-in-user": "2/hour",
        "second-factor": "2/hour",
    }


def test_a_window_begins_with_its_first_attempt_and_is_full_at_the_limit(db: None) -> None:
    assert count() == 0
    time_passes(20 * SECOND)
    assert [count(), count()] == [0, 0]
    assert count() in range(35, 41)
    time_passes(20 * SECOND)
    assert count() in range(15, 21)
    time_passes(20 * SECOND)
    assert [count() for _ in range(3)] == [0, 0, 0]
    assert count() in NEARLY


def test_kinds_and_callers_are_counted_apart(db: None) -> None:
    assert [count(), count(), count()] == [0, 0, 0]
    assert count() in NEARLY
    assert (count(caller="y"), count(kind="second-factor")) == (0, 0)


def test_what_is_only_asked_goes_by_the_same_window(db: None) -> None:
    who = {"kind": "password", "caller": "x"}
    assert not attempts.counted(**who)
    for _ in range(3):
        assert attempts.wait(**who, rate="3/min") == 0
        count()
    assert attempts.counted(**who)
    assert attempts.wait(**who, rate="3/min") in NEARLY
    time_passes(MINUTE)
    assert not attempts.counted(**who)
    assert attempts.wait(**who, rate="3/min") == 0


def test_a_clock_that_is_set_back_a_little_begins_no_new_window(db: None) -> None:
    assert count() == 0
    time_passes(-20 * SECOND)
    assert [count() > 0 for _ in range(4)] == [False] * 2 + [True] * 2


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(days=2)])
def test_a_clock_that_was_ahead_locks_nobody_out(db: None, ahead: timedelta) -> None:
    assert [count() > 0 for _ in range(4)][-1]
    time_passes(-ahead)
    assert count() == 0


def test_neither_names_nor_addresses_are_stored(db: None) -> None:
    begin("correct horse battery", address="2001:db8::1")
    stored = str(list(AttemptCount.objects.values()))
    assert AttemptCount.objects.count() == 2
    assert "horse" not in stored
    assert "2001" not in stored


def test_a_lost_cache_and_a_forged_one_change_nothing(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OSError(104)

    for name in ("get", "add", "incr", "set"):
        monkeypatch.setattr(cache, name, away)
    assert [count() for _ in range(3)] == [0, 0, 0]
    assert count() in NEARLY


def test_counters_that_are_over_are_forgotten(db: None) -> None:
    count(kind="a clock ahead")
    time_passes(-timedelta(days=9))
    count(kind="over")
    AttemptCount.objects.filter(kind="over").update(ends_at=database_now())
    count(kind="later")
    assert tasks.forget_attempts() == 2
    assert AttemptCount.objects.get().kind == "later"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_of_attempts_at_once_no_more_than_the_limit_are_admitted() -> None:
    waits = Counter(at_once([count] * 12))
    assert waits.pop(0) == 3
    assert {*waits} <= {*NEARLY}
    assert AttemptCount.objects.get().attempts == 3


# --- names and devices ----------------------------------------------------------------------------


def test_only_wrong_passwords_use_up_a_name(alice: User) -> None:
    for _ in range(5):
        begin("alice").give_back()
    assert [begin("alice").wait > 0 for _ in range(3)] == [False, False, True]
    begin("bob").give_back()
    assert begin("alice").wait > 0


def test_of_an_address_right_ones_count_too(alice: User, settings: LazySettings) -> None:
    settings.ATTEMPT_RATES["sign-in"] = "2/min"
    for _ in range(2):
        begin("alice").give_back()
    assert begin("alice").wait > 0
    assert not begin("alice", address="192.0.2.2").wait


@pytest.mark.parametrize("name", ["ALICE", " alice", "alice\u3000", "\uff41lice"])
def test_ways_to_write_a_name_share_its_tries(alice: User, name: str) -> None:
    for _ in range(2):
        begin("alice")
    assert begin(name).wait > 0
    assert not begin("alicia").wait


def test_strangers_cannot_keep_out_who_has_signed_in_before(alice: User) -> None:
    cookie = devices.issue(alice)
    while not begin("alice").wait:
        pass
    assert not begin("alice", cookie).wait


def test_a_stolen_cookie_has_no_more_tries_than_a_stranger(alice: User) -> None:
    cookie, own = devices.issue(alice), devices.issue(alice)
    assert [begin("alice", cookie).wait > 0 for _ in range(3)] == [False, False, True]
    # Neither another device nor somebody without one is kept out by it.
    assert not begin("alice", own).wait
    assert not begin("alice").wait


@pytest.mark.parametrize("name", ["je\u00dfica", "Jessica"])
def test_the_device_of_another_account_gives_no_tries(name: str, db: None) -> None:
    """Whatever its name folds to, as that of the first does to the second's."""
    twin = User.objects.create_user(name)
    assert devices.recognise(devices.issue(twin), "jessica") is None
    assert [begin("jessica", devices.issue(twin)).wait > 0 for _ in range(3)] == [
        False,
        False,
        True,
    ]


def code(user: User, cookie: str = "") -> sign_ins.Try:
    cookies = {devices.COOKIE: cookie}
    return sign_ins.begin_code(address="192.0.2.1", user=user, cookies=cookies)


@pytest.mark.parametrize("name", ["jes\u017fica", "je\u00dfica", "\uff2aESSICA"])
def test_codes_count_for_the_account_and_not_for_its_name(name: str, db: None) -> None:
    """Whatever the name of another account folds to, and also after another user had the name."""
    owner, twin = User.objects.create_user("jessica"), User.objects.create(username=name)
    assert [code(twin).wait > 0 for _ in range(3)] == [False, False, True]
    assert not code(owner).wait
    twin.username = "renamed"
    twin.save()
    assert code(twin).wait > 0


def test_signing_in_again_keeps_the_tries_of_a_device(alice: User) -> None:
    cookie = devices.issue(alice)
    for _ in range(2):
        begin("alice", cookie)
    assert begin("alice", devices.issue(alice, cookie)).wait > 0


def test_a_cookie_is_good_for_one_user_one_password_and_one_year(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = devices.issue(alice)
    assert devices.recognise(cookie, "alice")
    assert not devices.recognise(cookie, "bob")
    assert not devices.recognise(cookie.replace(f"{alice.pk}.", f"{bob.pk}.", 1), "bob")
    with monkeypatch.context() as patched:
        later = devices.GOOD_FOR.total_seconds() + 10
        now = datetime.now(UTC).timestamp()
        patched.setattr("django.core.signing.time.time", lambda: now + later)
        assert not devices.recognise(cookie, "alice")
    alice.set_password("another-one-22")
    alice.save()
    assert not devices.recognise(cookie, "alice")
    assert devices.recognise(devices.issue(alice, cookie), "alice")


@in_one_test(
    "cookie",
    ["", ".", ":", "1", "1.", "1.x", "1.x:y", "1.x:y:z", "\u0661.x:y:z", "9" * 400, "-1.x"],
)
def test_junk_is_no_device(alice: User, cookie: str) -> None:
    assert devices.recognise(cookie, "alice") is None

"""Passwords that one process hashes at once."""

from collections.abc import Iterator
from contextlib import suppress
from threading import Semaphore, Thread

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import (
    PBKDF2PasswordHasher,
    check_password,
    identify_hasher,
    make_password,
)
from django.contrib.auth.models import User
from django.test import Client

from games.accounts import hashers
from games.accounts.hashers import AT_ONCE, WAITING, PasswordsBusy, Places, SharingHasher
from tests.api.conftest import problem
from tests.web.conftest import PASSWORD

pytestmark = pytest.mark.once


@pytest.fixture
def sharing(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hasher of servers, at a price that a test can pay."""
    settings.PASSWORD_HASHERS = ["games.accounts.hashers.SharingHasher"]
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1000)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Semaphore]:
    """Hashing that goes on until it is released, once for each."""
    gate = Semaphore(0)

    def encode(self: object, password: str, salt: str, iterations: int | None = None) -> str:
        assert gate.acquire(timeout=60)
        return f"pbkdf2_sha256$1${salt}$x"

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", encode)
    monkeypatch.setattr(hashers, "WAIT_SECONDS", 60)
    monkeypatch.setattr(hashers, "_places", Places(AT_ONCE, WAITING))
    hashers.arrive("")  # tests with requests came before
    yield gate
    gate.release(1000)


@pytest.mark.uncounted
@pytest.mark.long
def test_hashes_are_those_of_django(sharing: None, settings: LazySettings) -> None:
    made = make_password("heather")
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    assert type(identify_hasher(made)) is PBKDF2PasswordHasher
    assert check_password("heather", made)
    stored = make_password("heather")
    settings.PASSWORD_HASHERS = ["games.accounts.hashers.SharingHasher"]
    assert check_password("heather", stored)
    assert not check_password("heath", stored)


def test_two_are_hashed_two_wait_and_others_are_refused(held: Semaphore) -> None:
    made: list[str] = []
    threads = hashing(AT_ONCE + WAITING, made)
    with pytest.raises(PasswordsBusy):
        SharingHasher().encode("one more", "salt")
    held.release(AT_ONCE + WAITING)
    for thread in threads:
        thread.join()
    assert len(made) == AT_ONCE + WAITING
    held.release()
    assert SharingHasher().encode("one more", "salt")


def test_who_comes_for_the_first_time_goes_before_those_who_come_again(held: Semaphore) -> None:
    """Two dozen addresses that sent wrong passwords kept everybody out who was not known."""
    made: list[str] = []
    threads = hashing(AT_ONCE, made, "192.0.2.1")
    held.release(AT_ONCE)
    for thread in threads:
        thread.join()
    # The same addresses again, and others of theirs; then somebody else, and one of them once more.
    threads = hashing(AT_ONCE + WAITING, made, "192.0.2.2")
    newcomer = Thread(target=hash_one, args=(made, "198.51.100.7"), daemon=True)
    newcomer.start()
    while "198.51.100.0/24" not in {one.caller for one in hashers._places.waiting}:
        pass
    hash_one(made, "192.0.2.3")  # refused at once
    held.release()
    while len(hashers._places.waiting) == WAITING:
        pass
    assert [one.caller for one in hashers._places.waiting] == ["192.0.2.0/24"]
    held.release(AT_ONCE + WAITING)
    for thread in (newcomer, *threads):
        thread.join()
    assert sorted(made[AT_ONCE:]) == ["192.0.2.2"] * (AT_ONCE + WAITING - 1) + ["198.51.100.7"]
    hashers.arrive("")


def test_who_waits_too_long_is_refused_and_gives_the_place_back(
    held: Semaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hashers, "WAIT_SECONDS", 0.01)
    threads = hashing(AT_ONCE, [])
    for _ in range(2 * WAITING):
        with pytest.raises(PasswordsBusy):
            SharingHasher().encode("one more", "salt")
    held.release(AT_ONCE)
    for thread in threads:
        thread.join()


@pytest.mark.django_db
def test_programs_and_browsers_are_told_to_come_again(
    sharing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_user("anna", password=PASSWORD)
    monkeypatch.setattr(hashers, "_places", Places(0, 0))
    form = {"username": "anna", "password": PASSWORD}
    page = Client().post("/login/", form)
    assert (page.status_code, page.headers["Retry-After"]) == (429, "2")
    assert "busy with other passwords" in page.content.decode()
    basic = {"Authorization": "Basic YW5uYTpoZWF0aGVyLWFuZC1wZWF0LTE="}
    answer = Client().post("/api/v1/session", content_type="application/json", headers=basic)
    problem(answer, 429, "passwords_busy")
    assert answer.headers["Retry-After"] == "2"


@pytest.mark.django_db
def test_a_known_device_has_a_place_that_others_cannot_take(
    sharing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty-four addresses kept everybody from signing in, at two hashes a second."""
    for name in ("anna", "bert"):
        User.objects.create_user(name, password=PASSWORD)
    browser, elsewhere = Client(), Client()
    form = {"username": "anna", "password": PASSWORD}
    assert browser.post("/login/", form).status_code == 302
    browser.post("/logout/")
    monkeypatch.setattr(hashers, "_places", Places(0, 0))
    assert elsewhere.post("/login/", form).status_code == 429
    assert browser.post("/login/", form | {"username": "bert"}).status_code == 429
    assert browser.post("/login/", form).status_code == 302
    elsewhere.cookies["device"] = browser.cookies["device"].value.replace(".", ".x")
    assert elsewhere.post("/login/", form).status_code == 429
    assert elsewhere.post("/signup/", {"username": "carl"}).status_code == 422  # this thread again


@pytest.mark.uncounted
def test_one_user_has_one_place_of_known_devices(held: Semaphore) -> None:
    made: list[str] = []

    def hash_for_anna() -> None:
        hashers.hash_for("1.phone")
        made.append(SharingHasher().encode("heather", "salt"))

    first = Thread(target=hash_for_anna, daemon=True)
    first.start()
    while not hashers._of_known.running:
        pass
    others = hashing(AT_ONCE + WAITING, made)
    hashers.hash_for("1.laptop")
    with pytest.raises(PasswordsBusy):  # anna has one there, and the others are taken
        SharingHasher().encode("heather", "salt")
    hashers.hash_for(None)
    held.release(len(others) + 1)
    for thread in (first, *others):
        thread.join()
    assert len(made) == len(others) + 1
    held.release()
    hashers.hash_for("1.laptop")
    assert SharingHasher().encode("heather", "salt")
    hashers.hash_for(None)


def hashing(number: int, made: list[str], address: str = "") -> list[Thread]:
    """Threads of which each has its place, hashing or waiting."""
    threads = [Thread(target=hash_one, args=(made, address), daemon=True) for _ in range(number)]
    for thread in threads:
        thread.start()
    while hashers._places.running < AT_ONCE or len(hashers._places.waiting) < number - AT_ONCE:
        pass
    return threads


def hash_one(made: list[str], address: str) -> None:
    """As for a request from this address, which is noted unless it is refused."""
    hashers.arrive(address)
    with suppress(PasswordsBusy):
        SharingHasher().encode("heather", "salt")
        made.append(address)

"""Reading pages: users have the rates of the API there too, strangers one of their own."""

from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client
from rest_framework.settings import api_settings

from tests.web.conftest import HTMX

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.uncounted]
LOBBY = "/games/"


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Rates of the API, to be changed by a test."""
    rates = dict.fromkeys(api_settings.DEFAULT_THROTTLE_RATES, "1000/d")
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    return rates


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name))
    return client


def test_pages_of_strangers_and_their_requests_to_the_api_are_counted_apart(
    client: Client, rates: dict[str, str]
) -> None:
    rates |= {"anonymous": "1/d", "pages": "1/d"}
    assert [client.get("/api/v1/heads").status_code for _ in range(3)] == [200, 429, 429]
    assert [client.get(LOBBY).status_code for _ in range(3)] == [200, 429, 429]


def test_a_stranger_is_held_back_by_address(client: Client, rates: dict[str, str]) -> None:
    rates["pages"] = "2/d"
    for _ in range(2):
        assert client.get(LOBBY).status_code == 200
    answer = client.get(LOBBY)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 86_400
    assert "Too many requests" in answer.content.decode()
    assert client.head(LOBBY).status_code == 429
    assert signed_in("alice").get(LOBBY).status_code == 200
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get(LOBBY).status_code == 200


def test_a_cookie_that_signs_nobody_in_makes_nobody_a_user(
    client: Client, rates: dict[str, str]
) -> None:
    rates["pages"] = "1/d"
    assert client.get(LOBBY).status_code == 200
    client.cookies["sessionid"] = "x" * 32
    assert client.get(LOBBY).status_code == 429


@pytest.mark.parametrize(("scope", "others"), [("read", 200), ("read-address", 429)])
def test_a_user_is_held_back_alone_and_with_the_others_of_the_address(
    rates: dict[str, str], scope: str, others: int
) -> None:
    rates[scope] = "2/d"
    alice, bob = signed_in("alice"), signed_in("bob")
    assert [alice.get(LOBBY).status_code for _ in range(3)] == [200, 200, 429]
    assert bob.get(LOBBY).status_code == others
    # Who writes has other limits.
    assert alice.post("/logout/").status_code == 302


def test_every_method_counts_and_so_does_what_is_not_there(
    client: Client, rates: dict[str, str]
) -> None:
    asked = [
        ("POST", f"/games/{uuid4()}/play/"),
        ("POST", "/language/"),
        ("PUT", LOBBY),
        ("DELETE", "/nothing"),
        ("GET", "/nothing"),
        ("OPTIONS", LOBBY),
    ]
    rates["pages"] = f"{len(asked)}/d"
    first = [client.generic(method, path).status_code for method, path in asked]
    assert first == [302, 302, 405, 404, 404, 405]
    assert {client.generic(method, path).status_code for method, path in asked} == {429}


def test_a_form_that_cannot_be_read_counts(client: Client, rates: dict[str, str]) -> None:
    rates["pages"] = "1/d"
    for status in (413, 429):
        answer = client.post("/language/", {"next": "x" * 200_000})
        assert answer.status_code == status


def test_writes_of_a_user_count(rates: dict[str, str]) -> None:
    rates["write"] = "2/d"
    alice = signed_in("alice")
    assert [alice.post("/language/").status_code for _ in range(3)] == [302, 302, 429]
    assert alice.get(LOBBY).status_code == 200


def test_addresses_of_the_api_at_which_there_is_nothing_count(
    client: Client, rates: dict[str, str]
) -> None:
    rates["anonymous"] = "2/d"
    assert [client.get("/api/v2").status_code for _ in range(3)] == [404, 404, 429]
    refused = client.post("/api/nothing")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get("/api/v1/heads").status_code == 429


def test_live_refreshes_count(rates: dict[str, str]) -> None:
    rates["read"] = "1/d"
    alice = signed_in("alice")
    assert alice.get(LOBBY, {"after": "1"}, headers=HTMX).status_code in (200, 204)
    assert alice.get(LOBBY, {"after": "1"}, headers=HTMX).status_code == 429


def test_files_and_probes_are_not_counted(client: Client, rates: dict[str, str]) -> None:
    rates["pages"] = "0/d"
    for path in ("/healthz", "/static/web/icon.svg"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        answer.close()


def test_without_the_database_the_page_says_so(rates: dict[str, str]) -> None:
    alice = signed_in("alice")
    with patch("games.session_store.get_user", side_effect=OperationalError):
        assert alice.get(LOBBY).status_code == 503

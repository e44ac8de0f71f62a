"""Messages for the next page: the last few, however many there were."""

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.test import Client, RequestFactory

from web.notices import MOST, FewMessages

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.uncounted]


def test_messages_that_nobody_looks_at_do_not_pile_up(client: Client) -> None:
    kept = []
    for _ in range(2 * MOST):
        assert client.post("/login/code/").status_code == 302
        kept.append(held(FewMessages, client.cookies["messages"].value))
    assert kept == [*range(1, MOST + 1), *[MOST] * MOST]
    assert "sessionid" not in client.cookies


def test_a_cookie_of_any_number_from_before_is_not_read() -> None:
    request, response = RequestFactory().get("/"), HttpResponse()
    before = CookieStorage(request)
    for _ in range(300):
        before.add(20, "the same")
    before.update(response)
    cookie = response.cookies["messages"].value
    assert held(CookieStorage, cookie) == 300
    assert held(FewMessages, cookie) == 0


def held(storage: type[CookieStorage], cookie: str) -> int:
    """How many messages a store reads out of a cookie."""
    return len(list(storage(RequestFactory().get("/", headers={"Cookie": f"messages={cookie}"}))))

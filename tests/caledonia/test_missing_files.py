"""What static files cost, those that are not there too: little, and it is charged."""

from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.runtime import computing
from tests.caledonia.asking import OTHER, Asked, asked, cookie, small_shares
from tests.web.conftest import browser

__all__ = ["asked", "small_shares"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("path", ["/static/nothing", "/static/", "/static/web/no.css"])
def test_it_costs_neither_a_page_nor_a_session_nor_a_query(method: str, path: str) -> None:
    client = browser("anna")
    with CaptureQueriesContext(connection) as asked:
        answer = client.generic(method, path, headers={"accept-language": "pl"})
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert len(answer.content) < 100
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["X-Request-ID"]
    assert not asked.captured_queries


def test_other_addresses_have_their_page() -> None:
    for path in ("/nothing", "/static", "//static/nothing", "/x/static/nothing"):
        assert b"</html>" in Client().get(path).content, path


@pytest.mark.uncounted
@pytest.mark.usefixtures("small_shares")
class TestTheirTime:
    """Files take no place, since a browser asks for many at once, but their time counts."""

    FILE = "/static/nothing"

    @pytest.fixture(autouse=True)
    def a_second_for_each(self, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = iter(range(100))
        monkeypatch.setattr("caledonia.fair_shares.time.thread_time", lambda: next(clock))
        settings.COMPUTING_RATES = dict.fromkeys(("user", "address", "anonymous"), "1/d")
        computing.forget()

    @pytest.mark.parametrize("sent", [{}, cookie("junk")])
    def test_that_of_strangers_is_the_address_s(self, asked: Asked, sent: dict[str, Any]) -> None:
        assert asked.ask(self.FILE, **sent) == 200
        asked.close()
        assert computing.wait_of(None, "127.0.0.1")
        assert asked.ask(self.FILE, **sent) == 429
        assert asked.ask(self.FILE, REMOTE_ADDR=OTHER, **sent) == 200
        assert asked.ask("/healthz") == 200

    def test_that_of_a_user_is_the_user_s_who_stays_known(self, asked: Asked) -> None:
        asked.shares.known.learn("session anna", 1)
        asked.shares.known.learn("session bruce", 2)
        computing.spent_by(None, "127.0.0.1", 1)
        assert asked.ask(self.FILE, **cookie("anna")) == 200
        asked.close()
        assert asked.shares.known.user_of("session anna") == 1
        assert asked.ask(self.FILE, **cookie("anna")) == 429
        assert asked.ask(self.FILE, REMOTE_ADDR=OTHER, **cookie("bruce")) == 200

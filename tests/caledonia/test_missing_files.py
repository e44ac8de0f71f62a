"""A static file that is not there is refused in a few words, since nobody is charged for it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.web.conftest import browser

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

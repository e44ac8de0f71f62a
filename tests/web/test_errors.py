"""Pages that say that something went wrong, in the reader's language, and what to do."""

import re

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.db import OperationalError
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from tests.marks import in_one_test
from tests.web.conftest import MakeTable

pytestmark = [pytest.mark.once, pytest.mark.uncounted]

ALONE = ("400.html", "500.html", "503.html")


@in_one_test("name", ALONE)
@in_one_test("language", ["en", "ja", "pl"])
def test_pages_that_stand_by_themselves(name: str, language: str) -> None:
    """Without a request, a user, or a database; what they look like comes from files."""
    with translation.override(language):
        text = render_to_string(name)
    assert f'<html lang="{language}">' in text
    assert len(re.findall("<h1", text)) == 1
    assert 'href="/"' in text
    assert "<style" not in text
    files = re.findall(r'(?:href|src)="/static/([^"]+)"', text)
    assert files
    for file in files:
        assert finders.find(file), file


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/no-such-page/", "/games/00000000-0000-0000-0000-000000000000/"])
def test_a_wrong_address_shows_our_own_page_also_in_development(
    path: str, settings: LazySettings
) -> None:
    settings.DEBUG = True
    missing = Client().get(path)
    text = missing.content.decode()
    assert missing.status_code == 404
    assert "There is no page at this address." in text
    assert "urlpatterns" not in text
    assert "Content-Security-Policy" in missing.headers
    assert Client().get("/help").headers["Location"] == "/help/"


def test_a_form_that_is_too_old_says_what_to_do(anna: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = anna.cookies
    refused = strict.post("/profile/", {})
    assert refused.status_code == 403
    text = refused.content.decode()
    assert "Nothing was changed" in text
    assert "load the page again" in text
    assert "anna" in text, "the frame of the page is there"


def test_a_host_that_is_not_ours(stranger: Client) -> None:
    refused = stranger.get("/", headers={"Host": "elsewhere.example"})
    assert refused.status_code == 400
    text = refused.content.decode()
    assert "This request is not valid" in text
    assert "Check the address" in text, "what to do"


def test_a_private_table_may_be_ones_own(open_table: MakeTable, stranger: Client) -> None:
    """Who has not signed in is told of it; whether there is a table is not."""
    path = f"/games/{open_table(visibility='private').pk}/"
    text = stranger.get(path).content.decode()
    assert f'href="/login/?next={path}"' in text
    other = stranger.get(f"{path[:-2]}{'0' if path[-2] != '0' else '1'}/")
    assert [page.status_code for page in (stranger.get(path), other)] == [404, 404]


def test_in_the_language_of_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr("web.pages.lobby.views.overview", away)
    page = Client().get("/", headers={"Accept-Language": "pl"})
    assert page.status_code == 503
    assert '<html lang="pl">' in page.content.decode()
